// One request for several series, as text to paste into a shell, a program or a spreadsheet. The token is
// always a variable. Pure.

import { powerQuote, shellQuote } from '#explorer/parts/snippets/quote-text.ts';
import type { SnippetLanguage } from '#explorer/parts/snippets/snippet-languages.ts';

export interface ManyRequest {
  /** `https://host:port`, without a slash at the end. */
  readonly origin: string;
  readonly seriesIds: readonly string[];
  /** A moment as typed; empty if left out. */
  readonly from: string;
  readonly to: string;
  readonly resolution: string;
}

const PATH = '/api/fundamental/series/multi';

const WRITERS: Record<SnippetLanguage, (request: ManyRequest) => string> = {
  curl: writeCurl,
  typescript: writeTypeScript,
  python: writePython,
  excel: writePowerQuery,
};

export const writeManySnippet = (language: SnippetLanguage, request: ManyRequest): string =>
  WRITERS[language](request);

function writeCurl(request: ManyRequest): string {
  return [
    `curl -sS ${shellQuote(request.origin + PATH)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d ${shellQuote(bodyText(request))}`,
  ].join(' \\\n  ');
}

function writeTypeScript(request: ManyRequest): string {
  return `const response = await fetch(${JSON.stringify(request.origin + PATH)}, {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.TOKEN}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${bodyText(request)}),
});
if (!response.ok) throw new Error(await response.text());
const answers = (await response.json()) as {
  Meta: { code: string; unit: string };
  Values: Record<string, number | null>;
}[];
for (const { Meta, Values } of answers) {
  for (const [time, value] of Object.entries(Values)) console.log(Meta.code, time, value);
}`;
}

function writePython(request: ManyRequest): string {
  return `import json
import os
from urllib.request import Request, urlopen

body = ${bodyText(request)}
request = Request(
    ${JSON.stringify(request.origin + PATH)},
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['TOKEN']}",
        "Content-Type": "application/json",
    },
)
with urlopen(request) as response:
    answers = json.load(response)
for answer in answers:
    for time, value in answer["Values"].items():
        print(answer["Meta"]["code"], time, value)
# with pandas:
#   rows = pandas.DataFrame({a["Meta"]["code"]: a["Values"] for a in answers})
#   rows.index = pandas.to_datetime(rows.index)`;
}

function writePowerQuery(request: ManyRequest): string {
  return `// Token is a parameter (Home > Manage Parameters) that holds an API key.
let
  Answer = Json.Document(Web.Contents(${powerQuote(request.origin)}, [
    RelativePath = ${powerQuote(PATH.slice(1))},
    Headers = [Authorization = "Bearer " & Token, #"Content-Type" = "application/json"],
    Content = Text.ToBinary(${powerQuote(bodyText(request))})
  ])),
  Tables = List.Transform(Answer, each
    Table.AddColumn(Record.ToTable([Values]), "series", (row) => [Meta][code])),
  Rows = Table.RenameColumns(Table.Combine(Tables), {{"Name", "time"}, {"Value", "value"}}),
  Typed = Table.TransformColumnTypes(
    Rows, {{"time", type datetime}, {"value", type number}}, "en-US")
in
  Typed`;
}

/** The body. JSON's strings and lists suit TypeScript and Python too. */
function bodyText({ seriesIds, from, to, resolution }: ManyRequest): string {
  const fields: [string, string | readonly string[]][] = [
    ['SeriesIds', seriesIds.map(plain)],
    ['FromDateTime', plain(from)],
    ['ToDateTime', plain(to)],
    ['Resolution', resolution === 'native' ? '' : plain(resolution)],
  ];
  return JSON.stringify(Object.fromEntries(fields.filter(([, value]) => value.length > 0)));
}

/** Removes control characters: no identifier or moment needs them, and a terminal obeys them. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, '').trim();

// The request behind the page, as text to paste into a shell, a program or a spreadsheet. The token
// is always a variable. Text from the address is quoted for each language. Pure.

import {
  parametersOf,
  pathOf,
  type SnippetRequest,
  writeCurl,
} from '#explorer/pages/explore/curl-snippet.ts';
import { powerQuote } from '#explorer/parts/snippets/quote-text.ts';
import type { SnippetLanguage } from '#explorer/parts/snippets/snippet-languages.ts';

const WRITERS: Record<SnippetLanguage, (request: SnippetRequest) => string> = {
  curl: writeCurl,
  typescript: writeTypeScript,
  python: writePython,
  excel: writePowerQuery,
};

export const writeSnippet = (language: SnippetLanguage, request: SnippetRequest): string =>
  WRITERS[language](request);

function writeTypeScript(request: SnippetRequest): string {
  return `const query = new URLSearchParams({${spaced(fields(request, (name, text) => `${name}: ${JSON.stringify(text)}`))}});
const response = await fetch(\`${request.origin}${pathOf(request)}?\${query}\`, {
  headers: { authorization: \`Bearer \${process.env.TOKEN}\` },
});
if (!response.ok) throw new Error(await response.text());
const series = (await response.json()) as {
  unit: string;
  data: { time: string; value: number | null }[];
};
for (const { time, value } of series.data) console.log(time, value);`;
}

function writePython(request: SnippetRequest): string {
  return `import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = urlencode({${fields(request, (name, text) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`)}})
request = Request(
    f"${request.origin}${pathOf(request)}?{query}",
    headers={"Authorization": f"Bearer {os.environ['TOKEN']}"},
)
with urlopen(request) as response:
    series = json.load(response)
for point in series["data"]:
    print(point["time"], point["value"])
# with pandas:
#   rows = pandas.DataFrame(series["data"])
#   rows["time"] = pandas.to_datetime(rows["time"])
#   rows = rows.set_index("time")`;
}

function writePowerQuery(request: SnippetRequest): string {
  const given = fields(request, (name, text) => `${name} = ${powerQuote(text)}`);
  return `// Token is a parameter (Home > Manage Parameters) that holds an API key.
let
  Answer = Web.Contents(${powerQuote(request.origin)}, [
    RelativePath = ${powerQuote(pathOf(request).slice(1))},
    Query = [${given === '' ? '' : `${given}, `}format = "csv"],
    Headers = [Authorization = "Bearer " & Token]
  ]),
  Rows = Table.PromoteHeaders(Csv.Document(Answer, [Delimiter = ",", Encoding = 65001])),
  Typed = Table.TransformColumnTypes(
    Rows, {{"time", type datetimezone}, {"value", type number}}, "en-US")
in
  Typed`;
}

/** Joins the parameters as the language writes them. JSON's strings suit TypeScript and Python too. */
const fields = (request: SnippetRequest, write: (name: string, text: string) => string): string =>
  parametersOf(request)
    .map(([name, text]) => write(name, text))
    .join(', ');

const spaced = (text: string): string => (text === '' ? '' : ` ${text} `);

// A request as text to paste, in each language. The token is always a variable. Pure.

import { powerQuote, shellQuote } from '#explorer/parts/snippets/quote-text.ts';
import type { SnippetLanguage } from '#explorer/parts/snippets/snippet-languages.ts';

export interface WrittenRequest {
  /** Upper-case. */
  readonly method: string;
  /** `https://host:port`, without a slash at the end. */
  readonly origin: string;
  /** Encoded as in an address. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  /** Undefined if none is sent. */
  readonly body: unknown;
  readonly needsToken: boolean;
  /** Whether the answer is JSON. */
  readonly isJson: boolean;
}

const WRITERS: Record<SnippetLanguage, (request: WrittenRequest) => string> = {
  curl: writeCurl,
  typescript: writeTypeScript,
  python: writePython,
  excel: writePowerQuery,
};

/** Power Query sends GET, and POST if there is a body. */
export const canWrite = (language: SnippetLanguage, { method }: { method: string }): boolean =>
  language !== 'excel' || method === 'GET' || method === 'POST';

export const writeRequest = (language: SnippetLanguage, request: WrittenRequest): string =>
  WRITERS[language](request);

/** Every part of a query has its own line. */
function writeCurl({ method, origin, path, query, body, needsToken }: WrittenRequest): string {
  const isPlain = method === 'GET' || method === 'POST';
  const start = ['curl -sS', query.length > 0 ? '--get' : '', isPlain ? '' : `-X ${method}`];
  // A POST without a body needs its method named.
  if (method === 'POST' && body === undefined) start.push('-X POST');
  const parts = [
    [...start.filter(Boolean), shellQuote(origin + path)].join(' '),
    ...query.map(([name, value]) => `--data-urlencode ${shellQuote(`${name}=${value}`)}`),
    ...(needsToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${shellQuote(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}

function writeTypeScript(request: WrittenRequest): string {
  const { method, origin, path, query, body, needsToken, isJson } = request;
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder belongs to the text
    ...(needsToken ? ['authorization: `Bearer ${process.env.TOKEN}`'] : []),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
  ];
  const address = JSON.stringify(origin + path);
  const target = query.length === 0 ? address : `${address} + '?' + query`;
  const settings = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return [
    ...(query.length === 0
      ? []
      : [`const query = new URLSearchParams(${JSON.stringify(Object.fromEntries(query))});`]),
    `const response = await fetch(${target}${settings});`,
    'if (!response.ok) throw new Error(await response.text());',
    `console.log(await response.${isJson ? 'json' : 'text'}());`,
  ].join('\n');
}

function writePython(request: WrittenRequest): string {
  const { method, origin, path, query, body, needsToken, isJson } = request;
  const address = JSON.stringify(origin + path);
  const target =
    query.length === 0
      ? address
      : `${address} + "?" + urlencode(${pythonText(Object.fromEntries(query))})`;
  const headers = [
    ...(needsToken ? [`"Authorization": "Bearer " + os.environ["TOKEN"]`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  return [
    ...(isJson || body !== undefined ? ['import json'] : []),
    ...(needsToken ? ['import os'] : []),
    ...(query.length === 0 ? [] : ['from urllib.parse import urlencode']),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${target},`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonText(body)}).encode(),`]),
    ')',
    'with urlopen(request) as response:',
    isJson ? '    print(json.load(response))' : '    print(response.read().decode())',
  ].join('\n');
}

/** A value of JSON as Python writes it. */
function pythonText(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, part]) => `${JSON.stringify(key)}: ${pythonText(part)}`,
  );
  return `{${fields.join(', ')}}`;
}

function writePowerQuery(request: WrittenRequest): string {
  const { origin, path, query, body, needsToken, isJson } = request;
  const headers = [
    ...(needsToken ? ['Authorization = "Bearer " & Token'] : []),
    ...(body === undefined ? [] : ['#"Content-Type" = "application/json"']),
  ];
  const settings = [
    `RelativePath = ${powerQuote(path.slice(1))}`,
    ...(query.length === 0 ? [] : [`Query = ${powerText(Object.fromEntries(query))}`]),
    ...(headers.length === 0 ? [] : [`Headers = [${headers.join(', ')}]`]),
    ...(body === undefined ? [] : [`Content = Json.FromValue(${powerText(body)})`]),
  ];
  return [
    ...(needsToken
      ? ['// Token is a parameter (Home > Manage Parameters) that holds an API key.']
      : []),
    'let',
    `  Answer = Web.Contents(${powerQuote(origin)}, [`,
    `    ${settings.join(',\n    ')}`,
    '  ])',
    'in',
    `  ${isJson ? 'Json.Document' : 'Text.FromBinary'}(Answer)`,
  ].join('\n');
}

/** A value of JSON as Power Query writes it. A quoted name may be any word. */
function powerText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return powerQuote(value);
  if (Array.isArray(value)) return `{${value.map(powerText).join(', ')}}`;
  if (typeof value !== 'object') return String(value);
  const fields = Object.entries(value).map(
    ([key, part]) => `#${powerQuote(key)} = ${powerText(part)}`,
  );
  return `[${fields.join(', ')}]`;
}

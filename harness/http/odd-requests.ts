// Requests that no honest program writes: wrong types, odd strings, deep nesting, broken encodings.

import fc from 'fast-check';
import type { DocumentedOperation, Schema } from './openapi-document.ts';

export interface OddRequest {
  readonly operation: DocumentedOperation;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: Buffer | undefined;
}

/** Values that are valid in some field, so that requests pass the first checks. */
const WORDS = [
  'dehrprice frhrprice dedayprice DE FR NO1 hrprice hrcons today tomorrow-1 month first last+3 2024',
  '2024-05 2024-05-17 2024/05/17 2024-05-17T00:00:00Z day hour month peak native Daily Yearly Sum',
  'NOK EUR UTC Europe/Berlin true 10 csv columns trader spreadsheet',
]
  .join(' ')
  .split(' ');

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\r\nx: y',
  '\ud800',
  '\u202e\ufeff',
  '١٢٣',
  '%',
  '%25%25',
  '%zz',
  '../../etc/passwd',
  "'; DROP TABLE series; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd|x',
  '__proto__',
  'constructor',
  'toString',
  '-0',
  '1e999',
  'NaN',
  '0x10',
  '9'.repeat(400),
  'a'.repeat(3_000),
  '*'.repeat(300),
  'é'.repeat(500),
  '2024-02-30',
  '0001-01-01',
  '9999-12-31T23:59:59.999999999Z',
  '2024-05-17T00:00:00+14:00',
  'today+9999',
  'year-2023',
  'first-9999',
  'eohy+7975',
  'Etc/GMT+14',
  '+01:00',
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...WORDS), weight: 5 },
  { arbitrary: fc.constantFrom(...ODD_TEXTS), weight: 3 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
  {
    arbitrary: fc.tuple(fc.constantFrom(...WORDS), fc.string()).map((pair) => pair.join('')),
    weight: 1,
  },
);

/** Texts of JSON values, some of which JSON.stringify would never write. */
const oddJson: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: oddText.map((text) => JSON.stringify(text)), weight: 4 },
  { arbitrary: fc.json({ maxDepth: 4 }), weight: 1 },
  fc.constantFrom(
    'null',
    'true',
    '0',
    '-1',
    '1e999',
    '1e-999',
    '123456789012345678901234567890',
    '[]',
    '{}',
    '[[]]',
    '[""]',
  ),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc
    .integer({ min: 1, max: 5_000 })
    .map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
);

const encode = (text: string): string =>
  encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed());

/** A text in an address: encoded once, twice, or only as far as an address needs it. */
const inAddress = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.constantFrom('once', 'once', 'once', 'twice', 'raw')).map(([value, way]) => {
    if (way === 'once') return encode(value);
    if (way === 'twice') return encode(encode(value));
    return value.replace(/[^!$-~]|[#?/\\]/g, '') || 'x';
  });

function queryOf({ operation }: DocumentedOperation): fc.Arbitrary<string> {
  const names = (operation.parameters ?? [])
    .filter((one) => one.in === 'query')
    .map(({ name }) => name);
  const name = fc.oneof(
    { arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['x'])), weight: 8 },
    { arbitrary: inAddress(oddText), weight: 1 },
  );
  const pair = fc.tuple(name, inAddress(oddText)).map(([key, value]) => `${key}=${value}`);
  // A required field has its own example every other time, so that the rest is checked too.
  const needed = (operation.parameters ?? [])
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${encode(String(one.example))}`);
  return fc
    .tuple(fc.constantFrom(needed, []), fc.array(pair, { maxLength: 6 }))
    .map(([right, odd]) => [...right, ...odd])
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
}

/** A field's own example, something else of its kind, or something else altogether. */
function fieldOf(name: string, schema: Schema, secret: string): fc.Arbitrary<string> {
  const right =
    name === 'UserInfo'
      ? JSON.stringify({ UserName: 'trader', Token: secret })
      : JSON.stringify(schema.examples?.[0] ?? '');
  return fc.oneof({ arbitrary: fc.constant(right), weight: 3 }, { arbitrary: oddJson, weight: 3 });
}

/** An object with the fields the operation knows, some missing, some twice, some unknown. */
function objectOf({ operation }: DocumentedOperation, secret: string): fc.Arbitrary<string> {
  const fields = operation.requestBody?.content?.['application/json']?.schema.properties ?? {};
  const known = Object.entries(fields).map(([name, schema]) =>
    fc
      .array(fieldOf(name, schema, secret), { maxLength: 2, minLength: 0 })
      .map((values) => values.map((value) => `${JSON.stringify(name)}:${value}`)),
  );
  const unknown = fc.array(
    fc.tuple(oddText, oddJson).map(([name, value]) => `${JSON.stringify(name)}:${value}`),
    { maxLength: 1 },
  );
  return fc.tuple(...known, unknown).map((lists) => `{${lists.flat().join(',')}}`);
}

function payloadOf(operation: DocumentedOperation, secret: string): fc.Arbitrary<Buffer> {
  const text = fc.oneof(
    { arbitrary: objectOf(operation, secret), weight: 8 },
    { arbitrary: oddJson, weight: 1 },
    {
      arbitrary: fc
        .tuple(objectOf(operation, secret), fc.nat({ max: 200 }))
        .map(([whole, cut]) => whole.slice(0, cut)),
      weight: 1,
    },
  );
  return fc.oneof(
    { arbitrary: text.map((one) => Buffer.from(one, 'utf8')), weight: 10 },
    { arbitrary: text.map((one) => Buffer.from(`\ufeff${one}`, 'utf8')), weight: 1 },
    { arbitrary: text.map((one) => Buffer.from(one, 'utf16le')), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
    { arbitrary: fc.constant(Buffer.alloc(70_000, '[')), weight: 1 },
  );
}

/** Header values may contain only tabs and printable Latin-1: anything else is no HTTP. */
const headerText = oddText.map((text) =>
  text
    .replace(/[^\t\x20-\x7e\xa0-\xff]/g, '')
    .trim()
    .slice(0, 2_000),
);

function headersOf(secret: string): fc.Arbitrary<Record<string, string>> {
  const bearer = `Bearer ${secret}`;
  const authorization = fc.oneof(
    { arbitrary: fc.constant(bearer), weight: 6 },
    { arbitrary: fc.constant(''), weight: 1 },
    { arbitrary: headerText.map((text) => `Bearer ${text}`), weight: 1 },
    { arbitrary: headerText, weight: 1 },
  );
  const type = fc.oneof(
    { arbitrary: fc.constant('application/json'), weight: 8 },
    {
      arbitrary: fc.constantFrom(
        'application/json; charset=utf-16',
        'text/plain',
        'multipart/form-data',
        '*/*',
        '',
      ),
      weight: 1,
    },
    { arbitrary: headerText, weight: 1 },
  );
  const others = fc.dictionary(
    fc.constantFrom(
      'accept',
      'if-none-match',
      'x-forwarded-for',
      'accept-encoding',
      'cookie',
      'range',
      'x-request-id',
      'content-encoding',
    ),
    headerText,
    { maxKeys: 2 },
  );
  return fc.tuple(authorization, type, others).map(([auth, contentType, rest]) => ({
    ...rest,
    authorization: auth,
    'content-type': contentType,
  }));
}

/** A request to one of the operations, or near one. */
export function oddRequestTo(
  operations: readonly DocumentedOperation[],
  secret: string,
): fc.Arbitrary<OddRequest> {
  return fc.constantFrom(...operations).chain((operation) => {
    const method = fc.oneof(
      { arbitrary: fc.constant(operation.method), weight: 20 },
      {
        arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
        weight: 1,
      },
    );
    const segments = [...operation.path.matchAll(/\{\w+\}/g)].map(() => inAddress(oddText));
    const path = fc
      .tuple(fc.constant(operation.path), ...segments)
      .map(([pattern, ...values]) =>
        values.reduce((done, value) => done.replace(/\{\w+\}/, () => value), pattern),
      );
    const body = fc.option(payloadOf(operation, secret), { nil: undefined, freq: 8 });
    return fc
      .tuple(method, path, queryOf(operation), headersOf(secret), body)
      .map(([verb, address, query, headers, payload]) => ({
        operation,
        method: verb,
        url: address + query,
        headers,
        payload: verb === 'GET' || verb === 'HEAD' ? undefined : payload,
        // A failure shows this text: the operation's whole description would be pages long.
        [fc.toStringMethod]: () =>
          `${verb} ${address}${query} ${JSON.stringify(headers)} ${payload?.toString('latin1')}`,
      }));
  });
}

// Requests that no honest program writes: wrong types, odd strings, deep nesting, broken encodings.

import fc from 'fast-check';
import { oddJson, oddText } from './odd-texts.ts';
import type { DocumentedOperation, Schema } from './openapi-document.ts';

export interface OddRequest {
  readonly operation: DocumentedOperation;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: Buffer | undefined;
}

const encode = (text: string): string =>
  encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed());

/** A text in an address: encoded once, twice, or only as far as an address needs it. */
const inAddress = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.constantFrom('once', 'once', 'once', 'twice', 'raw')).map(([value, way]) => {
    if (way === 'once') return encode(value);
    if (way === 'twice') return encode(encode(value));
    return value.replace(/[^!$-~]|[#?/\\]/g, '') || 'x';
  });

/** Fields that are needed unless another one is given in their place. */
const NEEDED = new Set(['daysAhead']);

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
    .filter((one) => one.in === 'query' && (one.required || NEEDED.has(one.name)))
    .map((one) => `${one.name}=${encode(String(one.example))}`);
  // An operation without parameters is mostly asked without any: some refuse those they do not know.
  const odd = fc.array(pair, { maxLength: 6 });
  const few = fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, { arbitrary: odd, weight: 1 });
  return fc
    .tuple(fc.constantFrom(needed, []), names.length > 0 ? odd : few)
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
    const segments = (operation.operation.parameters ?? [])
      .filter((one) => one.in === 'path')
      .map((one) => fc.oneof(inAddress(oddText), fc.constant(encode(String(one.example)))));
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

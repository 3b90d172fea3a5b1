// Thousands of odd requests over every route: never a 5xx, and every refusal a problem document that the
// OpenAPI document names.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { setPlan } from '#accounts/plan-changes';
import { REFUSALS, type RefusalCode } from '#core/refusal-table';
import { statusOf } from '#http/answer/problem';
import { type OddRequest, oddRequestTo } from '../../../harness/http/odd-requests.ts';
import {
  codesOf,
  type DocumentedOperation,
  operationsOf,
} from '../../../harness/http/openapi-document.ts';
import { exchange, listen } from '../../../harness/http/raw-connection.ts';
import { type Answer, sequence, World } from '../../../harness/world/world.ts';
import { allRuns } from '../../core/properties.ts';

const SEED = 20240517;
const START = Date.parse('2024-05-17T10:00:00Z');
const world = await World.open({ after }, { now: new Date(START).toISOString() });
await setPlan(world.signIn.accounts, {
  name: 'everything',
  patterns: ['*'],
  requestsPerMinute: 1_000_000,
});
for (const code of ['dehrprice', 'frhrprice']) {
  const area = code.slice(0, 2).toUpperCase();
  const from = '2024-05-10T22:00:00Z';
  await world.load({ code, area, category: 'hrprice', from, values: sequence(150) });
}
await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-16T22:00:00Z', sequence(96));
await world.load({
  code: 'dedayprice',
  resolution: 'day',
  from: '2023-12-31T23:00:00Z',
  values: sequence(130),
});
await world.load({
  code: 'fxeurnok',
  resolution: 'day',
  from: '2024-05-01T22:00:00Z',
  values: [11],
});

// A key, because no sign-out ends it.
const secret = await world.key('trader', 'abuse');
const documented = operationsOf((await world.get('/openapi.json', null)).body);
/** An odd request for the stream of changes may be a good one, whose answer has no end. */
const operations = documented.filter(({ path }) => path !== '/api/v1/changes/stream');

/** What may be wrong with any request, and with a body that the operation does not take. */
const ALWAYS: RefusalCode[] = ['request_malformed', 'method_not_allowed'];
const OF_BODIES: RefusalCode[] = ['json_invalid', 'body_too_large', 'media_type_unsupported'];

function isNamed({ operation, path }: DocumentedOperation, status: number, code: RefusalCode) {
  if (ALWAYS.includes(code)) return true;
  if (!operation.requestBody && OF_BODIES.includes(code)) return true;
  // A path with an empty or encoded segment may be another path, or none at all.
  if (code === 'path_unknown' && path.includes('{')) return true;
  return codesOf(operation, status).includes(code);
}

function assertFair({ method, operation }: OddRequest, answer: Answer): void {
  const { status, headers, text, body } = answer;
  const isAccepted = operation.path === '/mcp' && status === 202;
  assert.ok(
    status === 200 || status === 304 || isAccepted || (status >= 400 && status < 500),
    `${status} ${text}`,
  );
  assert.match(String(headers['x-request-id']), /^[0-9a-f]+-[0-9a-z]+$/);
  assert.ok(headers['server-timing']);
  if (status === 304 || isAccepted || method === 'HEAD') return;
  assert.notEqual(text, '');
  if (status === 200) return;
  if (body.jsonrpc === '2.0') {
    assert.equal(operation.path, '/mcp');
    assert.ok(Number.isInteger(body.error.code) && body.error.message !== '', text);
    return;
  }
  // What is refused before the path is read has the usual shape everywhere.
  const isPrometheus = operation.path.startsWith('/prometheus/') && body.status === 'error';
  const shape = isPrometheus ? 'application/json' : 'application/problem+json';
  assert.equal(headers['content-type'], `${shape}; charset=utf-8`);
  const code = body.code as RefusalCode;
  assert.ok(code in REFUSALS, code);
  if (!isPrometheus) assert.equal(body.status, status);
  if (status !== 431) assert.equal(statusOf(code), status);
  const { length } = body.detail ?? body.error;
  assert.ok(length > 0 && length < 5_000);
  if (method === operation.method)
    assert.ok(isNamed(operation, status, code), `${operation.path} does not name ${code}`);
}

let sent = 0;
const seen = new Map<string, number>();

/** The clock moves on, so that neither limit nor throttle answers every request. */
function count(operation: DocumentedOperation, status: number): void {
  world.setNow(new Date(START + ++sent * 200).toISOString());
  const key = `${operation.method} ${operation.path} ${status}`;
  seen.set(key, (seen.get(key) ?? 0) + 1);
}

describe('odd requests', () => {
  it('3,400 odd requests over every route are answered or refused, and change no series', async () => {
    const before = await world.store.readCatalogState();
    const property = fc.asyncProperty(oddRequestTo(operations, secret), async (request) => {
      const { method, url, headers, payload } = request;
      const answer = await world.raw({ method, url, headers, ...(payload ? { payload } : {}) });
      count(request.operation, answer.status);
      assertFair(request, answer);
    });
    await fc.assert(property, { ...allRuns(3_400), seed: SEED });
    assert.deepEqual(await world.store.readCatalogState(), before);
  });

  it('400 odd requests over a real socket, byte by byte as they are, are answered or refused', async () => {
    const port = await listen(world.app);
    const property = fc.asyncProperty(oddRequestTo(operations, secret), async (request) => {
      const { url, headers, payload } = request;
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const length = payload ? { 'content-length': String(payload.length) } : {};
      const lines = Object.entries({
        host: 'localhost',
        connection: 'close',
        ...headers,
        ...length,
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
      const answer = await exchange(port, Buffer.concat([head, payload ?? Buffer.alloc(0)]));
      assert.ok(answer, 'an answer comes');
      count(request.operation, answer.status);
      assertFair(request, answer);
    });
    await fc.assert(property, { ...allRuns(400), seed: SEED });
  });

  it('odd requests reached every operation, and most of them with success', () => {
    if (process.env.PROPERTY_RUNS) return;
    const of = (operation: DocumentedOperation, status: string) =>
      [...seen.keys()].some((key) =>
        key.startsWith(`${operation.method} ${operation.path} ${status}`),
      );
    for (const operation of operations) assert.ok(of(operation, ''), operation.path);
    // A read key is refused by the operator interface, which has odd requests of its own, and by what needs a
    // sign-in or a page.
    const open = operations.filter(
      ({ path, operation }) =>
        !path.startsWith('/api/operator/') &&
        !path.startsWith('/api/v1/session') &&
        !codesOf(operation, 403).includes('session_needed'),
    );
    const succeeded = open.filter((operation) => of(operation, '200'));
    const others = open.filter((operation) => !of(operation, '200')).map(({ path }) => path);
    assert.ok(succeeded.length > open.length * 0.7, `none succeeded: ${others.join(', ')}`);
  });
});

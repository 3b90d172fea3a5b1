// A HEAD has the headers of the GET and no body, over real connections.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Connection } from '../../../harness/connection.ts';
import { listen } from '../../../harness/http/raw-connection.ts';
import { World } from '../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({
  code: 'dehrprice',
  from: '2024-05-15T22:00:00Z',
  values: Array.from({ length: 96 }, (_, hour) => hour + 0.25),
});
const connection = new Connection({ url: `http://127.0.0.1:${await listen(world.app)}` });
after(() => connection.close());
const authorization = `Bearer ${await world.token()}`;

/** Headers that differ from one answer to the next. */
const OF_EACH = /^(?:date|x-request-id|server-timing|connection|keep-alive|.*ratelimit.*)$/;

const usual = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_EACH.test(name)));

describe('a HEAD', () => {
  for (const [what, path, accepted] of [
    ['a small answer', '/healthz', 'identity'],
    ['a series', '/api/v1/series/dehrprice?from=2024-05-16&to=2024-05-19', 'identity'],
    ['a compressed series', '/api/v1/series/dehrprice?from=2024-05-16&to=2024-05-19', 'zstd'],
    ['a series as CSV', '/api/v1/series/dehrprice?from=2024-05-16&format=csv', 'gzip'],
    ['the OpenAPI document', '/openapi.json', 'br'],
    ['a list', '/api/v1/power-balance-forecast/areas', 'identity'],
    ['a refusal', '/api/v1/series/unknown?from=2024-05-16', 'identity'],
    ['an unknown path', '/api/v1/nothing', 'identity'],
  ] as const) {
    it(`HEAD of ${what} has the headers of GET and no body`, async () => {
      const headers = { authorization, 'accept-encoding': accepted };
      const got = await connection.ask(path, { headers });
      const head = await connection.ask(path, { method: 'HEAD', headers });
      assert.equal(head.status, got.status);
      assert.equal(head.text, '');
      assert.deepEqual(usual(head.headers), usual(got.headers));
      // The connection is still in step: nothing of a body was sent.
      assert.equal((await connection.ask('/healthz')).status, 200);
    });
  }

  it('HEAD of a path that only takes POST is refused', async () => {
    const { status, headers } = await connection.ask('/api/fundamental/series', { method: 'HEAD' });
    assert.deepEqual([status, headers.allow], [405, 'POST']);
  });

  it('figures count a HEAD as what it is', async () => {
    await connection.ask('/healthz', { method: 'HEAD' });
    const { text } = await connection.ask('/metrics', { headers: { authorization } });
    assert.match(text, /gridtide_http_requests_total\{[^}]*method="HEAD"[^}]*\}/);
  });
});

// What every answer carries, whatever its status.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { sequence, World } from '../../../harness/world/world.ts';

const world = await World.open(
  { after },
  {
    now: '2024-05-17T10:00:00Z',
    extend: (app) => {
      app.get('/defect', {
        config: { access: 'public' },
        schema: { hide: true } as object,
        handler: async () => {
          throw new Error('the inside of the server');
        },
      });
    },
  },
);
await world.load({ code: 'dehrprice', from: '2020-01-01T00:00:00Z', values: sequence(30_000) });
await setPlan(world.signIn.accounts, { name: 'none', patterns: ['*'], requestsPerMinute: 1 });
await world.addUser('hasty', 'none');
await world.get('/api/v1/account', 'hasty');

const authorization = `Bearer ${await world.token()}`;
const json = { 'content-type': 'application/json', authorization };
const etag = String((await world.get('/api/v1/series/dehrprice')).headers.etag);
const hasty = `Bearer ${await world.token('hasty')}`;

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string;
}

const answers: [status: number, sent: Sent][] = [
  [200, { method: 'GET', url: '/' }],
  [200, { method: 'GET', url: '/errors' }],
  [200, { method: 'GET', url: '/docs' }],
  [200, { method: 'GET', url: '/api/v1/about' }],
  [200, { method: 'GET', url: '/openapi.json' }],
  [200, { method: 'GET', url: '/healthz' }],
  [200, { method: 'HEAD', url: '/readyz' }],
  [200, { method: 'GET', url: '/metrics' }],
  [200, { method: 'GET', url: '/api/v1/metadata', headers: { authorization } }],
  [200, { method: 'GET', url: '/api/v1/series/dehrprice', headers: { authorization } }],
  [200, { method: 'GET', url: '/api/v1/series/dehrprice?format=csv', headers: { authorization } }],
  [200, { method: 'HEAD', url: '/api/v1/series/dehrprice', headers: { authorization } }],
  [
    200,
    { method: 'POST', url: '/api/fundamental/meta/all', headers: json, payload: '{"Prefix":""}' },
  ],
  [
    304,
    {
      method: 'GET',
      url: '/api/v1/series/dehrprice',
      headers: { authorization, 'if-none-match': etag },
    },
  ],
  [400, { method: 'GET', url: '/api/v1/series/%zz' }],
  [400, { method: 'GET', url: `/api/v1/series/${'a'.repeat(2_000)}` }],
  [400, { method: 'POST', url: '/api/v1/auth', headers: json, payload: '{' }],
  [400, { method: 'POST', url: '/api/v1/auth', headers: json, payload: '[]' }],
  [400, { method: 'GET', url: '/api/v1/metadata?limit=x', headers: { authorization } }],
  [401, { method: 'GET', url: '/api/v1/account' }],
  [404, { method: 'GET', url: '/nowhere' }],
  [404, { method: 'PROPFIND', url: '/nowhere' }],
  [404, { method: 'GET', url: '/docs/static/nothing' }],
  [404, { method: 'GET', url: '/api/v1/series/nosuch', headers: { authorization } }],
  [405, { method: 'DELETE', url: '/api/v1/auth' }],
  [405, { method: 'HEAD', url: '/api/v1/auth' }],
  [413, { method: 'POST', url: '/api/v1/auth', headers: json, payload: ' '.repeat(70_000) }],
  [
    415,
    {
      method: 'POST',
      url: '/api/v1/auth',
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    },
  ],
  [429, { method: 'GET', url: '/api/v1/account', headers: { authorization: hasty } }],
  [500, { method: 'GET', url: '/defect' }],
];

const seen = new Set<unknown>();

for (const [status, sent] of answers) {
  describe(`${status} to ${sent.method} ${sent.url.slice(0, 60)}`, async () => {
    const answer = `the answer to ${sent.method} ${sent.url.slice(0, 60)}`;
    const { headers, text, body, status: found } = await world.raw(sent);

    it(`${answer} has status ${status}`, () => assert.equal(found, status, text));

    it(`${answer} carries an id of its own`, () => {
      assert.match(String(headers['x-request-id']), /^[0-9a-f]{10}-[0-9a-z]+$/);
      assert.ok(!seen.has(headers['x-request-id']));
      seen.add(headers['x-request-id']);
      if (status >= 400 && sent.method !== 'HEAD')
        assert.equal(body.requestId, headers['x-request-id']);
    });

    it(`${answer} says how long it took`, () => {
      const stages = String(headers['server-timing']).split(', ');
      for (const stage of stages) assert.match(stage, /^[a-z-]+;dur=\d+\.\d\d$/);
      assert.match(stages.at(-1)!, /^total;/);
    });

    it(`${answer} has the security headers`, () => {
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.match(
        String(headers['content-security-policy']),
        /default-src 'none';.*frame-ancestors 'none'/,
      );
      assert.equal(headers['access-control-allow-origin'], undefined);
      assert.equal(headers['x-powered-by'], undefined);
      assert.equal(headers['set-cookie'], undefined);
    });

    if (status >= 400) {
      it(`${answer} is a problem document that is not to be kept`, () => {
        assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
        assert.equal(headers['cache-control'], 'no-store');
      });
    }
  });
}

describe('every answer', () => {
  it('an answer has the server’s own id, whatever id a client sends', async () => {
    const { headers } = await world.get('/healthz', null, {
      'x-request-id': 'mine',
      'request-id': 'mine',
    });
    assert.notEqual(headers['x-request-id'], 'mine');
  });

  it('an answer to a defect reveals nothing of the server’s inside', async () => {
    const { text } = await world.get('/defect', null);
    assert.doesNotMatch(text, /inside|Error|\.ts|stack/);
  });

  it('an answer names the stages of a read', async () => {
    const { headers } = await world.get('/api/v1/series/dehrprice?from=today');
    assert.match(
      String(headers['server-timing']),
      /^auth;dur=[\d.]+, find;dur=[\d.]+, read;dur=[\d.]+, total;dur=/,
    );
  });
});

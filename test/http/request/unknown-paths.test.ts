import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { listRoutes } from '../../../harness/authorisation/server-routes.ts';
import { World } from '../../../harness/world/world.ts';
import { assertPrometheusError, assertRefused } from './assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });

describe('an unknown path', () => {
  for (const path of [
    '/secret',
    '/secret?secret=secret',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v2/metadata',
    '/api/v1/metadata/',
    '/api/v1/Metadata',
    '/API/V1/METADATA',
    '//api/v1/metadata',
    '/api//v1/metadata',
    '/api/v1/series/a/secret',
    '/api/v1/auth/secret',
    '/.env',
    '/.git/config',
    '/index.php',
    '/%00',
    `/${'secret'.repeat(500)}`,
  ]) {
    it(`the unknown path ${path.slice(0, 40)} is refused and not repeated`, async () => {
      for (const as of [null, 'trader']) {
        const answer = await world.get(path, as);
        const { detail, errors } = assertRefused(answer, 404, 'path_unknown');
        assert.equal(detail, 'there is nothing at this path');
        assert.deepEqual(errors, []);
        assert.ok(!/secret|env|git|php/.test(answer.text));
        assert.equal(answer.headers.allow, undefined);
      }
    });
  }

  it('an unknown path is refused for any method and any body', async () => {
    for (const method of [
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'QUERY',
    ]) {
      for (const headers of [
        { 'content-type': 'application/json' },
        { 'content-type': 'text/xml' },
        { 'content-type': '' },
      ]) {
        for (const payload of ['{', '', 'x'.repeat(100_000)]) {
          const answer = await world.raw({ method, url: '/secret', headers, payload });
          assertRefused(answer, 404, 'path_unknown');
        }
      }
    }
  });
});

describe('a method that a path does not answer', () => {
  const METHODS = [
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'LOCK',
  ];
  const byPath = new Map<string, Set<string>>();
  for (const { path, methods } of listRoutes(world.app))
    byPath.set(path, new Set([...(byPath.get(path) ?? []), ...methods]));

  for (const [path, methods] of byPath) {
    // A plugin serves the files of the reference.
    if (path.startsWith('/docs/')) continue;
    const url = path.replace(/\{\w+\}/, 'secret');
    it(`${path} answers only ${[...methods].join(', ')}, and says so`, async () => {
      for (const method of METHODS.filter((one) => !methods.has(one))) {
        const answer = await world.raw({
          method,
          url: `${url}?secret=1`,
          headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
          ...(method === 'GET' ? {} : { payload: '{"secret":' }),
        });
        if (path.startsWith('/prometheus/'))
          assertPrometheusError(answer, 405, 'method_not_allowed');
        else assert.deepEqual(assertRefused(answer, 405, 'method_not_allowed').errors, []);
        assert.equal(answer.headers.allow, [...methods].sort().join(', '));
        assert.ok(!answer.text.includes('secret'));
      }
    });
  }
});

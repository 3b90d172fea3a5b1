// Any body gets an answer: 200, or a problem document with a 4xx; never a 5xx, never nothing.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { setPlan } from '#accounts/plan-changes';
import { anyText } from '../../../../harness/any-text.ts';
import { rounds } from '../../../../harness/rounds.ts';
import { World } from '../../../../harness/world/world.ts';
import { ROUTES } from './every-route.ts';

const world = await World.open({ after }, { now: '2024-05-15T10:00:00Z' });
await setPlan(world.signIn.accounts, {
  name: 'everything',
  patterns: ['*'],
  requestsPerMinute: 1_000_000,
});
await world.load({ code: 'dehrprice', from: '2024-05-14T22:00:00Z', values: [1, null, 3] });
const Token = await world.key('trader', 'any');

const FIELDS = [
  'SeriesId',
  'SeriesIds',
  'Prefix',
  'FromDateTime',
  'ToDateTime',
  'Resolution',
  'Aggregation',
  'TimeZone',
  'UserInfo',
];

const texts = fc.oneof(
  anyText(),
  fc.constantFrom(
    'dehrprice',
    '',
    ' ',
    'today',
    'last',
    'peak',
    'day',
    'UTC',
    'Sum',
    '9999',
    '0001',
  ),
  fc
    .tuple(
      fc.constantFrom('today', 'year', 'eohy', 'first', 'q4', 'month', 'sunday'),
      fc.integer({ min: -9_999, max: 9_999 }),
    )
    .map(([name, shift]) => `${name}${shift < 0 ? '' : '+'}${shift}`),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

const someBody = fc.dictionary(
  fc.constantFrom(...FIELDS),
  fc.oneof({ arbitrary: texts, weight: 6 }, fc.array(texts, { maxLength: 3 }), fc.jsonValue()),
);

async function sends(path: string, payload: string | Buffer): Promise<void> {
  const answer = await world.raw({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json' },
    payload,
  });
  const isProblem = answer.headers['content-type'] === 'application/problem+json; charset=utf-8';
  assert.ok(answer.status === 200 || (answer.status >= 400 && answer.status < 500), answer.text);
  assert.equal(answer.status !== 200, isProblem);
  if (isProblem) assert.equal(answer.body.status, answer.status);
  else assert.ok(Array.isArray(answer.body) || typeof answer.body === 'object');
}

describe('any body at all', () => {
  for (const { path, body } of ROUTES) {
    it(`${path} answers any body at all`, async () => {
      await fc.assert(
        fc.asyncProperty(someBody, fc.boolean(), async (given, isOwn) => {
          const whole = { ...body, ...given, ...(isOwn ? { UserInfo: { Token } } : {}) };
          await sends(path, JSON.stringify(whole));
        }),
        { numRuns: rounds(150, 4) },
      );
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), (raw) => sends(path, Buffer.from(raw))),
        { numRuns: rounds(50, 4) },
      );
    });
  }
});

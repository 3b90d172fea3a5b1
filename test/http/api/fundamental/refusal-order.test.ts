// One request with several faults is refused for the first of them, in one order for every route:
// path, method, size, media type, JSON, types, token, rate, values, unknown, plan, not computable.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import type { RefusalCode } from '#core/refusal-table';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-15T10:00:00Z' });
await setPlan(world.signIn.accounts, { name: 'little', patterns: ['de*'], pointsPerAnswer: 10 });
await world.addUser('little', 'little');
await setPlan(world.signIn.accounts, {
  name: 'once',
  patterns: ['de*'],
  requestsPerMinute: 1,
  pointsPerAnswer: 10,
});
await world.addUser('once', 'once');
for (const code of ['dehrprice', 'frhrprice']) {
  await world.load({ code, from: '2024-05-14T22:00:00Z', values: sequence(24) });
}

const little = await world.token('little');
const spent = await world.token('once');
const used = await world.post(
  '/api/fundamental/meta',
  { SeriesId: 'dehrprice', UserInfo: { Token: spent } },
  null,
);
assert.equal(used.status, 200);

interface Faulty {
  readonly method?: string;
  readonly path?: string;
  readonly type?: string;
  /** Blanks to add, so that the body is too large. */
  readonly padding?: number;
  readonly body: string | Readonly<Record<string, unknown>>;
}

const WRONG_VALUES = { FromDateTime: 'todya', Resolution: 'dayly' };
const PADDING = 70_000;

/** Each row has the fault that it is refused for, and every fault of the rows below it. */
const ROWS: readonly (readonly [status: number, code: RefusalCode, request: Faulty])[] = [
  [
    404,
    'path_unknown',
    {
      method: 'PUT',
      path: '/api/fundamental/serie',
      type: 'text/plain',
      padding: PADDING,
      body: '{',
    },
  ],
  [405, 'method_not_allowed', { method: 'PUT', type: 'text/plain', padding: PADDING, body: '{' }],
  [413, 'body_too_large', { type: 'text/plain', padding: PADDING, body: '{' }],
  [415, 'media_type_unsupported', { type: 'text/plain', body: '{' }],
  [400, 'json_invalid', { body: '{' }],
  [
    400,
    'type_invalid',
    { body: { ...WRONG_VALUES, SeriesId: 'frnosuch', TimeZone: 0, UserInfo: { Token: 'x' } } },
  ],
  [
    401,
    'token_invalid',
    { body: { ...WRONG_VALUES, SeriesId: 'frnosuch', UserInfo: { Token: 'x' } } },
  ],
  [401, 'token_missing', { body: { ...WRONG_VALUES, SeriesId: 'frnosuch' } }],
  [
    401,
    'token_invalid',
    { body: { ...WRONG_VALUES, SeriesId: 'frnosuch', UserInfo: { UserName: 'x', Token: spent } } },
  ],
  [
    429,
    'rate_exceeded',
    { body: { ...WRONG_VALUES, SeriesId: 'frnosuch', UserInfo: { Token: spent } } },
  ],
  [
    400,
    'date_unknown',
    { body: { ...WRONG_VALUES, SeriesId: 'frnosuch', UserInfo: { Token: little } } },
  ],
  [
    400,
    'span_reversed',
    {
      body: {
        FromDateTime: 'today',
        ToDateTime: 'yesterday',
        SeriesId: 'frnosuch',
        UserInfo: { Token: little },
      },
    },
  ],
  [404, 'series_unknown', { body: { SeriesId: 'frnosuch', UserInfo: { Token: little } } }],
  [403, 'subscription_required', { body: { SeriesId: 'frhrprice', UserInfo: { Token: little } } }],
  [422, 'too_many_points', { body: { SeriesId: 'dehrprice', UserInfo: { Token: little } } }],
];

const send = (path: string, { method = 'POST', type, padding = 0, body }: Faulty) =>
  world.raw({
    method,
    url: path,
    headers: { 'content-type': type ?? 'application/json' },
    payload: (typeof body === 'string' ? body : JSON.stringify(body)) + ' '.repeat(padding),
  });

describe('the order of refusal', () => {
  for (const [status, code, request] of ROWS) {
    it(`POST /api/fundamental/series refuses with ${status} ${code} in its turn`, async () => {
      const answer = await send(request.path ?? '/api/fundamental/series', request);
      assertRefused(answer, status, code);
      assert.ok(!answer.text.includes('undefined'));
    });
  }

  for (const [status, code, request] of ROWS) {
    it(`POST /api/fundamental/series/multi refuses with ${status} ${code} in its turn`, async () => {
      const { body } = request;
      const asList =
        typeof body === 'string' ? body : { ...body, SeriesIds: ['dehrprice', body.SeriesId] };
      const answer = await send(request.path ?? '/api/fundamental/series/multi', {
        ...request,
        padding: (request.padding ?? 0) * 16,
        body: asList,
      });
      assertRefused(answer, status, code);
    });
  }

  it('a request without any fault is answered', async () => {
    const body = {
      SeriesId: 'dehrprice',
      FromDateTime: 'last-9',
      UserInfo: { UserName: 'little', Token: little },
    };
    const { status } = await send('/api/fundamental/series', { body });
    assert.equal(status, 200);
  });

  it('a refusal of too many requests says when to come back', async () => {
    const body = { SeriesId: 'dehrprice', UserInfo: { Token: spent } };
    const answer = await send('/api/fundamental/series', { body });
    assertRefused(answer, 429, 'rate_exceeded');
    assert.equal(answer.headers['retry-after'], '60');
  });
});

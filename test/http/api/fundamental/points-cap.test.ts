// A plan's cap on points per answer.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-15T10:00:00Z' });
await setPlan(world.signIn.accounts, { name: 'small', patterns: ['*'], pointsPerAnswer: 100 });
await world.addUser('small', 'small');
// A year of hours from 1 January 2024, market time.
await world.load({ code: 'hours', from: '2023-12-31T23:00:00Z', values: sequence(8_784) });
await world.load({
  code: 'days',
  resolution: 'day',
  from: '2023-12-31T23:00:00Z',
  values: sequence(366),
});

const ask = (body: Record<string, unknown>, as = 'small') =>
  world.post('/api/fundamental/series', body, as);

const askMany = (body: Record<string, unknown>) =>
  world.post('/api/fundamental/series/multi', body, 'small');

describe('POST /api/fundamental/series with a cap of 100 points', () => {
  it('an answer may have as many points as the plan allows', async () => {
    const { status, body } = await ask({ SeriesId: 'hours', ToDateTime: 'first+99' });
    assert.equal(status, 200);
    assert.equal(Object.keys(body.Values).length, 100);
  });

  it('one point more is refused, with a resolution that fits', async () => {
    const answer = await ask({ SeriesId: 'hours', ToDateTime: 'first+100' });
    const { detail } = assertRefused(answer, 422, 'too_many_points');
    assert.match(detail, /101 points; the plan allows 100; resolution day would fit/);
  });

  for (const [what, body] of [
    ['a quarter of hours', { SeriesId: 'hours', FromDateTime: 'q1', ToDateTime: 'q1' }],
    ['a year of hours', { SeriesId: 'hours' }],
    ['a year of days', { SeriesId: 'hours', Resolution: 'day' }],
    ['a year of peaks', { SeriesId: 'hours', Resolution: 'peak' }],
    ['a daily series', { SeriesId: 'days' }],
  ] as const) {
    it(`the resolution named for ${what} is then answered`, async () => {
      const { detail } = assertRefused(await ask(body), 422, 'too_many_points');
      const Resolution = /resolution (\w+) would fit/.exec(detail)?.[1];
      assert.ok(Resolution, detail);
      const { status } = await ask({ ...body, Resolution });
      assert.equal(status, 200);
    });
  }

  it('points are counted as returned, not as read', async () => {
    const { status, body } = await ask({ SeriesId: 'hours', Resolution: 'week' });
    assert.equal(status, 200);
    assert.equal(Object.keys(body.Values).length, 53);
  });

  it('points outside the series are not counted', async () => {
    const body = {
      SeriesId: 'hours',
      FromDateTime: '0001',
      ToDateTime: '9999',
      Resolution: 'month',
    };
    assert.equal((await ask(body)).status, 200);
  });

  it('the cap is the plan’s: another user may have more', async () => {
    assert.equal((await ask({ SeriesId: 'hours' }, 'trader')).status, 200);
  });
});

describe('POST /api/fundamental/series/multi with a cap of 100 points', () => {
  it('a multi request counts the points of all series together', async () => {
    const SeriesIds = ['hours', 'hours'];
    assert.equal((await askMany({ SeriesIds, ToDateTime: 'first+49' })).status, 200);
    const answer = await askMany({ SeriesIds, ToDateTime: 'first+50' });
    assertRefused(answer, 422, 'too_many_points');
  });

  it('a multi request is refused if one series alone has too many points', async () => {
    assertRefused(await askMany({ SeriesIds: ['days', 'hours'] }), 422, 'too_many_points');
  });
});

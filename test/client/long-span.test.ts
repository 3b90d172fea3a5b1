// A span that the plan does not allow in one answer: read in parts, it is what one answer would be.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { ApiError } from '#client/api-error';
import { GridtideClient } from '#client/programs/gridtide-client';
import { sequence, World } from '../../harness/world/world.ts';
import { loadSourceRun } from '../http/api/v1/load-source-run.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const { accounts } = world.signIn;
const DAY_HOURS = 24;

await world.load({
  ...{ code: 'dehrprice', area: 'DE', category: 'hrprice', from: '2023-02-28T23:00:00Z' },
  // Two clock changes, and a hole at each.
  values: sequence(440 * DAY_HOURS, (i) => (i % 97 < 3 ? null : Math.sin(i) * 100)),
});
for (let day = 0; day < 40; day++) {
  const analyzed = new Date(Date.UTC(2024, 3, 1 + day, 6)).toISOString();
  const from = new Date(Date.UTC(2024, 3, 2 + day)).toISOString();
  const values = sequence(3 * DAY_HOURS, (i) => day + i / 100);
  await loadSourceRun(world, { code: 'dehrprice', source: 'ours', analyzed, from, values });
}
await world.load({
  code: 'banded',
  from: '2024-03-19T23:00:00Z',
  values: sequence(54 * DAY_HOURS),
});
for (let day = 0; day < 40; day++) {
  const values = sequence(3 * DAY_HOURS, (i) => day + i / 100);
  await loadSourceRun(world, {
    ...{ code: 'banded', source: 'ours', values },
    analyzed: new Date(Date.UTC(2024, 3, 1 + day, 6)).toISOString(),
    from: new Date(Date.UTC(2024, 3, 2 + day)).toISOString(),
    bands: [50, 80].map((level) => ({
      ...{ level, lower: values.map((one) => one! - level) },
      upper: values.map((one) => one! + level),
    })),
  });
}

const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
const limits = { patterns: ['*'], requestsPerMinute: 100_000 };

/** A client of a plan with this limit on points. */
async function clientOf(points: number): Promise<GridtideClient> {
  const name = `of-${points}`;
  await setPlan(accounts, { name, ...limits, pointsPerAnswer: points });
  await world.addUser(name, name);
  return new GridtideClient({ url, key: await world.token(name) });
}

const whole = await clientOf(500_000);
const short = await clientOf(700);
const tiny = await clientOf(20);

const SPANS = [{ from: 'first', to: 'last' }, { from: '2023-03-05T07:00', to: 'today+1' }, {}];

describe('a span that is longer than the plan’s answers', () => {
  for (const span of SPANS) {
    for (const resolution of ['native', 'hour', 'day', 'peak', 'week', 'month']) {
      it(`${JSON.stringify(span)} by ${resolution} is the same in parts`, async () => {
        const query = { ...span, resolution };
        const client = resolution === 'native' || resolution === 'hour' ? short : tiny;
        assert.deepEqual(
          await client.series('dehrprice', query),
          await whole.series('dehrprice', query),
        );
      });
    }
  }

  it('counts, kinds and incomplete periods are those of the whole', async () => {
    const query = { from: 'first', to: 'today+3', resolution: 'day', counts: true, kinds: true };
    assert.deepEqual(await tiny.series('dehrprice', query), await whole.series('dehrprice', query));
  });

  it('a slice is the same in parts, with the actual values beside it', async () => {
    const query = { daysAhead: 1, from: '2024-03-20', to: '2024-05-12', actual: true };
    const found = await short.slice('dehrprice', query);
    assert.deepEqual(found, await whole.slice('dehrprice', query));
    assert.equal(found.sources.length, found.times.length);
    assert.ok(found.values.some((value) => value > 0));
  });

  it('a slice is the same in parts with levels and quantiles', async () => {
    const query = { daysAhead: 1, from: '2024-03-20', to: '2024-05-12' };
    const asked = { ...query, level: '50,80', quantile: '10,90' };
    const found = await short.slice('banded', asked);
    assert.deepEqual(found, await whole.slice('banded', asked));
    const banded = { ...query, bands: true };
    assert.deepEqual(await short.slice('banded', banded), await whole.slice('banded', banded));
    assert.ok(found.q10!.some((value) => value < 0));
    assert.ok(found.lower80!.some((value) => value < 0));
  });

  it('many runs are the same in parts, and of the range that is asked for', async () => {
    const query = { area: 'DE', balanceCategory: 'hrprice', startDate: '2024-04-01' };
    const runs = await whole.manyRuns(query);
    assert.equal(runs.length, 40);
    assert.deepEqual(await short.manyRuns(query), runs);
    const range = { fromIssueTime: '2024-04-05T06:00:00Z', toIssueTime: '2024-04-20T06:00:00Z' };
    assert.deepEqual(await short.manyRuns({ ...query, ...range }), runs.slice(4, 20));
  });

  for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    it(`issue times without a zone are UTC for a client in ${zone}`, async (t) => {
      const { TZ } = process.env;
      t.after(() => {
        if (TZ === undefined) delete process.env.TZ;
        else process.env.TZ = TZ;
      });
      process.env.TZ = zone;
      const query = { area: 'DE', balanceCategory: 'hrprice', startDate: '2024-04-01' };
      for (const [fromIssueTime, toIssueTime] of [
        ['2024-04-05T06:00', '2024-04-20T06:00'],
        ['2024.04.05 06.00', '2024/04/21'],
        ['2024-04-05t08:00+0200', '2024-04-20T06%3A00%3A00.5Z'],
      ]) {
        const range = { ...query, fromIssueTime: fromIssueTime!, toIssueTime: toIssueTime! };
        const runs = await short.manyRuns(range);
        assert.deepEqual(
          runs.map(({ analyzedTime }) => analyzedTime),
          (await whole.manyRuns(range)).map(({ analyzedTime }) => analyzedTime),
        );
        assert.equal(runs.length, 16);
      }
    });
  }

  it('parts are of one state, whatever is written between them', async () => {
    const query = { from: 'first', to: 'last', resolution: 'day' };
    const before = await whole.series('dehrprice', query);
    let asked = 0;
    const busy = new GridtideClient({
      url,
      key: await world.token('of-20'),
      fetch: async (...request) => {
        // The clock goes on as well: a write is later than what was known before it.
        if (++asked === 8) {
          world.setNow('2024-05-17T10:00:05Z');
          await world.load({ code: 'dehrprice', from: '2023-02-28T23:00:00Z', values: [9_999] });
        }
        return fetch(...request);
      },
    });
    const found = await busy.series('dehrprice', query);
    assert.ok(asked > 10, `${asked} requests`);
    assert.deepEqual(found.values, before.values);
  });

  it('what cannot be cut is refused as the server refuses it', async () => {
    const none = await clientOf(3);
    await assert.rejects(
      none.series('dehrprice', { from: '2024-05-01', to: '2024-05-01' }),
      (error) => error instanceof ApiError && error.code === 'too_many_points',
    );
  });
});

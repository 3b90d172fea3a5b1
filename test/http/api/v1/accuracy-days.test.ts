// Scorecards of days when the clock changes, of holidays, and of days without a run.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';
import { loadSourceRun } from './load-source-run.ts';
import { ACCURACY, NOW, near, WEEK_BEFORE } from './scorecard-days.ts';

describe('days when the clock changes', async () => {
  const world = await World.open({ after }, { now: '2024-11-05T00:00:00Z' });
  const zone = world.zone;
  /** A hundred for each day, plus the hour of the clock; a half more if the clock shows it again. */
  const valueAt = (instant: number): number => {
    const wallMs = instant + zone.offsetAt(instant);
    const day = Math.floor(wallMs / 86_400_000);
    const isAgain = zone.instantOf(wallMs) !== instant;
    return day * 100 + (wallMs - day * 86_400_000) / 3_600_000 + (isAgain ? 0.5 : 0);
  };
  const valuesOf = (from: string, hours: number, plus = 0) =>
    sequence(hours, (i) => valueAt(Date.parse(from) + i! * 3_600_000) + plus);
  const price = { code: 'dehrprice', area: 'DE', category: 'hrprice' };
  await world.load({
    ...price,
    from: '2024-03-01T00:00:00Z',
    values: valuesOf('2024-03-01T00:00:00Z', 247 * 24),
  });
  const scored = async (from: string, to: string, hours: number) => {
    const analyzed = new Date(Date.parse(from) - 13 * 3_600_000).toISOString();
    const values = valuesOf(from, hours, 7);
    await loadSourceRun(world, { code: 'dehrprice', source: 'ours', analyzed, from, values });
    const answer = await world.get(`${ACCURACY}?area=DE&category=hrprice&from=${from}&to=${to}`);
    return answer.body.sources[0];
  };

  it('a day of 23 hours compares each with the same hour of the clock', async () => {
    const ours = await scored('2024-03-30T23:00:00Z', '2024-03-31T21:00:00Z', 23);
    assert.deepEqual([ours.dayAhead.scored, ours.dayAhead.missing], [23, 0]);
    near(ours.dayAhead.rmaeWeekly, 7 / 700);
    near(ours.dayAhead.rmaeStandard, 7 / 700);
    const night = ours.byBlock.find(({ block }: { block: string }) => block === 'night');
    assert.equal(night.scored, 5);
    assert.deepEqual(
      ours.byLeadDay.map(({ leadDays }: { leadDays: number }) => leadDays),
      [1],
    );
  });

  it('the hour that the clock jumped to stands for the one it skipped a week before', async () => {
    const ours = await scored('2024-04-06T22:00:00Z', '2024-04-07T21:00:00Z', 24);
    near(ours.dayAhead.rmaeWeekly, (24 * 7) / (23 * 700 + 699));
  });

  it('a day of 25 hours compares two of them with one', async () => {
    const ours = await scored('2024-10-26T22:00:00Z', '2024-10-27T22:00:00Z', 25);
    assert.deepEqual([ours.dayAhead.scored, ours.dayAhead.missing], [25, 0]);
    near(ours.dayAhead.rmaeWeekly, (25 * 7) / (24 * 700 + 700.5));
    const night = ours.byBlock.find(({ block }: { block: string }) => block === 'night');
    assert.equal(night.scored, 7);
  });
});

describe('day types and days without a run', async () => {
  const world = await World.open({ after }, { now: NOW });
  // Wednesday 8 to Sunday 12 May 2024; the Thursday is Ascension Day.
  const hours = 5 * 24;
  await world.load({
    code: 'dehrprice',
    area: 'DE',
    category: 'hrprice',
    from: WEEK_BEFORE,
    values: sequence(hours, () => 10),
  });
  for (const day of [7, 8, 10, 11]) {
    const from = `2024-05-${String(day).padStart(2, '0')}T22:00:00Z`;
    await loadSourceRun(world, {
      code: 'dehrprice',
      source: 'ours',
      analyzed: from.replace('22:00', '06:00'),
      from,
      values: sequence(24, () => 10 + day),
    });
  }
  const path = `${ACCURACY}?area=DE&category=hrprice`;
  const { body } = await world.get(path);
  const [ours] = body.sources;

  it('a scorecard covers 90 days up to the end of today by default', () => {
    assert.deepEqual([body.from, body.to], ['2024-02-17T00:00:00Z', '2024-05-16T23:59:59Z']);
  });

  it('a day without a run is missing, but no day before the first run is', () => {
    assert.deepEqual([ours.dayAhead.scored, ours.dayAhead.missing], [96, 24]);
  });

  it('a holiday counts with the Sundays', () => {
    assert.deepEqual(
      ours.byDayType.map((group: Record<string, unknown>) => [
        group.dayType,
        group.scored,
        group.missing,
        group.mae,
      ]),
      [
        ['working-day', 24, 24, 7],
        ['saturday', 24, 0, 10],
        ['sunday-or-holiday', 48, 0, (8 + 11) / 2],
      ],
    );
  });

  it('peak and off-peak hours are scored apart, weekends by their own rule', () => {
    const scored = Object.fromEntries(
      ours.byBlock.map(({ block, scored: count }: { block: string; scored: number }) => [
        block,
        count,
      ]),
    );
    assert.deepEqual(scored, {
      peak: 4 * 11,
      offpeak: 4 * 12,
      offpeak1: 4 * 8,
      offpeak2: 4 * 4,
      night: 4 * 6,
      rushhour: 4 * 4,
      offpeakweek: 2 * 12 + 2 * 24,
      peakweek: 2 * 11 + 2 * 24,
    });
  });
});

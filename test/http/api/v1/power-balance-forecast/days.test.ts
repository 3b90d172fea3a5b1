// GET …/days: base and peak of yesterday, today and tomorrow, for what the plan includes.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ensurePlan } from '#accounts/plan-changes';
import { sequence, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { loadSourceRun } from '../load-source-run.ts';

const PATH = '/api/v1/power-balance-forecast/days';
// Today is the long day of autumn: 25 hours from 22:00Z of the day before.
const world = await World.open({ after }, { now: '2024-10-27T10:30:00Z' });
const YESTERDAY = '2024-10-25T22:00:00Z';
await world.load({
  ...{ code: 'dehrprice', area: 'DE', category: 'hrprice', from: YESTERDAY },
  values: [...sequence(24, () => 10), ...sequence(25, (i) => i)],
});
await world.loadRun(
  'dehrprice',
  '2024-10-27T06:00:00Z',
  '2024-10-27T23:00:00Z',
  sequence(12, () => 5),
);
// The last value is that of the hour before this one.
await world.load({
  ...{ code: 'frhrprice', area: 'FR', category: 'hrprice', from: YESTERDAY },
  values: sequence(35, () => 7),
});
await world.load({ code: 'dehrcons', area: 'DE', category: 'hrcons', unit: 'MWh' });

describe(`GET ${PATH}`, () => {
  it('…/days has base and peak of three market days with their hours and kinds', async () => {
    const { status, body } = await world.get(`${PATH}?balanceCategory=HRPRICE`);
    assert.equal(status, 200);
    assert.equal(body.balanceCategory, 'hrprice');
    assert.deepEqual(body.categories, ['hrprice', 'hrcons']);
    assert.deepEqual(body.days, ['2024-10-26', '2024-10-27', '2024-10-28']);
    const [german] = body.areas;
    assert.deepEqual(german.days[0].base, { mean: 10, count: 24, expected: 24, kind: 'observed' });
    assert.deepEqual(german.days[1].base, { mean: 12, count: 25, expected: 25, kind: 'observed' });
    // The block is 09-20; one hour of the day before it occurs twice.
    assert.deepEqual(german.days[1].peak, { mean: 15, count: 11, expected: 11, kind: 'observed' });
    assert.deepEqual(german.days[2].base, { mean: 5, count: 12, expected: 24, kind: 'forecast' });
    assert.equal(german.days[2].peak.count, 3);
    assert.equal(german.analyzedTime, '2024-10-27T06:00:00Z');
    assert.equal(german.seriesId, 'dehrprice');
    assert.equal(german.unit, 'EUR/MWh');
  });

  it('…/days has the figures and the run of one source if asked', async () => {
    await loadSourceRun(world, {
      ...{ code: 'dehrprice', source: 'vendor', analyzed: '2024-10-26T06:00:00Z' },
      ...{ from: '2024-10-27T23:00:00Z', values: sequence(24, () => 8) },
    });
    for (const [source, mean, count] of [
      ['vendor', 8, 24],
      ['gridtide', 5, 12],
    ] as const) {
      const [german] = (await world.get(`${PATH}?source=${source}`)).body.areas;
      assert.equal(german.source, source);
      assert.deepEqual(german.days[2].base, { mean, count, expected: 24, kind: 'forecast' });
    }
    const [other] = (await world.get(`${PATH}?source=elsewhere`)).body.areas;
    assert.deepEqual([other.source, other.days[2].base], [null, null]);
  });

  it('…/days has the figures that the series itself answers', async () => {
    const { body } = await world.get(PATH);
    for (const [part, resolution] of [
      ['base', 'day'],
      ['peak', 'peak'],
    ] as const) {
      const address = `/api/v1/series/dehrprice?from=2024-10-26&to=2024-10-28&resolution=${resolution}`;
      const { body: series } = await world.get(`${address}&format=columns&counts=true`);
      const days = body.areas[0].days as Record<string, { mean: number; count: number }>[];
      assert.deepEqual(
        days.map((day) => day[part]!.mean),
        series.values,
      );
      assert.deepEqual(
        days.map((day) => day[part]!.count),
        series.counts,
      );
    }
  });

  it('…/days marks a price whose present hour is not known as late', async () => {
    const { body } = await world.get(PATH);
    const [german, french] = body.areas;
    assert.deepEqual([german.late, german.lastTime], [false, '2024-10-27T22:00:00Z']);
    assert.deepEqual([french.late, french.lastTime], [true, '2024-10-27T08:00:00Z']);
    assert.deepEqual(french.days[2], { base: null, peak: null });
    assert.equal(french.days[1].base.count, 11);
    assert.equal(french.days[1].base.expected, 25);
  });

  it('…/days lists only what the plan includes, and is never refused for it', async () => {
    const { body } = await world.get(PATH, 'german');
    assert.deepEqual(
      body.areas.map(({ area }: { area: string }) => area),
      ['DE'],
    );
    await ensurePlan(world.store.accounts, { name: 'nothing', patterns: ['xx*'] });
    await world.addUser('outsider', 'nothing');
    const none = await world.get(PATH, 'outsider');
    assert.equal(none.status, 200);
    assert.deepEqual([none.body.categories, none.body.areas], [[], []]);
  });

  it('…/days begins with the first category that the plan has', async () => {
    await ensurePlan(world.store.accounts, { name: 'load', patterns: ['*hrcons'] });
    await world.addUser('loads', 'load');
    const { body } = await world.get(PATH, 'loads');
    assert.equal(body.balanceCategory, 'hrcons');
    assert.deepEqual(body.categories, ['hrcons']);
    assert.equal(body.areas[0].late, true);
  });

  it('…/days needs a token and a known category', async () => {
    assertRefused(await world.get(PATH, null), 401, 'token_missing');
    const { errors } = assertRefused(
      await world.get(`${PATH}?balanceCategory=hrprise`),
      400,
      'field_invalid',
    );
    assert.equal(errors[0]?.field, 'balanceCategory');
  });
});

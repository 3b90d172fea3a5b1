// The scores of runs with quantiles: CRPS by the deciles, coverage of 80 and 90 %, and hindcasts apart.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { AccuracyAnswer } from '#contract/accuracy';
import { bandsOfQuantiles } from '#core/values/run-bands';
import { HINDCAST_SOURCE } from '#core/values/source-order';
import { sequence, World } from '../../../../harness/world/world.ts';
import { loadSourceRun } from './load-source-run.ts';

const PERCENTS = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];
const DECILES = [10, 20, 30, 40, 50, 60, 70, 80, 90];
const DAY_MS = 86_400_000;
const FIRST = Date.parse('2024-05-10T22:00:00Z');
const utc = (time: number): string => new Date(time).toISOString();

describe('scores of runs with quantiles', async () => {
  const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
  const actual = Array.from({ length: 144 }, (_, i) => 100 + ((i * 37) % 50));
  await world.load({ code: 'dehrprice', from: utc(FIRST), values: actual, unit: 'EUR/MWh' });
  /** Forecasts 120 for a day, with quantiles 120 + (p − 50) × `scale`. */
  const load = (source: string, day: number, scale: number) =>
    loadSourceRun(world, {
      ...{ code: 'dehrprice', source, values: sequence(24, () => 120) },
      analyzed: utc(FIRST + day * DAY_MS - 14 * 3_600_000),
      from: utc(FIRST + day * DAY_MS),
      bands: bandsOfQuantiles(
        PERCENTS.map((percent) => ({
          percent,
          values: new Float64Array(24).fill(120 + (percent - 50) * scale),
        })),
      ).map(({ level, lower, upper }) => ({ level, lower: [...lower], upper: [...upper] })),
    });
  for (const day of [3, 4]) await load('gridtide', day, 0.5);
  for (const day of [1, 2, 3]) await load(HINDCAST_SOURCE, day, 0.1);
  // Older runs came with one band: a day of a source that has quantiles since, and a source without any.
  for (const [source, day] of [
    ['gridtide', 2],
    ['vendor', 3],
  ] as const)
    await loadSourceRun(world, {
      ...{ code: 'dehrprice', source, values: sequence(24, () => 120) },
      analyzed: utc(FIRST + day * DAY_MS - 14 * 3_600_000),
      from: utc(FIRST + day * DAY_MS),
      bands: [{ level: 80, lower: sequence(24, () => 100), upper: sequence(24, () => 140) }],
    });
  const path = '/api/v1/accuracy?area=DE&category=hrprice&from=2024-05-10&to=2024-05-16';
  const answer = (await world.get(path)).body as AccuracyAnswer;
  const sourceOf = (name: string) => answer.sources.find(({ source }) => source === name)!;

  it('CRPS is twice the mean pinball loss over the deciles', () => {
    const { dayAhead } = sourceOf('gridtide');
    const losses = actual.slice(72, 120).flatMap((value) =>
      DECILES.map((percent) => {
        const miss = value - (120 + (percent - 50) * 0.5);
        return Math.max((percent / 100) * miss, (percent / 100 - 1) * miss);
      }),
    );
    const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
    assert.equal(dayAhead.crpsScored, 48);
    assert.ok(Math.abs(dayAhead.crps! - 2 * mean) < 1e-9);
  });

  it('runs with bands only have no CRPS if other runs of the source have quantiles, and the number says so', () => {
    const { dayAhead, byLeadDay, byMonth } = sourceOf('gridtide');
    assert.deepEqual([dayAhead.scored, dayAhead.crpsScored], [72, 48]);
    assert.deepEqual([byLeadDay[0]!.crpsScored, byMonth[0]!.crpsScored], [48, 48]);
    const vendor = sourceOf('vendor').dayAhead;
    assert.deepEqual([vendor.scored, vendor.crpsScored], [24, 24]);
    assert.ok(vendor.crps! > 0);
  });

  it('coverage is that of 80 and 90 %', () => {
    const { bands } = sourceOf('gridtide').dayAhead;
    const inside = actual.slice(48, 120).filter((value) => value >= 100 && value <= 140).length;
    assert.deepEqual(
      bands.map(({ level, scored }) => [level, scored]),
      [
        [80, 72],
        [90, 48],
      ],
    );
    assert.equal(bands[0]!.coverage, inside / 72);
    assert.equal(bands[0]!.width, 40);
  });

  it('the rows of a score have the deciles that it is made of', async () => {
    const { slice, crps } = sourceOf('gridtide').dayAhead;
    assert.match(slice!, /&bands=true&quantile=10,20,30,40,50,60,70,80,90&actual=true$/);
    const { status, body } = await world.get(slice!);
    assert.equal(status, 200);
    const rows = (body.data as Record<string, number | null>[]).filter(({ q50 }) => q50 !== null);
    const losses = rows.flatMap((row) =>
      DECILES.map((percent) => {
        const miss = row.actual! - row[`q${percent}`]!;
        return Math.max((percent / 100) * miss, (percent / 100 - 1) * miss);
      }),
    );
    const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
    assert.ok(Math.abs(crps! - 2 * mean) < 1e-9);
  });

  it('hindcasts are a source of their own kind, and do not decide on which hours others are compared', () => {
    assert.deepEqual(answer.sourceNames, ['gridtide', HINDCAST_SOURCE, 'vendor']);
    assert.equal(sourceOf(HINDCAST_SOURCE).kind, 'hindcast');
    assert.equal(sourceOf('gridtide').kind, 'runs');
    assert.equal(sourceOf(HINDCAST_SOURCE).dayAhead.scored, 72);
    assert.equal(answer.sameHours, 24);
    assert.equal(sourceOf('gridtide').sameHours.scored, 24);
  });
});

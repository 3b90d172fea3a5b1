// Bands of the simple runs: the errors of the same method in the weeks before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { RecentValues } from '#demo/recent-values';
import { historyOf, runTimes, simpleRun } from '#demo/simple-runs';
import { Europe } from '#demo/world/europe';
import { at, berlin, hoursBetween, seriesOf } from './market.ts';

const europe = new Europe(berlin, hoursBetween('2026-08-01T00:00:00Z', '2026-12-01T00:00:00Z'));
const LATER = at('2026-11-20T02:20:00Z');
const CODES = ['dehrprice', 'dehrcons', 'dehrproduction', 'no1hrprice', 'frhrcons'];

const made = (code: string, analyzedAt: Instant) =>
  simpleRun(seriesOf(code), europe, analyzedAt, LATER)!;

test('a simple run has a band of 80 % within one of 90 %, around its values', () => {
  for (const code of CODES) {
    const { run, bands } = made(code, at('2026-11-12T06:00:00Z'));
    assert.deepEqual(
      bands.map(({ level }) => level),
      [80, 90],
    );
    const [inner, outer] = bands;
    for (const [i, value] of run.values.entries()) {
      const [low, high] = [outer!.lower[i]!, outer!.upper[i]!];
      const bounds = [low, inner!.lower[i]!, value, inner!.upper[i]!, high];
      assert.deepEqual(
        bounds,
        bounds.toSorted((a, b) => a - b),
      );
      if (!code.endsWith('price')) assert.ok(bounds[0]! >= 0);
    }
  }
});

test('the width in the middle of a day ahead is a quantile of the method’s own errors', () => {
  const series = seriesOf('dehrcons');
  const analyzedAt = at('2026-11-12T06:00:00Z');
  const { run, bands } = made('dehrcons', analyzedAt);
  const known = historyOf(series, analyzedAt, berlin);
  const firstLead = run.firstIndex - known.end;
  for (const day of [0, 3, 6]) {
    const errors: number[] = [];
    // Past runs as they were made: each is an independent run of the demo, 24 hours earlier.
    for (let back = 24; back <= 672 - 192; back += 24) {
      const past = made('dehrcons', analyzedAt - back * HOUR_MS).run;
      for (let i = 0; i < 168; i += 7) {
        const hour = known.end - back + firstLead + i;
        if (Math.floor(i / 24) !== day || hour >= known.end) continue;
        const [actual] = series.generate(europe, { start: hour, end: hour + 1 });
        errors.push(Math.abs(past.values[hour - past.firstIndex]! - actual!));
      }
    }
    errors.sort((a, b) => a - b);
    for (const { level, lower, upper } of bands) {
      const width =
        errors[Math.min(errors.length, Math.ceil((errors.length + 1) * (level / 100))) - 1]!;
      const middle = day * 24 + 12;
      assert.equal(upper[middle]!, Math.round(run.values[middle]! + width), `day ${day}`);
      assert.equal(lower[middle]!, Math.round(run.values[middle]! - width), `day ${day}`);
    }
  }
});

test('about as many actual values lie within the bands as they say', () => {
  const inside = new Map([
    [80, 0],
    [90, 0],
  ]);
  let count = 0;
  for (const code of CODES) {
    const series = seriesOf(code);
    for (let day = 0; day < 60; day += 4) {
      const analyzedAt = at('2026-09-10T06:00:00Z') + day * DAY_MS;
      const { run, bands } = made(code, analyzedAt);
      const { firstIndex } = run;
      const actual = series.generate(europe, { start: firstIndex, end: firstIndex + 168 });
      for (const [i, value] of actual.entries()) {
        if (Number.isNaN(value)) continue;
        count++;
        for (const { level, lower, upper } of bands)
          if (value >= lower[i]! && value <= upper[i]!) inside.set(level, inside.get(level)! + 1);
      }
    }
  }
  const share = (level: number): number => inside.get(level)! / count;
  assert.ok(share(80) > 0.7 && share(80) < 0.9, `80 %: ${share(80)}`);
  assert.ok(share(90) > 0.8 && share(90) < 0.97, `90 %: ${share(90)}`);
});

test('values that are kept from run to run are the same as made again', () => {
  const series = seriesOf('dehrprice');
  const recent = new RecentValues(europe);
  for (const analyzedAt of runTimes(LATER, null)) {
    const span = historyOf(series, analyzedAt, berlin);
    assert.deepEqual(recent.read(series, span), series.generate(europe, span));
  }
  const earlier = hoursBetween('2026-10-01T00:00:00Z', '2026-10-03T00:00:00Z');
  assert.deepEqual(recent.read(series, earlier), series.generate(europe, earlier));
});

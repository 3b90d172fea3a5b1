import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import type { Column } from '#core/values/column';
import { stepMeans, stepsOver } from '#core/values/step-means';
import { rounds } from '../../../harness/rounds.ts';

const BERLIN = findZone('Europe/Berlin')!;

function columnFrom(resolution: ResolutionName, from: string, values: readonly number[]): Column {
  const grid = gridOf(resolutionOf(resolution), BERLIN);
  return { grid, firstIndex: grid.indexOf(Date.parse(from)), values: Float64Array.from(values) };
}

function meansOf(column: Column, from: string, stepMs: number, count: number): number[] {
  const steps = { start: Date.parse(from), stepMs, count };
  return [...stepMeans(column, steps, { start: 0, end: count })];
}

describe('means over steps', () => {
  const hours = columnFrom('hour', '2024-05-17T00:00:00Z', [10, 20, 30, 40]);

  it('a step of one interval has its value', () => {
    assert.deepEqual(meansOf(hours, '2024-05-17T00:00:00Z', HOUR_MS, 4), [10, 20, 30, 40]);
  });

  it('a longer step has the mean of what it covers', () => {
    assert.deepEqual(meansOf(hours, '2024-05-17T00:00:00Z', 2 * HOUR_MS, 2), [15, 35]);
    // An hour and a half: 10 for an hour and 20 for half of one.
    assert.deepEqual(
      meansOf(hours, '2024-05-17T00:00:00Z', 1.5 * HOUR_MS, 2).map((mean) => mean.toFixed(6)),
      ['13.333333', '26.666667'],
    );
  });

  it('a step within an interval has its value', () => {
    assert.deepEqual(meansOf(hours, '2024-05-17T00:30:00Z', 15 * MINUTE_MS, 4), [10, 10, 20, 20]);
  });

  it('gaps and times without values do not count, and a step without any is a gap', () => {
    const gappy = columnFrom('hour', '2024-05-17T00:00:00Z', [10, Number.NaN, Number.NaN, 40]);
    assert.deepEqual(meansOf(gappy, '2024-05-16T22:00:00Z', 2 * HOUR_MS, 4), [
      Number.NaN,
      10,
      40,
      Number.NaN,
    ]);
  });

  it('days on which the clock changes have 23 and 25 hours', () => {
    const days = columnFrom('day', '2024-03-29T23:00:00Z', [1, 2, 3]);
    // 30 March ends at 23:00Z, 31 March lasts until 22:00Z.
    assert.deepEqual(meansOf(days, '2024-03-30T22:00:00Z', HOUR_MS, 3), [1, 2, 2]);
    const [mean] = meansOf(days, '2024-03-30T23:00:00Z', 24 * HOUR_MS, 1);
    assert.ok(Math.abs(mean! - (23 * 2 + 3) / 24) < 1e-12);
    const autumn = columnFrom('day', '2024-10-26T22:00:00Z', [5, 6]);
    assert.deepEqual(meansOf(autumn, '2024-10-27T22:00:00Z', HOUR_MS, 2), [5, 6]);
  });

  it('the steps that a span overlaps are found', () => {
    const steps = { start: 1_000, stepMs: 100, count: 5 };
    assert.deepEqual(stepsOver(steps, { start: 0, end: 5_000 }), { start: 0, end: 5 });
    assert.deepEqual(stepsOver(steps, { start: 1_150, end: 1_200 }), { start: 1, end: 2 });
    assert.deepEqual(stepsOver(steps, { start: 1_199, end: 1_201 }), { start: 1, end: 3 });
    assert.deepEqual(stepsOver(steps, { start: 5, end: 5 }), { start: 0, end: 0 });
  });

  it('a mean is that of the minutes of its step', () => {
    const value = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(Number.NaN));
    const resolution = fc.constantFrom<ResolutionName>('quarterhour', 'halfhour', 'hour', 'day');
    fc.assert(
      fc.property(
        resolution,
        fc.array(value, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: -600, max: 600 }),
        fc.integer({ min: 1, max: 3_000 }),
        (name, values, shift, minutes) => {
          const column = columnFrom(name, '2024-03-30T11:00:00Z', values);
          const start = Date.parse('2024-03-30T11:00:00Z') + shift * MINUTE_MS;
          const steps = { start, stepMs: minutes * MINUTE_MS, count: 4 };
          const means = stepMeans(column, steps, { start: 0, end: 4 });
          for (const [i, mean] of means.entries()) {
            const expected = meanOfMinutes(column, start + i * steps.stepMs, minutes);
            if (Number.isNaN(expected)) assert.ok(Number.isNaN(mean));
            else assert.ok(Math.abs(mean - expected) < 1e-9, `${mean} ${expected}`);
          }
        },
      ),
      { numRuns: rounds(300) },
    );
  });
});

function meanOfMinutes(
  { grid, firstIndex, values }: Column,
  start: number,
  minutes: number,
): number {
  const present: number[] = [];
  for (let i = 0; i < minutes; i++) {
    const value = values[grid.indexOf(start + i * MINUTE_MS) - firstIndex];
    if (value !== undefined && !Number.isNaN(value)) present.push(value);
  }
  return present.reduce((sum, value) => sum + value, 0) / present.length;
}

// What a fit keeps for the next one never changes a forecast, not by a bit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { backtestDays } from '#model/backtest-days';
import type { PastRun } from '#model/days/past-runs';
import { forecastDays } from '#model/forecast-days';
import type { LearntRows } from '#model/numbers/anchor-sums';
import { AnchoredProcess } from '#model/numbers/anchored-process';
import { covariance, type FeatureRows, KeptFactor } from '#model/numbers/kernel';
import { mulberry32 } from '../../../harness/mulberry32.ts';
import { madeTable } from '../made-series.ts';
import { eliminate } from '../numbers/elimination.ts';

const KERNEL = { linear: 0.3, length: 2, noise: 0.2 };
const COUNT = 5;

/** Rows of seeded features; the same seed begins with the same rows. */
function someRows(size: number, seed: number): LearntRows {
  const random = mulberry32(seed);
  const values = Float64Array.from({ length: size * COUNT }, () => 4 * random() - 2);
  const wanted = Float64Array.from({ length: size }, (_, i) => values[i * COUNT]! ** 2);
  return { values, count: COUNT, size, wanted, settled: Math.min(size, 40) };
}

const rowOf = ({ values }: FeatureRows, row: number): number[] => [
  ...values.subarray(row * COUNT, (row + 1) * COUNT),
];

function likeness(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((total, value, i) => total + value * y[i]!, 0);
  return covariance(KERNEL, dot(a, b), dot(a, a), dot(b, b));
}

const newProcess = (): AnchoredProcess => new AnchoredProcess(KERNEL, 16);

const forecastBy = (process: AnchoredProcess, rows: LearntRows, features: Float64Array): number =>
  process.forecaster(rows, process.learn(rows)!)(features);

const steps = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 6 });

suite('what a fit keeps', () => {
  test('a factor that goes on from the last one is that of a new one, to the bit', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (sizes, changes) => {
        const kept = new KeptFactor(KERNEL);
        let size = 0;
        for (const step of sizes) {
          size += step;
          const rows = someRows(size, 7);
          if (changes) rows.values[COUNT * (size >> 1)] = step;
          const again = kept.solve(rows, rows.wanted)!;
          assert.deepEqual(again, new KeptFactor(KERNEL).solve(rows, rows.wanted));
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a factor that failed is not gone on from', () => {
    const kept = new KeptFactor({ ...KERNEL, noise: 0 });
    const rows = someRows(6, 3);
    const twice = { ...rows, values: rows.values.slice() };
    twice.values.copyWithin(COUNT, 0, COUNT);
    assert.equal(kept.solve(twice, rows.wanted), undefined);
    const fresh = new KeptFactor({ ...KERNEL, noise: 0 }).solve(rows, rows.wanted);
    assert.deepEqual(kept.solve(rows, rows.wanted), fresh);
  });

  test('a process through anchors that goes on from the last one is that of a new one, to the bit', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (sizes, changes) => {
        const kept = newProcess();
        let size = 40;
        for (const step of sizes) {
          size += step;
          const rows = someRows(size, 7);
          if (changes) rows.wanted[size >> 1] = step;
          const features = Float64Array.from(rowOf(someRows(1, step), 0));
          assert.equal(forecastBy(kept, rows, features), forecastBy(newProcess(), rows, features));
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a process through anchors equals the textbook formula', () => {
    const rows = someRows(70, 11);
    const anchors = Array.from({ length: 16 }, (_, i) => 39 - Math.floor((i * 40) / 16));
    const likenesses = Array.from({ length: 70 }, (_, row) =>
      anchors.map((anchor) => likeness(rowOf(rows, row), rowOf(rows, anchor))),
    );
    const mean = rows.wanted.reduce((total, value) => total + value, 0) / 70;
    const matrix = anchors.map((a, i) =>
      anchors.map((b, j) => {
        const products = likenesses.reduce((total, each) => total + each[i]! * each[j]!, 0);
        return products / KERNEL.noise + likeness(rowOf(rows, a), rowOf(rows, b));
      }),
    );
    const wanted = anchors.map((_, i) =>
      likenesses.reduce(
        (total, each, row) => total + (each[i]! * (rows.wanted[row]! - mean)) / KERNEL.noise,
        0,
      ),
    );
    const diagonal = matrix.reduce((total, row, i) => total + row[i]! / 16, 0);
    for (const [i, row] of matrix.entries()) row[i]! += 1e-6 * diagonal;
    const weights = eliminate(matrix, wanted);
    const features = rowOf(someRows(1, 5), 0);
    const expected = anchors.reduce(
      (total, anchor, i) => total + weights[i]! * likeness(features, rowOf(rows, anchor)),
      mean,
    );
    const forecast = forecastBy(newProcess(), rows, Float64Array.from(features));
    assert.ok(Math.abs(forecast - expected) < 1e-8, `${forecast} ≠ ${expected}`);
  });

  test('days of a backtest, which go on from each other, are those of runs by themselves', () => {
    // The scales are made anew for row 213.
    const table = madeTable({ days: 216 });
    const options = { kind: 'price', testDays: 4, warmUpRuns: 1 } as const;
    const pastRuns: PastRun[] = [];
    for (const { row, outcome } of backtestDays(table, options)) {
      assert.ok('firstDay' in outcome);
      assert.deepEqual(forecastDays(table, { kind: 'price', row, pastRuns }), outcome);
      pastRuns.push(outcome.firstDay);
    }
  });
});

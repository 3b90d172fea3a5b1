// The Gaussian process against the textbook formula with a plainly inverted matrix.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fillDays } from '#model/filled-days';
import { fitGaussianProcesses, type GpKernel } from '#model/gaussian-process';
import { gpFeatures } from '#model/gp-features';
import { scaleDays, scaledOutput, unscaleHour } from '#model/scaled-days';
import { eliminate } from './elimination.ts';
import { madeTable } from './made-series.ts';

const KERNEL: GpKernel = { linear: 0.3, length: 2, noise: 0.2 };

/** k*ᵀ (K + noise I)⁻¹ (y - mean) + mean for one output, every sum written out. */
function textbook(days: ReturnType<typeof fillDays>, day: number, window: number, longest: number) {
  const scaled = scaleDays(days, day, longest, 'asinh');
  const { count, write } = gpFeatures(scaled);
  const featuresOf = (row: number): Float64Array => {
    const features = new Float64Array(count);
    assert.ok(write(row, features));
    return features;
  };
  const covariance = (a: Float64Array, b: Float64Array): number => {
    let product = 0;
    let distance = 0;
    for (let i = 0; i < count; i++) {
      product += a[i]! * b[i]!;
      distance += (a[i]! - b[i]!) ** 2;
    }
    return KERNEL.linear * product + Math.exp(-distance / (2 * KERNEL.length ** 2));
  };
  const rows = Array.from({ length: window - 7 }, (_, i) => day - window + 7 + i);
  const learnt = rows.map(featuresOf);
  const wanted = featuresOf(day);
  const matrix = learnt.map((a, i) =>
    learnt.map((b, j) => covariance(a, b) + (i === j ? KERNEL.noise : 0)),
  );
  return Array.from({ length: 25 }, (_, output) => {
    const values = rows.map((row) => scaledOutput(scaled, row, output));
    const mean = values.reduce((total, value) => total + value, 0) / values.length;
    const weights = eliminate(
      matrix,
      values.map((value) => value - mean),
    );
    let sum = mean;
    learnt.forEach((features, i) => {
      sum += covariance(features, wanted) * weights[i]!;
    });
    return unscaleHour(scaled, output, sum);
  });
}

suite('the Gaussian process', () => {
  const table = madeTable({ days: 91 });
  const day = 90;

  test('the Gaussian process equals the textbook formula for every window', () => {
    const days = fillDays(table, day * 24);
    const [forecasters] = fitGaussianProcesses(days, day, [50, 80], [KERNEL]);
    [50, 80].forEach((window, index) => {
      const forecast = forecasters![index]!(day)!;
      const expected = textbook(days, day, window, 80);
      expected.forEach((value, output) => {
        assert.ok(Math.abs(forecast[output]! - value) < 1e-6, `${forecast[output]} ≠ ${value}`);
      });
    });
  });

  test('the Gaussian process does not learn from mostly filled days', () => {
    const days = fillDays(table, day * 24);
    days.isObserved.fill(0, 60, 90);
    const few = fitGaussianProcesses(days, day, [40], [KERNEL])[0]![0];
    assert.equal(few, undefined);
  });

  test('the Gaussian process gives no forecast for a day whose past is missing', () => {
    const days = fillDays(table, day * 24);
    const forecaster = fitGaussianProcesses(days, day, [80], [KERNEL])[0]![0];
    days.target.fill(Number.NaN, 88 * 24, 89 * 24);
    assert.equal(forecaster!(day), undefined);
  });
});

// The Gaussian process against the textbook formula with a plainly inverted matrix.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type FilledDays, fillDays } from '#model/days/filled-days';
import { scaleDays, settledRowOf } from '#model/days/scaled-days';
import { DAY_KERNEL, fitGaussianProcess } from '#model/members/gaussian-process';
import { gpFeatures } from '#model/members/gp-features';
import { levelView, windowView } from '#model/members/level-view';
import { madeTable } from '../made-series.ts';
import { eliminate } from '../numbers/elimination.ts';

/** k*ᵀ (K + noise I)⁻¹ (y - mean) + mean for one output, every sum written out. */
function textbook(
  days: ReturnType<typeof fillDays>,
  day: number,
  window: number,
  levelDays: number | undefined,
) {
  const scaled = scaleDays(days, day, window, 'asinh', settledRowOf(days, day));
  const view = levelDays === undefined ? windowView(scaled) : levelView(scaled, levelDays);
  const { count, write } = gpFeatures(scaled, view);
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
    return DAY_KERNEL.linear * product + Math.exp(-distance / (2 * DAY_KERNEL.length ** 2));
  };
  const firstRow = scaled.firstRow + 7;
  const rows = Array.from({ length: day - firstRow }, (_, i) => firstRow + i);
  const learnt = rows.map(featuresOf);
  const wanted = featuresOf(day);
  const matrix = learnt.map((a, i) =>
    learnt.map((b, j) => covariance(a, b) + (i === j ? DAY_KERNEL.noise : 0)),
  );
  return Array.from({ length: 25 }, (_, output) => {
    const values = rows.map((row) => {
      const outputs = new Float64Array(25);
      view.writeOutputs(row, outputs);
      return outputs[output]!;
    });
    const mean = values.reduce((total, value) => total + value, 0) / values.length;
    const weights = eliminate(
      matrix,
      values.map((value) => value - mean),
    );
    let sum = mean;
    learnt.forEach((features, i) => {
      sum += covariance(features, wanted) * weights[i]!;
    });
    return view.from(day).tell(output, sum);
  });
}

const fit = (days: FilledDays, day: number, window: number, levelDays?: number) =>
  fitGaussianProcess(scaleDays(days, day, window, 'asinh', settledRowOf(days, day)), levelDays);

suite('the Gaussian process', () => {
  const table = madeTable({ days: 91 });
  const day = 90;

  for (const { title, window, levelDays } of [
    { title: 'on scales of its window', window: 80, levelDays: undefined },
    { title: 'on scales of a shorter window', window: 50, levelDays: undefined },
    { title: 'around the level of the last days', window: 80, levelDays: 14 },
  ]) {
    test(`the Gaussian process ${title} equals the textbook formula`, () => {
      const days = fillDays(table, day * 24);
      const forecast = fit(days, day, window, levelDays)!(day)!;
      textbook(days, day, window, levelDays).forEach((value, output) => {
        assert.ok(Math.abs(forecast[output]! - value) < 1e-6, `${forecast[output]} ≠ ${value}`);
      });
    });
  }

  test('a Gaussian process around the level follows a level that doubles, with its swings', () => {
    const doubled = madeTable({ days: 91, hasDriver: false, noise: 0 });
    const days = fillDays(doubled, day * 24);
    const plain = fit(days, day, 80, 14)!(day)!;
    const grown = { ...doubled, target: doubled.target.map((value) => 3 * value + 1_000) };
    const forecast = fit(fillDays(grown, day * 24), day, 80, 14)!(day)!;
    plain.forEach((value, output) => {
      assert.ok(Math.abs(forecast[output]! - (3 * value + 1_000)) < 1e-6);
    });
  });

  test('the Gaussian process does not learn from mostly filled days', () => {
    const days = fillDays(table, day * 24);
    days.isObserved.fill(0, 60, 90);
    const few = fit(days, day, 40);
    assert.equal(few, undefined);
  });

  test('the Gaussian process gives no forecast for a day whose past is missing', () => {
    const days = fillDays(table, day * 24);
    const forecaster = fit(days, day, 80);
    days.target.fill(Number.NaN, 88 * 24, 89 * 24);
    assert.equal(forecaster!(day), undefined);
  });
});

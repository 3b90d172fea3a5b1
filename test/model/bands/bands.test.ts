// Adaptive bands: they cover their share, follow errors that grow, and need a record.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { errorQuantiles } from '#model/bands/bands';
import { errorSizes } from '#model/bands/error-sizes';
import { mulberry32 } from '../../../harness/mulberry32.ts';

const HOURS = 24;

/** Runs × 24 of errors by a rule. */
const errorsOf = (runs: number, rule: (run: number, hour: number) => number): Float64Array =>
  Float64Array.from({ length: runs * HOURS }, (_, i) => rule(Math.floor(i / HOURS), i % HOURS));

/** The half widths of the next run, as a run makes them. */
function widthsAfter(errors: Float64Array, coverage: number, spreads: Float64Array[] = []) {
  const sizes = errorSizes(errors, spreads);
  const scaled = errors.map((error, i) => Math.abs(error) / sizes[i]!);
  const widths = errorQuantiles(scaled, [coverage])?.[0];
  return widths?.map((width, hour) => width * sizes[errors.length + hour]!);
}

/** The share of the runs after the first hundred that lie within the band made before each. */
function coverageOf(errors: Float64Array, coverage: number): number {
  let within = 0;
  let count = 0;
  for (let run = 100; run < errors.length / HOURS; run += 3) {
    const widths = widthsAfter(errors.subarray(0, run * HOURS), coverage)!;
    for (let hour = 0; hour < HOURS; hour++) {
      if (Math.abs(errors[run * HOURS + hour]!) <= widths[hour]!) within++;
      count++;
    }
  }
  return within / count;
}

suite('bands', () => {
  for (const coverage of [0.8, 0.9]) {
    test(`bands of ${100 * coverage} % cover that share of steady errors`, () => {
      const random = mulberry32(7);
      const errors = errorsOf(280, () => 10 * (random() + random() - 1));
      assert.ok(Math.abs(coverageOf(errors, coverage) - coverage) < 0.02);
    });

    test(`bands of ${100 * coverage} % cover that share of errors that grow tenfold`, () => {
      const random = mulberry32(8);
      const errors = errorsOf(280, (run) => (1 + run / 28) * (random() - 0.5));
      assert.ok(Math.abs(coverageOf(errors, coverage) - coverage) < 0.025);
    });
  }

  test('bands are wider for a larger share, and wider in hours with larger errors', () => {
    const random = mulberry32(9);
    const errors = errorsOf(200, (_, hour) => (hour < 12 ? 1 : 5) * (random() - 0.5));
    const [narrow, wide] = [widthsAfter(errors, 0.8)!, widthsAfter(errors, 0.9)!];
    assert.ok(narrow.every((width, hour) => width < wide[hour]!));
    assert.ok(narrow[20]! > 3 * narrow[3]!);
  });

  test('bands are smooth from hour to hour', () => {
    const random = mulberry32(10);
    const errors = errorsOf(200, (_, hour) => (1 + Math.sin(hour / 4) ** 2) * (random() - 0.5));
    const widths = widthsAfter(errors, 0.8)!;
    for (let hour = 1; hour < HOURS; hour++) {
      assert.ok(Math.abs(widths[hour]! / widths[hour - 1]! - 1) < 0.3);
    }
  });

  test('bands are wider for a run whose members are further apart than usual', () => {
    const random = mulberry32(11);
    const errors = errorsOf(120, () => random() - 0.5);
    const usual = Array.from({ length: 120 }, () => new Float64Array(HOURS).fill(1));
    const widthsFor = (spread: number) =>
      widthsAfter(errors, 0.8, [...usual, new Float64Array(HOURS).fill(spread)])!;
    assert.ok(widthsFor(4)[12]! > 1.4 * widthsFor(1)[12]!);
  });

  test('bands need at least fourteen scored runs, and gaps do not count', () => {
    // The first run has no errors before it, so that its size is not known.
    const errors = errorsOf(20, (run) => (run < 14 ? 2 : Number.NaN));
    assert.equal(widthsAfter(errors, 0.8), undefined);
    const more = errorsOf(20, (run) => (run < 15 ? 2 : Number.NaN));
    assert.ok(widthsAfter(more, 0.8)!.every((width) => Math.abs(width - 2) < 1e-9));
  });

  test('forecasts without any error have no bands of their own', () => {
    assert.equal(
      widthsAfter(
        errorsOf(40, () => 0),
        0.8,
      ),
      undefined,
    );
  });
});

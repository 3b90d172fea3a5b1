// The quantiles of a run: stored as bands, rounded, and read at any level between them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#core/errors';
import { parseLevels, parsePercents } from '#core/values/parse-band-choice';
import {
  bandAt,
  bandsOfQuantiles,
  chooseBands,
  isDistribution,
  percentsOf,
  quantileAt,
  usualBands,
} from '#core/values/run-bands';
import { runs } from '../properties.ts';

const PERCENTS = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];
/** Two values whose quantiles are their percent, and a hundred times it. */
const RUN = bandsOfQuantiles(
  PERCENTS.map((percent) => ({ percent, values: Float64Array.of(percent, 100 * percent) })),
);
const IMPORTED = [
  { level: 50, lower: Float64Array.of(1), upper: Float64Array.of(2) },
  { level: 99, lower: Float64Array.of(0), upper: Float64Array.of(9) },
];

suite('the distribution of a run', () => {
  test('quantiles become bands around the median, and come back as they were', () => {
    assert.deepEqual(
      RUN.map(({ level }) => level),
      [0, 20, 40, 60, 80, 90, 98],
    );
    assert.ok(isDistribution(RUN));
    assert.deepEqual(percentsOf(RUN), PERCENTS);
    for (const percent of PERCENTS)
      assert.deepEqual(quantileAt(RUN, percent), Float64Array.of(percent, 100 * percent));
  });

  test('a level between two quantiles lies on the line between them', () => {
    assert.deepEqual(bandAt(RUN, 95), {
      level: 95,
      lower: Float64Array.of(2.5, 250),
      upper: Float64Array.of(97.5, 9750),
    });
    assert.deepEqual(quantileAt(RUN, 33), Float64Array.of(33, 3300));
    assert.equal(quantileAt(RUN, 0.5), undefined);
    assert.equal(bandAt(RUN, 99), undefined);
  });

  test('only the bands of 80 and 90 % are shown if no level is asked for', () => {
    const levels = usualBands(RUN).map(({ level }) => level);
    assert.deepEqual(levels, [80, 90]);
    assert.equal(usualBands(IMPORTED), IMPORTED);
  });

  test('a run that came with bands answers at its own levels only', () => {
    const { bands, quantiles } = chooseBands(IMPORTED, {
      levels: [50, 80],
      percents: [25, 50, 75],
    });
    assert.deepEqual(bands, [IMPORTED[0]]);
    assert.deepEqual(quantiles, [
      { percent: 25, values: IMPORTED[0]!.lower },
      { percent: 75, values: IMPORTED[0]!.upper },
    ]);
    assert.deepEqual(percentsOf(IMPORTED), []);
  });

  test('rounding stays far below the width, and no quantile crosses another', () => {
    const scale = fc.constantFrom(1e-3, 0.1, 1, 40, 900, 50_000);
    const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 13,
      maxLength: 13,
    });
    fc.assert(
      fc.property(scale, fc.array(steps, { minLength: 1, maxLength: 30 }), (width, rows) => {
        const sums = rows.map((row) => {
          let sum = -width;
          return row.map((step) => (sum += (step + 0.01) * width));
        });
        const quantiles = PERCENTS.map((percent, q) => ({
          percent,
          values: Float64Array.from(sums, (row) => row[q]!),
        }));
        const stored = bandsOfQuantiles(quantiles);
        let before: Float64Array | undefined;
        for (const { percent, values } of quantiles) {
          const kept = quantileAt(stored, percent)!;
          values.forEach((value, i) => {
            // The typical width between 10 and 90 % is at most nine steps of 1.01 widths.
            assert.ok(Math.abs(kept[i]! - value) <= 0.0005 * 9.1 * width * 1.0001);
            assert.ok(before === undefined || before[i]! <= kept[i]!);
          });
          before = kept;
        }
      }),
      runs(100),
    );
  });

  test('a distribution without width stays as it is', () => {
    const values = Float64Array.of(1 / 3, 2 / 3);
    const stored = bandsOfQuantiles(PERCENTS.map((percent) => ({ percent, values })));
    assert.deepEqual(quantileAt(stored, 37), values);
  });
});

suite('which bands and quantiles a request wants', () => {
  test('lists are sorted, and each number counts once', () => {
    assert.deepEqual(parseLevels(' 95, 50,95', 'level'), [50, 95]);
    assert.deepEqual(parsePercents('97.5,2.5', 'quantile'), [2.5, 97.5]);
    assert.deepEqual(
      [parseLevels(undefined, 'level'), parsePercents(' ', 'quantile')],
      [undefined, undefined],
    );
  });

  test('what no run can have is refused with the reason', () => {
    const long = Array.from({ length: 21 }, (_, i) => i + 1).join();
    for (const text of ['99', '0', '-5', '5e1', 'NaN', '1,,2', '50;60', '12.345', '0x10', long]) {
      assert.throws(
        () => parseLevels(text, 'level'),
        (error) => error instanceof Refusal && error.faults[0]?.field === 'level',
        text,
      );
    }
    assert.throws(() => parseLevels('99', 'level'), /widest band is 98 %/);
    assert.throws(() => parsePercents('99.5', 'quantile'), /quantiles from 1 to 99 %/);
  });
});

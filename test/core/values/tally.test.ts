// How complete reduced values are, against the slow reference and by hand on the days that often go wrong.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { HOUR_MS } from '#core/time/instant';
import { RESOLUTIONS, type ResolutionName, resolutionOf } from '#core/time/resolution';
import { type Block, DEFAULT_BLOCKS, readBlockHours } from '#core/values/blocks';
import type { Points } from '#core/values/column';
import { reduceColumn, type WantedPoints } from '#core/values/reduce-column';
import type { Reduction } from '#core/values/reduction';
import { countPresent, dropShort, makeTally } from '#core/values/tally';
import { runs, zoneNamed } from '../properties.ts';
import {
  type ReferenceBlock,
  referenceExpected,
  referenceExtract,
  referenceResample,
} from '../reference.ts';
import { BERLIN, dawnOf } from '../time/temporal.ts';
import {
  columnInSpan,
  finerThan,
  inclusive,
  type SeriesCase,
  someSeries,
  storedSlowly,
} from './series-cases.ts';

function reduceCase(given: SeriesCase, reduction: Reduction): Points | undefined {
  const zone = zoneNamed(given.zoneName);
  const part = columnInSpan(given, zone);
  if (!part) return undefined;
  const wanted: WantedPoints = { reduction, aggregation: 'Average', touched: part.touched };
  return reduceColumn(part.column, wanted, zone, true);
}

/** Asserts that counts and expected counts are those of the slow reference. */
function assertTally(given: SeriesCase, to: ResolutionName, block?: [Block, ReferenceBlock]): void {
  const points = reduceCase(
    given,
    block ? { kind: 'extract', block: block[0] } : { kind: 'resample', to: resolutionOf(to) },
  );
  const series = storedSlowly(given);
  const span = inclusive(given.span);
  const slow = block
    ? referenceExtract(series, span, block[1], 'Count')
    : referenceResample(series, span, to, 'Count');
  const times = slow.map(({ time }) => time);
  const { counts, expected } = points?.tally ?? makeTally(0);
  assert.deepEqual([...(points?.times ?? [])], times);
  assert.deepEqual(
    [...counts],
    slow.map(({ value }) => (Number.isNaN(value) ? 0 : value)),
  );
  assert.deepEqual(
    [...expected],
    referenceExpected(times, given.zoneName, given.native.name, to, block?.[1]),
  );
}

/** The slow reference steps through each interval of a bucket: none of more than a year of hours. */
const LEAST_NATIVE: Partial<Record<ResolutionName, ResolutionName>> = {
  month: 'hour',
  quarter: 'day',
  year: 'day',
};

suite('the tally of any reduced series equals the slow reference', () => {
  for (const target of RESOLUTIONS.filter(({ rank }) => rank >= resolutionOf('hour').rank)) {
    test(`the tally by ${target.name} equals the slow reference`, () => {
      const least = resolutionOf(LEAST_NATIVE[target.name] ?? 'quarterhour').rank;
      const natives = finerThan(target.rank).filter(({ rank }) => rank >= least);
      fc.assert(
        fc.property(someSeries(natives), (given) => assertTally(given, target.name)),
        runs(400),
      );
    });
  }

  test('the tally of any block equals the slow reference', () => {
    const someHours = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
      .filter(([from, to]) => from < to);
    const subDaily = finerThan(resolutionOf('day').rank);
    fc.assert(
      fc.property(
        someSeries(subDaily),
        someHours,
        fc.boolean(),
        (given, [from, to], isBaseAtWeekends) => {
          const blocks = readBlockHours(`peak=${from}-${to}`);
          const name = isBaseAtWeekends ? 'peakweek' : 'peak';
          const block = blocks.find((candidate) => candidate.name === name)!;
          assertTally(given, 'day', [block, { hours: [[from, to]], isBaseAtWeekends }]);
        },
      ),
      runs(800),
    );
  });
});

/** `count of expected` of each bucket of a Berlin series without gaps, both dates included. */
function tallies(
  native: ResolutionName,
  reduction: Reduction,
  fromDate: string,
  toDate: string,
  length: number,
): string[] {
  const end = dawnOf(Temporal.PlainDate.from(toDate).add({ days: 1 }).toString());
  const given: SeriesCase = {
    zoneName: BERLIN,
    native: resolutionOf(native),
    start: dawnOf(fromDate),
    values: new Array<number>(length).fill(-0),
    span: { start: dawnOf(fromDate), end },
  };
  const { tally } = reduceCase(given, reduction)!;
  return Array.from(tally!.counts, (count, i) => `${count} of ${tally!.expected[i]}`);
}

const by = (name: ResolutionName): Reduction => ({ kind: 'resample', to: resolutionOf(name) });
const block = (name: string): Reduction => ({
  kind: 'extract',
  block: DEFAULT_BLOCKS.find((candidate) => candidate.name === name)!,
});

suite('expected counts by hand', () => {
  test('the days of the clock changes have 23 and 25 hours', () => {
    assert.deepEqual(tallies('hour', by('day'), '2026-03-29', '2026-03-29', 23), ['23 of 23']);
    assert.deepEqual(tallies('hour', by('day'), '2026-10-25', '2026-10-25', 25), ['25 of 25']);
  });

  test('the days of the clock changes have 92 and 100 quarter hours', () => {
    const spring = tallies('quarterhour', by('day'), '2026-03-29', '2026-03-29', 91);
    assert.deepEqual(spring, ['91 of 92']);
    const autumn = tallies('quarterhour', by('day'), '2026-10-25', '2026-10-25', 100);
    assert.deepEqual(autumn, ['100 of 100']);
  });

  test('a running week has 10 of 168 hours, and 169 if the clock is set back in it', () => {
    assert.deepEqual(tallies('hour', by('week'), '2026-11-16', '2026-11-22', 10), ['10 of 168']);
    assert.deepEqual(tallies('hour', by('week'), '2026-10-19', '2026-10-25', 169), ['169 of 169']);
  });

  test('February and the year of a leap year have a day more', () => {
    assert.deepEqual(tallies('day', by('month'), '2024-02-01', '2024-02-29', 29), ['29 of 29']);
    assert.deepEqual(tallies('day', by('month'), '2026-02-01', '2026-02-28', 28), ['28 of 28']);
    assert.deepEqual(tallies('day', by('year'), '2024-01-01', '2024-12-31', 366), ['366 of 366']);
    assert.deepEqual(tallies('hour', by('year'), '2026-01-01', '2026-12-31', 8760), [
      '8760 of 8760',
    ]);
  });

  test('a block expects its own hours only', () => {
    assert.deepEqual(tallies('hour', block('peak'), '2026-11-16', '2026-11-16', 10), ['1 of 11']);
    assert.deepEqual(tallies('hour', block('peakweek'), '2026-11-21', '2026-11-21', 24), [
      '24 of 24',
    ]);
    assert.deepEqual(tallies('quarterhour', block('offpeak'), '2026-11-16', '2026-11-16', 96), [
      '48 of 48',
    ]);
  });

  test('a night without its third hour expects five hours, one with it twice expects seven', () => {
    assert.deepEqual(tallies('hour', block('night'), '2026-03-29', '2026-03-29', 23), ['5 of 5']);
    assert.deepEqual(tallies('hour', block('night'), '2026-10-25', '2026-10-25', 25), ['7 of 7']);
  });

  test('a week that the span cuts still expects all of its hours', () => {
    const monday = dawnOf('2026-11-09');
    const grid = gridOf(resolutionOf('hour'), zoneNamed(BERLIN));
    const column = {
      grid,
      firstIndex: grid.indexOf(monday) + 48,
      values: new Float64Array(120).fill(1),
    };
    const touched = { start: monday + 48 * HOUR_MS, end: monday + 168 * HOUR_MS };
    const { tally } = reduceColumn(
      column,
      { reduction: by('week'), aggregation: 'Sum', touched },
      zoneNamed(BERLIN),
      true,
    );
    assert.deepEqual([tally!.counts[0], tally!.expected[0]], [120, 168]);
  });

  test('values as stored are 1 of 1, and gaps 0 of 1', () => {
    const grid = gridOf(resolutionOf('hour'), zoneNamed(BERLIN));
    const column = { grid, firstIndex: 0, values: Float64Array.of(-0, Number.NaN, 3) };
    const wanted: WantedPoints = {
      reduction: { kind: 'native' },
      aggregation: 'Average',
      touched: { start: 0, end: 3 * HOUR_MS },
    };
    const { tally } = reduceColumn(column, wanted, zoneNamed(BERLIN), true);
    assert.deepEqual([...tally!.counts], [1, 0, 1]);
    assert.deepEqual([...tally!.expected], [1, 1, 1]);
  });

  test('points have no tally unless it is asked for', () => {
    const grid = gridOf(resolutionOf('hour'), zoneNamed(BERLIN));
    const column = { grid, firstIndex: 0, values: Float64Array.of(1, 2) };
    const touched = { start: 0, end: 2 * HOUR_MS };
    for (const reduction of [by('day'), block('peak'), { kind: 'native' } as const]) {
      const points = reduceColumn(
        column,
        { reduction, aggregation: 'Sum', touched },
        zoneNamed(BERLIN),
      );
      assert.deepEqual(Object.keys(points), ['times', 'values']);
    }
  });
});

suite('values that are too incomplete', () => {
  const drop = (count: number, expected: number, threshold: number): boolean => {
    const values = Float64Array.of(7);
    const tally = { counts: Float64Array.of(count), expected: Float64Array.of(expected) };
    dropShort(values, tally, threshold);
    return Number.isNaN(values[0]!);
  };

  test('a share that is exactly the threshold is kept, for every share of two decimals', () => {
    for (let count = 1; count <= 100; count++) {
      assert.equal(drop(count, 100, Number(`${count / 100}`)), false, `${count} of 100`);
      assert.equal(drop(count - 1, 100, Number(`${count / 100}`)), true, `${count - 1} of 100`);
    }
  });

  test('a threshold of 1 keeps complete periods only', () => {
    assert.equal(drop(168, 168, 1), false);
    assert.equal(drop(167, 168, 1), true);
  });

  test('values that are no gaps are counted within the stretch alone', () => {
    const values = Float64Array.of(1, Number.NaN, -0, 0, Number.NaN);
    assert.equal(countPresent(values, 0, 5), 3);
    assert.equal(countPresent(values, 1, 3), 1);
    assert.equal(countPresent(values, 3, 2), 0);
  });
});

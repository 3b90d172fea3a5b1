// Resolution of a request: keywords in any case, and their meaning for a series.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Refusal } from '#core/errors';
import { RESOLUTIONS, type ResolutionName, resolutionOf } from '#core/time/resolution';
import { DEFAULT_BLOCKS, readBlockHours } from '#core/values/blocks';
import {
  COARSENING,
  parseReduction,
  RESAMPLE_KEYWORDS,
  type Reduction,
  reductionNames,
  resultResolution,
  settleReduction,
} from '#core/values/reduction';

const parse = (given: string | undefined): Reduction =>
  parseReduction(given, 'Resolution', DEFAULT_BLOCKS);

const said = (reduction: Reduction): string => {
  if (reduction.kind === 'resample') return reduction.to.name;
  return reduction.kind === 'extract' ? reduction.block.name : reduction.kind;
};

const BLOCK_NAMES = [
  'peak',
  'offpeak',
  'offpeak1',
  'offpeak2',
  'night',
  'rushhour',
  'offpeakweek',
  'peakweek',
];

suite('Resolution keywords', () => {
  test('all Resolution keywords of the documents are read, in any case', () => {
    const cases: [string | undefined, string][] = [
      ['hour', 'hour'],
      ['hr', 'hour'],
      ['day', 'day'],
      ['week', 'week'],
      ['month', 'month'],
      ['quarter', 'quarter'],
      ['year', 'year'],
      ['native', 'native'],
      ['*', 'native'],
      ['', 'native'],
      ['   ', 'native'],
      [undefined, 'native'],
      ['HR', 'hour'],
      [' Day ', 'day'],
      ['NATIVE', 'native'],
      ['OffPeakWeek', 'offpeakweek'],
      ...BLOCK_NAMES.map((name): [string, string] => [name, name]),
      ...BLOCK_NAMES.map((name): [string, string] => [name.toUpperCase(), name]),
    ];
    for (const [given, expected] of cases)
      assert.equal(said(parse(given)), expected, String(given));
  });

  test('each Resolution keyword is listed once, resampling before extraction', () => {
    assert.deepEqual(reductionNames(DEFAULT_BLOCKS), [
      ...RESAMPLE_KEYWORDS.map(({ name }) => name),
      ...BLOCK_NAMES.slice(0, 6),
      'offpeakweek',
      'peakweek',
    ]);
    assert.equal(new Set(reductionNames(DEFAULT_BLOCKS)).size, 17);
  });

  test('each resampling keyword has a meaning', () => {
    assert.deepEqual(
      Object.fromEntries(RESAMPLE_KEYWORDS.map((each) => [each.name, each.meaning])),
      {
        hour: 'Hourly averages',
        hr: 'The same as hour',
        day: 'Daily averages',
        week: 'Weekly averages (ISO weeks)',
        month: 'Monthly averages',
        quarter: 'Quarterly averages',
        year: 'Yearly averages',
        native: 'The values as stored',
        '*': 'The same as native',
      },
    );
  });

  test('an extraction keyword carries the operator’s hours', () => {
    const reduction = parseReduction('peak', 'Resolution', readBlockHours('peak=08-20'));
    assert.deepEqual(reduction.kind === 'extract' && reduction.block.hours, [{ from: 8, to: 20 }]);
  });

  const misspelt: [string, string][] = [
    ['houre', 'hour'],
    ['dya', 'day'],
    ['moth', 'month'],
    ['quater', 'quarter'],
    ['offpeek', 'offpeak'],
    ['rush hour', 'rushhour'],
    ['natve', 'native'],
  ];
  for (const [given, meant] of misspelt) {
    test(`Resolution ${given} is refused, naming ${meant}`, () => {
      assert.throws(
        () => parse(given),
        (error) => {
          assert.ok(error instanceof Refusal);
          assert.equal(error.code, 'resolution_unknown');
          const expected = `Resolution: unknown resolution "${given}" (did you mean ${meant}?)`;
          assert.equal(error.message, expected);
          assert.deepEqual(error.faults[0]?.allowed, reductionNames(DEFAULT_BLOCKS));
          return true;
        },
      );
    });
  }

  test('a Resolution that is near no keyword is refused without a guess', () => {
    for (const given of ['daily-average', '15min', '0', 'null', 'x'.repeat(100_000)]) {
      assert.throws(() => parse(given), { code: 'resolution_unknown' });
      assert.throws(
        () => parse(given),
        (error: Error) => !error.message.includes('did you mean') && error.message.length < 200,
      );
    }
  });
});

suite('a Resolution settled for a series', () => {
  const settle = (given: string, native: ResolutionName): Reduction =>
    settleReduction(parse(given), resolutionOf(native), 'Resolution');

  test('a resolution no longer than the series’ own returns the values as stored', () => {
    const cases: [string, ResolutionName, string][] = [
      ['hour', 'quarterhour', 'hour'],
      ['hour', 'halfhour', 'hour'],
      ['hour', 'hour', 'native'],
      ['hour', 'day', 'native'],
      ['day', 'hour', 'day'],
      ['day', 'day', 'native'],
      ['day', 'week', 'native'],
      ['week', 'month', 'native'],
      ['month', 'week', 'month'],
      ['month', 'year', 'native'],
      ['quarter', 'month', 'quarter'],
      ['year', 'quarter', 'year'],
      ['year', 'year', 'native'],
      ['native', 'hour', 'native'],
    ];
    for (const [given, native, expected] of cases) {
      assert.equal(said(settle(given, native)), expected, `${given} of a ${native} series`);
    }
  });

  test('Meta.resolution names the resolution of the answer', () => {
    const title = (given: string, native: ResolutionName) =>
      resultResolution(settle(given, native), resolutionOf(native)).title;
    assert.equal(title('hour', 'day'), 'Day');
    assert.equal(title('day', 'hour'), 'Day');
    assert.equal(title('hr', 'quarterhour'), 'Hour');
    assert.equal(title('native', 'quarterhour'), 'QuarterHour');
    assert.equal(title('peak', 'hour'), 'Day');
    assert.equal(title('offpeakweek', 'quarterhour'), 'Day');
  });

  test('an extraction works on an hour or finer and is refused on anything longer', () => {
    for (const name of BLOCK_NAMES) {
      for (const { name: native, rank } of RESOLUTIONS) {
        if (rank <= resolutionOf('hour').rank) assert.equal(said(settle(name, native)), name);
        else
          assert.throws(() => settle(name, native), {
            code: 'resolution_too_coarse',
            message: new RegExp(`^Resolution: ${name} needs .*\\b${native}$`),
          });
      }
    }
  });

  test('coarser resolutions are offered from the shortest to the longest', () => {
    assert.deepEqual(
      COARSENING.map(({ name }) => name),
      ['hour', 'day', 'week', 'month', 'quarter', 'year'],
    );
  });
});

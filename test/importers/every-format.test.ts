// One table of scenarios, each run in every format: what a file says, not its format, decides what is
// stored and what is refused.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Cell, importBytes, MADE_FORMATS, type MadeFormat } from './made-files.ts';
import { countFilled, openMarket, readFrom } from './open-market.ts';

const GAP = Number.NaN;
const LONG = ['series', 'time', 'value'];

interface Stored {
  readonly name: string;
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly counts: Readonly<Record<string, number>>;
  /** A series, the first time, and the values from there. */
  readonly values: readonly (readonly [string, string, readonly number[]])[];
}

const STORED: readonly Stored[] = [
  {
    name: 'a long file with several series, in any case and order',
    names: LONG,
    rows: [
      ['dehrprice', '2024-05-17T11:00Z', -3],
      ['DEHRPRICE', '2024-05-17T10:00Z', 45.67],
      ['frhrprice', '2024-05-17T10:00Z', 100],
      ['de15wind', '2024-05-17T10:15Z', 0.1],
      ['dehrprice', '2024-05-17T12:00Z', 1 / 3],
    ],
    counts: { rows: 5, repeats: 0, held: 0, skipped: 0, series: 3, added: 5, changed: 0, same: 0 },
    values: [
      ['dehrprice', '2024-05-17T10:00Z', [45.67, -3, 1 / 3]],
      ['frhrprice', '2024-05-17T10:00Z', [100]],
      ['de15wind', '2024-05-17T10:15Z', [0.1]],
    ],
  },
  {
    name: 'columns in another order, and gaps',
    names: ['Value', 'TIME', 'Series'],
    rows: [
      [1e-7, '2024-05-17T10:00Z', 'dehrprice'],
      [null, '2024-05-17T11:00Z', 'dehrprice'],
      [9007199254740992, '2024-05-17T12:00Z', 'dehrprice'],
    ],
    counts: { rows: 3, repeats: 0, held: 0, skipped: 0, series: 1, added: 2, changed: 0, same: 1 },
    values: [['dehrprice', '2024-05-17T10:00Z', [1e-7, GAP, 9007199254740992]]],
  },
  {
    name: 'texts that are numbers or gaps',
    names: LONG,
    rows: [
      ['dehrprice', '2024-05-17T10:00Z', '1.50'],
      ['dehrprice', '2024-05-17T11:00Z', 'NaN'],
      ['dehrprice', '2024-05-17T12:00Z', 'na'],
      ['dehrprice', '2024-05-17T13:00Z', 'null'],
      ['dehrprice', '2024-05-17T14:00Z', '-2e1'],
    ],
    counts: { rows: 5, repeats: 0, held: 0, skipped: 0, series: 1, added: 2, changed: 0, same: 3 },
    values: [['dehrprice', '2024-05-17T10:00Z', [1.5, GAP, GAP, GAP, -20]]],
  },
  {
    name: 'a wide file in market time, with a daily series beside hourly ones',
    names: ['time', 'dehrprice', 'FRHRPRICE', 'dedaygas'],
    rows: [
      ['2024-05-17T00:00', 1, 4, 7],
      ['2024-05-17T01:00', 2, null, null],
      ['2024-05-17T02:00', 3, 6, null],
    ],
    counts: { rows: 3, repeats: 0, held: 0, skipped: 0, series: 3, added: 6, changed: 0, same: 1 },
    values: [
      ['dehrprice', '2024-05-16T22:00Z', [1, 2, 3]],
      ['frhrprice', '2024-05-16T22:00Z', [4, GAP, 6]],
      ['dedaygas', '2024-05-16T22:00Z', [7, GAP]],
    ],
  },
  {
    name: 'a wide file whose time is its last column',
    names: ['dehrprice', 'time'],
    rows: [[5, '2024-05-17T10:00Z']],
    counts: { rows: 1, repeats: 0, held: 0, skipped: 0, series: 1, added: 1, changed: 0, same: 0 },
    values: [['dehrprice', '2024-05-17T10:00Z', [5]]],
  },
  {
    name: 'the long autumn day in market time, the first 02:00 as summer time',
    names: LONG,
    rows: ['00', '01', '02', '02', '03', '04'].map((hour, at) => [
      'dehrprice',
      `2024-10-27T${hour}:00`,
      at,
    ]),
    counts: { rows: 6, repeats: 0, held: 0, skipped: 0, series: 1, added: 6, changed: 0, same: 0 },
    values: [['dehrprice', '2024-10-26T22:00Z', [0, 1, 2, 3, 4, 5]]],
  },
  {
    name: 'the short spring day in market time, wide',
    names: ['time', 'dehrprice'],
    rows: [
      ['2024-03-31T01:00', 1],
      ['2024-03-31T03:00', 2],
    ],
    counts: { rows: 2, repeats: 0, held: 0, skipped: 0, series: 1, added: 2, changed: 0, same: 0 },
    values: [['dehrprice', '2024-03-31T00:00Z', [1, 2]]],
  },
  {
    name: 'dates for days, weeks, months, quarters and years',
    names: LONG,
    rows: [
      ['dedaygas', '2024-10-27', 1],
      ['dedaygas', '1965-03-01', 6],
      ['noweekres', '2024-05-13', 2],
      ['demonth', '2024-05-01', 3],
      ['dequarter', '2024-04-01', 4],
      ['deyear', '2024-01-01', 5],
    ],
    counts: { rows: 6, repeats: 0, held: 0, skipped: 0, series: 5, added: 6, changed: 0, same: 0 },
    values: [
      ['dedaygas', '2024-10-27T12:00Z', [1]],
      ['dedaygas', '1965-03-01T12:00Z', [6]],
      ['noweekres', '2024-05-14T00:00Z', [2]],
      ['demonth', '2024-05-02T00:00Z', [3]],
      ['dequarter', '2024-05-02T00:00Z', [4]],
      ['deyear', '2024-05-02T00:00Z', [5]],
    ],
  },
  {
    name: 'a row that is repeated',
    names: LONG,
    rows: [
      ['dehrprice', '2024-05-17T10:00Z', 1],
      ['dehrprice', '2024-05-17T11:00Z', null],
      ['dehrprice', '2024-05-17T10:00Z', 1],
      ['dehrprice', '2024-05-17T11:00Z', null],
    ],
    counts: { rows: 4, repeats: 2, held: 0, skipped: 0, series: 1, added: 1, changed: 0, same: 1 },
    values: [['dehrprice', '2024-05-17T10:00Z', [1, GAP]]],
  },
];

interface Refused {
  readonly name: string;
  readonly names?: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The row at fault, counted from 0. */
  readonly row: number;
  readonly reason: string | RegExp | ((format: MadeFormat) => string);
}

const GOOD: readonly Cell[] = ['dehrprice', '2024-05-17T10:00Z', 1];

const REFUSED: readonly Refused[] = [
  {
    name: 'two values for one time',
    rows: [GOOD, ['frhrprice', '2024-05-17T10:00Z', 2], ['dehrprice', '2024-05-17T10:00Z', 2]],
    row: 2,
    reason: ({ row }) => `dehrprice at 2024-05-17T10:00:00Z has another value on ${row(0)}`,
  },
  {
    name: 'a value and a gap for one time',
    rows: [GOOD, ['dehrprice', '2024-05-17T10:00Z', null]],
    row: 1,
    reason: ({ row }) => `dehrprice at 2024-05-17T10:00:00Z has another value on ${row(0)}`,
  },
  {
    name: 'a time off the grid',
    rows: [GOOD, ['dehrprice', '2024-05-17T11:40Z', 1]],
    row: 1,
    reason:
      'column "time": 2024-05-17T11:40:00Z is not the start of an hour; the nearest is 2024-05-17T12:00:00Z',
  },
  {
    name: 'quarter-hours for an hourly series',
    rows: [
      ['dehrprice', '2024-05-17T10:00', 1],
      ['dehrprice', '2024-05-17T10:15', 1],
    ],
    row: 1,
    reason:
      'column "time": 2024-05-17T10:15:00 is not the start of an hour; the nearest is 2024-05-17T10:00:00',
  },
  {
    name: 'a date for an hour',
    rows: [GOOD, ['dehrprice', '2024-05-17', 1]],
    row: 1,
    reason: 'column "time": a date alone cannot name an hour: write the time in full',
  },
  {
    name: 'the hour that the clock skips in spring',
    rows: [
      ['dehrprice', '2024-03-31T01:00', 1],
      ['dehrprice', '2024-03-31T02:00', 1],
    ],
    row: 1,
    reason:
      'column "time": 2024-03-31T02:00:00 does not exist in Europe/Berlin: the clock jumps to 2024-03-31T03:00:00',
  },
  {
    name: 'a text that is no time',
    rows: [GOOD, ['dehrprice', '17.05.2024 11:00', 1]],
    row: 1,
    reason: /^column "time": "17.05.2024 11:00" is not a time \(allowed/,
  },
  {
    name: 'a missing time',
    rows: [GOOD, ['dehrprice', null, 1]],
    row: 1,
    reason: 'column "time": the time is missing',
  },
  {
    name: 'an unknown series',
    rows: [GOOD, ['dehrpirce', '2024-05-17T11:00Z', 1]],
    row: 1,
    reason:
      'column "series": there is no series dehrpirce (did you mean dehrprice?); define new series with --define FILE',
  },
  {
    name: 'a missing series',
    rows: [GOOD, ['', '2024-05-17T11:00Z', 1]],
    row: 1,
    reason: /^column "series": "" is not a series code/,
  },
  {
    name: 'a formula in place of a series',
    rows: [GOOD, ['=cmd|"/C calc"!A0', '2024-05-17T11:00Z', 1]],
    row: 1,
    reason: /^column "series": "=cmd.* looks like a formula, and formulas are not read/,
  },
  ...['=1+1', '+cmd', '@SUM(A1)', '-1+2', '=HYPERLINK("x")'].map(
    (formula): Refused => ({
      name: `the formula ${formula} in place of a value`,
      rows: [GOOD, ['dehrprice', '2024-05-17T11:00Z', formula]],
      row: 1,
      reason:
        /^column "value": ".*" looks like a formula, and formulas are not read: write the value/,
    }),
  ),
  {
    name: 'a value that is no number',
    rows: [GOOD, ['dehrprice', '2024-05-17T11:00Z', 'n/a']],
    row: 1,
    reason: 'column "value": "n/a" is not a finite number',
  },
  {
    name: 'an infinite value',
    rows: [GOOD, ['dehrprice', '2024-05-17T11:00Z', 'Infinity']],
    row: 1,
    reason: 'column "value": "Infinity" is not a finite number',
  },
  {
    name: 'a value too large for any number',
    rows: [GOOD, ['dehrprice', '2024-05-17T11:00Z', '1e400']],
    row: 1,
    reason: 'column "value": "1e400" is not a finite number',
  },
  {
    name: 'an absurd value',
    rows: [GOOD, ['dehrprice', '2024-05-17T11:00Z', -1e30]],
    row: 1,
    reason: 'column "value": "-1e+30" is no possible value: values lie between -1e18 and 1e18',
  },
  {
    name: 'a value between the intervals of its wide column',
    names: ['time', 'dehrprice', 'dedaygas'],
    rows: [
      ['2024-05-17T00:00', 1, 2],
      ['2024-05-17T10:00', 1, 2],
    ],
    row: 1,
    reason:
      'column "dedaygas": 2024-05-17T10:00:00 is not the start of a day; the nearest is 2024-05-17T00:00:00',
  },
];

for (const format of MADE_FORMATS) {
  suite(`${format.name}: what is stored`, () => {
    for (const { name, names, rows, counts, values } of STORED) {
      test(`${format.name} stores ${name}`, async (t) => {
        const store = await openMarket(t);
        const bytes = await format.make({ names, rows });
        const result = await importBytes(t, store, bytes, format.ending);
        assert.deepEqual(result, counts);
        for (const [code, from, expected] of values) {
          assert.deepEqual(await readFrom(store, code, from, expected.length), expected, code);
        }
        const again = await importBytes(t, store, bytes, format.ending, { maxBuffered: 2 });
        assert.deepEqual([again.added, again.changed], [0, 0]);
      });
    }
  });

  suite(`${format.name}: what is refused, with nothing stored`, () => {
    for (const { name, names = LONG, rows, row, reason } of REFUSED) {
      test(`${format.name} refuses ${name}`, async (t) => {
        const store = await openMarket(t);
        const bytes = await format.make({ names, rows });
        await assert.rejects(importBytes(t, store, bytes, format.ending), (fault: Error) => {
          assert.equal(fault.name, 'ImportFault');
          assert.ok(fault.message.startsWith(format.where(row)), fault.message);
          const said = fault.message.slice(format.where(row).length);
          if (reason instanceof RegExp) assert.match(said, reason);
          else assert.equal(said, typeof reason === 'string' ? reason : reason(format));
          return true;
        });
        assert.equal(await countFilled(store), 0);
      });
    }

    test(`${format.name} refuses columns that are neither long nor wide`, async (t) => {
      const store = await openMarket(t);
      const bytes = await format.make({
        names: ['series', 'value', 'unit'],
        rows: [['a', 1, 'b']],
      });
      await assert.rejects(importBytes(t, store, bytes, format.ending), {
        name: 'ImportFault',
        message: / must be series,time,value or time,CODE,CODE… but is "series,value,unit"$/,
      });
    });

    test(`${format.name} refuses a wide column that is no series`, async (t) => {
      const store = await openMarket(t);
      const bytes = await format.make({
        names: ['time', '=evil'],
        rows: [['2024-05-17T10:00Z', 1]],
      });
      await assert.rejects(importBytes(t, store, bytes, format.ending), {
        name: 'ImportFault',
        message: /column "=evil": "=evil" looks like a formula/,
      });
    });
  });
}

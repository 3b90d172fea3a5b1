// Tables that are stored, the same in every format.

import type { Cell } from './made-files.ts';

const GAP = Number.NaN;
export const LONG = ['series', 'time', 'value'];

interface Stored {
  readonly name: string;
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly counts: Readonly<Record<string, number>>;
  /** A series, the first time, and the values from there. */
  readonly values: readonly (readonly [string, string, readonly number[]])[];
}

export const STORED: readonly Stored[] = [
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

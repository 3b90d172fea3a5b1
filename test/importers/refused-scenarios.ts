// Tables that are refused, the same in every format, each with its row and reason.

import type { Cell, MadeFormat } from './made-files.ts';

interface Refused {
  readonly name: string;
  readonly names?: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The row at fault, counted from 0. */
  readonly row: number;
  readonly reason: string | RegExp | ((format: MadeFormat) => string);
}

const GOOD: readonly Cell[] = ['dehrprice', '2024-05-17T10:00Z', 1];

export const REFUSED: readonly Refused[] = [
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

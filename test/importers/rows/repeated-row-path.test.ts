// The fast path through a long file against the general path: the same points with the same lines, and
// the same refusals.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { formatUtc, formatWall, HOUR_MS } from '#core/time/instant';
import { CsvRows } from '#importers/rows/csv-rows';
import type { Store } from '#store/store';
import { rounds } from '../../../harness/rounds.ts';
import { openMarket, piecesOf } from '../open-market.ts';
import { anyLongFile } from './any-long-file.ts';
import { type Outcome, parseRows } from './parse-rows.ts';

const parse = (
  store: Store,
  text: string,
  isQuick: boolean,
  pieceBytes = 1 << 16,
  limit?: number,
): Promise<Outcome> => parseRows(store, new CsvRows(piecesOf(text, pieceBytes)), isQuick, limit);

const FILES = rounds(1_500);

suite('the fast path through a long file', () => {
  test('the fast path finds the same points, lines and faults as the general path', async (t) => {
    const store = await openMarket(t);
    const pieceBytes = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(1 << 16));
    const limit = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(1 << 20));
    let quickRows = 0;
    await fc.assert(
      fc.asyncProperty(anyLongFile, pieceBytes, limit, async (text, pieceBytes, limit) => {
        const general = await parse(store, text, false, pieceBytes, limit);
        const { generalRows, ...quick } = await parse(store, text, true, pieceBytes, limit);
        assert.deepEqual({ ...quick, generalRows: general.generalRows }, general);
        quickRows += general.generalRows - generalRows;
      }),
      { numRuns: FILES },
    );
    assert.ok(quickRows > (FILES * 2) / 3, `${quickRows} rows took the fast path`);
  });

  const hour = (time: string, code = 'dehrprice'): string => `${code},${time},1`;
  for (const [name, before, after] of [
    [
      'a code that ends in a quote',
      hour('2024-05-17T10:00Z', '"dehrprice"'),
      hour('2024-05-17T11:00Z', 'dehrprice"'),
    ],
    ['another code', hour('2024-05-17T10:00Z'), hour('2024-05-17T10:00Z', 'frhrprice')],
    [
      'a code whose middle differs',
      hour('2024-05-17T10:00Z'),
      hour('2024-05-17T10:00Z', 'dehrqrice'),
    ],
    ['a month’s 30th day that is none', hour('2024-02-10T10:00Z'), hour('2024-02-30T11:00Z')],
    ['a month’s 29th day', hour('2024-02-10T10:00Z'), hour('2024-02-29T11:00Z')],
    ['an hour 24', hour('2024-05-17T10:00Z'), hour('2024-05-17T24:00Z')],
    ['a time that runs into the value', hour('2024-05-17T10:00Z'), 'dehrprice,2024-05-17T11:005'],
    ['another letter before the hour', hour('2024-05-17T10:00Z'), hour('2024-05-17X11:00Z')],
    ['a blank before the hour', hour('2024-05-17T10:00Z'), hour('2024-05-17 11:00Z')],
    ['no colon', hour('2024-05-17T10:00Z'), hour('2024-05-17T11.00Z')],
    ['a letter for a digit', hour('2024-05-17T10:00Z'), hour('2024-05-17T1o:00Z')],
    ['another second', hour('2024-05-17T10:00:00Z'), hour('2024-05-17T11:00:01Z')],
    ['another offset', hour('2024-05-17T10:00+02:00'), hour('2024-05-17T11:00+03:00')],
    ['a zone no longer written', hour('2024-05-17T10:00:00Z'), hour('2024-05-17T11:00:00')],
    ['the end of the last year', hour('9999-12-31T08:00-14:00'), hour('9999-12-31T09:00-14:00')],
    ['the start of the first year', hour('0001-01-03T00:00+14:00'), hour('0001-01-01T00:00+14:00')],
    ['an hour that the clock skips in spring', hour('2024-03-31T01:00'), hour('2024-03-31T02:00')],
    ['an hour that comes twice', hour('2024-10-27T02:00'), hour('2024-10-27T02:00')],
    ['an earlier day of another offset', hour('2024-10-28T02:00'), hour('2024-10-02T02:00')],
    ['a time between hours', hour('2024-05-17T10:00Z'), hour('2024-05-17T11:15Z')],
    ['an offset of half an hour', hour('2024-05-17T05:30+05:30'), hour('2024-05-17T07:30+05:30')],
    [
      'a full hour with an offset of half an hour',
      hour('2024-05-17T05:30+05:30'),
      hour('2024-05-17T07:00+05:30'),
    ],
    ['a third of an hour', hour('2024-05-17T10:20+00:20'), hour('2024-05-17T13:20+00:20')],
    ['an empty value', hour('2024-05-17T10:00Z'), 'dehrprice,2024-05-17T11:00Z,'],
    ['a field more', hour('2024-05-17T10:00Z'), hour('2024-05-17T11:00Z,')],
  ] as const) {
    test(`${name} gives the same on the fast path as on the general path`, async (t) => {
      const store = await openMarket(t);
      const text = `series,time,value\n${before}\n${after}\n${after}\n`;
      const general = await parse(store, text, false);
      const quick = await parse(store, text, true);
      assert.deepEqual({ ...quick, generalRows: general.generalRows }, general);
    });
  }

  for (const [name, line, most] of [
    ['in UTC', (at: number) => `dehrprice,${formatUtc(at)},1.5`, 120],
    // Within a month of a clock change each day's first row takes the general path.
    ['in market time', (at: number) => `dehrprice,${formatWall(at).slice(0, 16)},1.5`, 400],
  ] as const) {
    test(`nearly all rows of a sorted file ${name} take the fast path`, async (t) => {
      const store = await openMarket(t);
      const start = Date.parse('2021-04-01T00:00Z');
      const lines = Array.from({ length: 180 * 24 }, (_, hour) => line(start + hour * HOUR_MS));
      const text = `series,time,value\n${lines.join('\n')}\n`;
      const { rows, generalRows } = await parse(store, text, true);
      assert.equal(rows, lines.length);
      assert.ok(generalRows < most, `${generalRows} rows came the general way`);
    });
  }
});

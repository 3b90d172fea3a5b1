import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { formatUtc } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { ExportTable } from '#exporters/export-table';
import { longTable } from '#exporters/long-table';
import { countIndices, type SeriesSpan } from '#exporters/series-span';
import { wideTable } from '#exporters/wide-table';
import type { Store } from '#store/store';
import { rounds } from '../../harness/rounds.ts';
import { BERLIN, NOW, openMarket } from '../importers/open-market.ts';

/** Stores values of a series from an index on (null is a gap) and returns its whole span. */
async function load(
  store: Store,
  code: string,
  first: number,
  values: readonly (number | null)[],
): Promise<SeriesSpan> {
  const { key, resolution } = (await store.findSeries(code))!;
  if (values.length > 0) {
    await store.write((writer) =>
      writer.writePoints(
        key,
        Int32Array.from(values, (_, i) => first + i),
        Float64Array.from(values, (value) => value ?? Number.NaN),
        NOW,
      ),
    );
  }
  const grid = gridOf(resolutionOf(resolution), BERLIN);
  return { series: { key, code }, grid, indices: { start: first, end: first + values.length } };
}

/** Resolves to the rows as texts, and the length of the longest batch. */
async function rowsOf(table: ExportTable): Promise<string[]> {
  const rows: string[] = [];
  for await (const { length, series, times, values } of table.batches) {
    for (let row = 0; row < length; row++) {
      const code = table.codes ? [table.codes[series[row]!]] : [];
      const cells = values.map((column) => (Number.isNaN(column[row]!) ? '' : column[row]));
      rows.push([...code, formatUtc(times[row]!), ...cells].join(' '));
    }
  }
  return rows;
}

const hourOf = (time: string): number => Date.parse(time) / 3_600_000;

suite('rows from a store', () => {
  test('the long table has one series after the other, without gaps', async (t) => {
    const store = await openMarket(t);
    const hours = await load(store, 'dehrprice', hourOf('2024-10-26T23:00Z'), [1, null, 3, 4]);
    const days = await load(store, 'dedaygas', 20_023, [7, 8]);
    const none = await load(store, 'frhrprice', 0, []);
    const read: [number, string][] = [];
    const table = longTable(store, [hours, none, days], (count, code) => read.push([count, code]));
    assert.deepEqual(await rowsOf(table), [
      'dehrprice 2024-10-26T23:00:00Z 1',
      'dehrprice 2024-10-27T01:00:00Z 3',
      'dehrprice 2024-10-27T02:00:00Z 4',
      // Market days: the second begins an hour later by UTC, after the day of 25 hours.
      'dedaygas 2024-10-26T22:00:00Z 7',
      'dedaygas 2024-10-27T23:00:00Z 8',
    ]);
    assert.deepEqual(read, [
      [4, 'dehrprice'],
      [2, 'dedaygas'],
    ]);
    assert.equal(countIndices([hours, none, days]), 6);
  });

  test('series of different resolutions share the rows of the wide table in which they start together', async (t) => {
    const store = await openMarket(t);
    const spans = [
      await load(store, 'de15wind', hourOf('2024-03-30T22:30Z') * 4, [10, 11, 12, null, 14]),
      await load(store, 'dehrprice', hourOf('2024-03-30T22:00Z'), [1, 2, null]),
      await load(store, 'dedaygas', 19_813, [7]),
      await load(store, 'frhrprice', 0, []),
    ];
    assert.deepEqual(await rowsOf(wideTable(store, spans)), [
      '2024-03-30T22:00:00Z  1  ',
      '2024-03-30T22:30:00Z 10   ',
      '2024-03-30T22:45:00Z 11   ',
      '2024-03-30T23:00:00Z 12 2 7 ',
      '2024-03-30T23:30:00Z 14   ',
    ]);
  });

  test('more rows than a batch come in several batches, none lost and none twice', async (t) => {
    const store = await openMarket(t);
    const count = 150_000;
    const values = Array.from({ length: count }, (_, i) => (i % 11 === 5 ? null : i));
    const span = await load(store, 'dehrprice', 300_000, values);
    const present = values.filter((value) => value !== null);
    for (const make of [longTable, wideTable]) {
      const lengths: number[] = [];
      const seen: number[] = [];
      for await (const { length, values: columns } of make(store, [span]).batches) {
        lengths.push(length);
        seen.push(...columns[0]!.subarray(0, length));
      }
      assert.ok(lengths.length > 1 && Math.max(...lengths) <= 65_536, String(lengths));
      assert.deepEqual(seen, present);
    }
  });

  test('the long and the wide table have the same points, for any series', async (t) => {
    const store = await openMarket(t);
    const codes = [
      'dehrprice',
      'frhrprice',
      'de15wind',
      'dedaygas',
      'noweekres',
      'demonth',
      'deyear',
    ];
    const part = fc.record({
      code: fc.constantFrom(...codes),
      /** A day near a clock change. */
      day: fc.integer({ min: 20_020, max: 20_030 }),
      values: fc.array(fc.option(fc.integer(), { nil: null }), { maxLength: 40 }),
    });
    const parts = fc.uniqueArray(part, { selector: ({ code }) => code, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(parts, async (list) => {
        const spans: SeriesSpan[] = [];
        for (const { code, day, values } of list) {
          const grid = gridOf(resolutionOf((await store.findSeries(code))!.resolution), BERLIN);
          spans.push(await load(store, code, grid.indexOf(BERLIN.startOfDay(day)), values));
        }
        const long = await rowsOf(longTable(store, spans));
        const wide = (await rowsOf(wideTable(store, spans))).flatMap((row) => {
          const [time, ...cells] = row.split(' ');
          return cells.flatMap((cell, at) =>
            cell === '' ? [] : [`${spans[at]!.series.code} ${time} ${cell}`],
          );
        });
        assert.deepEqual([...wide].sort(), [...long].sort());
      }),
      { numRuns: rounds(60, 4) },
    );
  });
});

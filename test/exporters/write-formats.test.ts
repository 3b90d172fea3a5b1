import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import type { ExportTable, RowBatch } from '#exporters/export-table';
import { rounds } from '../../harness/rounds.ts';
import { collect, type LongRow, longOf, type WideRow, wideOf } from './make-table.ts';
import { READERS, type Row } from './read-back.ts';

const LONG: readonly LongRow[] = [
  ['dehrprice', '2024-10-27T00:00:00Z', 61.5],
  ['dehrprice', '2024-10-27T01:00:00Z', -0.1],
  ['no2.hr-cons_x', '1969-12-31T23:45:00Z', 1e-300],
  ['no2.hr-cons_x', '2024-10-27T00:15:00Z', 1.7976931348623157e308],
  ['no2.hr-cons_x', '9999-12-31T22:00:00Z', 0.1 + 0.2],
];

const WIDE: readonly WideRow[] = [
  ['2024-03-30T23:00:00Z', 1.5, null],
  ['2024-03-31T00:00:00Z', null, 7],
  ['2024-03-31T01:00:00Z', -12345.678901234567, 5e-324],
];

const rowOf = ([series, time, value]: LongRow): Row => ({ series, time, value });
const wideRowOf = ([time, a, b]: WideRow): Row => ({ time, a: a ?? null, b: b ?? null });

const instants = fc
  .integer({ min: Date.UTC(1901, 0, 1) / 1000, max: Date.UTC(9990, 0, 1) / 1000 })
  .map((second) => new Date(second * 1000).toISOString().replace('.000Z', 'Z'));
const doubles = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

for (const format of EXPORT_FORMATS) {
  const read = async (table: ExportTable): Promise<Row[]> =>
    READERS[format.name](await collect(format, table));

  suite(`writing ${format.name}`, () => {
    test(`${format.name} keeps codes, times and every digit of a value, row by row`, async () => {
      assert.deepEqual(await read(longOf(LONG)), LONG.map(rowOf));
    });

    test(`${format.name} keeps rows apart if they come in several batches of the same memory`, async () => {
      assert.deepEqual(await read(longOf(LONG, 2)), LONG.map(rowOf));
    });

    test(`${format.name} leaves a gap of the wide form empty`, async () => {
      assert.deepEqual(await read(wideOf(['a', 'b'], WIDE, 2)), WIDE.map(wideRowOf));
    });

    test(`${format.name} writes a sum past every number as a gap`, async () => {
      const row: WideRow = ['2024-01-01T00:00:00Z', Number.POSITIVE_INFINITY, 1];
      assert.deepEqual(await read(wideOf(['a', 'b'], [row])), [wideRowOf([row[0], null, 1])]);
    });

    test(`${format.name} without rows is a file that can be read`, async () => {
      assert.deepEqual(await read(longOf([])), []);
      assert.deepEqual(await read(wideOf(['a'], [])), []);
    });

    test(`${format.name} writes the same bytes for the same rows`, async () => {
      assert.deepEqual(await collect(format, longOf(LONG)), await collect(format, longOf(LONG)));
    });

    test(`${format.name} gives any rows back unchanged`, async () => {
      const rows = fc.array(fc.tuple(fc.constantFrom('ab', 'cd.e'), instants, doubles), {
        maxLength: 60,
      });
      await fc.assert(
        fc.asyncProperty(rows, fc.integer({ min: 1, max: 70 }), async (list, size) => {
          assert.deepEqual(await read(longOf(list, size)), list.map(rowOf));
        }),
        { numRuns: rounds(40, 4) },
      );
    });

    test(`${format.name} gives any gaps back unchanged`, async () => {
      const value = fc.option(doubles, { nil: null });
      const rows = fc.array(fc.tuple(instants, value, value), { maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(rows, fc.integer({ min: 1, max: 70 }), async (list, size) => {
          assert.deepEqual(await read(wideOf(['a', 'b'], list, size)), list.map(wideRowOf));
        }),
        { numRuns: rounds(40, 4) },
      );
    });

    test(`${format.name} reads rows only as fast as they are taken, and stops when no more are wanted`, async () => {
      const asked = { batches: 0, isEnded: false };
      const slices = format.write(endless(asked));
      let bytes = 0;
      for await (const slice of slices) if ((bytes += slice.length) > 3_000_000) break;
      assert.ok(asked.batches < 40, `${asked.batches} batches for ${bytes} bytes`);
      assert.ok(asked.isEnded, 'the reader of the store is told');
    });
  });
}

/** An endless table of values that hardly any format can compress. */
function endless(asked: { batches: number; isEnded: boolean }): ExportTable {
  const size = 20_000;
  async function* batches(): AsyncGenerator<RowBatch> {
    const batch = {
      length: size,
      series: new Int32Array(size),
      times: Float64Array.from({ length: size }, (_, i) => i * 900_000),
      values: [Float64Array.from({ length: size }, (_, i) => Math.sin(i + 1) * 1e6)],
    };
    try {
      for (; asked.batches < 52; asked.batches++) yield batch;
    } finally {
      asked.isEnded = true;
    }
  }
  return { codes: ['dehrprice'], columns: ['value'], hasGaps: false, batches: batches() };
}

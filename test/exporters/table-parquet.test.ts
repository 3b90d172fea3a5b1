// Tables that are read in part, as DuckDB and another library read them.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';
import type { ExportTable, RowBatch } from '#exporters/export-table';
import { packDifferences, packRuns } from '#exporters/parquet-encode';
import { writeTableParquet } from '#exporters/write-table-parquet';
import { runs } from '../core/properties.ts';
import { makeFolder } from '../importers/open-market.ts';

interface Row {
  readonly time: number;
  readonly value: number | null;
  readonly seen: number | null;
  readonly name: number | null;
}

const NAMES = ['gridtide', 'ENTSO-E', 'ä text', '', 'x'.repeat(300)];

const tableOf = (groups: readonly (readonly Row[])[]): ExportTable => ({
  codes: groups.map((_, i) => `series-${i}`),
  columns: ['value', 'seen', 'name'],
  kinds: ['number', 'time', 'name'],
  names: NAMES,
  hasGaps: true,
  batches: batchesOf(groups),
});

async function* batchesOf(groups: readonly (readonly Row[])[]): AsyncGenerator<RowBatch> {
  for (const [i, rows] of groups.entries()) {
    const column = (pick: (row: Row) => number | null) =>
      Float64Array.from(rows, (row) => pick(row) ?? Number.NaN);
    yield {
      length: rows.length,
      series: new Int32Array(rows.length).fill(i),
      times: column(({ time }) => time),
      values: [column((row) => row.value), column((row) => row.seen), column((row) => row.name)],
    };
  }
}

const write = async (table: ExportTable): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(writeTableParquet(table)));

const instant = fc.integer({ min: -62_000_000_000_000, max: 253_000_000_000_000 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 });
const row = fc.record({
  time: fc.oneof(
    fc.integer({ min: 0, max: 50 }).map((hour) => hour * 3_600_000),
    instant,
  ),
  value: orNull(fc.double({ noNaN: true, noDefaultInfinity: true })),
  seen: orNull(instant),
  name: orNull(fc.integer({ min: 0, max: NAMES.length - 1 })),
});
const anyGroups = fc.array(fc.array(row, { minLength: 1, maxLength: 300 }), { maxLength: 4 });

suite('tables that are read in part', () => {
  test('every cell is read back as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(anyGroups, async (groups) => {
        const bytes = await write(tableOf(groups));
        const file = Uint8Array.from(bytes).buffer;
        const compressors = { ZSTD: (packed: Uint8Array) => zstdDecompressSync(packed) };
        const read = await parquetReadObjects({ file, compressors });
        const expected = groups.flatMap((rows, i) =>
          rows.map(({ time, value, seen, name }) => ({
            series: `series-${i}`,
            time: new Date(time),
            value,
            seen: seen === null ? null : new Date(seen),
            name: name === null ? null : NAMES[name],
          })),
        );
        assert.deepEqual(read, expected);
      }),
      runs(60),
    );
  });

  test('DuckDB reads the same cells, and leaves out groups by their statistics', async (t) => {
    const path = join(await makeFolder(t), 'table.parquet');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    t.after(() => connection.closeSync());
    const ask = async (sql: string) =>
      (await connection.runAndReadAll(sql.replace('FILE', `'${path}'`))).getRowsJson();
    const groups = Array.from({ length: 5 }, (_, series) =>
      Array.from({ length: 2_000 }, (_, i) => ({
        time: Date.UTC(2024, 0, 1) + i * 3_600_000 * (i > 900 ? 40 : 1),
        value: i % 9 === series ? null : Math.sin(i + series),
        seen: i % 2 === 0 ? null : Date.UTC(2024, 5, 1) + i,
        name: (i >> 5) % NAMES.length,
      })),
    );
    await writeFile(path, await write(tableOf(groups)));
    const sql = 'SELECT epoch_ms(time)::DOUBLE, value, epoch_ms(seen)::DOUBLE, name FROM FILE';
    for (const [i, rows] of groups.entries()) {
      assert.deepEqual(
        await ask(`${sql} WHERE series = 'series-${i}' ORDER BY time`),
        rows.map(({ time, value, seen, name }) => [time, value, seen, NAMES[name]]),
      );
    }
    const metadata = await ask(
      'SELECT path_in_schema, stats_min_value, stats_max_value, stats_null_count::INT FROM parquet_metadata(FILE) WHERE row_group_id = 3',
    );
    assert.deepEqual(metadata[0], ['series', 'series-3', 'series-3', 0]);
    assert.equal(metadata[2]![3], groups[3]!.filter(({ value }) => value === null).length);
  });

  test('the footer says that each column is ordered as its type says, or pyarrow reads every group', async () => {
    const row: Row = { time: 0, value: 1, seen: null, name: 0 };
    for (const groups of [[], [[row]], [[row, row], [row]]]) {
      const bytes = await write(tableOf(groups));
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const length = view.getUint32(bytes.length - 8, true);
      const start = bytes.length - 8 - length;
      const reader = { view: new DataView(bytes.buffer, bytes.byteOffset + start), offset: 0 };
      const footer = deserializeTCompactProtocol(reader);
      assert.equal(reader.offset, length);
      assert.deepEqual(footer.field_7, Array(5).fill({ field_1: {} }));
    }
  });

  test('a zero is -0 as the smallest cell and 0 as the largest, as readers expect that tell them apart', async () => {
    const rowOf = (value: number): Row => ({ time: 0, value, seen: null, name: null });
    for (const values of [[0, -0], [-0, 0], [0], [-0]]) {
      const bytes = await write(tableOf([values.map(rowOf)]));
      const { row_groups } = parquetMetadata(Uint8Array.from(bytes).buffer);
      const { min_value, max_value } = row_groups[0]!.columns[2]!.meta_data!.statistics!;
      assert.ok(Object.is(min_value, -0) && Object.is(max_value, 0), String(values));
    }
  });

  test('a table without rows is a file with its columns', async (t) => {
    const path = join(await makeFolder(t), 'table.parquet');
    await writeFile(path, await write(tableOf([])));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    t.after(() => connection.closeSync());
    const described = await connection.runAndReadAll(`DESCRIBE FROM '${path}'`);
    assert.deepEqual(
      described.getRowsJson().map(([name]) => name),
      ['series', 'time', 'value', 'seen', 'name'],
    );
    const counted = await connection.runAndReadAll(`SELECT count(*)::INT FROM '${path}'`);
    assert.deepEqual(counted.getRowsJson(), [[0]]);
  });

  test('evenly spaced times take hardly any room, and far ones are not packed', () => {
    const even = Float64Array.from({ length: 8_760 }, (_, i) => 1.7e12 + i * 3_600_000);
    assert.ok(packDifferences(even)!.length < 800);
    assert.equal(packDifferences(Float64Array.of(0, 1, 2 ** 40)), undefined);
    assert.deepEqual([...packRuns([0, 0, 0, 1], 1)], [6, 0, 2, 1]);
  });
});

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import type { SchemaElement } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { HOUR_MS } from '#core/time/instant';
import { importPoints } from '#importers/import-points';
import { openRows } from '#importers/open-rows';
import { importBytes } from '../../made-files.ts';
import { BERLIN, makeFolder, NOW, openMarket, readFrom } from '../../open-market.ts';
import { DOUBLE, longOf, parquetOf, START, timestamp, VALUES } from './made-parquet.ts';

suite('Parquet files', () => {
  for (const codec of [
    'UNCOMPRESSED',
    'SNAPPY',
    'GZIP',
    'ZSTD',
    'BROTLI',
    'LZ4_RAW',
    'LZ4',
  ] as const) {
    test(`pages compressed with ${codec} are read`, async (t) => {
      const store = await openMarket(t);
      const count = 5_000;
      const time = Array.from({ length: count }, (_, i) => BigInt(START + i * HOUR_MS));
      const values = Array.from({ length: count }, (_, i) => (i % 7 === 3 ? null : i / 8));
      const table = longOf(
        { element: timestamp('MILLIS', true), data: time },
        { element: DOUBLE, data: values },
      );
      const bytes = parquetOf(table, { codec, rowGroupSize: 1_700, pageSize: 2_000 });
      const result = await importBytes(t, store, bytes, 'parquet');
      assert.equal(result.rows, count);
      assert.deepEqual(
        await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', count),
        values.map((value) => value ?? Number.NaN),
      );
    });
  }

  for (const [name, element, cells] of [
    ['milliseconds of UTC', timestamp('MILLIS', true), [START, START + HOUR_MS].map(BigInt)],
    [
      'microseconds of UTC',
      timestamp('MICROS', true),
      [START, START + HOUR_MS].map((ms) => BigInt(ms) * 1_000n + 999n),
    ],
    [
      'nanoseconds of UTC',
      timestamp('NANOS', true),
      [START, START + HOUR_MS].map((ms) => BigInt(ms) * 1_000_000n + 1n),
    ],
    [
      'nanoseconds of market time',
      timestamp('NANOS', false),
      [START, START + HOUR_MS].map((ms) => BigInt(ms + 2 * HOUR_MS) * 1_000_000n),
    ],
    [
      'milliseconds of an older file, which are UTC',
      { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
      [START, START + HOUR_MS].map((ms) => new Date(ms)),
    ],
    [
      'whole numbers, which are milliseconds',
      { type: 'INT64' },
      [START, START + HOUR_MS].map(BigInt),
    ],
    ['doubles, which are milliseconds', DOUBLE, [START, START + HOUR_MS]],
  ] as const) {
    test(`times are read exactly from ${name}`, async (t) => {
      const store = await openMarket(t);
      const table = longOf({ element: element as SchemaElement, data: [...cells] }, VALUES);
      await importBytes(t, store, parquetOf(table), 'parquet');
      assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 2), [1, 2]);
    });
  }

  test('seconds in place of milliseconds are refused, not stored in 1970', async (t) => {
    const store = await openMarket(t);
    const time = { element: { type: 'INT64' } as const, data: [BigInt(1_715_940_000)] };
    const bytes = parquetOf(longOf(time, { element: DOUBLE, data: [1] }));
    await assert.rejects(importBytes(t, store, bytes, 'parquet'), {
      message:
        'row 1: column "time": "1715940000" is not a time: as milliseconds since 1970 it would be 1970-01-20T20:39:00Z; write milliseconds, not seconds, or the time as text',
    });
  });

  test('a row group far larger than a page is read page by page', async (t) => {
    const store = await openMarket(t);
    const count = 400_000;
    const table = longOf(
      {
        element: timestamp('MILLIS', true),
        data: Array.from({ length: count }, (_, i) => BigInt(START + i * HOUR_MS)),
      },
      { element: DOUBLE, data: Array.from({ length: count }, (_, i) => Math.sin(i) * 1e6) },
    );
    const path = join(await makeFolder(t), 'large.parquet');
    const bytes = parquetOf(table, {
      codec: 'UNCOMPRESSED',
      rowGroupSize: count,
      pageSize: 1 << 16,
    });
    await writeFile(path, bytes);
    let readBytes = 0;
    let largestRead = 0;
    const { rows } = await openRows(path, Readable.from([]), {
      onRead(bytes) {
        largestRead = Math.max(largestRead, bytes - readBytes);
        readBytes = bytes;
      },
    });
    const result = await importPoints(store, rows, { zone: BERLIN, now: NOW });
    assert.equal(result.added, count);
    assert.ok(bytes.length > 3_000_000, `${bytes.length} bytes`);
    assert.ok(largestRead < 300_000, `${largestRead} bytes were read at once`);
  });
});

suite('Parquet encodings', () => {
  const count = 3_000;
  const hourAt = (i: number): number => START + i * HOUR_MS;
  const numbers = Array.from({ length: count }, (_, i) => Math.round(1e6 * Math.sin(i)) / 1e3);
  const wide = Array.from({ length: count }, (_, i) => i * i - 500_000);

  for (const [encoding, name, column] of [
    ['DELTA_BINARY_PACKED', 'time', { data: numbers.map((_, i) => BigInt(hourAt(i))) }],
    [
      'DELTA_LENGTH_BYTE_ARRAY',
      'time',
      { data: numbers.map((_, i) => new Date(hourAt(i)).toISOString()) },
    ],
    [
      'DELTA_BYTE_ARRAY',
      'time',
      { data: numbers.map((_, i) => new Date(hourAt(i)).toISOString()) },
    ],
    ['BYTE_STREAM_SPLIT', 'value', { data: numbers }],
    ['DELTA_BINARY_PACKED', 'value', { data: wide, type: 'INT32' }],
    ['PLAIN', 'value', { data: numbers, nullable: false }],
  ] as const) {
    test(`the encoding ${encoding} of the column ${name} is read`, async (t) => {
      const store = await openMarket(t);
      const columns = {
        series: { data: numbers.map(() => 'dehrprice') },
        time: { data: numbers.map((_, i) => new Date(hourAt(i))) },
        value: { data: numbers },
        [name]: { ...column, encoding },
      };
      const columnData = Object.entries(columns).map(([name, column]) => ({
        name,
        ...(column as object),
      })) as unknown as ColumnSource[];
      const bytes = new Uint8Array(parquetWriteBuffer({ columnData, pageSize: 3_000 }));
      await importBytes(t, store, bytes, 'parquet');
      assert.deepEqual(
        await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', count),
        columns.value.data,
      );
    });
  }
});

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite, type TestContext, test } from 'node:test';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import type { CompressionCodec, SchemaElement } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { HOUR_MS } from '#core/time/instant';
import { importPoints } from '#importers/import-points';
import { openRows } from '#importers/open-rows';
import { importBytes } from '../../made-files.ts';
import { BERLIN, countFilled, makeFolder, NOW, openMarket, readFrom } from '../../open-market.ts';

const START = Date.parse('2024-05-17T10:00Z');

interface ColumnMade {
  readonly element: Omit<SchemaElement, 'name' | 'repetition_type'>;
  readonly data: unknown[];
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const DOUBLE = { type: 'DOUBLE' } as const;

function parquetOf(
  columns: Readonly<Record<string, ColumnMade>>,
  options: { codec?: CompressionCodec; rowGroupSize?: number; pageSize?: number } = {},
): Uint8Array {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: Object.keys(columns).length },
    ...Object.entries(columns).map(([name, { element }]) => ({
      name,
      repetition_type: 'OPTIONAL' as const,
      ...element,
    })),
  ];
  const columnData = Object.entries(columns).map(([name, { data }]) => ({ name, data }));
  return new Uint8Array(
    parquetWriteBuffer({
      columnData,
      schema,
      ...options,
      compressors: {
        GZIP: (bytes) => gzipSync(bytes),
        ZSTD: (bytes) => zstdCompressSync(bytes),
        BROTLI: (bytes) => brotliCompressSync(bytes),
        LZ4_RAW: (bytes) => bytes,
      },
    }),
  );
}

const longOf = (time: ColumnMade, value: ColumnMade): Readonly<Record<string, ColumnMade>> => ({
  series: { element: TEXT, data: time.data.map(() => 'dehrprice') },
  time,
  value,
});
const VALUES: ColumnMade = { element: DOUBLE, data: [1, 2] };

const timestamp = (unit: 'MILLIS' | 'MICROS' | 'NANOS', isAdjustedToUTC: boolean) =>
  ({ type: 'INT64', logical_type: { type: 'TIMESTAMP', unit, isAdjustedToUTC } }) as const;

suite('Parquet files', () => {
  for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD', 'BROTLI'] as const) {
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

suite('Parquet files of another writer', () => {
  async function duckParquet(t: TestContext, select: string, options = ''): Promise<Uint8Array> {
    const path = join(await makeFolder(t), 'duck.parquet');
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet ${options})`);
    connection.closeSync();
    instance.closeSync();
    return readFile(path);
  }

  const hours = (time: string, value = 'i / 8.0'): string =>
    `SELECT 'dehrprice' AS series, ${time} AS time, ${value} AS value FROM range(0, 3000) r(i)`;
  const WALL = "TIMESTAMP '2024-01-01 00:00:00' + INTERVAL (i) HOUR";
  const APRIL = WALL.replace('2024-01', '2024-04');

  for (const [name, time, from] of [
    ['TIMESTAMPTZ', `(${WALL})::TIMESTAMPTZ`, '2024-01-01T00:00Z'],
    ...['TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS'].map(
      (type) => [type, `(${APRIL})::${type}`, '2024-03-31T22:00Z'] as const,
    ),
    ['VARCHAR', `strftime(${WALL}, '%Y-%m-%dT%H:%MZ')`, '2024-01-01T00:00Z'],
    ['BIGINT', `epoch_ms(${WALL})`, '2024-01-01T00:00Z'],
  ] as const) {
    test(`times as ${name} are read with values as doubles and decimals`, async (t) => {
      const store = await openMarket(t);
      const expected = Array.from({ length: 3_000 }, (_, i) => i / 8);
      for (const value of ['i / 8.0', '(i / 8.0)::DECIMAL(12, 3)', '(i / 8.0)::FLOAT']) {
        const bytes = await duckParquet(t, hours(time, value), ', ROW_GROUP_SIZE 2048');
        await importBytes(t, store, bytes, 'parquet');
        assert.deepEqual(await readFrom(store, 'dehrprice', from, 3_000), expected);
      }
    });
  }

  test('decimals of every width are the nearest numbers', async (t) => {
    const store = await openMarket(t);
    const time = `(${WALL})::TIMESTAMPTZ`;
    for (const type of ['DECIMAL(9, 2)', 'DECIMAL(18, 2)', 'DECIMAL(38, 2)']) {
      const bytes = await duckParquet(t, hours(time, `((i * 37 - 30000) / 100.0)::${type}`));
      await importBytes(t, store, bytes, 'parquet');
      assert.deepEqual(
        await readFrom(store, 'dehrprice', '2024-01-01T00:00Z', 3_000),
        Array.from({ length: 3_000 }, (_, i) => Number(`${i * 37 - 30_000}e-2`)),
      );
    }
  });

  for (const codec of ['snappy', 'zstd', 'gzip', 'brotli', 'uncompressed']) {
    test(`a wide file with gaps, whole numbers and ${codec} is read in both versions of pages`, async (t) => {
      const store = await openMarket(t);
      for (const version of ['V1', 'V2']) {
        const select = `SELECT (${WALL})::TIMESTAMPTZ AS time, CASE WHEN i % 5 = 0 THEN NULL ELSE (i - 9)::BIGINT END AS dehrprice, (i % 200)::UTINYINT AS frhrprice FROM range(0, 3000) r(i)`;
        const bytes = await duckParquet(
          t,
          select,
          `, CODEC '${codec}', PARQUET_VERSION ${version}`,
        );
        await importBytes(t, store, bytes, 'parquet');
        assert.deepEqual(
          await readFrom(store, 'dehrprice', '2024-01-01T00:00Z', 3_000),
          Array.from({ length: 3_000 }, (_, i) => (i % 5 === 0 ? Number.NaN : i - 9)),
        );
        assert.deepEqual(
          await readFrom(store, 'frhrprice', '2024-01-01T00:00Z', 3_000),
          Array.from({ length: 3_000 }, (_, i) => i % 200),
        );
      }
    });
  }

  test('dates are read as days', async (t) => {
    const store = await openMarket(t);
    const select =
      "SELECT 'dedaygas' AS series, DATE '2024-10-26' + i::INTEGER AS time, i::DOUBLE AS value FROM range(0, 3) r(i)";
    await importBytes(t, store, await duckParquet(t, select), 'parquet');
    assert.deepEqual(await readFrom(store, 'dedaygas', '2024-10-26T12:00Z', 3), [0, 1, 2]);
  });

  for (const [name, select, fault] of [
    [
      'a list',
      "SELECT 'dehrprice' AS series, now() AS time, [1.0] AS value",
      /^column "value": holds lists or records/,
    ],
    [
      'a boolean',
      "SELECT 'dehrprice' AS series, now() AS time, true AS value",
      /^column "value": holds BOOLEAN: a text, a number, a date or a time stamp is needed$/,
    ],
    [
      'a time of day',
      "SELECT 'dehrprice' AS series, TIME '10:00' AS time, 1.0 AS value",
      /^column "time": holds TIME/,
    ],
    [
      'an infinite number',
      "SELECT 'dehrprice' AS series, TIMESTAMPTZ '2024-01-01 00:00:00+00' AS time, 'inf'::DOUBLE AS value",
      /^row 1: column "value": "Infinity" is not a finite number$/,
    ],
  ] as const) {
    test(`${name} in place of a value is refused`, async (t) => {
      const store = await openMarket(t);
      await assert.rejects(importBytes(t, store, await duckParquet(t, select), 'parquet'), {
        name: 'ImportFault',
        message: fault,
      });
      assert.equal(await countFilled(store), 0);
    });
  }

  test('an unknown codec is refused with the known ones', async (t) => {
    const store = await openMarket(t);
    const bytes = await duckParquet(t, hours(WALL), ", CODEC 'lz4_raw'");
    await assert.rejects(importBytes(t, store, bytes, 'parquet'), {
      message:
        'column "series": is compressed with LZ4_RAW, which is not read (allowed: uncompressed, snappy, gzip, zstd, brotli)',
    });
  });

  test('a damaged Parquet file is refused or stored whole', async (t) => {
    const store = await openMarket(t);
    let refused = 0;
    for (const options of [
      ", CODEC 'zstd'",
      ", CODEC 'uncompressed'",
      ", CODEC 'uncompressed', PARQUET_VERSION V2",
    ]) {
      const sound = await duckParquet(t, hours(`(${WALL})::TIMESTAMPTZ`), options);
      for (let i = 0; i < 100; i++) {
        const bytes = Uint8Array.from(sound);
        // Most of the file is values; its structure lies at its ends.
        const at = i % 2 === 0 ? bytes.length - 1 - i * 5 : (i * 7_919 + 13) % bytes.length;
        bytes[at] = bytes[at]! ^ (1 + ((i * 37) % 255));
        const cut = i % 10 === 0 ? bytes.subarray(0, at) : bytes;
        await importBytes(t, store, cut, 'parquet').catch((error) => {
          assert.equal(error.name, 'ImportFault', error.stack);
          refused++;
          return undefined;
        });
      }
    }
    assert.ok(refused > 100, `${refused} were refused`);
  });
});

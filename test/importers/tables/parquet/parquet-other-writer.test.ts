// Parquet files of a second writer, and damaged ones.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { rounds } from '../../../../harness/rounds.ts';
import { importBytes } from '../../made-files.ts';
import { countFilled, makeFolder, openMarket, readFrom } from '../../open-market.ts';

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

  for (const codec of ['snappy', 'zstd', 'gzip', 'brotli', 'lz4_raw', 'uncompressed']) {
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

  test('a damaged Parquet file is refused or stored whole', async (t) => {
    const store = await openMarket(t);
    let refused = 0;
    const tries = rounds(100, 3);
    for (const options of [
      ", CODEC 'zstd'",
      ", CODEC 'uncompressed'",
      ", CODEC 'uncompressed', PARQUET_VERSION V2",
    ]) {
      const sound = await duckParquet(t, hours(`(${WALL})::TIMESTAMPTZ`), options);
      for (let i = 0; i < tries; i++) {
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
    assert.ok(refused > tries, `${refused} were refused`);
  });
});

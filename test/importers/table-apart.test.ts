// A Parquet file that a thread decodes: the same rows, and the same faults, as without one.

import assert from 'node:assert/strict';
import { open, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { ImportFault } from '#importers/files/import-fault';
import { RandomAccessFile } from '#importers/files/random-access';
import { openRows } from '#importers/open-rows';
import { openParquetApart } from '#importers/open-table-apart';
import { openParquet } from '#importers/tables/parquet/parquet-table';
import type { Table } from '#importers/tables/table';
import { makeFolder } from './open-market.ts';

/** A file of 60,000 rows, in row groups of 10,000, written by DuckDB. */
async function makeFile(t: TestContext, select: string): Promise<string> {
  const path = join(await makeFolder(t), 'rows.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 10000)`);
  connection.closeSync();
  return path;
}

const TIME = "TIMESTAMPTZ '2015-01-01 00:00:00+00' + i * INTERVAL 1 HOUR";
const LONG = `SELECT CASE WHEN i < 40000 THEN 'dehrprice' ELSE 'series-' || (i % 7) END AS series, ${TIME} AS time, CASE WHEN i % 11 = 0 THEN NULL ELSE random() END AS value FROM range(0, 60000) r(i)`;

async function openHere(path: string): Promise<Table> {
  const handle = await open(path);
  return openParquet(new RandomAccessFile(handle, (await handle.stat()).size, () => {}));
}

async function readAll(table: Table): Promise<unknown[]> {
  const rows: unknown[] = [];
  try {
    for await (const { count, columns, lineOf } of table.batches) {
      for (let row = 0; row < count; row++)
        rows.push([lineOf(row), ...columns.map(({ kind, cells }) => `${kind} ${cells[row]}`)]);
    }
  } finally {
    await table.close();
  }
  return rows;
}

suite('a Parquet file that a thread decodes', () => {
  test('the thread gives the same rows, and tells how far it is', async (t) => {
    const path = await makeFile(t, LONG);
    let told = 0;
    const apart = await openParquetApart(path, (bytes) => {
      assert.ok(bytes >= told);
      told = bytes;
    });
    const here = await openHere(path);
    assert.deepEqual(
      [apart.names, apart.headWord, apart.place],
      [here.names, here.headWord, here.place],
    );
    const rows = await readAll(apart);
    assert.equal(rows.length, 60_000);
    assert.deepEqual(rows, await readAll(here));
    assert.ok(told > 100_000, `${told} bytes`);
  });

  test('texts of every kind, with gaps and without an order, are the same', async (t) => {
    const path = await makeFile(
      t,
      `SELECT CASE WHEN i % 5 = 0 THEN NULL ELSE 'text ' || hash(i) END AS a, 'ä' AS b, CASE WHEN i % 2 = 0 THEN 'x' END AS c FROM range(0, 60000) r(i)`,
    );
    assert.deepEqual(
      await readAll(await openParquetApart(path, () => {})),
      await readAll(await openHere(path)),
    );
  });

  test('a fault comes with its place', async (t) => {
    const list = await makeFile(t, 'SELECT [1] AS value FROM range(0, 10)');
    const isFault = (column: string) => (error: unknown) =>
      error instanceof ImportFault && error.column === column && error.place.noun === 'row';
    await assert.rejects(
      openParquetApart(list, () => {}),
      isFault('value'),
    );
    const path = await makeFile(t, LONG);
    const bytes = await readFile(path);
    bytes.fill(0xff, 200_000, 260_000);
    await writeFile(path, bytes);
    await assert.rejects(readAll(await openParquetApart(path, () => {})), { name: 'ImportFault' });
  });

  test('a file that is cut off, or is none, is refused', async (t) => {
    const path = await makeFile(t, LONG);
    await truncate(path, 100_000);
    await assert.rejects(
      openParquetApart(path, () => {}),
      {
        message: 'this is not a Parquet file, or it is cut off',
      },
    );
    await assert.rejects(
      openParquetApart(`${path}.absent`, () => {}),
      {
        message: 'there is no such file',
      },
    );
  });

  test('a reader that ends early ends the thread', async (t) => {
    const table = await openParquetApart(await makeFile(t, LONG), () => {});
    for await (const { count } of table.batches) {
      assert.ok(count > 0);
      break;
    }
    await table.close();
  });

  test('only a large file has a thread of its own', async (t) => {
    const select = `SELECT 'dehrprice' AS series, ${TIME} AS time, random() AS value FROM range(0, 500000) r(i)`;
    for (const [path, isApart] of [
      [await makeFile(t, LONG), false],
      [await makeFile(t, select), true],
    ] as const) {
      const { rows, sizeBytes } = await openRows(path, process.stdin);
      assert.equal(sizeBytes! > 4 * 2 ** 20, isApart);
      const handles = process.getActiveResourcesInfo().filter((name) => name === 'MessagePort');
      assert.equal(handles.length > 0, isApart);
      await rows.close();
    }
  });
});

// DuckDB's own Parquet and CSV readers on exported files.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ExportTable } from '#exporters/export-table';
import { makeFolder } from '../importers/open-market.ts';
import { collect, formatOf, type LongRow, longOf, wideOf } from './make-table.ts';

const ROWS: readonly LongRow[] = Array.from({ length: 5_000 }, (_, i) => [
  i < 3_000 ? 'dehrprice' : 'frhrprice',
  new Date(Date.UTC(2024, 2, 1) + i * 900_000).toISOString().replace('.000Z', 'Z'),
  (i % 3 === 0 ? Math.sin(i) : Math.round(Math.sin(i) * 100) / 100) + 0,
]);

suite('files as DuckDB reads them', () => {
  for (const name of ['parquet', 'csv']) {
    const ask = async (folder: string, table: ExportTable, sql: string) => {
      const path = join(folder, `rows.${name}`);
      await writeFile(path, await collect(formatOf(name), table));
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      await connection.run("SET TimeZone = 'UTC'");
      const reader = await connection.runAndReadAll(sql.replace('FILE', `'${path}'`));
      connection.closeSync();
      return reader.getRowsJson();
    };

    test(`DuckDB reads types and every row of ${name}`, async (t) => {
      const folder = await makeFolder(t);
      const described = await ask(folder, longOf(ROWS, 700), 'DESCRIBE FROM FILE');
      assert.deepEqual(
        described.map(([column, type]) => [column, type]),
        [
          ['series', 'VARCHAR'],
          ['time', 'TIMESTAMP WITH TIME ZONE'],
          ['value', 'DOUBLE'],
        ],
      );
      const sql = `SELECT series, strftime(time, '%Y-%m-%dT%H:%M:%SZ'), value FROM FILE`;
      assert.deepEqual(await ask(folder, longOf(ROWS, 700), sql), ROWS);
    });

    test(`DuckDB reads gaps of ${name} as NULL`, async (t) => {
      const table = wideOf(
        ['a', 'b'],
        [
          ['2024-05-17T00:00:00Z', 1.5, null],
          ['2024-05-17T01:00:00Z', null, 2.5],
        ],
      );
      assert.deepEqual(await ask(await makeFolder(t), table, 'SELECT a, b FROM FILE'), [
        [1.5, null],
        [null, 2.5],
      ]);
    });
  }
});

// The list of tables to copy has every table and column that the migrations really make.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { type ColumnKind, type CopyTable, FAMILIES, NOT_COPIED } from '#store/copy/copy-tables';
import type { MigrationGroup } from '#store/engine';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { testDatabase } from '../../../harness/postgres/test-database.ts';
import { dumpTables, makeSample, withTables } from './copy-sample.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** The position in the primary key from 1, or 0 if the column is not part of it. */
  readonly keyAt: number;
}

const kindOf = (type: string): ColumnKind => {
  if (/TEXT/i.test(type)) return 'text';
  return /BLOB|BYTEA/i.test(type) ? 'bytes' : 'number';
};

function compare(columns: readonly Column[], tables: readonly CopyTable[]): void {
  const names = new Set(columns.map(({ table }) => table));
  for (const name of names) {
    // A virtual table keeps its data in other tables named after it.
    const isLeft = Object.keys(NOT_COPIED).some(
      (each) => name === each || name.startsWith(`${each}_`),
    );
    if (isLeft) names.delete(name);
  }
  assert.deepEqual([...names].sort(), tables.map(({ name }) => name).sort());
  for (const table of tables) {
    const real = columns.filter((column) => column.table === table.name);
    assert.deepEqual(
      Object.fromEntries(table.columns),
      Object.fromEntries(real.map(({ name, type }) => [name, kindOf(type)])),
      table.name,
    );
    assert.equal(table.columns.length, real.length, table.name);
    const key = real.filter(({ keyAt }) => keyAt > 0).sort((a, b) => a.keyAt - b.keyAt);
    assert.deepEqual(
      table.key,
      key.map(({ name }) => name),
      table.name,
    );
  }
}

const tablesOf = (group?: MigrationGroup): CopyTable[] =>
  FAMILIES.filter((family) => group === undefined || family.group === group).flatMap(
    ({ tables }) => tables,
  );

describe('the list of tables to copy', () => {
  test('the list has every table and column of a store on SQLite', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, 'store.db');
    await withTables(`sqlite:${path}`, async () => {});
    for (const [file, group] of [
      [path, 'series'],
      [accountsPathOf(path), 'accounts'],
    ] as const) {
      const database = new DatabaseSync(file);
      const columns = database
        .prepare(
          `SELECT t.name AS "table", c.name, c.type, c.pk AS "keyAt"
          FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
        )
        .all() as unknown as Column[];
      database.close();
      compare(columns, tablesOf(group));
    }
  });

  test('the list has every table and column of a store on PostgreSQL', async (t) => {
    const columns = await withTables(await testDatabase(t), (store) =>
      store.read('series', (session) =>
        session.all<Column>(`SELECT c.table_name AS "table", c.column_name AS "name",
          c.data_type AS "type", COALESCE(k.ordinal_position, 0) AS "keyAt"
          FROM information_schema.columns c
          LEFT JOIN information_schema.table_constraints p ON p.table_schema = c.table_schema
            AND p.table_name = c.table_name AND p.constraint_type = 'PRIMARY KEY'
          LEFT JOIN information_schema.key_column_usage k
            ON k.constraint_schema = p.constraint_schema
            AND k.constraint_name = p.constraint_name AND k.column_name = c.column_name
          WHERE c.table_schema = current_schema()`),
      ),
    );
    compare(columns, tablesOf());
  });

  test('the sample that other tests copy has rows in every table', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
    t.after(() => rm(folder, { recursive: true }));
    const url = `sqlite:${join(folder, 'store.db')}`;
    await makeSample(url);
    for (const [name, rows] of Object.entries(await dumpTables(url))) {
      assert.ok(rows.length > 0, `${name} is empty`);
    }
  });

  test('the keys of a family’s tables begin with the column of its range', () => {
    for (const { rangeBy, tables } of FAMILIES) {
      if (rangeBy === undefined) continue;
      for (const { key, columns } of tables) {
        assert.equal(key[0], rangeBy);
        assert.equal(new Map(columns).get(rangeBy), 'number');
      }
    }
  });
});

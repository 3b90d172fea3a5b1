// Spreading a store by Citus: which calls the extension gets, and when. The extension is a stand-in; what a
// real cluster did is in docs/evidence/postgres-and-citus.md.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  assertCoordinator,
  DISTRIBUTED_TABLES,
  DISTRIBUTING_STATEMENTS,
  distribute,
  emptyingStatement,
  LOCAL_TABLES,
  REFERENCE_TABLES,
} from '#store/engines/postgres/citus';
import { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { openStore } from '#store/open/open-store';
import { loadMigrations } from '#store/sql/migrate';
import { addSeries, NOW, runOf, write } from '../../contract/sample-series.ts';
import { CitusServer } from './citus-stand-in.ts';

const citus = await CitusServer.start();
after(() => citus.close());

/** The calls for all tables, in order. */
const CALLS = [
  ...REFERENCE_TABLES.map((table) => [`reference ${table}`, `emptied ${table}`]),
  ...DISTRIBUTED_TABLES.map((table) => [
    `distributed ${table} by series_key with ${table === 'chunk' ? 'none' : 'chunk'}`,
    `emptied ${table}`,
  ]),
].flat();

const openAndClose = async (url: string): Promise<void> => (await openStore(url)).close();

async function inPool<T>(url: string, work: (pool: PostgresPool) => Promise<T>): Promise<T> {
  const pool = new PostgresPool(url, 2);
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

describe('the statements for Citus', () => {
  test('tables that belong to series are distributed by series, all of them together', () => {
    const statement = (table: string) => DISTRIBUTING_STATEMENTS.get(table);
    assert.equal(
      statement('chunk'),
      "SELECT create_distributed_table('chunk', 'series_key', colocate_with => 'none')",
    );
    for (const table of DISTRIBUTED_TABLES.filter((name) => name !== 'chunk')) {
      const text = `SELECT create_distributed_table('${table}', 'series_key', colocate_with => 'chunk')`;
      assert.equal(statement(table), text);
    }
  });

  test('small tables that are read with series become reference tables', () => {
    for (const table of REFERENCE_TABLES) {
      const text = `SELECT create_reference_table('${table}')`;
      assert.equal(DISTRIBUTING_STATEMENTS.get(table), text);
    }
    assert.equal(
      emptyingStatement('series'),
      "SELECT truncate_local_data_after_distributing_table('series')",
    );
  });

  test('no other table is spread', () => {
    const spread = [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES];
    assert.deepEqual([...DISTRIBUTING_STATEMENTS.keys()], spread);
    for (const table of Object.keys(LOCAL_TABLES)) assert.ok(!spread.includes(table as never));
  });
});

describe('the tables of a cluster', () => {
  test('every table has one kind on a cluster', async () => {
    const url = await citus.makeDatabase();
    await openAndClose(url);
    const rows = await citus.ask<{ name: string }>(
      url,
      `SELECT relname AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    );
    const listed = [...DISTRIBUTED_TABLES, ...REFERENCE_TABLES, ...Object.keys(LOCAL_TABLES)];
    const hint = 'a new table needs a line in src/store/engines/postgres/citus.ts';
    assert.deepEqual(
      rows.map(({ name }) => name),
      listed.toSorted(),
      hint,
    );
  });

  test('no later migration fills a table from one of another kind', async () => {
    // Citus refuses to change a reference table from one that is on some machines only.
    for (const { number, name, text } of await loadMigrations('postgres')) {
      if (number <= 4) continue;
      // A text that is stored may have the name of a table.
      const statements = text
        .replace(/--.*$/gm, '')
        .replace(/'[^']*'/g, "''")
        .split(';');
      for (const statement of statements) {
        if (!/\b(?:UPDATE|INSERT|DELETE)\b/i.test(statement)) continue;
        const isNamed = (table: string): boolean => new RegExp(`\\b${table}\\b`).test(statement);
        const kinds = [DISTRIBUTED_TABLES, REFERENCE_TABLES, Object.keys(LOCAL_TABLES)];
        const used = kinds.filter((tables) => tables.some(isNamed));
        assert.ok(used.length <= 1, `migration ${number} (${name}): ${statement}`);
      }
    }
  });
});

describe('a store in a database with Citus', () => {
  test('a store is spread at its first start, and not again', async () => {
    const url = await citus.makeCitusDatabase();
    await openAndClose(url);
    assert.deepEqual(await citus.calls(url), CALLS);
    await openAndClose(url);
    assert.deepEqual(await citus.calls(url), CALLS);
  });

  test('a store is spread once by several servers that start together', async () => {
    const url = await citus.makeCitusDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(url)));
    await Promise.all(stores.map((store) => store.close()));
    assert.deepEqual(await citus.calls(url), CALLS);
  });

  test('a store is spread by one of several servers that find it unspread at the same time', async () => {
    const url = await citus.makeDatabase();
    await openAndClose(url);
    await citus.ask(url, 'CREATE EXTENSION citus');
    await Promise.all(Array.from({ length: 4 }, () => inPool(url, distribute)));
    assert.deepEqual(await citus.calls(url), CALLS);
  });

  test('a store that was made before Citus was added is spread at the next start', async () => {
    const url = await citus.makeDatabase();
    const first = await openStore(url);
    const key = await addSeries(first, 'aa');
    await write(first, key, { 1: 1, 2: 2 });
    await first.write((writer) => writer.writeRun(key, runOf(NOW, 3, [3, 4]), NOW));
    await first.close();
    await citus.ask(url, 'CREATE EXTENSION citus');
    const second = await openStore(url);
    assert.deepEqual(await citus.calls(url), CALLS);
    assert.deepEqual([...(await second.readValues(key, { start: 1, end: 3 }))], [1, 2]);
    assert.deepEqual([...(await second.findNewestRun(key))!.values], [3, 4]);
    await second.close();
  });

  test('spreading goes on from the table at which it was stopped', async () => {
    const url = await citus.makeCitusDatabase();
    await citus.ask(url, `INSERT INTO stand_in_refusal VALUES ('run_band')`);
    await assert.rejects(openStore(url), { name: 'StoreUnavailable' });
    const isOfRunBand = (call: string): boolean => / run_band\b/.test(call);
    assert.deepEqual(await citus.calls(url), CALLS.slice(0, CALLS.findIndex(isOfRunBand)));
    await citus.ask(url, 'DELETE FROM stand_in_refusal');
    await openAndClose(url);
    assert.deepEqual(await citus.calls(url), CALLS);
  });

  test('a store gets only those tables spread that a newer version has added', async () => {
    const url = await citus.makeCitusDatabase();
    await openAndClose(url);
    const forget = `DELETE FROM pg_dist_partition WHERE logicalrelid = 'held_value'::regclass`;
    await citus.ask(url, forget);
    await openAndClose(url);
    const more = ['distributed held_value by series_key with chunk', 'emptied held_value'];
    assert.deepEqual(await citus.calls(url), [...CALLS, ...more]);
  });

  test('a table of another schema is not taken for the store’s own', async () => {
    const url = await citus.makeCitusDatabase();
    await citus.ask(url, 'CREATE SCHEMA other; CREATE TABLE other.chunk (series_key bigint)');
    await citus.ask(url, `SELECT create_distributed_table('other.chunk', 'series_key')`);
    await openAndClose(url);
    assert.deepEqual((await citus.calls(url)).slice(1), CALLS);
  });

  test('a store is opened at the coordinator only', async () => {
    const url = await citus.makeCitusDatabase();
    await openAndClose(url);
    await inPool(url, assertCoordinator);
    await citus.ask(url, 'UPDATE pg_dist_local_group SET groupid = 2');
    await assert.rejects(openStore(url), /a worker of a Citus cluster/);
  });
});

describe('a store in a database without Citus', () => {
  test('a store in a database without Citus is not spread', async () => {
    const url = await citus.makeDatabase();
    await openAndClose(url);
    await inPool(url, assertCoordinator);
    await citus.ask(url, 'CREATE EXTENSION citus');
    assert.deepEqual(await citus.calls(url), []);
  });
});

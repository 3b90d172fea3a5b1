// A small store with rows in the tables that the server fills, and a dump of all of it.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { serialize } from 'node:v8';
import { HOUR_MS } from '#core/time/instant';
import { encodeValues } from '#store/codec/encode-values';
import { toSqlite } from '#store/engines/sqlite/sqlite-connection';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { openStore } from '#store/open/open-store';
import { loadMigrations } from '#store/sql/migrate';
import { ADD_APPLIED, MAKE_MIGRATION_TABLE } from '#store/sql/statements';
import { addSeries, NOW, runOf, write } from './sample-series.ts';

export const FIRST = 475_000;
/** A month and a half of hours: two or three chunks. */
export const LENGTH = 1_100;

const PLAN = { name: 'all', patterns: ['*'], requestsPerMinute: 600, pointsPerAnswer: 1_000 };

/** Makes a small store. `mark` is a value that tells one store from another. */
export async function makeStore(path: string, mark = 1): Promise<void> {
  const store = await openStore(`sqlite:${path}`);
  await store.putSetting('market_time_zone', 'Europe/Berlin');
  const key = await addSeries(store, 'dehrprice', { area: 'DE', category: 'hrprice' });
  const indices = Int32Array.from({ length: LENGTH }, (_, i) => FIRST + i);
  const values = Float64Array.from(indices, (index) => ((index * 37) % 1_000) / 10);
  await store.write((writer) => writer.writePoints(key, indices, values, NOW));
  await write(store, key, { [FIRST + 3]: mark, [FIRST + 900]: Number.NaN }, NOW + HOUR_MS);
  const run = runOf(NOW, FIRST + LENGTH, [1, Number.NaN, 3]);
  const detail = { tier: 't', historyDays: 7, members: [], drivers: [], notes: [] };
  const side = Float64Array.of(1, Number.NaN, 3);
  await store.write(async (writer) => {
    await writer.writeRun(key, run, NOW, detail, [{ level: 80, lower: side, upper: side }]);
    await writer.writeModelMemory(key, 'model', '{}', NOW);
  });
  await write(store, await addSeries(store, 'fxeurnok', { resolution: 'day' }), { 19860: 11.7 });
  await addSeries(store, 'empty', { resolution: 'month' });
  await store.claimJob('forecast', NOW, NOW);
  await store.accounts.putPlan(PLAN);
  const user = await store.accounts.addUser({
    ...{ name: 'Anna', passwordHash: '$scrypt$x', planName: 'all' },
    ...{ isDisabled: false, createdAt: NOW + mark },
  });
  const credential = { kind: 'key', name: 'laptop', createdAt: NOW, expiresAt: null } as const;
  await store.accounts.addCredential({ ...credential, hash: 'h', userId: user!.id });
  await store.close();
}

/** Every row of every table of both files. */
export function dumpStore(path: string): Record<string, unknown[]> {
  const dump: Record<string, unknown[]> = {};
  for (const file of [path, accountsPathOf(path)]) {
    const database = new DatabaseSync(file);
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name } of tables) {
      dump[`${file === path ? 'series' : 'accounts'}.${name}`] = database
        .prepare(`SELECT * FROM ${name}`)
        .all()
        .map((row) => ({ ...row }));
    }
    database.close();
  }
  return dump;
}

/** Asserts that rows are the same. `deepEqual` alone takes seconds for 300,000 rows. */
export function assertSameRows(actual: unknown, expected: unknown, message = 'the rows'): void {
  if (!serialize(actual).equals(serialize(expected))) assert.deepEqual(actual, expected, message);
}

/** Changes a file behind the store's back. */
export function damage(path: string, ...statements: string[]): void {
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Makes a store as the first versions did, or with later migrations, with one series of one chunk. */
export async function makeOldStore(path: string, lastMigration = 3): Promise<void> {
  const migrations = (await loadMigrations()).filter(({ number }) => number <= lastMigration);
  for (const [group, file, id] of [
    ['series', path, 0x47547365],
    ['accounts', accountsPathOf(path), 0x47546163],
  ] as const) {
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA application_id = ${id}; ${MAKE_MIGRATION_TABLE}`);
    for (const { number, name, checksum, text } of migrations.filter((m) => m.group === group)) {
      database.exec(text);
      database.prepare(toSqlite(ADD_APPLIED)).run(number, name, checksum);
    }
    database.close();
  }
  const bytes = Buffer.from(encodeValues(new Float64Array(768).fill(5))).toString('hex');
  damage(
    path,
    `INSERT INTO series (series_key, code, description, unit, resolution, search_text, first_index,
      last_index, updated_at, version)
      VALUES (1, 'old', 'Old', 'MW', 'hour', 'old' || char(10) || 'old', 768, 1535, 1, 2)`,
    `INSERT INTO chunk (series_key, chunk, bytes) VALUES (1, 1, x'${bytes}')`,
    'INSERT INTO catalog VALUES (1, 2, 1)',
  );
}

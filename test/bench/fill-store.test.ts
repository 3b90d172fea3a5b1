// The scale benchmark fills stores past their own writer, so it must leave what the writer would leave.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStore } from '#store/open/open-store';
import { openPostgresTarget } from '../../bench/scale/fill-postgres.ts';
import { openSqliteTarget } from '../../bench/scale/fill-sqlite.ts';
import { fillStore } from '../../bench/scale/fill-store.ts';
import { makeDatabase } from '../../harness/postgres/test-database.ts';
import { rounds, skipUnlessLong } from '../../harness/rounds.ts';
import { writeContent } from './write-content.ts';

const YEAR = { size: 100, hours: 8_760, hasRuns: true };
const SHORT = { size: 200, hours: 48, hasRuns: false };

/** Accounts and marks of writers are none of the benchmark’s rows; an index’s own tables are the engine’s. */
const OTHER_TABLES =
  /^(app_user|credential|plan|applied_migration|account_|series_search|sqlite_|write_mark$)/;

type Tables = Map<string, unknown[]>;

async function makeFiles(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-fill-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'store.db');
}

async function makeEmpty(url: string): Promise<void> {
  await (await openStore(url)).close();
}

const asText = (row: Record<string, unknown>): string =>
  JSON.stringify(row, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );

function readFile(path: string): Tables {
  const database = new DatabaseSync(path, { readOnly: true });
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const tables = names
    .map(({ name }) => String(name))
    .filter((name) => !OTHER_TABLES.test(name))
    .sort()
    .map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all().map(asText).sort()]);
  database.close();
  return new Map(tables as [string, unknown[]][]);
}

async function readDatabase(url: string): Promise<Tables> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r'
     AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const tables: Tables = new Map();
  for (const { name } of rows) {
    if (OTHER_TABLES.test(name)) continue;
    const text = `SELECT to_jsonb(t)::text AS row FROM ${name} AS t ORDER BY 1`;
    tables.set(name, (await client.query(text)).rows);
  }
  await client.end();
  return tables;
}

function assertSame(filled: Tables, written: Tables): void {
  assert.deepEqual([...filled.keys()], [...written.keys()]);
  for (const [name, rows] of written) assert.deepEqual(filled.get(name), rows, `table ${name}`);
  for (const name of ['series', 'chunk', 'point_change', 'catalog']) {
    assert.notEqual(written.get(name)!.length, 0, `table ${name} has rows`);
  }
}

for (const content of [SHORT, YEAR].slice(0, rounds(2))) {
  const what = `${content.size} series of ${content.hours} hours`;

  test(`an SQLite file filled in bulk holds what its writer would have stored: ${what}`, async (t) => {
    const [filled, written] = [await makeFiles(t), await makeFiles(t)];
    await makeEmpty(`sqlite:${filled}`);
    const target = openSqliteTarget(filled);
    await fillStore(target, content);
    await target.close();
    await writeContent(`sqlite:${written}`, content);
    assertSame(readFile(filled), readFile(written));
  });

  const skip = skipUnlessLong();
  test(`a PostgreSQL database filled in bulk holds what its writer would have stored: ${what}`, {
    skip,
  }, async (t) => {
    const [filled, written] = [await makeDatabase(), await makeDatabase()];
    t.after(() => Promise.all([filled.drop(), written.drop()]));
    await makeEmpty(filled.url);
    const target = await openPostgresTarget(filled.url);
    await fillStore(target, content);
    await target.close();
    await writeContent(written.url, content);
    assertSame(await readDatabase(filled.url), await readDatabase(written.url));
  });
}

// The migration that makes the source a part of a run's key: no row and no byte is lost, also if it is killed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { checksumOf } from '#store/codec/chunk-format';
import { encodeValues } from '#store/codec/encode-values';
import { openStore } from '#store/open/open-store';
import { loadMigrations } from '#store/sql/migrate';
import { damage, makeOldStore } from '../contract/sample-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const RUNS = 500;
const LAST_BEFORE = 10;

/** A store of the version before, with runs of two sources, some with bands and details, some replaced. */
async function makeStore(name: string): Promise<string> {
  const path = join(folder, name);
  await makeOldStore(path, LAST_BEFORE);
  const statements = ['BEGIN'];
  for (let i = 0; i < RUNS; i++) {
    const bytes = encodeValues(Float64Array.from({ length: 24 }, (_, hour) => i + hour / 10));
    const [hex, sum] = [Buffer.from(bytes).toString('hex'), checksumOf(bytes)];
    const [at, source] = [i * 1_000, i % 3 === 0 ? 'vendor' : 'gridtide'];
    statements.push(`INSERT INTO run (series_key, analyzed_at, first_index, last_index, updated_at, source,
      bytes, recorded_at, checksum) VALUES (1, ${at}, ${i}, ${i + 23}, ${at}, '${source}', x'${hex}', ${at}, ${sum})`);
    if (i % 5 === 0) {
      statements.push(
        `INSERT INTO run_detail VALUES (1, ${at}, '{"tier":"t","members":[],"drivers":[],"notes":[]}')`,
        `INSERT INTO run_band (series_key, analyzed_at, level, lower, upper) VALUES (1, ${at}, 80, x'${hex}', x'${hex}')`,
        `INSERT INTO past_run (series_key, analyzed_at, replaced_at, first_index, last_index, updated_at, source,
          bytes) VALUES (1, ${at}, ${at + 9}, ${i}, ${i + 23}, ${at}, 'older', x'${hex}')`,
      );
    }
  }
  damage(
    path,
    ...statements,
    `UPDATE series SET run_first_index = 0, run_last_index = ${RUNS + 22},
      newest_run_at = ${(RUNS - 1) * 1_000}, newest_run_last_index = ${RUNS + 22}`,
    'COMMIT',
  );
  return path;
}

/** How many rows the tables of runs have, and a hash of all that both versions keep of them. */
function contentOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  const told = [
    'run: series_key, analyzed_at, source, first_index, last_index, updated_at, recorded_at, checksum, bytes',
    'past_run: series_key, analyzed_at, source, replaced_at, first_index, last_index, updated_at, bytes, bands',
    'run_detail: series_key, analyzed_at, detail',
    'run_band: series_key, analyzed_at, level, lower, upper',
  ].map((text) => {
    const [table, columns] = text.split(': ') as [string, string];
    const rows = database.prepare(`SELECT ${columns} FROM ${table} ORDER BY 1, 2, 3`).all();
    const hash = createHash('sha256');
    for (const row of rows) {
      for (const value of Object.values(row))
        hash.update(value instanceof Uint8Array ? value : `${value}|`);
    }
    return [table, rows.length, hash.digest('hex')];
  });
  database.close();
  return told;
}

test('every run, replaced run, band and detail of an older store is the same after the migration', async () => {
  const path = await makeStore('whole.db');
  const before = contentOf(path);
  const store = await openStore(`sqlite:${path}`);
  const { key } = (await store.findSeries('old'))!;
  assert.equal((await store.listRuns(key)).length, RUNS);
  assert.equal((await store.readBands(key, 0, 'vendor')).length, 1);
  assert.equal((await store.readBands(key, 5_000, 'gridtide')).length, 1);
  assert.equal((await store.findRunDetail(key, 5_000, 'gridtide'))!.tier, 't');
  await store.close();
  assert.deepEqual(contentOf(path), before);
});

test('a migration that is killed in the middle leaves the store as it was, and goes on at the next start', async () => {
  const path = await makeStore('killed.db');
  const before = contentOf(path);
  const migration = (await loadMigrations()).find(({ number }) => number === LAST_BEFORE + 1)!;
  const program = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
    database.exec(process.argv[2]);
    process.kill(process.pid, 'SIGKILL');`;
  const killed = spawnSync(process.execPath, ['-e', program, path, migration.text]);
  assert.equal(killed.signal, 'SIGKILL', String(killed.stderr));
  assert.deepEqual(contentOf(path), before);
  await (await openStore(`sqlite:${path}`)).close();
  assert.deepEqual(contentOf(path), before);
});

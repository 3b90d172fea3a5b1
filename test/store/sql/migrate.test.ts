// Migrations: each is applied once, in order, and never to a store of another version.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openStore } from '#store/open/open-store';
import {
  type AppliedMigration,
  loadMigrations,
  type Migration,
  type MigrationTarget,
  migrate,
  readMigrations,
} from '#store/sql/migrate';
import { addSeries, NOW, write } from '../contract/sample-series.ts';
import { makeOldStore } from '../contract/sample-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

/** Remembers what was applied, as a database would; `transact` undoes what fails. */
class ListTarget implements MigrationTarget {
  applied: AppliedMigration[] = [];
  transactions = 0;
  failAt = 0;

  async listApplied(): Promise<AppliedMigration[]> {
    return [...this.applied];
  }

  async apply({ number, name, checksum }: Migration): Promise<void> {
    if (number === this.failAt) throw new Error('stop');
    this.applied.push({ number, name, checksum });
  }

  async transact(work: () => Promise<void>): Promise<void> {
    this.transactions++;
    const before = [...this.applied];
    try {
      await work();
    } catch (error) {
      this.applied = before;
      throw error;
    }
  }
}

const migrationOf = (number: number, group: Migration['group'], checksum = 'c'): Migration => ({
  number,
  name: `m${number}`,
  group,
  checksum,
  text: '',
});

/** The beginning of each file's SHA-256. A new migration gets a line; the others never change, not even a comment. */
const RELEASED: Readonly<Record<string, string>> = {
  '001-series.sql': 'd53f442421affe1a',
  '002-accounts.sql': '044f8ac40cc0343f',
  '003-model.sql': '4cd76423e9aed988',
  '004-operators.sql': '6d4d78281c9586a0',
  '005-account-journal.sql': '80e0e16753757087',
  '006-past-details.sql': 'b3f57cd978e21405',
  '007-limits.postgres.sql': 'aea282af82a737f7',
  '007-limits.sqlite.sql': 'cc2bf89357f50b8f',
  '008-search.postgres.sql': '1c43667736c60a83',
  '008-search.sqlite.sql': '388b782738590184',
  '009-write-marks.postgres.sql': 'bdf1834347d70834',
  '010-more-checksums.sql': '2be73d7882f3c7f2',
  '011-run-source.postgres.sql': '8d29adfa667a25b7',
  '011-run-source.sqlite.sql': '0133efb7d6a04921',
  '012-sessions.sql': 'ae5c812dda346f17',
  '013-operator-role.sql': '3f0dccaaba955594',
  '014-boards.sql': 'd199689ce843d643',
  '015-events.sql': 'ef01c736f78bca18',
  '016-event-numbers.postgres.sql': '7636745348de7519',
  '017-webhooks.sql': 'bcb9f2222ed5ebe4',
  '018-expectations.sql': '7f65600a7c7e5e0a',
  '019-alerts.sql': '26a7f1401f072c0f',
  '020-requests-a-day.sql': '900876023c5e0225',
  '021-links.sql': 'ab07a8821de78f2c',
  '022-identities.sql': '1a9a21e6850f6c70',
  '023-roles.sql': '8c528795e7f05965',
  '024-forecast-targets.sql': 'd4f0bf6e8662969f',
  '025-forecast-formulas.sql': '9aaa17f6662908bf',
};

const ALL = [migrationOf(1, 'series'), migrationOf(2, 'accounts'), migrationOf(3, 'series')];
const numbersOf = (target: ListTarget) => target.applied.map(({ number }) => number);

describe('migrations', () => {
  test('migrations of the wanted groups are applied in order, each once', async () => {
    const target = new ListTarget();
    await migrate(target, ['series'], ALL);
    assert.deepEqual(numbersOf(target), [1, 3]);
    await migrate(target, ['series'], ALL);
    assert.deepEqual(numbersOf(target), [1, 3]);
    assert.equal(target.transactions, 1);
    const both = new ListTarget();
    await migrate(both, ['series', 'accounts'], ALL);
    assert.deepEqual(numbersOf(both), [1, 2, 3]);
  });

  test('migrations that a newer version adds are applied to an older store', async () => {
    const target = new ListTarget();
    await migrate(target, ['series'], ALL.slice(0, 2));
    await migrate(target, ['series'], ALL);
    assert.deepEqual(numbersOf(target), [1, 3]);
  });

  test('either all migrations are applied or none', async () => {
    const target = new ListTarget();
    target.failAt = 3;
    await assert.rejects(migrate(target, ['series'], ALL), /stop/);
    assert.deepEqual(numbersOf(target), []);
  });

  test('an older version refuses the migrations of a newer one', async () => {
    const target = new ListTarget();
    await migrate(target, ['series'], ALL);
    const older = migrate(target, ['series'], ALL.slice(0, 2));
    await assert.rejects(older, /newer Gridtide.*migration 3 \(m3\)/);
  });

  test('a migration that changed after it was applied is refused', async () => {
    const target = new ListTarget();
    await migrate(target, ['series'], ALL);
    const changed = [migrationOf(1, 'series', 'other'), ...ALL.slice(1)];
    await assert.rejects(migrate(target, ['series'], changed), /Migration 1 \(m1\).*not the one/);
  });

  test('migrations are read from files with the right name and first line', async () => {
    const url = pathToFileURL(`${folder}/sql/`);
    await rm(url, { recursive: true, force: true });
    await mkdir(url);
    await writeFile(new URL('002-b.sql', url), '-- group: accounts\r\nSELECT 2;\r\n');
    await writeFile(new URL('001-a.sql', url), '-- group: series\nSELECT 1;\n');
    await writeFile(new URL('notes.txt', url), 'not a migration');
    const [first, second] = await readMigrations('sqlite', fileURLToPath(url));
    assert.deepEqual([first!.number, first!.name, first!.group], [1, 'a', 'series']);
    assert.deepEqual([second!.number, second!.name, second!.group], [2, 'b', 'accounts']);
    await writeFile(new URL('002-b.sql', url), '-- group: accounts\nSELECT 2;\n');
    assert.equal(
      (await readMigrations('sqlite', fileURLToPath(url)))[1]!.checksum,
      second!.checksum,
    );
    await writeFile(new URL('003-c.sql', url), 'SELECT 3;\n');
    await assert.rejects(readMigrations('sqlite', fileURLToPath(url)), /003-c\.sql must be named/);
  });

  test('shared migrations use only what both engines understand', async () => {
    const [onSqlite, onPostgres] = [await loadMigrations(), await loadMigrations('postgres')];
    // Migrations that differ are written for one engine each.
    const shared = onSqlite.filter(({ text }, i) => text === onPostgres[i]!.text);
    assert.ok(shared.length >= 6);
    for (const { name, text } of shared) {
      const code = text.replace(/--.*$/gm, '');
      const banned =
        /\b(AUTOINCREMENT|SERIAL|BOOLEAN|TIMESTAMP|DATETIME|REAL|FLOAT|STRICT|ROWID|DESC|PRAGMA)\b/i;
      assert.doesNotMatch(code, banned, name);
      for (const [, type] of code.matchAll(/^ {2}[a-z_]+ ([A-Z]+)/gm)) {
        assert.match(type!, /^(INTEGER|SMALLINT|BIGINT|TEXT|BLOB|DOUBLE)$/, name);
      }
    }
  });
});

describe('a SQLite store and its migrations', () => {
  const tablesOf = (path: string): string[] => {
    const database = new DatabaseSync(path);
    const rows = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
    database.close();
    return rows.map(({ name }) => String(name)).sort();
  };
  const change = (path: string, text: string): void => {
    const database = new DatabaseSync(path);
    database.exec(text);
    database.close();
  };

  test('a SQLite store keeps series and accounts in two files', async () => {
    const path = join(folder, 'two.db');
    await (await openStore(`sqlite:${path}`)).close();
    assert.deepEqual(tablesOf(path), [
      ...[
        'alert_change',
        'alert_rule',
        'alert_silence',
        'alert_state',
        'applied_migration',
        'catalog',
        'chunk',
        'event',
        'expectation',
        'forecast_target',
        'held_value',
        'job',
        'journal',
      ],
      ...['journal_series', 'kept_answer', 'model_memory', 'past_run', 'past_series'],
      ...['point_change', 'run', 'run_band', 'run_detail', 'series', 'series_search'],
      ...['series_search_config', 'series_search_data', 'series_search_idx', 'setting'],
      'value_rule',
    ]);
    const accounts = [
      ...['account_answer', 'account_journal', 'app_user', 'applied_migration', 'board'],
      ...['board_link', 'credential', 'plan', 'question_link', 'rate_window', 'request_day'],
      ...['sign_in_code', 'sign_in_failure', 'used_sign_in', 'user_identity', 'webhook'],
      'webhook_delivery',
    ];
    assert.deepEqual(tablesOf(join(folder, 'two-accounts.db')), accounts);
  });

  test('a store that is up to date is not migrated', async () => {
    const url = `sqlite:${join(folder, 'again.db')}`;
    const store = await openStore(url);
    await addSeries(store, 'aa');
    const second = await openStore(url);
    assert.equal((await second.findSeries('aa'))!.code, 'aa');
    await second.close();
    await store.close();
  });

  test('values of an older store count as always known', async () => {
    const path = join(folder, 'older.db');
    await makeOldStore(path);
    const second = await openStore(`sqlite:${path}`);
    const { key } = (await second.findSeries('old'))!;
    const span = { start: 1_534, end: 1_537 };
    const asOf = async (at: number) => Array.from(await second.readValuesAsOf(key, span, at));
    assert.deepEqual(await asOf(0), [5, 5, Number.NaN]);
    assert.equal(await second.lastKnownIndex(key, 0), 1_535);
    await write(second, key, { 1535: 7, 1536: 6 }, NOW + 10);
    assert.deepEqual(await asOf(NOW + 9), [5, 5, Number.NaN]);
    assert.deepEqual(await asOf(NOW + 10), [5, 7, 6]);
    await second.close();
  });

  test('a store opens while another process has the write lock', async () => {
    const path = join(folder, 'locked.db');
    await (await openStore(`sqlite:${path}`)).close();
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const store = await openStore(`sqlite:${path}`);
    assert.equal(await store.countSeries(), 0);
    await store.close();
    other.close();
  });

  for (const file of ['', '-accounts']) {
    test(`a newer or different store${file && ' of accounts'} is refused`, async () => {
      const name = `newer${file}`;
      const path = join(folder, `${name}.db`);
      await (await openStore(`sqlite:${join(folder, 'newer.db')}`)).close();
      change(path, `INSERT INTO applied_migration VALUES (900, 'later', 'x')`);
      const url = `sqlite:${join(folder, 'newer.db')}`;
      await assert.rejects(openStore(url), /newer Gridtide.*migration 900 \(later\)/);
      change(path, `DELETE FROM applied_migration WHERE number = 900`);
      await (await openStore(url)).close();
      change(path, `UPDATE applied_migration SET checksum = 'y'`);
      await assert.rejects(openStore(url), /not the one that made this store/);
      await rm(path);
    });
  }
});

describe('the migrations of this Gridtide', () => {
  test('no migration has changed since stores were made with it', async () => {
    const sql = new URL('../../../sql/', import.meta.url);
    const sums: Record<string, string> = {};
    for (const name of (await readdir(sql)).filter((one) => one.endsWith('.sql')).sort()) {
      const text = (await readFile(new URL(name, sql), 'utf8')).replaceAll('\r\n', '\n');
      sums[name] = hash('sha256', text).slice(0, 16);
    }
    assert.deepEqual(sums, RELEASED);
  });

  test('a store opens that was made when the comments of migrations 1 and 3 were others', async () => {
    const path = join(folder, 'earlier.db');
    await (await openStore(`sqlite:${path}`)).close();
    const database = new DatabaseSync(path);
    const put = database.prepare('UPDATE applied_migration SET checksum = ? WHERE number = ?');
    put.run('4d63ef7058d1c46e3e25e76c2775a05e9048d5e1a22294836c0cd794a843218a', 1);
    put.run('3fdc518dd76511325a70165066498be9f4e5f50f76a599912710258721b20869', 3);
    database.close();
    await (await openStore(`sqlite:${path}`)).close();
  });
});

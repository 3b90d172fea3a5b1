// Checks everything in a store: files by SQLite's own check, then all tables by ours. Nothing is changed,
// and other processes may go on reading and writing.

import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CheckConnection } from '#store/check/check-connection';
import {
  type CheckCounts,
  messageOf,
  noCounts,
  type OnDamage,
  type Say,
} from '#store/check/check-damage';
import { checkSeries } from '#store/check/check-series';
import { type CheckSource, DatabaseSource } from '#store/check/check-source';
import {
  attempt,
  checkAccounts,
  checkBoards,
  checkCatalog,
  checkJobs,
  checkJournal,
  checkLinks,
  checkOrphans,
  checkSchema,
  checkSettings,
  checkWebhooks,
} from '#store/check/check-tables';
import {
  type OnProgress,
  type StoreFiles,
  StoreFilesFault,
} from '#store/engines/sqlite/store-files';
import { loadMigrations } from '#store/sql/migrate';
import type { TableStore } from '#store/sql/table-store';

export interface CheckOptions {
  readonly onDamage: OnDamage;
  readonly onProgress?: OnProgress;
}

/** The series checked in one turn of the event loop, before other work is done. */
const SERIES_A_TURN = 8;

/** Checks both files of a store, and resolves to how much was read and how many damages were reported. */
export async function checkFiles(files: StoreFiles, options: CheckOptions): Promise<CheckCounts> {
  for (const path of [files.series, files.accounts]) {
    if (!existsSync(path)) throw new StoreFilesFault(`There is no store at ${path}.`);
  }
  const { counts, onDamage } = openCounts(options);
  const migrations = await loadMigrations();
  await checkFile(files.series, 'series file', onDamage, async (connection, say) => {
    options.onProgress?.('checking the file', 0, 1);
    await attempt(say, 'it', () => checkWholeFile(connection, say));
    await attempt(say, 'its schema', () => checkSchema(connection, migrations, say));
    await checkSeriesTables(connection, say, counts, { ...options, onDamage });
  });
  await checkFile(files.accounts, 'accounts file', onDamage, async (connection, say) => {
    await attempt(say, 'its schema', () => checkSchema(connection, migrations, say));
    await attempt(say, 'the accounts', () => checkAccounts(connection, say));
    await attempt(say, 'the boards', () => checkBoards(connection, say));
    await attempt(say, 'the webhooks', () => checkWebhooks(connection, say));
    await attempt(say, 'the links', () => checkLinks(connection, say));
    await attempt(say, 'it', () => checkWholeFile(connection, say));
  });
  return counts;
}

/** Like `checkFiles`, for a store in a database. The engine's own files are not checked. */
export async function checkDatabase(
  store: TableStore,
  options: CheckOptions,
): Promise<CheckCounts> {
  const { counts, onDamage } = openCounts(options);
  const say: Say = (what) => onDamage({ subject: 'database', what });
  const source = await DatabaseSource.open(store);
  const migrations = await loadMigrations(store.engine);
  await attempt(say, 'its schema', () => checkSchema(source, migrations, say));
  await checkSeriesTables(source, say, counts, { ...options, onDamage });
  await attempt(say, 'the accounts', () => checkAccounts(source, say));
  await attempt(say, 'the boards', () => checkBoards(source, say));
  await attempt(say, 'the webhooks', () => checkWebhooks(source, say));
  await attempt(say, 'the links', () => checkLinks(source, say));
  return counts;
}

function openCounts(options: CheckOptions): { counts: CheckCounts; onDamage: OnDamage } {
  const counts = noCounts();
  const onDamage: OnDamage = (damage) => {
    counts.damages++;
    options.onDamage(damage);
  };
  return { counts, onDamage };
}

type Check = (connection: CheckConnection, say: Say) => Promise<void>;

async function checkFile(
  path: string,
  subject: string,
  onDamage: OnDamage,
  check: Check,
): Promise<void> {
  const say = (what: string): void => onDamage({ subject, what });
  let connection: CheckConnection;
  try {
    connection = new CheckConnection(path);
  } catch (error) {
    say(`${path} cannot be opened: ${messageOf(error)}`);
    return;
  }
  try {
    await check(connection, say);
  } finally {
    connection.close();
  }
}

function checkWholeFile(connection: CheckConnection, say: Say): void {
  for (const fault of connection.faults()) say(`SQLite says: ${fault}`);
}

async function checkSeriesTables(
  source: CheckSource,
  say: Say,
  counts: CheckCounts,
  { onDamage, onProgress = () => {} }: CheckOptions,
): Promise<void> {
  const zone = await checkSettings(source, say);
  const keys: number[] = [];
  await attempt(say, 'its list of series', async () => {
    const rows = source.rows('SELECT series_key AS key FROM series ORDER BY series_key');
    for await (const { key } of rows) keys.push(key as number);
  });
  for (const [i, key] of keys.entries()) {
    if (i % SERIES_A_TURN === 0) await nextTurn();
    await checkSeries(source, key, zone, counts, onDamage);
    onProgress('checking series', i + 1, keys.length);
  }
  await attempt(say, 'the catalog', () => checkCatalog(source, say));
  await attempt(say, 'the jobs', () => checkJobs(source, say));
  await attempt(say, 'the journal', () => checkJournal(source, say));
  await checkOrphans(source, say);
}

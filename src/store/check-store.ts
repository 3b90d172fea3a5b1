// Everything that a store holds, looked at once: SQLite's own check, then ours. Nothing is changed,
// and others may go on reading and writing.

import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BackupFault, type OnProgress, type StorePlace } from '#store/backup-place';
import { CheckConnection } from '#store/check-connection';
import { type CheckCounts, messageOf, noCounts, type OnDamage } from '#store/check-damage';
import { checkSeries } from '#store/check-series';
import {
  attempt,
  checkAccounts,
  checkCatalog,
  checkJobs,
  checkJournal,
  checkOrphans,
  checkSchema,
  checkSettings,
} from '#store/check-tables';
import { loadMigrations, type Migration } from '#store/migrate';

export interface CheckOptions {
  readonly onDamage: OnDamage;
  readonly onProgress?: OnProgress;
}

/** Series of one turn; then others of this process get theirs. */
const SERIES_A_TURN = 8;

/** Checks both files of a store; resolves to what was looked at and how many damages were told. */
export async function checkFiles(place: StorePlace, options: CheckOptions): Promise<CheckCounts> {
  for (const path of [place.series, place.accounts]) {
    if (!existsSync(path)) throw new BackupFault(`There is no store at ${path}.`);
  }
  const { onProgress = () => {} } = options;
  const counts = noCounts();
  const onDamage: OnDamage = (damage) => {
    counts.damages++;
    options.onDamage(damage);
  };
  const migrations = await loadMigrations();
  await checkFile(place.series, 'series file', onDamage, async (connection, say) => {
    await checkSeriesFile(connection, say, migrations, counts, onDamage, onProgress);
  });
  await checkFile(place.accounts, 'accounts file', onDamage, async (connection, say) => {
    attempt(say, 'its schema', () => checkSchema(connection, migrations, say));
    attempt(say, 'the accounts', () => checkAccounts(connection, say));
    attempt(say, 'it', () => checkWholeFile(connection, say));
  });
  return counts;
}

type Look = (connection: CheckConnection, say: (what: string) => void) => Promise<void>;

async function checkFile(
  path: string,
  subject: string,
  onDamage: OnDamage,
  look: Look,
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
    await look(connection, say);
  } finally {
    connection.close();
  }
}

function checkWholeFile(connection: CheckConnection, say: (what: string) => void): void {
  for (const fault of connection.faults()) say(`SQLite says: ${fault}`);
}

async function checkSeriesFile(
  connection: CheckConnection,
  say: (what: string) => void,
  migrations: readonly Migration[],
  counts: CheckCounts,
  onDamage: OnDamage,
  onProgress: OnProgress,
): Promise<void> {
  onProgress('checking the file', 0, 1);
  attempt(say, 'it', () => checkWholeFile(connection, say));
  attempt(say, 'its schema', () => checkSchema(connection, migrations, say));
  const zone = checkSettings(connection, say);
  const keys: number[] = [];
  attempt(say, 'its list of series', () => {
    const rows = connection.rows('SELECT series_key AS key FROM series ORDER BY series_key');
    for (const { key } of rows) keys.push(key as number);
  });
  for (const [i, key] of keys.entries()) {
    if (i % SERIES_A_TURN === 0) await nextTurn();
    checkSeries(connection, key, zone, counts, onDamage);
    onProgress('checking series', i + 1, keys.length);
  }
  attempt(say, 'the catalog', () => checkCatalog(connection, say));
  attempt(say, 'the jobs', () => checkJobs(connection, say));
  attempt(say, 'the journal', () => checkJournal(connection, say));
  checkOrphans(connection, say);
}

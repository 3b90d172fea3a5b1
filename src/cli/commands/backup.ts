// gridtide backup: a store in use, whole, into one file.

import { type Command, DONE, FAILED, type Io, takePositionals } from '#cli/command/command';
import { STORE_OPTION, storeUrlOf } from '#cli/command/store-option';
import { withTables } from '#cli/command/store-tables';
import { describeCheck, printDamage, withProgress } from '#cli/terminal/check-report';
import { ProgressLine } from '#cli/terminal/progress-line';
import { formatCount } from '#cli/terminal/table';
import { type Backup, backupStore } from '#store/backup/backup-store';
import { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';
import { filesOf } from '#store/engines/sqlite/store-files';
import { finishRestore } from '#store/engines/sqlite/swap-files';
import { PUT_SETTING } from '#store/sql/statements';
import { LAST_BACKUP } from '#store/store';
import { isPostgresUrl } from '#store/store-address';
import { VERSION } from '#version';

/** How long to wait for another writer before the time of a backup is not kept. */
const NOTE_WAIT_MS = 30_000;

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write the whole store to one file, also while it is in use.',
  usage: 'FILE [--force] [--store URL]',
  options: {
    force: { type: 'boolean', summary: 'Replace FILE if it exists.' },
    ...STORE_OPTION,
  },
  notes: `
The file holds series and accounts as they were at one moment, in a tar archive with a manifest. It is
compressed with zstd if FILE ends in .zst. It holds hashes of passwords, tokens and keys: only its
owner may read it. Servers and imports go on in the meantime. The file is the same whether the store is
in SQLite or in PostgreSQL, and may be restored to either. A large PostgreSQL store is better backed up
with PostgreSQL's own means, such as pg_dump.

The copy is checked as gridtide check does. Damage is named and makes the exit code 1, but the backup
is written all the same; gridtide restore refuses such a file.`,
  async run(args, io) {
    const [file = ''] = takePositionals(args, 'FILE');
    const storeUrl = storeUrlOf(args, io);
    const line = new ProgressLine(io.stderr);
    const startedAt = performance.now();
    const options = {
      productVersion: VERSION,
      now: io.now,
      force: args.flag('force'),
      onProgress: line.showPhase,
      onDamage: printDamage(line, io),
    };
    const backup = await withProgress(line, async () => {
      if (isPostgresUrl(storeUrl)) {
        return withTables(storeUrl, { create: false }, (tables) =>
          backupStore(tables, file, options),
        );
      }
      const files = filesOf(storeUrl);
      await finishRestore(files.series);
      return backupStore(files, file, options);
    });
    const isWhole = backup.checked.damages === 0;
    if (isWhole) await noteBackup(storeUrl, io);
    const seconds = (performance.now() - startedAt) / 1000;
    io.stdout.write(`${file}: ${describe(backup)}, ${seconds.toFixed(2)} s\n`);
    return isWhole ? DONE : FAILED;
  },
};

/** Keeps the time of the backup in the store, for /metrics. A store that cannot be written is no fault. */
async function noteBackup(storeUrl: string, io: Io): Promise<void> {
  const values = [LAST_BACKUP, String(io.now())] as const;
  try {
    if (isPostgresUrl(storeUrl)) {
      await withTables(storeUrl, { create: false }, (tables) =>
        tables.transact('series', (session) => session.run(PUT_SETTING, ...values)),
      );
      return;
    }
    // Opened by itself: opening the store would migrate one of an earlier version.
    const connection = new SqliteConnection(filesOf(storeUrl).series);
    try {
      connection.setBlockingMs(NOTE_WAIT_MS);
      connection.run(PUT_SETTING, values);
    } finally {
      connection.close();
    }
  } catch (error) {
    io.stderr.write(`The time of the backup was not kept: ${(error as Error).message}\n`);
  }
}

/** `12,345 bytes of a store of 45,678, as of 2026-11-15T12:00:00.000Z; 3 series, …, no damage` */
function describe({ manifest, fileBytes, checked }: Backup): string {
  const total = manifest.parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const sizes = `${formatCount(fileBytes)} bytes of a store of ${formatCount(total)}`;
  return `${sizes}, as of ${manifest.madeAt}; ${describeCheck(checked)}`;
}

// gridtide backup: a store in use, whole, into one file.

import { readFile } from 'node:fs/promises';
import {
  type Arguments,
  type Command,
  CommandFault,
  DONE,
  FAILED,
  type Io,
  takePositionals,
} from '#cli/command/command';
import { STORE_OPTION } from '#cli/command/store-option';
import { PhaseBar } from '#cli/terminal/phase-bar';
import { countOf, formatCount } from '#cli/terminal/table';
import { readConfig } from '#config';
import { type Backup, backupStore } from '#store/backup/backup-store';
import type { CheckCounts, Damage } from '#store/check/check-damage';
import { filesOf, type StoreFiles, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { finishRestore } from '#store/engines/sqlite/swap-files';
import { openTables } from '#store/open/open-tables';
import type { TableStore } from '#store/sql/table-store';
import { StoreUnavailable } from '#store/store';
import { isPostgresUrl } from '#store/store-address';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write the whole store to one file, also while it is in use.',
  usage: 'FILE [--force] [--store URL]',
  options: {
    force: { type: 'boolean', summary: 'Replace FILE where it is there.' },
    ...STORE_OPTION,
  },
  notes: `
The file holds series and accounts as they were at one moment, in a tar archive with a manifest, and
is compressed with zstd where FILE ends in .zst. It holds hashes of passwords, tokens and keys: only
its owner may read it. Servers and imports go on meanwhile. The file is the same whether the store is
in SQLite or in PostgreSQL, and may be restored to either. A large PostgreSQL store is better backed up
with PostgreSQL's own means, such as pg_dump.

The copy is checked as gridtide check does. Damage is named and makes the exit code 1, but the backup
is written all the same; gridtide restore refuses such a file.`,
  async run(args, io) {
    const [file = ''] = takePositionals(args, 'FILE');
    const url = storeUrl(args, io);
    const bar = new PhaseBar(io.stderr);
    const startedAt = performance.now();
    const options = {
      productVersion: await readVersion(),
      now: io.now,
      force: args.flag('force'),
      onProgress: bar.show,
      onDamage: printDamage(bar, io),
    };
    const backup = await plainly(bar, async () => {
      if (isPostgresUrl(url)) {
        return withDatabase(url, false, (store) => backupStore(store, file, options));
      }
      const place = filesOf(url);
      await finishRestore(place.series);
      return backupStore(place, file, options);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    io.stdout.write(`${file}: ${describe(backup)}, ${seconds.toFixed(2)} s\n`);
    return backup.checked.damages === 0 ? DONE : FAILED;
  },
};

/** `12,345 bytes of a store of 45,678, as of 2026-11-15T12:00:00.000Z; 3 series, …, no damage` */
function describe({ manifest, fileBytes, checked }: Backup): string {
  const total = manifest.parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const sizes = `${formatCount(fileBytes)} bytes of a store of ${formatCount(total)}`;
  return `${sizes}, as of ${manifest.madeAt}; ${describeCheck(checked)}`;
}

/** The address of the store that is meant: by --store or the environment. */
export function storeUrl(args: Arguments, { env }: Io): string {
  try {
    return readConfig({}, { STORE: args.text('store') ?? env.STORE }).storeUrl;
  } catch (error) {
    throw new CommandFault((error as Error).message);
  }
}

/** Its files. */
export function storePlace(args: Arguments, io: Io): StoreFiles {
  try {
    return filesOf(storeUrl(args, io));
  } catch (error) {
    throw error instanceof StoreFilesFault ? new CommandFault(error.message) : error;
  }
}

/** Runs `work` with the tables of a store, and closes it whatever happens. */
export async function withDatabase<T>(
  url: string,
  create: boolean,
  work: (store: TableStore) => Promise<T>,
): Promise<T> {
  const store = await openTables(url, { create }).catch((error: Error) => {
    throw error instanceof StoreUnavailable ? error : new CommandFault(error.message);
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What is refused is printed as one line. */
export async function plainly<T>(bar: PhaseBar, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreFilesFault ? new CommandFault(error.message) : error;
  } finally {
    bar.clear();
  }
}

export const printDamage =
  (bar: PhaseBar, { stdout }: Io) =>
  ({ subject, what }: Damage): void => {
    bar.clear();
    stdout.write(`${subject}: ${what}\n`);
  };

/** `3 series, 120 chunks, 4 changes, 2 runs, 4 bands: no damage` */
export function describeCheck(counts: CheckCounts): string {
  const { series, chunks, changes, runs, bands, unverified, damages } = counts;
  const parts = [
    `${formatCount(series)} series`,
    countOf(chunks, 'chunk'),
    countOf(changes, 'change'),
    countOf(runs, 'run'),
    countOf(bands, 'band'),
  ];
  const without = unverified === 0 ? '' : `, ${formatCount(unverified)} without a checksum`;
  const found = damages === 0 ? 'no damage' : `${countOf(damages, 'damage')} found`;
  return `${parts.join(', ')}${without}: ${found}`;
}

async function readVersion(): Promise<string> {
  // The same two folders up from src/cli and from dist/cli.
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

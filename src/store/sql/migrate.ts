// Brings a database to the schema of sql/*.sql: each file once, in order, remembered by checksum.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '#package/package-root';
import type { Engine, MigrationGroup } from '#store/engine';

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

export interface Migration extends AppliedMigration {
  readonly group: MigrationGroup;
  readonly text: string;
}

/** What a migration needs of an engine. `apply` runs a text and records it. */
export interface MigrationTarget {
  /** The migrations that the database has; none if it is new. */
  listApplied(): Promise<AppliedMigration[]>;
  apply(migration: Migration): Promise<void>;
  /** Runs the work as one transaction that no other writer can overlap. */
  transact(work: () => Promise<void>): Promise<void>;
}

/** The checksums of earlier texts of a migration, by its number. They differ from today's only in comments. */
const EARLIER_CHECKSUMS: Readonly<Record<number, string>> = {
  1: '4d63ef7058d1c46e3e25e76c2775a05e9048d5e1a22294836c0cd794a843218a',
  3: '3fdc518dd76511325a70165066498be9f4e5f50f76a599912710258721b20869',
};

const SQL_FOLDER = join(PACKAGE_ROOT, 'sql');

const loading = new Map<Engine, Promise<readonly Migration[]>>();

/** The migrations of an engine. They are read once, since a process opens many stores with the same files. */
export function loadMigrations(engine: Engine = 'sqlite'): Promise<readonly Migration[]> {
  const found = loading.get(engine);
  if (found) return found;
  const started = readMigrations(engine, SQL_FOLDER);
  loading.set(engine, started);
  // What failed is tried again by the next store.
  started.catch(() => loading.delete(engine));
  return started;
}

/** Reads the migrations of a folder: `NNN-name.sql` is for every engine, `NNN-name.sqlite.sql` for one. */
export async function readMigrations(engine: Engine, folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const others = engine === 'sqlite' ? '.postgres.sql' : '.sqlite.sql';
  return Promise.all(
    names
      .filter((name) => !name.endsWith(others))
      .map(async (file) => readMigration(file, await readFile(join(folder, file), 'utf8'))),
  );
}

function readMigration(file: string, content: string): Migration {
  // A checkout may have changed the line ends, which is no change of the migration.
  const text = content.replaceAll('\r\n', '\n');
  const [, digits, name] = /^(\d{3})-([a-z0-9-]+)(?:\.(?:sqlite|postgres))?\.sql$/.exec(file) ?? [];
  const group = /^-- group: (series|accounts)\n/.exec(text)?.[1] as MigrationGroup | undefined;
  if (!digits || !name || !group) {
    throw new Error(`sql/${file} must be named NNN-name.sql and begin with "-- group: …".`);
  }
  const checksum = createHash('sha256').update(text).digest('hex');
  return { number: Number(digits), name, group, checksum, text };
}

/** Whether a checksum is that of a migration's text, or of an earlier text of it. */
export const isTextOf = ({ number, checksum }: AppliedMigration, applied: string): boolean =>
  checksum === applied || EARLIER_CHECKSUMS[number] === applied;

/** Applies the missing migrations of the given groups. Throws if other ones were applied. */
export async function migrate(
  target: MigrationTarget,
  groups: readonly MigrationGroup[],
  migrations: readonly Migration[],
): Promise<void> {
  const wanted = migrations.filter(({ group }) => groups.includes(group));
  // Check first without the lock: an importer may have it for minutes, and rarely is a migration due.
  if (missing(wanted, await target.listApplied()).length === 0) return;
  await target.transact(async () => {
    for (const migration of missing(wanted, await target.listApplied())) {
      await target.apply(migration);
    }
  });
}

function missing(
  wanted: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const byNumber = new Map(wanted.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const known = byNumber.get(number);
    if (!known) {
      throw new Error(
        `This store was last used by a newer Gridtide: its migration ${number} (${name}) is not known here. Use that version, or a newer one.`,
      );
    }
    if (!isTextOf(known, checksum)) {
      throw new Error(
        `Migration ${number} (${name}) of this Gridtide is not the one that made this store. Use the version that made it, or a newer one.`,
      );
    }
    byNumber.delete(number);
  }
  return [...byNumber.values()];
}

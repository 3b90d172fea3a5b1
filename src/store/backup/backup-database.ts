// Copies a store in a database, as it is at one moment, to the two files that every backup has.

import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Instant } from '#core/time/instant';
import { PART_NAMES } from '#store/backup/backup-manifest';
import { type CopiedPart, type Snapshot, schemaOf } from '#store/backup/backup-snapshot';
import { identifyStore } from '#store/copy/copy-claim';
import { copyStore } from '#store/copy/copy-store';
import type { MigrationGroup } from '#store/engine';
import { makePrivateFile } from '#store/engines/sqlite/sqlite-file';
import { filesAt, type OnProgress, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { openFileTables } from '#store/open/open-tables';
import type { AppliedMigration } from '#store/sql/migrate';
import * as sql from '#store/sql/statements';
import type { TableStore } from '#store/sql/table-store';

/** Copies both groups of tables to a folder, under the names of a backup's parts. */
export async function copyDatabase(
  store: TableStore,
  folder: string,
  now: Clock,
  onProgress: OnProgress,
): Promise<Snapshot> {
  if (!store.atOneMoment) throw new StoreFilesFault('This store cannot be read at one moment.');
  // Done first, because a store at one moment is read-only.
  await identifyStore(store);
  const files = filesAt(join(folder, PART_NAMES[0]));
  for (const path of [files.series, files.accounts]) await makePrivateFile(path);
  const copy = await openFileTables(files.series);
  let takenAt: Instant = Number.NaN;
  let marketZone: string | null;
  let schemas: readonly (readonly string[])[];
  try {
    await store.atOneMoment((moment) => {
      takenAt = now();
      return copyStore(moment, copy, {
        onProgress: ({ done, total }) => onProgress('copying', done, total),
      });
    });
    const [zone] = await copy.read('series', (session) =>
      session.all<{ value: string }>(sql.GET_SETTING, 'market_time_zone'),
    );
    marketZone = zone?.value ?? null;
    schemas = [await readSchema(copy, 'series'), await readSchema(copy, 'accounts')];
  } finally {
    await copy.close();
  }
  const accountsPath = join(folder, PART_NAMES[1]);
  await rename(files.accounts, accountsPath);
  const part = (path: string, schema: readonly string[]): CopiedPart => ({ path, schema });
  for (const path of [files.series, accountsPath]) await chmod(path, 0o600);
  return {
    series: part(files.series, schemas[0]!),
    accounts: part(accountsPath, schemas[1]!),
    marketZone,
    takenAt,
  };
}

const readSchema = async (copy: TableStore, group: MigrationGroup): Promise<string[]> =>
  schemaOf(await copy.read(group, (session) => session.all<AppliedMigration>(sql.LIST_APPLIED)));

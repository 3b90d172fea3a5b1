// The files of an embedded store, for commands that work on the files themselves.

import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { readAddress, type StoreAddress } from '#store/store-address';

/** A refusal of a backup, a restore or a check, in words for the operator. */
export class StoreFilesFault extends Error {
  override readonly name = 'StoreFilesFault';
}

export interface StoreFiles {
  readonly series: string;
  readonly accounts: string;
}

/** The files of the store whose series are in a file. */
export const filesAt = (series: string): StoreFiles => ({
  series,
  accounts: accountsPathOf(series),
});

/** The folder in which a restore makes its files, and the file there that says they are to be swapped in. */
export const stagingOf = (files: StoreFiles): string => `${files.series}.restoring`;
export const READY = 'ready';

/** Whether a restore was decided and not carried out to its end. */
export const hasDecidedRestore = (seriesPath: string): boolean =>
  existsSync(join(stagingOf(filesAt(seriesPath)), READY));

/** The files of the store at `sqlite:PATH`. Refuses any other address. */
export function filesOf(url: string): StoreFiles {
  const address = addressOf(url);
  if (address.engine === 'postgres') {
    throw new StoreFilesFault('A store in PostgreSQL has no files of its own.');
  }
  if (address.path === ':memory:') throw new StoreFilesFault('A store in memory has no files.');
  return filesAt(address.path);
}

function addressOf(url: string): StoreAddress {
  try {
    return readAddress(url);
  } catch (error) {
    throw new StoreFilesFault((error as Error).message);
  }
}

/** Called as a long phase goes on. Each phase counts in its own unit. */
export type OnProgress = (phase: string, done: number, total: number) => void;

/** Makes the names in a folder durable. Without it a power cut may undo a rename. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

// Where the files of an embedded store are, for commands that work on the files themselves.

import { open } from 'node:fs/promises';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { readAddress, type StoreAddress } from '#store/store-address';

/** What a backup, a restore or a check refuses, in words for whoever called it. */
export class StoreFilesFault extends Error {
  override readonly name = 'StoreFilesFault';
}

export interface StoreFiles {
  readonly series: string;
  readonly accounts: string;
}

export const filesAt = (series: string): StoreFiles => ({
  series,
  accounts: accountsPathOf(series),
});

/** The files of `sqlite:PATH`; anything else has none. */
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

/** How far a long phase is; what is counted is the phase's own affair. */
export type OnProgress = (phase: string, done: number, total: number) => void;

/** Makes names in a folder durable: without it a power cut may undo a rename. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

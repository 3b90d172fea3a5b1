// New stores in files, as copies of one empty store: two thirds of the time of opening a new store is the
// making of its tables.

import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';

/** The path of the empty store. */
let making: Promise<string> | undefined;

/** Opens a new store at a path below a folder that exists. */
export async function openNewStore(path: string): Promise<Store> {
  await makeNewStore(path);
  return openStore(`sqlite:${path}`);
}

/** Makes the two files of a new store at a path below a folder that exists. */
export async function makeNewStore(path: string): Promise<void> {
  const empty = await (making ??= makeEmpty());
  await copyFile(empty, path);
  await copyFile(accountsPathOf(empty), accountsPathOf(path));
}

async function makeEmpty(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gridtide-empty-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'store.db');
  await (await openStore(`sqlite:${path}`)).close();
  return path;
}

// SQLite: a folder a store.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from '../../harness/workspace.ts';
import type { Engine } from './engine.ts';
import { openSqliteTarget } from './fill-sqlite.ts';

export function startSqlite(workspace: Workspace): Engine {
  const folderOf = (store: string): string => workspace.path(`sqlite-${store}`);
  const fileOf = (store: string): string => join(folderOf(store), 'scale.db');
  const remove = (store: string): Promise<void> =>
    rm(folderOf(store), { recursive: true, force: true });
  return {
    name: 'sqlite',
    version: process.versions.sqlite!,
    addressOf: (store) => `sqlite:${fileOf(store)}`,
    async clear(store) {
      await remove(store);
      await mkdir(folderOf(store));
    },
    remove,
    openTarget: async (store) => openSqliteTarget(fileOf(store)),
    usage: async () => ({ cpuMs: 0, privateMb: 0 }),
    countConnections: async () => 0,
  };
}

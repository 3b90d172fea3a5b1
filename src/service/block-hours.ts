// The hours of blocks that the server was last started with, so that commands on its store mean the same.

import type { Store } from '#store/store';

const SETTING = 'block_hours';

/** Keeps the text of BLOCK_HOURS; empty for the usual hours. */
export async function keepBlockHours(store: Store, text: string): Promise<void> {
  if (((await readKeptBlockHours(store)) ?? '') === text) return;
  await store.putSetting(SETTING, text);
}

export const readKeptBlockHours = (store: Pick<Store, 'getSetting'>): Promise<string | undefined> =>
  store.getSetting(SETTING);

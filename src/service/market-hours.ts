// The hours of blocks and the time of the gate's closure that the server was last started with, so that commands on
// its store mean the same.

import type { Store } from '#store/store';

const BLOCK_HOURS = 'block_hours';
const GATE_CLOSURE = 'gate_closure';

/** Keeps the text of BLOCK_HOURS; empty for the usual hours. */
export async function keepBlockHours(store: Store, text: string): Promise<void> {
  if (((await readKeptBlockHours(store)) ?? '') === text) return;
  await store.putSetting(BLOCK_HOURS, text);
}

export const readKeptBlockHours = (store: Pick<Store, 'getSetting'>): Promise<string | undefined> =>
  store.getSetting(BLOCK_HOURS);

/**
 * Minutes after midnight of market time: the default of GATE_CLOSURE. A run issued later is no forecast of what was
 * traded.
 */
export const DEFAULT_GATE_CLOSURE = 12 * 60;

/** Keeps the text of GATE_CLOSURE. */
export async function keepGateClosure(store: Store, text: string): Promise<void> {
  if ((await readKeptGateClosure(store)) === text) return;
  await store.putSetting(GATE_CLOSURE, text);
}

export const readKeptGateClosure = (
  store: Pick<Store, 'getSetting'>,
): Promise<string | undefined> => store.getSetting(GATE_CLOSURE);

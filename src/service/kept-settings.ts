// What a store remembers of its servers: the zone of its market, from its first start, in which its days begin; the
// hours of blocks and the gate of the last start, so that commands mean the same; and whether it is whole.

import type { Zone } from '#core/time/zone';
import { COPY_STATE } from '#store/sql/setting-names';
import type { Store } from '#store/store';

const MARKET_ZONE = 'market_time_zone';

/** The name of the zone that the store was made for; undefined before its first use. */
export const readMarketZone = (store: Pick<Store, 'getSetting'>): Promise<string | undefined> =>
  store.getSetting(MARKET_ZONE);

/** Stores the zone on first use; later refuses another. */
export async function claimMarketZone(store: Store, zone: Zone): Promise<void> {
  const kept = await readMarketZone(store);
  if (kept === undefined) return store.putSetting(MARKET_ZONE, zone.name);
  if (kept === zone.name) return undefined;
  throw new Error(
    `the store was made for market time ${kept}; start with MARKET_TIME_ZONE=${kept}, or use another store`,
  );
}

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

export async function requireWhole(store: Store): Promise<void> {
  const state = await store.getSetting(COPY_STATE);
  if (state === undefined || (JSON.parse(state) as { isWhole: boolean }).isWhole) return;
  throw new Error(
    'A copy to this store was begun and has not ended. Run gridtide copy again, with the same --source and --target.',
  );
}

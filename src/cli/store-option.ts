// The store and the market's zone that a command works with: from --store or the environment.

import type { Arguments, Io, Option } from '#cli/command';
import { CommandFault } from '#cli/command';
import { quoteGiven } from '#core/nearest';
import { findZone, hasWholeHours, type Zone } from '#core/zone';
import { openStore } from '#store/open-store';
import { type Store, StoreUnavailable } from '#store/store';

export const DEFAULT_STORE = 'sqlite:data/gridtide.db';
export const DEFAULT_ZONE = 'Europe/Berlin';

/** The store's own record of the zone its days, weeks and longer intervals are counted in. */
export const ZONE_SETTING = 'market_time_zone';

export const STORE_OPTION: Readonly<Record<'store', Option>> = {
  store: {
    type: 'string',
    value: 'URL',
    summary: `The store; else STORE of the environment, else ${DEFAULT_STORE}.`,
  },
};

export const JSON_OPTION: Readonly<Record<'json', Option>> = {
  json: { type: 'boolean', summary: 'Print JSON instead of a table.' },
};

/** Runs `work` with the store open, and closes it whatever happens. */
export async function withStore<T>(
  args: Arguments,
  { env }: Io,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await open(args.text('store') || env.STORE || DEFAULT_STORE);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function open(url: string): Promise<Store> {
  try {
    return await openStore(url);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    throw new CommandFault((error as Error).message);
  }
}

/** The market's zone; refused where its hours are not UTC hours. */
export function marketZone({ env }: Io): Zone {
  const name = env.MARKET_TIME_ZONE || DEFAULT_ZONE;
  const zone = findZone(name);
  if (!zone) {
    throw new CommandFault(
      `MARKET_TIME_ZONE: ${quoteGiven(name)} is not a time zone such as ${DEFAULT_ZONE}`,
    );
  }
  if (hasWholeHours(zone)) return zone;
  throw new CommandFault(
    `MARKET_TIME_ZONE: ${zone.name} has not always been whole hours from UTC, as a market’s zone must be`,
  );
}

/**
 * Refuses a zone other than the one the store was filled with: its days would begin elsewhere and
 * every daily value be read as another day's.
 */
export async function checkZone(store: Store, zone: Zone): Promise<void> {
  const held = await store.getSetting(ZONE_SETTING);
  if (held === undefined || held === zone.name) return;
  throw new CommandFault(
    `this store keeps market time of ${held}, but MARKET_TIME_ZONE is ${zone.name}`,
  );
}

/** Remembers the zone of the first values stored. */
export async function keepZone(store: Store, zone: Zone): Promise<void> {
  if ((await store.getSetting(ZONE_SETTING)) === undefined) {
    await store.putSetting(ZONE_SETTING, zone.name);
  }
}

// The store and the market's zone that a command works with: from --store or the environment.

import { type Arguments, CommandFault, type Io, type Option } from '#cli/command/command';
import { type Config, readConfig } from '#config';
import type { Zone } from '#core/time/zone';
import { claimMarketZone } from '#service/market-zone';
import { SETTINGS } from '#settings';
import { openStore } from '#store/open/open-store';
import { type Store, StoreUnavailable } from '#store/store';

export const DEFAULT_STORE = SETTINGS.find(({ name }) => name === 'STORE')!.fallback;

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

/** Faults of settings and stores come as plain errors whose message says it all. */
async function plainly<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    throw new CommandFault((error as Error).message);
  }
}

/**
 * Runs `work` with the store open, and closes it whatever happens. Only commands that may come
 * first make a store: with any other, one that is not there is a misspelt one.
 */
export async function withStore<T>(
  args: Arguments,
  { env }: Io,
  work: (store: Store) => Promise<T>,
  { create = false } = {},
): Promise<T> {
  const url = args.text('store') ?? env.STORE;
  const { storeUrl } = await plainly(() => readConfig({}, { STORE: url }));
  const store = await plainly(() => openStore(storeUrl, { create }));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The settings of the environment; `flags` win. What makes no sense is refused in its own words. */
export function readSettings({ env }: Io, flags: Parameters<typeof readConfig>[1] = {}): Config {
  try {
    return readConfig(env, flags);
  } catch (error) {
    throw new CommandFault((error as Error).message);
  }
}

/** The market's zone; refused where its hours are not UTC hours. */
export const marketZone = (io: Io): Zone => readSettings(io).marketZone;

/**
 * Refuses a zone other than the one the store was filled with: its days would begin elsewhere and
 * every daily value be read as another day's.
 */
export const claimZone = (store: Store, zone: Zone): Promise<void> =>
  plainly(() => claimMarketZone(store, zone));

// The store and the market's zone that a command works with, and who runs it, for the journal.

import { userInfo } from 'node:os';
import type { ChangedBy } from '#accounts/account-journal';
import { type Arguments, CommandFault, type Io, type Option } from '#cli/command/command';
import { type Config, readConfig } from '#config';
import { type Zone, readMarketZone as zoneNamed } from '#core/time/zone';
import type { BlockTable } from '#core/values/blocks';
import {
  claimMarketZone,
  readKeptBlockHours,
  readKeptGateClosure,
  readMarketZone,
} from '#service/kept-settings';
import { SETTINGS, type SettingName } from '#settings/settings';
import { openStore } from '#store/open/open-store';
import { type Store, StoreUnavailable } from '#store/store';

const defaultOf = (wanted: SettingName): string =>
  SETTINGS.find(({ name }) => name === wanted)!.fallback;

export const DEFAULT_STORE = defaultOf('STORE');
const DEFAULT_ZONE = defaultOf('MARKET_TIME_ZONE');

export const STORE_OPTION: Readonly<Record<'store', Option>> = {
  store: {
    type: 'string',
    value: 'URL',
    summary: `The store; else the setting STORE, else ${DEFAULT_STORE}.`,
  },
};

export const JSON_OPTION: Readonly<Record<'json', Option>> = {
  json: { type: 'boolean', summary: 'Print JSON instead of a table.' },
};

/** Faults of settings and stores are plain errors; their message is all that is printed. */
export async function expectingFaults<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    throw new CommandFault((error as Error).message);
  }
}

/** The settings of the environment; `flags` win. Throws a CommandFault if a setting makes no sense. */
export function readSettings(
  { env }: Pick<Io, 'env'>,
  flags: Parameters<typeof readConfig>[1] = {},
): Config {
  try {
    return readConfig(env, flags);
  } catch (error) {
    throw new CommandFault((error as Error).message);
  }
}

/** The store's address: `given`, else STORE of the environment, else the default. */
export const readStoreUrl = (given: string | undefined, { env }: Io): string =>
  (given ?? env.STORE)?.trim() || DEFAULT_STORE;

/** The address of the store that --store or the environment names. */
export const storeUrlOf = (args: Arguments, io: Io): string => readStoreUrl(args.text('store'), io);

/**
 * Runs `work` with the store open, and closes it whatever happens. Only commands that may come first
 * create a store. With any other command, a store that does not exist is misspelt.
 */
export async function withStore<T>(
  args: Arguments,
  io: Io,
  work: (store: Store) => Promise<T>,
  { create = false } = {},
): Promise<T> {
  const storeUrl = storeUrlOf(args, io);
  const store = await expectingFaults(() => openStore(storeUrl, { create }));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The zone that MARKET_TIME_ZONE names, else `kept`, else the default. */
export function readZone({ env }: Pick<Io, 'env'>, kept?: string): Zone {
  try {
    return zoneNamed(env.MARKET_TIME_ZONE?.trim() || kept || DEFAULT_ZONE);
  } catch (error) {
    throw new CommandFault((error as Error).message);
  }
}

/** The market of a store: its zone, the hours of its blocks, and when its gate closes. */
export interface Market {
  readonly zone: Zone;
  readonly blocks: BlockTable;
  readonly gateClosure: number;
}

/**
 * The market that a store was made for, and the blocks and gate of its server. Settings of the environment come
 * first. Another zone than the store's is refused: its days would begin elsewhere, and every daily value
 * would be read as another day's.
 */
export async function marketOf(store: Store, io: Pick<Io, 'env'>): Promise<Market> {
  const given = (name: SettingName): string | undefined => io.env[name]?.trim() || undefined;
  const kept = await readMarketZone(store);
  const { marketZone, ...settings } = readSettings(io, {
    MARKET_TIME_ZONE: given('MARKET_TIME_ZONE') ?? kept,
    BLOCK_HOURS: given('BLOCK_HOURS') ?? (await readKeptBlockHours(store)),
    GATE_CLOSURE: given('GATE_CLOSURE') ?? (await readKeptGateClosure(store)),
  });
  if (kept !== undefined) await expectingFaults(() => claimMarketZone(store, marketZone));
  return { zone: marketZone, blocks: settings.blocks, gateClosure: settings.gateClosure };
}

/** The zone of a store that is about to be written. A new store gets it. */
export async function writtenZone(store: Store, io: Pick<Io, 'env'>): Promise<Zone> {
  const zone = readZone(io, await readMarketZone(store));
  await expectingFaults(() => claimMarketZone(store, zone));
  return zone;
}

/** The zone before a store is opened or made: that of a store that exists, else that of the settings. */
export async function zoneBefore(args: Arguments, io: Io): Promise<Zone> {
  try {
    return (await withStore(args, io, (store) => marketOf(store, io))).zone;
  } catch (error) {
    // A fault of the store itself is reported when it is opened to be written.
    if (error instanceof CommandFault) return readSettings(io).marketZone;
    throw error;
  }
}

/** `anna on command line`; the account's number if it has no name. */
export function commandActor(): string {
  let who: string;
  try {
    who = userInfo().username;
  } catch {
    who = `user ${process.getuid?.() ?? 'unknown'}`;
  }
  return `${who} on command line`;
}

/** The user of the command line, now. */
export const changedBy = (io: Io): ChangedBy => ({ actor: commandActor(), now: io.now() });

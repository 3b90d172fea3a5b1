// A store from its URL: the one place that knows which engines there are.

import { openSqliteStore } from '#store/engines/sqlite/sqlite-store';
import type { Store } from '#store/store';
import { readAddress } from '#store/store-address';

export interface OpenStoreOptions {
  /** Whether to make a store that does not exist yet; otherwise that throws. Default true. */
  readonly create?: boolean;
  /** How long a write waits for other writers before it throws StoreBusy. Default 30 s. */
  readonly writeWaitMs?: number;
  /** Replicas that may be read from; only with PostgreSQL. */
  readonly readUrls?: readonly string[];
  /** Most connections at a time; only with PostgreSQL. Default 16. */
  readonly connections?: number;
  /** Memory for records as last read; 0 holds none. Default 16 MiB. */
  readonly cacheBytes?: number | undefined;
}

const DEFAULT_CONNECTIONS = 16;

/**
 * Opens `sqlite:PATH`, or `sqlite::memory:` for a store that is gone when it is closed, or a database
 * of PostgreSQL by its address.
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const { create = true, writeWaitMs = 30_000 } = options;
  const address = readAddress(url);
  if (address.engine === 'sqlite') {
    return openSqliteStore(address.path, { create, writeWaitMs, cacheBytes: options.cacheBytes });
  }
  // Only whoever has such a store waits for the driver to be read.
  const { openPostgresStore } = await import('#store/engines/postgres/open-postgres');
  const { connections = DEFAULT_CONNECTIONS, readUrls = [] } = options;
  return openPostgresStore(address.url, { create, writeWaitMs, connections, readUrls });
}

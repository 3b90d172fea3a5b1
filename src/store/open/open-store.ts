// Opening a store by its URL. Only this file and open-tables.ts choose between the engines.

import { openSqliteStore } from '#store/engines/sqlite/sqlite-store';
import type { Store } from '#store/store';
import { readAddress } from '#store/store-address';

export interface OpenStoreOptions {
  /** Whether to make a store that does not exist yet; without it opening throws. Default true. */
  readonly create?: boolean;
  /** How long a write waits for other writers before it throws StoreBusy. Default 30 s. */
  readonly writeWaitMs?: number;
  /** The addresses of replicas to read from; only with PostgreSQL. */
  readonly readUrls?: readonly string[];
  /** The most connections at a time; only with PostgreSQL. Default 16. */
  readonly connections?: number;
  /** The most bytes of cached series records; 0 caches none. Default 16 MiB. */
  readonly cacheBytes?: number | undefined;
}

const DEFAULT_CONNECTIONS = 16;

/**
 * Opens `sqlite:PATH`, `sqlite::memory:` for a store that ends when it is closed, or a PostgreSQL
 * database by its address.
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const { create = true, writeWaitMs = 30_000 } = options;
  const address = readAddress(url);
  if (address.engine === 'sqlite') {
    return openSqliteStore(address.path, { create, writeWaitMs, cacheBytes: options.cacheBytes });
  }
  // Imported here, so that a store on SQLite does not wait for the driver to load.
  const { openPostgresStore } = await import('#store/engines/postgres/open-postgres');
  const { connections = DEFAULT_CONNECTIONS, readUrls = [] } = options;
  return openPostgresStore(address.url, { create, writeWaitMs, connections, readUrls });
}

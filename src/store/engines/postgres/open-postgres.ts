// Opening a store on PostgreSQL, with its schema and its replicas.

import { randomUUID } from 'node:crypto';
import { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { Replicas } from '#store/engines/postgres/postgres-replicas';
import { hasSchema, migratePostgres } from '#store/engines/postgres/postgres-schema';
import { PostgresSession } from '#store/engines/postgres/postgres-session';
import { PostgresStore } from '#store/engines/postgres/postgres-store';
import { ReplicatedStore } from '#store/engines/postgres/replicated-store';
import { STORE_ID } from '#store/sql/setting-names';
import * as sql from '#store/sql/statements';
import type { Store } from '#store/store';

export interface PostgresStoreOptions {
  readonly create: boolean;
  /** How long a write waits for other writers before it throws StoreBusy. */
  readonly writeWaitMs: number;
  /** The most connections this process makes to each server. */
  readonly connections: number;
  /** The addresses of replicas to read from. */
  readonly readUrls: readonly string[];
}

/** The fewest connections: with fewer, a write, a job's lock and a read would wait for each other. */
const FEWEST_CONNECTIONS = 3;

export async function openPostgresStore(
  url: string,
  options: PostgresStoreOptions,
): Promise<Store> {
  const { create, writeWaitMs, readUrls } = options;
  const connections = Math.max(FEWEST_CONNECTIONS, options.connections);
  const pool = new PostgresPool(url, connections);
  try {
    const session = new PostgresSession(pool);
    if (!create && !(await hasSchema(session))) {
      throw new Error('There is no store in this database.');
    }
    await migratePostgres(pool);
    const parts = { pool, writeWaitMs };
    if (readUrls.length === 0) return new PostgresStore(parts);
    const storeId = await identify(session);
    return new ReplicatedStore(parts, new Replicas(readUrls, connections, storeId));
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Returns the store's identity, and makes one if it has none. */
async function identify(session: PostgresSession): Promise<string> {
  await session.run(sql.ADD_SETTING, STORE_ID, randomUUID());
  const [row] = await session.all<{ value: string }>(sql.GET_SETTING, STORE_ID);
  return row!.value;
}

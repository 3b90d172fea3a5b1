// PostgreSQL: one server for all sizes, a database a store.

import { existsSync } from 'node:fs';
import pg from 'pg';
import { findOtherUser } from '../../harness/other-user.ts';
import type { Workspace } from '../../harness/workspace.ts';
import type { DatabaseUsage, Engine } from './engine.ts';
import { openPostgresTarget } from './fill-postgres.ts';

const FOLDER = 'postgres';

interface Started {
  /** The address without a database's name. */
  readonly address: string;
  readonly version: string;
}

export async function startPostgres(workspace: Workspace): Promise<Engine> {
  const user = findOtherUser();
  const folder = workspace.path(FOLDER);
  if (!existsSync(folder)) await workspace.makeFolder(FOLDER, user);
  const child = workspace.start('bench/scale/postgres-process.ts', user ? { user } : {});
  const { address, version } = await child.call<Started>('start', folder);
  const databaseOf = (store: string): string => `scale_${store.replaceAll('-', '_')}`;
  const addressOf = (store: string): string => `${address}/${databaseOf(store)}`;
  const ask = async <Row extends object>(text: string, ...values: string[]): Promise<Row[]> => {
    const client = new pg.Client(`${address}/postgres`);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const remove = async (store: string): Promise<void> => {
    await ask(`DROP DATABASE IF EXISTS ${databaseOf(store)} WITH (FORCE)`);
  };
  return {
    name: 'postgres',
    version,
    addressOf,
    async clear(store) {
      await remove(store);
      await ask(`CREATE DATABASE ${databaseOf(store)}`);
    },
    remove,
    openTarget: (store) => openPostgresTarget(addressOf(store)),
    usage: () => child.call<DatabaseUsage>('usage'),
    async countConnections(store) {
      const [row] = await ask<{ count: number }>(
        'SELECT COUNT(*)::float8 AS count FROM pg_stat_activity WHERE datname = $1',
        databaseOf(store),
      );
      return row!.count;
    },
  };
}

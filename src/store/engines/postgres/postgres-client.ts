// One connection to a PostgreSQL server. Opening and closing it never waits long for a server that hangs.

import pg from 'pg';
import { isOfLivingServer } from '#store/engines/postgres/postgres-errors';
import { RESULT_TYPES } from '#store/engines/postgres/postgres-values';
import { withinTime } from '#store/engines/postgres/within-time';

/** How long a server may take to close a connection that was told to end. */
const END_MS = 500;
/** A server that vanishes silently is noticed this long after its last byte, plus some ten seconds. */
const KEEP_ALIVE_MS = 5_000;

/**
 * A commit waits for the disk, even on servers that are set up not to. If this process gives up or is cut
 * off, the server gives up too and releases its locks: a running statement within two seconds (Windows
 * cannot), an open transaction within half a minute.
 */
const SET_UP = `SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';
  SELECT set_config('client_connection_check_interval', '2s', false)
    WHERE version() !~* 'windows|mingw|visual c';
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4`;

/** The timeline of the server's history: each failover begins a new one. A replica refuses to say. */
export const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';
const timelines = new WeakMap<pg.Client, string>();

/** Throws if the address cannot be read. The message does not repeat it, as it may contain a password. */
export function configOf(url: string): pg.ClientConfig {
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'gridtide',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A transaction sends its writes without waiting for each answer.
    pipeline: true,
    types: RESULT_TYPES as unknown as pg.CustomTypesConfig,
  };
  try {
    new pg.Client(config);
  } catch {
    throw new Error(
      'The store’s address cannot be read: postgres://USER:PASSWORD@HOST:PORT/DATABASE is meant. Signs such as / # @ in a password are written %2F %23 %40.',
    );
  }
  return config;
}

/** Resolves when the server has accepted and set up the connection, or rejects after `timeoutMs`. */
export async function openClient(client: pg.Client, timeoutMs: number): Promise<void> {
  const opened = client.connect().then(() => setUp(client));
  try {
    if ((await withinTime(timeoutMs, opened)) !== 'late') return;
    throw Object.assign(new Error('timeout expired'), { code: 'ETIMEDOUT' });
  } catch (error) {
    cutClient(client);
    throw error;
  }
}

async function setUp(client: pg.Client): Promise<void> {
  await client.query(SET_UP);
  try {
    const { rows } = await client.query<{ timeline: string }>(`SELECT ${TIMELINE} AS timeline`);
    timelines.set(client, rows[0]!.timeline);
  } catch (error) {
    if (!isOfLivingServer(error)) throw error;
  }
}

/** The server's timeline when the connection was made; undefined if the server refused to say. */
export const timelineOf = (client: pg.Client): string | undefined => timelines.get(client);

/** Closes the connection politely, and cuts it if the server does not answer. */
export async function endClient(client: pg.Client): Promise<void> {
  if ((await withinTime(END_MS, client.end())) === 'late') cutClient(client);
}

/** Closes the connection at once. A statement under way fails. */
export function cutClient(client: pg.Client): void {
  client.connection.stream.destroy();
}

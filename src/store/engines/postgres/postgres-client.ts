// One connection to a PostgreSQL server: made, set up and ended without ever waiting for a server that
// hangs.

import pg from 'pg';
import { isOfLivingServer } from '#store/engines/postgres/postgres-errors';
import { RESULT_TYPES } from '#store/engines/postgres/postgres-values';
import { within } from '#store/engines/postgres/within-time';

/** How long a server may take to close a connection that was told to end. */
const END_MS = 500;
/** A peer that is gone without a word is noticed this long after its last one, and some ten seconds. */
const KEEP_ALIVE_MS = 5_000;

/**
 * What is told to be written is on disk: some servers are set up not to wait for that. And what this
 * process gave up, or is cut off from, the server gives up too, with its locks: a statement within two
 * seconds (Windows cannot), an open transaction within half a minute.
 */
const SET_UP = `SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';
  SELECT set_config('client_connection_check_interval', '2s', false)
    WHERE version() !~* 'windows|mingw|visual c';
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4`;

/** Which of its histories a server is in: each failover begins another. A replica has none of its own. */
export const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';
const timelines = new WeakMap<pg.Client, string>();

/** Throws where the address is none; what it says is not repeated, as it may hold a password. */
export function configOf(url: string): pg.ClientConfig {
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'gridtide',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // What a transaction writes is sent without waiting for each answer.
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
    if ((await within(timeoutMs, opened)) !== 'late') return;
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

/** Of the server when the connection was made; undefined where it would not say. */
export const timelineOf = (client: pg.Client): string | undefined => timelines.get(client);

/** Politely; a server that does not answer is not waited for. */
export async function endClient(client: pg.Client): Promise<void> {
  if ((await within(END_MS, client.end())) === 'late') cutClient(client);
}

/** At once; a statement under way fails. */
export function cutClient(client: pg.Client): void {
  client.connection.stream.destroy();
}

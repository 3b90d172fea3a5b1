// What became of a transaction whose COMMIT was not answered: the server knows, if it is back in time.

import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { TIMELINE } from '#store/postgres-client';
import type { PostgresConnection, PostgresPool } from '#store/postgres-pool';

const ASK_EVERY_MS = 50;

/** What the server calls a transaction. */
export interface TransactionName {
  readonly xid: string;
  /** Of the server's history: after a failover the same xid may be another's. */
  readonly timeline: string | undefined;
}

/** For the beginning of a transaction: its last result holds the transaction's name. */
export const NAME_TRANSACTION = 'SELECT pg_current_xact_id()::text AS xid';

export function readName(
  results: readonly QueryResult[],
  { timeline }: PostgresConnection,
): TransactionName {
  return { xid: results.at(-1)!.rows[0].xid, timeline };
}

/** Asks until the server says, or until `deadline` (of performance.now()): then undefined. */
export async function learnOutcome(
  pool: PostgresPool,
  name: TransactionName,
  deadline: number,
): Promise<'committed' | 'aborted' | undefined> {
  if (name.timeline === undefined) return undefined;
  for (;;) {
    const status = await pool.lend((connection) => askStatus(connection, name)).catch(() => {});
    if (status === 'committed' || status === 'aborted') return status;
    if (performance.now() + ASK_EVERY_MS > deadline) return undefined;
    await sleep(ASK_EVERY_MS);
  }
}

/** Also `in progress`: the server has not noticed yet that nobody listens. */
async function askStatus(
  connection: PostgresConnection,
  { xid, timeline }: TransactionName,
): Promise<string | undefined> {
  const { rows } = await connection.query({
    text: `SELECT pg_xact_status($1::xid8) AS status
      WHERE ${TIMELINE} = $2`,
    values: [xid, timeline],
  });
  return rows[0]?.status;
}

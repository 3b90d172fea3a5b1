// A transaction from its beginning to a known end, or to the knowledge that its end is not known.

import type { QueryResult } from 'pg';
import {
  learnOutcome,
  leaveMark,
  NAME_TRANSACTION,
  readName,
  type TransactionName,
  type WriteMark,
} from '#store/engines/postgres/postgres-commit-outcome';
import {
  commitUnknown,
  isConnectionLost,
  translateBeginError,
  translatePostgresError,
} from '#store/engines/postgres/postgres-errors';
import type { PostgresConnection, PostgresPool } from '#store/engines/postgres/postgres-pool';
import { PostgresTransaction } from '#store/engines/postgres/postgres-session';
import { StoreBusy, StoreUnavailable } from '#store/store';

/** The first half of every advisory lock of ours: "GT". */
export const LOCKS = 0x4754;
/** The second half: who writes series data or changes the schema, and who changes accounts. */
export const SERIES_LOCK = 1;
export const ACCOUNTS_LOCK = 3;
export type WriteLock = typeof SERIES_LOCK | typeof ACCOUNTS_LOCK;
/** From a COMMIT on, its outcome is known after this, or called unknown: a caller waits for it. */
const OUTCOME_MS = 1_500;
/** What is left for finding out, where a COMMIT took long before the connection was lost. */
const LEAST_OUTCOME_MS = 250;

export interface Turn {
  readonly lock: WriteLock;
  /** For the lock. */
  readonly waitMs: number;
  /** Without one nobody can tell afterwards whether a COMMIT that got no answer was done. */
  readonly mark?: WriteMark;
}

/** Runs `work` as one transaction that no other with the same lock overlaps, on any machine. */
export async function transactInTurn<T>(
  pool: PostgresPool,
  { lock, waitMs, mark }: Turn,
  work: (transaction: PostgresTransaction) => Promise<T>,
): Promise<T> {
  const wait = Math.max(1, Math.round(waitMs));
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = ${wait};
    SELECT pg_advisory_xact_lock(${LOCKS}, ${lock}); SET LOCAL lock_timeout = 0;
    ${mark ? leaveMark(mark, Date.now()) : ''} ${NAME_TRANSACTION}`;
  return pool.lend(async (connection) => {
    let name: TransactionName;
    try {
      name = readName(await connection.query<QueryResult[]>(begin), connection, mark);
    } catch (error) {
      await rollBack(connection);
      const plain = translateBeginError(error);
      // After a failover the next connection may lead to the server that can be written to.
      if (!(plain instanceof StoreBusy)) connection.isBroken = true;
      throw plain;
    }
    const transaction = new PostgresTransaction(connection);
    try {
      const result = await work(transaction);
      // Work that went on after an error of the engine's: all of it is lost.
      await transaction.settle();
      transaction.end();
      await commit(pool, connection, name);
      return result;
    } catch (error) {
      transaction.end();
      await transaction.settle().catch(() => {});
      await rollBack(connection);
      throw error;
    }
  });
}

async function commit(
  pool: PostgresPool,
  connection: PostgresConnection,
  name: TransactionName,
): Promise<void> {
  const startedAt = performance.now();
  let result: QueryResult;
  try {
    result = await connection.query('COMMIT');
  } catch (error) {
    if (!isConnectionLost(error)) throw translatePostgresError(error);
    const deadline = Math.max(startedAt + OUTCOME_MS, performance.now() + LEAST_OUTCOME_MS);
    const outcome = await learnOutcome(pool, name, deadline);
    if (outcome === 'committed') return;
    if (outcome === undefined) throw commitUnknown(error);
    throw new StoreUnavailable(
      'The connection to the store was lost before the write was durable: nothing of it is stored.',
      { cause: error },
    );
  }
  // Of a transaction that failed before, the server says so in place of an error.
  if (result.command === 'COMMIT') return;
  throw new StoreUnavailable('The store took the write back instead of keeping it.');
}

/** Never throws: it follows an error that matters more. A connection that cannot is thrown away. */
async function rollBack(connection: PostgresConnection): Promise<void> {
  if (connection.isBroken) return;
  try {
    await connection.query('ROLLBACK');
  } catch {
    connection.isBroken = true;
  }
}

// A transaction from its beginning to its end, which is committed, rolled back or reported as unknown.

import type { QueryResult } from 'pg';
import {
  findCommitOutcome,
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

/** The first half of each of our advisory locks: "GT". */
export const LOCKS = 0x4754;
/** The second half: of writes of series data or the schema, and of writes of accounts. */
export const SERIES_LOCK = 1;
export const ACCOUNTS_LOCK = 3;
export type WriteLock = typeof SERIES_LOCK | typeof ACCOUNTS_LOCK;
/** How long after a COMMIT its outcome is looked for, while the caller waits. Then it is unknown. */
const OUTCOME_MS = 1_500;
/** The least time for finding out, if the COMMIT took long before the connection was lost. */
const LEAST_OUTCOME_MS = 250;

export interface Locking {
  readonly lock: WriteLock;
  /** How long to wait for the lock. */
  readonly waitMs: number;
  /** Needed to find out whether a COMMIT that got no answer was done. */
  readonly mark?: WriteMark;
}

/** Runs `work` as one transaction. Two with the same lock never overlap, on any machine. */
export async function transactLocked<T>(
  pool: PostgresPool,
  { lock, waitMs, mark }: Locking,
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
      // After a failover a new connection may lead to the new primary.
      if (!(plain instanceof StoreBusy)) connection.isBroken = true;
      throw plain;
    }
    const transaction = new PostgresTransaction(connection);
    try {
      const result = await work(transaction);
      // Throws if the work went on after an engine error, as nothing of it can be stored.
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

/** Runs `work` in a transaction that reads the state of its beginning. */
export function readOnce<T>(
  pool: PostgresPool,
  work: (transaction: PostgresTransaction) => Promise<T>,
): Promise<T> {
  return pool.lend(async (connection) => {
    const transaction = new PostgresTransaction(connection);
    try {
      await transaction.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return await work(transaction);
    } finally {
      transaction.end();
      await rollBack(connection);
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
    const outcome = await findCommitOutcome(pool, name, deadline);
    if (outcome === 'committed') return;
    if (outcome === undefined) throw commitUnknown(error);
    throw new StoreUnavailable(
      'The connection to the store was lost before the write was durable: nothing of it is stored.',
      { cause: error },
    );
  }
  // If the transaction failed before, the server answers ROLLBACK instead of an error.
  if (result.command === 'COMMIT') return;
  throw new StoreUnavailable('The store took the write back instead of keeping it.');
}

/** Rolls back. Never throws, as it follows an error that matters more. A connection that cannot is closed. */
async function rollBack(connection: PostgresConnection): Promise<void> {
  if (connection.isBroken) return;
  try {
    await connection.query('ROLLBACK');
  } catch {
    connection.isBroken = true;
  }
}

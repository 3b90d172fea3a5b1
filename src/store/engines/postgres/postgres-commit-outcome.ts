// Finding out whether a transaction was committed whose COMMIT got no answer. The server knows, if it is
// back in time.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { DAY_MS } from '#core/time/instant';
import { TIMELINE } from '#store/engines/postgres/postgres-client';
import { isNameUnknown } from '#store/engines/postgres/postgres-errors';
import type { PostgresConnection, PostgresPool } from '#store/engines/postgres/postgres-pool';

const ASK_EVERY_MS = 50;
/** A mark is needed for seconds. Marks of processes that ended are removed after this. */
const KEEP_MARKS_MS = DAY_MS;

/** A row that is in the database if and only if its transaction was committed. */
export interface WriteMark {
  readonly lock: number;
  readonly writer: string;
  readonly mark: number;
}

/** Numbers the marks of one kind of transaction. A process runs one of a kind at a time. */
export class WriteMarks {
  readonly #lock: number;
  readonly #writer = randomUUID();
  #last = 0;

  constructor(lock: number) {
    this.#lock = lock;
  }

  next(): WriteMark {
    return { lock: this.#lock, writer: this.#writer, mark: ++this.#last };
  }
}

/** The statement that leaves a mark, for the beginning of a transaction that has its lock. */
export function leaveMark({ lock, writer, mark }: WriteMark, now: number): string {
  const leave = `INSERT INTO write_mark (lock_number, writer, mark, marked_at)
    VALUES (${lock}, '${writer}', ${mark}, ${now})
    ON CONFLICT (lock_number, writer) DO UPDATE SET mark = excluded.mark, marked_at = excluded.marked_at;`;
  if (mark > 1) return leave;
  return `DELETE FROM write_mark WHERE lock_number = ${lock} AND marked_at < ${now - KEEP_MARKS_MS}; ${leave}`;
}

/** What identifies a transaction when its outcome is looked for later. */
export interface TransactionName {
  /** The server's number. After a crash the server may reuse a number of which it had written nothing. */
  readonly xid: string;
  /** The timeline of the server's history: each failover begins a new one. */
  readonly timeline: string | undefined;
  /** Undefined while the table of marks does not exist yet. */
  readonly mark: WriteMark | undefined;
}

/** The last statement at the beginning of a transaction: it returns the server's number of it. */
export const NAME_TRANSACTION = 'SELECT pg_current_xact_id()::text AS xid';

export function readName(
  results: readonly QueryResult[],
  { timeline }: PostgresConnection,
  mark: WriteMark | undefined,
): TransactionName {
  return { xid: results.at(-1)!.rows[0].xid, timeline, mark };
}

type Outcome = 'committed' | 'aborted';

/** Asks until the server says, or until `deadline` on the clock of performance.now(): then undefined. */
export async function findCommitOutcome(
  pool: PostgresPool,
  name: TransactionName,
  deadline: number,
): Promise<Outcome | undefined> {
  const { timeline, mark } = name;
  if (timeline === undefined || mark === undefined) return undefined;
  for (;;) {
    const asked = pool.lend((connection) => askOutcome(connection, name.xid, timeline, mark));
    const outcome = await asked.catch(() => undefined);
    if (outcome !== undefined) return outcome;
    if (performance.now() + ASK_EVERY_MS > deadline) return undefined;
    await sleep(ASK_EVERY_MS);
  }
}

/** Looks for the mark after the transaction is over. If it does not exist then, it never will. */
async function askOutcome(
  connection: PostgresConnection,
  xid: string,
  timeline: string,
  mark: WriteMark,
): Promise<Outcome | undefined> {
  const state = await askState(connection, xid, timeline);
  if (state === 'in progress') return undefined;
  if (await hasMark(connection, mark)) return 'committed';
  return state === 'over' ? 'aborted' : undefined;
}

/** The state of a transaction. It may be `in progress` because the server has not noticed the lost connection. */
async function askState(
  connection: PostgresConnection,
  xid: string,
  timeline: string,
): Promise<'in progress' | 'over' | 'in another history'> {
  try {
    const { rows } = await connection.query({
      text: `SELECT pg_xact_status($1::xid8) AS status WHERE ${TIMELINE} = $2`,
      values: [xid, timeline],
    });
    if (rows.length === 0) return 'in another history';
    return rows[0].status === 'in progress' ? 'in progress' : 'over';
  } catch (error) {
    // A crash made the server forget the number, and no later transaction has had it.
    if (isNameUnknown(error)) return 'over';
    throw error;
  }
}

async function hasMark(
  connection: PostgresConnection,
  { lock, writer, mark }: WriteMark,
): Promise<boolean> {
  const { rows } = await connection.query({
    text: 'SELECT 1 FROM write_mark WHERE lock_number = $1 AND writer = $2 AND mark = $3',
    values: [lock, writer, mark],
  });
  return rows.length > 0;
}

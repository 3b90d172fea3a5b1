// What became of a transaction whose COMMIT was not answered: the server knows, if it is back in time.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { DAY_MS } from '#core/time/instant';
import { TIMELINE } from '#store/engines/postgres/postgres-client';
import { isNameUnknown } from '#store/engines/postgres/postgres-errors';
import type { PostgresConnection, PostgresPool } from '#store/engines/postgres/postgres-pool';

const ASK_EVERY_MS = 50;
/** Nobody asks for a mark after seconds; those of processes that are gone are cleared away. */
const KEEP_MARKS_MS = DAY_MS;

/** What a transaction leaves in the database where it is committed, and only then. */
export interface WriteMark {
  readonly lock: number;
  readonly writer: string;
  readonly mark: number;
}

/** The marks of transactions of one kind, of which one process makes one at a time. */
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

/** For the beginning of a transaction, once it has its turn. */
export function leaveMark({ lock, writer, mark }: WriteMark, now: number): string {
  const leave = `INSERT INTO write_mark (lock_number, writer, mark, marked_at)
    VALUES (${lock}, '${writer}', ${mark}, ${now})
    ON CONFLICT (lock_number, writer) DO UPDATE SET mark = excluded.mark, marked_at = excluded.marked_at;`;
  if (mark > 1) return leave;
  return `DELETE FROM write_mark WHERE lock_number = ${lock} AND marked_at < ${now - KEEP_MARKS_MS}; ${leave}`;
}

/** A transaction, as those know it who ask for it later. */
export interface TransactionName {
  /** What the server calls it. After a crash it may call another so, of which it had not written any yet. */
  readonly xid: string;
  /** Of the server's history: each failover begins another. */
  readonly timeline: string | undefined;
  /** None while there is no table for marks yet. */
  readonly mark: WriteMark | undefined;
}

/** For the beginning of a transaction: its last result holds the server's name of it. */
export const NAME_TRANSACTION = 'SELECT pg_current_xact_id()::text AS xid';

export function readName(
  results: readonly QueryResult[],
  { timeline }: PostgresConnection,
  mark: WriteMark | undefined,
): TransactionName {
  return { xid: results.at(-1)!.rows[0].xid, timeline, mark };
}

type Outcome = 'committed' | 'aborted';

/** Asks until the server says, or until `deadline` (of performance.now()): then undefined. */
export async function learnOutcome(
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

/** The mark is looked for once the transaction is over: if it is not there then, it will never be. */
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

/** Also `in progress`: the server has not noticed yet that nobody listens. */
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
    // A crash made the server forget it, and nobody has been called so since.
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

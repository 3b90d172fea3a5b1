// Spreading a store over several machines, if the database has the extension Citus. The rows of a series are
// spread by series; what is read with them is copied to each machine. Nothing else in Gridtide knows Citus;
// docs/evidence/postgres-and-citus.md says what was tried on which cluster.

import { translatePostgresError } from '#store/engines/postgres/postgres-errors';
import type { PostgresConnection, PostgresPool } from '#store/engines/postgres/postgres-pool';
import { LOCKS } from '#store/engines/postgres/postgres-transaction';

/** Tables that are keyed by series and read one series at a time. All rows of a series are on one machine. */
export const DISTRIBUTED_TABLES = [
  'chunk',
  'run',
  'point_change',
  'run_detail',
  'run_band',
  'past_series',
  'past_run',
  'model_memory',
  'value_rule',
  'held_value',
] as const;

/** Small tables that every read or search of series needs, with a copy on each machine. */
export const REFERENCE_TABLES = ['series', 'catalog', 'setting', 'applied_migration'] as const;

const ACCOUNTS = 'signing in must work while another machine is down';
const PASSING = 'gone within a day, and written while a client waits';

/** Ordinary tables of the coordinator, with the reason. Nothing joins them with the tables above. */
export const LOCAL_TABLES: Readonly<Record<string, string>> = {
  plan: ACCOUNTS,
  app_user: ACCOUNTS,
  credential: ACCOUNTS,
  request_day: ACCOUNTS,
  board: ACCOUNTS,
  board_link: ACCOUNTS,
  question_link: ACCOUNTS,
  user_identity: ACCOUNTS,
  webhook: ACCOUNTS,
  webhook_delivery: ACCOUNTS,
  account_journal: ACCOUNTS,
  account_answer: PASSING,
  kept_answer: PASSING,
  rate_window: PASSING,
  sign_in_failure: PASSING,
  sign_in_code: PASSING,
  used_sign_in: PASSING,
  write_mark: 'marks transactions, which are the coordinator’s too',
  job: 'the locks of jobs are the coordinator’s too',
  journal: 'grows with every write; copies of it would not help',
  expectation: 'a few rows, which no search joins',
  forecast_target: 'a few rows, which no search joins',
  event: 'grows with every write; read by number, not by series',
  alert_rule: 'written with the log of changes',
  alert_state: 'written with the log of changes',
  alert_change: 'written with the log of changes',
  alert_silence: 'written with the log of changes',
  journal_series: 'grows with every write; read by entry, not by series',
};

const [FIRST, ...OTHERS] = DISTRIBUTED_TABLES;

// The number of parts is a setting of the server, citus.shard_count.
const distributed = (table: string, together: string): string =>
  `SELECT create_distributed_table('${table}', 'series_key', colocate_with => '${together}')`;

/** The statement that spreads each table, in order. The other distributed tables follow the first one. */
export const DISTRIBUTING_STATEMENTS: ReadonlyMap<string, string> = new Map<string, string>([
  ...REFERENCE_TABLES.map((table) => [table, `SELECT create_reference_table('${table}')`] as const),
  [FIRST, distributed(FIRST, 'none')],
  ...OTHERS.map((table) => [table, distributed(table, FIRST)] as const),
]);

/** Removes the rows that the table had before it was spread: spreading copies them and leaves them in place. */
export const emptyingStatement = (table: string): string =>
  `SELECT truncate_local_data_after_distributing_table('${table}')`;

const IS_CITUS = `SELECT 1 AS one FROM pg_extension WHERE extname = 'citus'`;
const READ_GROUP = 'SELECT groupid FROM pg_dist_local_group';
const LIST_SPREAD = `SELECT c.relname AS name FROM pg_dist_partition p
  JOIN pg_class c ON c.oid = p.logicalrelid WHERE pg_table_is_visible(c.oid)`;

/** The second half of a lock; the others are in postgres-transaction.ts. */
const DISTRIBUTING_LOCK = 2;
const BEGIN_DISTRIBUTING = `BEGIN; SELECT pg_advisory_xact_lock(${LOCKS}, ${DISTRIBUTING_LOCK})`;

/** Throws if the address is a worker's, as writers follow each other by locks of the coordinator. */
export async function assertCoordinator(pool: PostgresPool): Promise<void> {
  await pool.lend(async (connection) => {
    if (!(await isCitus(connection))) return;
    const { rows } = await connection.query(READ_GROUP);
    if (rows.every(({ groupid }) => Number(groupid) === 0)) return;
    throw new Error(
      'STORE names a worker of a Citus cluster. Name the coordinator; workers can be named in STORE_READ.',
    );
  });
}

/** Spreads the tables that are not spread yet. Does nothing without Citus. */
export async function distribute(pool: PostgresPool): Promise<void> {
  await pool.lend(async (connection) => {
    try {
      if (!(await isCitus(connection))) return;
      for (const table of await listMissing(connection)) await distributeTable(connection, table);
    } catch (error) {
      throw translatePostgresError(error);
    }
  });
}

const isCitus = async (connection: PostgresConnection): Promise<boolean> =>
  (await connection.query(IS_CITUS)).rows.length > 0;

async function listMissing(connection: PostgresConnection): Promise<string[]> {
  const { rows } = await connection.query(LIST_SPREAD);
  const spread = new Set(rows.map(({ name }) => String(name)));
  return [...DISTRIBUTING_STATEMENTS.keys()].filter((table) => !spread.has(table));
}

/** Spreads one table in one transaction, so that a server stopped half-way goes on at its next start. */
async function distributeTable(connection: PostgresConnection, table: string): Promise<void> {
  try {
    await connection.query(BEGIN_DISTRIBUTING);
    // If several servers start together, one spreads the table. The others wait for the lock and find it done.
    if ((await listMissing(connection)).includes(table)) {
      await connection.query(DISTRIBUTING_STATEMENTS.get(table)!);
      await connection.query(emptyingStatement(table));
    }
    await connection.query('COMMIT');
  } catch (error) {
    // The pool must not lend a connection again that is in the middle of a transaction.
    connection.isBroken = true;
    throw error;
  }
}

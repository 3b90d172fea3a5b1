// Spreading a store over several machines with Citus, where the database has that extension: what belongs to
// a series by that series, what is read beside it as a copy on each machine. Nothing else in Gridtide knows
// of it; docs/explanation/scaling.md says what was tried where.

import { translatePostgresError } from '#store/engines/postgres/postgres-errors';
import type { PostgresConnection, PostgresPool } from '#store/engines/postgres/postgres-pool';
import { LOCKS } from '#store/engines/postgres/postgres-transaction';

/** Keyed by series, and asked one series at a time: all rows of one series are on one machine. */
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

/** Small, and needed wherever series are read or searched: a copy on each machine. */
export const REFERENCE_TABLES = ['series', 'catalog', 'setting', 'applied_migration'] as const;

const ACCOUNTS = 'signing in must work while another machine is down';
const PASSING = 'gone within a day, and written while somebody waits';

/** Ordinary tables of the coordinator, and why. Nothing joins them with those above. */
export const LOCAL_TABLES: Readonly<Record<string, string>> = {
  plan: ACCOUNTS,
  app_user: ACCOUNTS,
  credential: ACCOUNTS,
  account_journal: ACCOUNTS,
  account_answer: PASSING,
  kept_answer: PASSING,
  rate_window: PASSING,
  sign_in_failure: PASSING,
  sign_in_code: PASSING,
  write_mark: 'tells of transactions, which are the coordinator’s too',
  job: 'the locks of jobs are the coordinator’s too',
  journal: 'grows with every write; copies of it would help nobody',
  journal_series: 'grows with every write; asked by entry, not by series',
};

const [FIRST, ...OTHERS] = DISTRIBUTED_TABLES;

// How many parts there are is the server's setting, citus.shard_count.
const distributed = (table: string, together: string): string =>
  `SELECT create_distributed_table('${table}', 'series_key', colocate_with => '${together}')`;

/** What spreads each table, in order: the others go with the first distributed one. */
export const DISTRIBUTING_STATEMENTS: ReadonlyMap<string, string> = new Map<string, string>([
  ...REFERENCE_TABLES.map((table) => [table, `SELECT create_reference_table('${table}')`] as const),
  [FIRST, distributed(FIRST, 'none')],
  ...OTHERS.map((table) => [table, distributed(table, FIRST)] as const),
]);

/** What a table held before it was spread has been copied, and is still there. */
export const emptyingStatement = (table: string): string =>
  `SELECT truncate_local_data_after_distributing_table('${table}')`;

const IS_CITUS = `SELECT 1 AS one FROM pg_extension WHERE extname = 'citus'`;
const READ_GROUP = 'SELECT groupid FROM pg_dist_local_group';
const LIST_SPREAD = `SELECT c.relname AS name FROM pg_dist_partition p
  JOIN pg_class c ON c.oid = p.logicalrelid WHERE pg_table_is_visible(c.oid)`;

/** The second half of the lock, besides those of postgres-transaction.ts. */
const DISTRIBUTING_LOCK = 2;
const BEGIN_DISTRIBUTING = `BEGIN; SELECT pg_advisory_xact_lock(${LOCKS}, ${DISTRIBUTING_LOCK})`;

/** Throws where the address is a worker's: writers take turns by locks of the coordinator. */
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

/** Spreads the tables that are not spread yet; does nothing without Citus. */
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

/** One transaction a table: whoever is stopped half-way goes on with the next at the next start. */
async function distributeTable(connection: PostgresConnection, table: string): Promise<void> {
  try {
    await connection.query(BEGIN_DISTRIBUTING);
    // Of several servers that start together one does it, and the others, which waited, find it done.
    if ((await listMissing(connection)).includes(table)) {
      await connection.query(DISTRIBUTING_STATEMENTS.get(table)!);
      await connection.query(emptyingStatement(table));
    }
    await connection.query('COMMIT');
  } catch (error) {
    // Thrown away rather than given back in the middle of a transaction.
    connection.isBroken = true;
    throw error;
  }
}

// The rows of one table within a unit, read page by page and written many at a time.

import type { Fingerprint } from '#store/copy/copy-fingerprint';
import type { CopyTable } from '#store/copy/copy-tables';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';

/** The rows of a family whose column is from `start` up to `end` (exclusive). */
export interface CopyRange {
  readonly column: string;
  readonly start: number;
  readonly end: number;
}

type Row = readonly SqlValue[];

/** The rows of the first page, and the fewest and most of any page. */
const FIRST_PAGE = 128;
const PAGE_BOUNDS = { least: 16, most: 4_096 };
/** About the bytes of a table that are in memory at a time. */
const PAGE_BYTES = 2 ** 20;

const namesOf = ({ columns }: CopyTable): string => columns.map(([name]) => name).join(', ');

function conditionsOf({ where }: CopyTable, range: CopyRange | undefined): string[] {
  const own = where === undefined ? [] : [where];
  return range ? [...own, `${range.column} >= $1`, `${range.column} < $2`] : own;
}

const whereOf = (parts: readonly string[]): string =>
  parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;

const boundsOf = (range: CopyRange | undefined): number[] =>
  range ? [range.start, range.end] : [];

/** Yields all rows in the order of the key, in pages of about the same number of bytes. */
export async function* readPages(
  session: SqlSession,
  table: CopyTable,
  range: CopyRange | undefined,
  sum: Fingerprint,
): AsyncGenerator<Row[]> {
  const bounds = boundsOf(range);
  const conditions = conditionsOf(table, range);
  const next = bounds.length + 1;
  const order = `ORDER BY ${table.key.join(', ')} LIMIT $${next}`;
  const after = table.key.map((_, i) => `$${next + 1 + i}`);
  const head = `SELECT ${namesOf(table)} FROM ${table.name}`;
  const first = `${head}${whereOf(conditions)} ${order}`;
  const following = `${head}${whereOf([...conditions, `(${table.key.join(', ')}) > (${after.join(', ')})`])} ${order}`;
  const keyAt = table.key.map((name) => table.columns.findIndex(([column]) => column === name));
  let limit = FIRST_PAGE;
  let last: Row | undefined;
  do {
    const values = last === undefined ? [] : keyAt.map((at) => last![at]!);
    const rows = await session.table<Row>(last ? following : first, ...bounds, limit, ...values);
    const before = sum.bytes;
    for (const row of rows) sum.add(table, row);
    if (rows.length > 0) yield rows;
    last = rows.length < limit ? undefined : rows.at(-1);
    limit = nextLimit(limit, sum.bytes - before);
  } while (last !== undefined);
}

function nextLimit(limit: number, bytes: number): number {
  const fitting = Math.round((limit * PAGE_BYTES) / Math.max(1, bytes));
  return Math.max(PAGE_BOUNDS.least, Math.min(PAGE_BOUNDS.most, 4 * limit, fitting));
}

/** Inserts rows. The engine makes few statements of them. */
export function insertRows(
  session: SqlSession,
  table: CopyTable,
  rows: readonly Row[],
): Promise<void> {
  const signs = table.columns.map((_, i) => `$${i + 1}`).join(', ');
  const text = `INSERT INTO ${table.name} (${namesOf(table)}) VALUES (${signs})`;
  return session.runEach(text, rows);
}

export async function deleteRows(
  session: SqlSession,
  table: CopyTable,
  range: CopyRange | undefined,
): Promise<void> {
  const text = `DELETE FROM ${table.name}${whereOf(conditionsOf(table, range))}`;
  await session.run(text, ...boundsOf(range));
}

/** Deletes rows that have the unique value of a row to be inserted under another key. */
export async function clearUnique(
  session: SqlSession,
  table: CopyTable,
  rows: readonly Row[],
): Promise<void> {
  const at = table.columns.findIndex(([name]) => name === table.unique);
  if (at < 0) return;
  const text = `DELETE FROM ${table.name} WHERE ${table.unique} = $1`;
  await session.runEach(
    text,
    rows.map((row) => [row[at]!]),
  );
}

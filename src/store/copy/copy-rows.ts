// Rows of one table within a unit: read page by page, written many at a time.

import type { Fingerprint } from '#store/copy/copy-fingerprint';
import type { CopyTable } from '#store/copy/copy-tables';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';

/** Which rows of a family: all, or those from `start` up to `end` (exclusive) in its column. */
export interface CopyRange {
  readonly column: string;
  readonly start: number;
  readonly end: number;
}

type Row = readonly SqlValue[];

/** Rows of the first page, and at least and at most of any. */
const FIRST_PAGE = 128;
const PAGE_BOUNDS = { least: 16, most: 4_096 };
/** About so much of a table is in memory at a time. */
const PAGE_BYTES = 2 ** 20;

const namesOf = ({ columns }: CopyTable): string => columns.map(([name]) => name).join(', ');

function conditions({ where }: CopyTable, range: CopyRange | undefined): string[] {
  const own = where === undefined ? [] : [where];
  return range ? [...own, `${range.column} >= $1`, `${range.column} < $2`] : own;
}

const whereOf = (parts: readonly string[]): string =>
  parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;

const boundsOf = (range: CopyRange | undefined): number[] =>
  range ? [range.start, range.end] : [];

/** All rows in the order of the key, in pages of about the same number of bytes. */
export async function* readPages(
  session: SqlSession,
  table: CopyTable,
  range: CopyRange | undefined,
  sum: Fingerprint,
): AsyncGenerator<Row[]> {
  const bounds = boundsOf(range);
  const parts = conditions(table, range);
  const next = bounds.length + 1;
  const order = `ORDER BY ${table.key.join(', ')} LIMIT $${next}`;
  const after = table.key.map((_, i) => `$${next + 1 + i}`);
  const head = `SELECT ${namesOf(table)} FROM ${table.name}`;
  const first = `${head}${whereOf(parts)} ${order}`;
  const following = `${head}${whereOf([...parts, `(${table.key.join(', ')}) > (${after.join(', ')})`])} ${order}`;
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

/** The engine makes few statements of them. */
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
  const text = `DELETE FROM ${table.name}${whereOf(conditions(table, range))}`;
  await session.run(text, ...boundsOf(range));
}

/** Takes away rows that stand under another key in the way of those to be inserted. */
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

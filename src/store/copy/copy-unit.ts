// One unit of a copy: rows that belong together, which are compared, and replaced if they differ.

import { CopyFault, type Fingerprint, Fingerprints } from '#store/copy/copy-fingerprint';
import {
  type CopyRange,
  clearUnique,
  deleteRows,
  insertRows,
  readPages,
} from '#store/copy/copy-rows';
import type { CopyFamily, CopyTable } from '#store/copy/copy-tables';
import type { SqlSession } from '#store/sql/sql-session';
import type { TableStore } from '#store/sql/table-store';

export interface CopyUnit {
  readonly family: CopyFamily;
  /** All rows if left out. */
  readonly range?: CopyRange | undefined;
}

export interface UnitOutcome {
  /** The sums of the source. */
  readonly sums: Fingerprints;
  readonly isCopied: boolean;
  /** The tables in which the target had other rows than the source. */
  readonly differing: readonly string[];
}

/** Work to do within the transaction that writes a unit. */
export type AfterUnit = (session: SqlSession) => Promise<void>;

/** Compares a unit of both stores and changes nothing. */
export function compareUnit(
  source: TableStore,
  target: TableStore,
  unit: CopyUnit,
): Promise<UnitOutcome> {
  const { group } = unit.family;
  return source.read(group, async (from) => {
    const sums = await sumUnit(from, unit);
    const existing = await target.read(group, (session) => sumUnit(session, unit));
    return { sums, isCopied: false, differing: sums.differing(existing) };
  });
}

/**
 * Makes a unit of the target what it is in the source at one moment. The transaction is committed only
 * after its rows were read back with the source's sum.
 */
export function copyUnit(
  source: TableStore,
  target: TableStore,
  unit: CopyUnit,
  after?: AfterUnit,
): Promise<UnitOutcome> {
  const { group } = unit.family;
  return source.read(group, async (from) => {
    const existing = await target.read(group, (session) => sumUnit(session, unit));
    // If the target has no rows yet, the source need not be read to know that it differs.
    if (existing.rows > 0) {
      const sums = await sumUnit(from, unit);
      if (sums.differing(existing).length === 0) return { sums, isCopied: false, differing: [] };
    }
    return target.transact(group, async (to) => {
      const sums = await replaceUnit(from, to, unit, existing.rows > 0);
      const wrong = sums.differing(await sumUnit(to, unit));
      if (wrong.length > 0) {
        throw new CopyFault(
          `What was written to the target does not read back the same (${wrong.join(', ')}). Nothing of it was kept.`,
        );
      }
      await after?.(to);
      const isCopied = sums.rows + existing.rows > 0;
      return { sums, isCopied, differing: sums.differing(existing) };
    });
  });
}

async function sumUnit(session: SqlSession, { family, range }: CopyUnit): Promise<Fingerprints> {
  const sums = new Fingerprints();
  for (const table of family.tables) {
    for await (const _ of readPages(session, table, range, sums.of(table)));
  }
  return sums;
}

async function replaceUnit(
  from: SqlSession,
  to: SqlSession,
  { family, range }: CopyUnit,
  hasRows: boolean,
): Promise<Fingerprints> {
  if (hasRows) {
    for (const table of family.tables.toReversed()) await deleteRows(to, table, range);
  }
  const sums = new Fingerprints();
  for (const table of family.tables) await moveRows(from, to, table, range, sums.of(table));
  return sums;
}

/** Copies the rows of a table. The next page is read while the engine writes the one before. */
async function moveRows(
  from: SqlSession,
  to: SqlSession,
  table: CopyTable,
  range: CopyRange | undefined,
  sum: Fingerprint,
): Promise<void> {
  let writing = Promise.resolve();
  for await (const rows of readPages(from, table, range, sum)) {
    await writing;
    writing = clearUnique(to, table, rows).then(() => insertRows(to, table, rows));
    // Awaited later, but reading the next page may fail first.
    writing.catch(() => {});
  }
  await writing;
}

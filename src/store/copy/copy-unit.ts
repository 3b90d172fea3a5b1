// One unit of a copy: rows that belong together, compared and, where they differ, replaced.

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
  /** Left out: all rows. */
  readonly range?: CopyRange | undefined;
}

export interface UnitOutcome {
  /** Of the source. */
  readonly sums: Fingerprints;
  readonly isCopied: boolean;
  /** Tables in which the target had other rows than the source. */
  readonly differing: readonly string[];
}

/** Runs within the transaction that wrote a unit. */
export type AfterUnit = (session: SqlSession) => Promise<void>;

/** Compares a unit of both stores; nothing is changed. */
export function compareUnit(
  source: TableStore,
  target: TableStore,
  unit: CopyUnit,
): Promise<UnitOutcome> {
  const { group } = unit.family;
  return source.read(group, async (from) => {
    const sums = await sumUnit(from, unit);
    const there = await target.read(group, (session) => sumUnit(session, unit));
    return { sums, isCopied: false, differing: sums.differing(there) };
  });
}

/**
 * Makes a unit of the target what it is at the source at one moment: in one transaction, which is only
 * committed once its rows were read back and had the source's sum.
 */
export function copyUnit(
  source: TableStore,
  target: TableStore,
  unit: CopyUnit,
  after?: AfterUnit,
): Promise<UnitOutcome> {
  const { group } = unit.family;
  return source.read(group, async (from) => {
    const there = await target.read(group, (session) => sumUnit(session, unit));
    // Where nothing is there yet, the source need not be read to know that it differs.
    if (there.rows > 0) {
      const sums = await sumUnit(from, unit);
      if (sums.differing(there).length === 0) return { sums, isCopied: false, differing: [] };
    }
    return target.transact(group, async (to) => {
      const sums = await replaceUnit(from, to, unit, there.rows > 0);
      const wrong = sums.differing(await sumUnit(to, unit));
      if (wrong.length > 0) {
        throw new CopyFault(
          `What was written to the target does not read back the same (${wrong.join(', ')}). Nothing of it was kept.`,
        );
      }
      await after?.(to);
      return { sums, isCopied: sums.rows + there.rows > 0, differing: sums.differing(there) };
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

/** The next page is read while the engine writes the one before. */
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
    // It is awaited below, but reading may fail first.
    writing.catch(() => {});
  }
  await writing;
}

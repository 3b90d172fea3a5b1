// Copying a whole store to another one, also of another engine. Keys, versions and checksums stay the same.
//
// The copy goes unit by unit and skips units that have the source's sum already. So a copy that was killed
// goes on from its last unit, and a second run brings a copy of a store in use up to date.

import { claimTarget, putState, stateAtEnd } from '#store/copy/copy-claim';
import { Fingerprints } from '#store/copy/copy-fingerprint';
import type { CopyRange } from '#store/copy/copy-rows';
import { CATALOG, type CopyFamily, FAMILIES } from '#store/copy/copy-tables';
import { type CopyUnit, compareUnit, copyUnit, type UnitOutcome } from '#store/copy/copy-unit';
import type { TableStore } from '#store/sql/table-store';

export interface CopyProgress {
  /** The series that are done, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly bytes: number;
  /** The name of the family being copied: `series`, `journal` … */
  readonly family: string;
}

export interface CopyOptions {
  /** Whether a target with data of its own may be replaced. */
  readonly force?: boolean;
  readonly onProgress?: (progress: CopyProgress) => void;
}

/** Called with a unit that differs: `chunk, run of series 1 to 64`. */
export type OnDifference = (what: string) => void;

export interface CopyTotal {
  readonly rows: number;
  readonly bytes: number;
  readonly copied: number;
  /** The units that were the same already. */
  readonly same: number;
  /** The checksum of everything, in hexadecimal digits. Both stores have it unless something differs. */
  readonly checksum: string;
}

/** An exclusive end: the largest key is one less. */
const HIGHEST = Number.MAX_SAFE_INTEGER;
const LOWEST = -HIGHEST;
/** About the size of a transaction: large enough to cost little to begin, small enough to repeat. */
const UNIT_BYTES = 8 * 2 ** 20;
const FIRST_COUNT = 16;
const MOST_ROWS = 4_096;

/** Makes the target a copy of the source, and refuses a target with other data. */
export async function copyStore(
  source: TableStore,
  target: TableStore,
  { force = false, onProgress }: CopyOptions = {},
): Promise<CopyTotal> {
  const id = await claimTarget(source, target, force);
  const total = await overAll(source, onProgress, async (unit) => {
    if (unit.family !== CATALOG) return copyUnit(source, target, unit);
    return copyCatalog(source, target, unit, id);
  });
  if (target.engine === 'postgres' && total.copied > 0) await gatherStatistics(target);
  return total;
}

/** Gathers statistics. PostgreSQL would do so after a while, and plan badly until then. */
const gatherStatistics = (target: TableStore): Promise<void> =>
  target.transact('series', async (session) => {
    for (const { tables } of FAMILIES) {
      for (const { name } of tables) await session.run(`ANALYZE ${name}`);
    }
  });

/** Compares two stores. The total's `checksum` is the source's. */
export function verifyStore(
  source: TableStore,
  target: TableStore,
  onDifference: OnDifference,
  { onProgress }: Pick<CopyOptions, 'onProgress'> = {},
): Promise<CopyTotal> {
  return overAll(source, onProgress, async (unit) => {
    const outcome = await compareUnit(source, target, unit);
    if (outcome.differing.length > 0) onDifference(describe(unit, outcome.differing));
    return outcome;
  });
}

/** Copies the catalog, which comes last, and marks the target as complete in the same transaction. */
async function copyCatalog(
  source: TableStore,
  target: TableStore,
  unit: CopyUnit,
  id: string,
): Promise<UnitOutcome> {
  const state = await stateAtEnd(id, target);
  const remember = async (session: Parameters<typeof putState>[0]): Promise<void> => {
    const [row] = await session.all<{ version: number }>('SELECT version FROM catalog');
    await putState(session, { ...state, catalog: row?.version ?? 0 });
  };
  let isRemembered = false;
  const outcome = await copyUnit(source, target, unit, async (session) => {
    await remember(session);
    isRemembered = true;
  });
  if (!isRemembered) await target.transact('series', remember);
  return outcome;
}

async function overAll(
  source: TableStore,
  onProgress: CopyOptions['onProgress'],
  handle: (unit: CopyUnit) => Promise<UnitOutcome>,
): Promise<CopyTotal> {
  const sums = new Fingerprints();
  let [done, copied, same] = [0, 0, 0];
  const total = await countSeries(source);
  for (const family of FAMILIES) {
    for await (const { unit, settle } of divide(source, family)) {
      const outcome = await handle(unit);
      settle(outcome.sums.bytes);
      sums.addAll(outcome.sums);
      if (outcome.isCopied) copied++;
      else same++;
      if (family.name === 'series') done += outcome.sums.of(family.tables[0]!).rows;
      onProgress?.({ done, total, bytes: sums.bytes, family: family.name });
    }
  }
  const { rows, bytes } = sums;
  return { rows, bytes, copied, same, checksum: sums.checksum() };
}

const countSeries = (source: TableStore): Promise<number> =>
  source.read('series', async (session) => {
    const [row] = await session.all<{ count: number }>('SELECT COUNT(*) AS "count" FROM series');
    return row!.count;
  });

/** Yields the units of a family, each sized by the bytes of the one before. */
async function* divide(
  source: TableStore,
  family: CopyFamily,
): AsyncGenerator<{ unit: CopyUnit; settle: (bytes: number) => void }> {
  const { rangeBy: column } = family;
  if (column === undefined) {
    yield { unit: { family }, settle: () => {} };
    return;
  }
  let count = FIRST_COUNT;
  for (let start = LOWEST; start < HIGHEST; ) {
    const end = await endOf(source, family, column, start, count);
    const range: CopyRange = { column, start, end };
    const settle = (bytes: number): void => {
      const fitting = Math.round((count * UNIT_BYTES) / Math.max(1, bytes));
      count = Math.max(1, Math.min(MOST_ROWS, 4 * count, fitting));
    };
    yield { unit: { family, range }, settle };
    start = end;
  }
}

/** The end of the next `count` rows of the family's first table, or HIGHEST if there are fewer. */
const endOf = (
  source: TableStore,
  { group, tables }: CopyFamily,
  column: string,
  start: number,
  count: number,
): Promise<number> =>
  source.read(group, async (session) => {
    const text = `SELECT MAX(k) AS "last", COUNT(*) AS "count" FROM (SELECT ${column} AS k
      FROM ${tables[0]!.name} WHERE ${column} >= $1 ORDER BY ${column} LIMIT $2) AS next`;
    const [row] = await session.all<{ last: number; count: number }>(text, start, count);
    return row!.count < count ? HIGHEST : row!.last + 1;
  });

function describe({ family, range }: CopyUnit, tables: readonly string[]): string {
  const what = tables.join(', ');
  if (!range) return what;
  const from = range.start === LOWEST ? 'the first' : String(range.start);
  const to = range.end === HIGHEST ? 'the last' : String(range.end - 1);
  return `${what} of ${family.name} ${from} to ${to}`;
}

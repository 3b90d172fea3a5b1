// Held values, which await review, and the rules that hold them.

import type { Instant } from '#core/time/instant';
import type { HeldQuery, HeldValue, ValueRule } from '#store/held-value';
import type { SeriesKey } from '#store/series-record';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/** The most held values of a series that are read at once. If a series has more, each is read alone. */
const FEW = 10_000;

/**
 * Holds values, and resolves to the indices of those that were not held before. A value that is held already
 * keeps its time and its entry.
 */
export async function holdValues(
  session: SqlSession,
  key: SeriesKey,
  held: readonly Pick<HeldValue, 'index' | 'value' | 'reason'>[],
  now: Instant,
  entryId: number | undefined,
): Promise<number[]> {
  const rows = new Map<number, SqlValue[]>();
  for (const { index, value, reason } of held) {
    const [found] = await session.all<HeldValue>(sql.FIND_HELD_VALUE, key, index);
    if (found?.value !== value) rows.set(index, [key, index, value, reason, now, entryId ?? null]);
  }
  await session.runEach(sql.HOLD_VALUE, [...rows.values()]);
  return [...rows.keys()];
}

export async function listHeld(
  session: SqlSession,
  { key, limit }: HeldQuery,
): Promise<HeldValue[]> {
  const rows =
    key === undefined
      ? await session.all<HeldValue>(sql.LIST_HELD, limit)
      : await session.all<HeldValue>(sql.LIST_HELD_OF, limit, key);
  return rows.map((row) => ({ ...row }));
}

export async function releaseHeld(
  session: SqlSession,
  key: SeriesKey,
  indices: readonly number[],
): Promise<HeldValue[]> {
  const released = await findHeld(session, key, indices);
  const rows = released.map(({ index }) => [key, index]);
  await session.runEach(sql.RELEASE_HELD, rows);
  return released;
}

async function findHeld(
  session: SqlSession,
  key: SeriesKey,
  indices: readonly number[],
): Promise<HeldValue[]> {
  const few = await listHeld(session, { key, limit: FEW });
  if (few.length < FEW) {
    const wanted = new Set(indices);
    return few.filter(({ index }) => wanted.has(index));
  }
  const found: HeldValue[] = [];
  for (const index of indices) {
    const [row] = await session.all<HeldValue>(sql.FIND_HELD_VALUE, key, index);
    if (row) found.push({ ...row });
  }
  return found;
}

export async function findRule(
  session: SqlSession,
  key: SeriesKey,
): Promise<ValueRule | undefined> {
  const [row] = await session.all<ValueRule>(sql.FIND_RULE, key);
  return row && { ...row };
}

export async function putRule(
  session: SqlSession,
  key: SeriesKey,
  rule: ValueRule | undefined,
): Promise<void> {
  if (!rule) await session.run(sql.REMOVE_RULE, key);
  else await session.run(sql.PUT_RULE, key, rule.lowest, rule.highest, rule.largestStep);
}

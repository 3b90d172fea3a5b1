// Values that a rule kept out, until somebody has looked at them.

import type { Instant } from '#core/instant';
import type { SqlSession } from '#store/sql-session';
import * as sql from '#store/statements';
import type { HeldQuery, HeldValue, SeriesKey } from '#store/store';

export async function holdValues(
  session: SqlSession,
  key: SeriesKey,
  held: readonly Pick<HeldValue, 'index' | 'value' | 'reason'>[],
  now: Instant,
  entryId: number | undefined,
): Promise<void> {
  await session.runEach(
    sql.HOLD_VALUE,
    held.map(({ index, value, reason }) => [key, index, value, reason, now, entryId ?? null]),
  );
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
  const released: HeldValue[] = [];
  for (const index of indices) {
    const [row] = await session.all<HeldValue>(sql.FIND_HELD_VALUE, key, index);
    if (!row) continue;
    await session.run(sql.RELEASE_HELD, key, index);
    released.push({ ...row });
  }
  return released;
}

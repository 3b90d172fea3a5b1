// Saves space by forgetting history: everything that was replaced at or before an instant.

import type { Instant } from '#core/time/instant';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

const HISTORY_FROM = 'history-from';

/** Resolves to the number of removed rows. */
export async function compact(session: SqlSession, before: Instant): Promise<number> {
  let removed = 0;
  for (const text of [
    sql.COMPACT_CHANGES,
    sql.COMPACT_STATES,
    sql.COMPACT_RUNS,
    sql.COMPACT_ENTRIES,
  ]) {
    removed += await session.run(text, before);
  }
  const from = await historyFrom(session);
  if (from === null || before > from) {
    await session.run(sql.PUT_SETTING, HISTORY_FROM, String(before));
  }
  return removed;
}

export async function historyFrom(session: SqlSession): Promise<Instant | null> {
  const [row] = await session.all<{ value: string }>(sql.GET_SETTING, HISTORY_FROM);
  return row ? Number(row.value) : null;
}

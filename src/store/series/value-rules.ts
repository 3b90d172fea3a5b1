// Rules on the values of a series.

import type { SeriesKey, ValueRule } from '#store/series-store';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

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

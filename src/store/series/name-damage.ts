// Names the series of damaged bytes, which are read by key.

import type { SeriesKey } from '#store/series-record';
import type { SqlSession } from '#store/sql/sql-session';
import { FIND_CODE } from '#store/sql/statements';
import { StoreDamaged } from '#store/store';

/** Runs `decode`. If it meets damage, the error that is thrown names the series. */
export async function namingDamage<T>(
  session: SqlSession,
  key: SeriesKey,
  decode: () => T | Promise<T>,
): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    const [row] = await session.all<{ code: string }>(FIND_CODE, key);
    throw new StoreDamaged(`series ${row?.code ?? key}, ${error.message}`, { cause: error });
  }
}

// When values were last imported. The journal has no index by kind, so only entries that were not looked at
// before are read.

import type { Instant } from '#core/time/instant';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

/** The newest entries that the first look reads: 30 ms in SQLite. */
const FIRST_LOOK = 100_000;

export class LastImport {
  #seenId: number | undefined;
  #at: Instant | null = null;

  /** Null if no import is among the entries. */
  async read(session: SqlSession): Promise<Instant | null> {
    const [{ newest } = { newest: null }] = await session.all<{ newest: number | null }>(
      sql.NEWEST_ENTRY,
    );
    if (newest === null) return this.#at;
    const from = this.#seenId ?? newest - FIRST_LOOK;
    if (newest <= from) return this.#at;
    const [found] = await session.all<{ at: Instant | null }>(sql.LAST_IMPORT, from, newest);
    this.#at = found?.at ?? this.#at;
    this.#seenId = newest;
    return this.#at;
  }
}

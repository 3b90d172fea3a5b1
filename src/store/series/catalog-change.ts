// The change of the catalogue's row, which every write touches: once for all changes of a transaction.

import type { Instant } from '#core/time/instant';
import type { SqlSession } from '#store/sql/sql-session';
import { CHANGE_CATALOG } from '#store/sql/statements';

export class CatalogChange {
  #updatedAt: Instant | null = null;
  #count = 0;

  /** Notes a change of a series. `now` is null for a change of texts. */
  note(now: Instant | null): void {
    this.#updatedAt = now ?? this.#updatedAt;
    this.#count++;
  }

  /** Writes the changes that were noted since the last time. */
  async write(session: SqlSession): Promise<void> {
    const [updatedAt, count] = [this.#updatedAt, this.#count];
    this.#updatedAt = null;
    this.#count = 0;
    if (count > 0) await session.put(CHANGE_CATALOG, updatedAt, count);
  }
}

// Reads the present of a store and opens its past, through one session.

import type { Instant } from '#core/time/instant';
import { AsOfReader } from '#store/series/as-of-reader';
import { SqlSeriesReader } from '#store/series/sql-series-reader';
import type { SeriesReader } from '#store/series-store';
import type { SnapshotReader } from '#store/store';

/** A snapshot if its session is one transaction; otherwise each statement reads the state of its own moment. */
export class SqlSnapshot extends SqlSeriesReader implements SnapshotReader {
  asOf(instant: Instant): SeriesReader {
    return new AsOfReader(this.session, instant);
  }

  async historyFrom(): Promise<Instant | null> {
    const { historyFrom } = await import('#store/series/compact');
    return historyFrom(this.session);
  }
}

// Puts values of a span back to what they were at an instant.

import type { Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import { chunkOf } from '#store/codec/chunk-points';
import { type ChangeColumns, undoStoredChange } from '#store/codec/stored-change';
import type { SeriesKey } from '#store/series-record';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import { YieldTurns } from '#store/sql/yield-turns';

/** About half a millisecond of undoing. */
const CHANGES_PER_TURN = 500;

/**
 * `values` are those of the span, read before this call. A write in between is undone although they
 * lack it, which does no harm. `points` is the series' points per chunk.
 */
export async function undoChangesAfter(
  session: SqlSession,
  key: SeriesKey,
  points: number,
  span: IndexSpan,
  values: Float64Array,
  asOf: Instant,
): Promise<void> {
  const first = chunkOf(span.start, points);
  const last = chunkOf(span.end - 1, points);
  const rows = await session.table<ChangeColumns>(sql.READ_CHANGES_AFTER, key, asOf, last, first);
  // Newest first, so the oldest change wins.
  const turns = new YieldTurns(CHANGES_PER_TURN);
  for (const row of rows) {
    const turn = turns.before(1);
    if (turn) await turn;
    undoStoredChange(row, points, values, span.start);
  }
}

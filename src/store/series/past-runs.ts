// Runs that were replaced or taken back, with what their model said about them.

import type { Instant } from '#core/time/instant';
import type { BandColumns, BandRow, DetailColumns } from '#store/series/run-detail';
import type { SeriesKey } from '#store/series-store';
import * as history from '#store/sql/history-statements';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';

/** The detail of a past run, and its bands as JSON; null if it has none. */
interface PastDetailRow {
  readonly detail: string | null;
  readonly bands: string | null;
}

/** Keeps a run that is about to be replaced at an instant. A run of the same instant was never visible. */
export async function keepPastRun(
  session: SqlSession,
  key: SeriesKey,
  analyzedAt: Instant,
  at: Instant,
): Promise<void> {
  const kept = await session.run(runSql.KEEP_PAST_RUN, key, analyzedAt, at);
  if (kept === 0) return;
  const [current] = await session.all<{ detail: string }>(runSql.FIND_RUN_DETAIL, key, analyzedAt);
  const bands = await session.all<BandRow>(runSql.READ_BANDS, key, analyzedAt);
  if (!current && bands.length === 0) return;
  const texts = [current?.detail ?? null, bands.length === 0 ? null : textOf(bands)];
  await session.run(history.KEEP_PAST_DETAIL, key, analyzedAt, at, ...texts);
}

/** The detail of the run that a change at an instant replaced or took back. */
export async function detailReplacedAt(
  session: SqlSession,
  key: SeriesKey,
  analyzedAt: Instant,
  at: Instant,
): Promise<DetailColumns> {
  const [row] = await session.all<PastDetailRow>(history.FIND_REPLACED_DETAIL, key, analyzedAt, at);
  return columnsOf(row);
}

/**
 * The detail of a run that was current at an instant and was replaced since; undefined if none was.
 * `length` is the number of the run's values.
 */
export async function pastDetailAsOf(
  session: SqlSession,
  key: SeriesKey,
  analyzedAt: Instant,
  asOf: Instant,
): Promise<(DetailColumns & { readonly length: number }) | undefined> {
  type Row = PastDetailRow & { readonly length: number };
  const [row] = await session.all<Row>(history.FIND_PAST_DETAIL, key, asOf, analyzedAt);
  return row && { ...columnsOf(row), length: row.length };
}

const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');

const textOf = (bands: readonly BandColumns[]): string =>
  JSON.stringify(bands.map(({ level, lower, upper }) => [level, base64Of(lower), base64Of(upper)]));

function columnsOf(row: PastDetailRow | undefined): DetailColumns {
  const bands = JSON.parse(row?.bands ?? '[]') as [level: number, lower: string, upper: string][];
  return {
    detail: row?.detail ?? null,
    bands: bands.map(([level, lower, upper]) => ({
      level,
      lower: Buffer.from(lower, 'base64'),
      upper: Buffer.from(upper, 'base64'),
    })),
  };
}

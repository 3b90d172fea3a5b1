// Runs that were replaced or taken back, with what their model said about them.

import type { Instant } from '#core/time/instant';
import { damaged } from '#store/codec/chunk-format';
import type { BandColumns, BandRow, DetailColumns } from '#store/series/run-detail';
import type { RunName } from '#store/series/run-row';
import type { SeriesKey } from '#store/series-record';
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
  { analyzedAt, source }: RunName,
  at: Instant,
): Promise<void> {
  const kept = await session.run(runSql.KEEP_PAST_RUN, key, analyzedAt, source, at);
  if (kept === 0) return;
  const [current] = await session.all<{ detail: string }>(
    runSql.FIND_RUN_DETAIL,
    key,
    analyzedAt,
    source,
  );
  const bands = await session.all<BandRow>(runSql.READ_BANDS, key, analyzedAt, source);
  if (!current && bands.length === 0) return;
  const texts = [current?.detail ?? null, bands.length === 0 ? null : textOf(bands)];
  await session.run(history.KEEP_PAST_DETAIL, key, analyzedAt, source, at, ...texts);
}

/** The detail of the run that a change at an instant replaced or took back. */
export async function detailReplacedAt(
  session: SqlSession,
  key: SeriesKey,
  { analyzedAt, source }: RunName,
  at: Instant,
): Promise<DetailColumns> {
  const [row] = await session.all<PastDetailRow>(
    history.FIND_REPLACED_DETAIL,
    key,
    analyzedAt,
    source,
    at,
  );
  return columnsOf(row);
}

/**
 * The detail of a run that was current at an instant and was replaced since; undefined if none was.
 * `length` is the number of the run's values.
 */
export async function pastDetailAsOf(
  session: SqlSession,
  key: SeriesKey,
  { analyzedAt, source }: RunName,
  asOf: Instant,
): Promise<(DetailColumns & { readonly length: number }) | undefined> {
  type Row = PastDetailRow & { readonly length: number };
  const [row] = await session.all<Row>(history.FIND_PAST_DETAIL, key, asOf, analyzedAt, source);
  return row && { ...columnsOf(row), length: row.length };
}

const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');

/** A band in JSON. The checksums are missing in rows from before they were stored. */
type BandTexts = [
  level: number,
  lower: string,
  upper: string,
  lowerChecksum?: number | null,
  upperChecksum?: number | null,
];

const textOf = (bands: readonly BandColumns[]): string =>
  JSON.stringify(
    bands.map(({ level, lower, upper, lowerChecksum, upperChecksum }): BandTexts => {
      return [level, base64Of(lower), base64Of(upper), lowerChecksum, upperChecksum];
    }),
  );

const columnsOf = (row: PastDetailRow | undefined): DetailColumns => ({
  detail: row?.detail ?? null,
  bands: pastBandsOf(row?.bands ?? null),
});

/** The bands of a past run. Throws if they cannot be read. */
export function pastBandsOf(text: string | null): BandColumns[] {
  try {
    return (JSON.parse(text ?? '[]') as BandTexts[]).map(([level, lower, upper, low, high]) => ({
      level,
      lower: Buffer.from(lower, 'base64'),
      upper: Buffer.from(upper, 'base64'),
      lowerChecksum: low ?? null,
      upperChecksum: high ?? null,
    }));
  } catch (error) {
    throw damaged(`the bands of a replaced run cannot be read (${(error as Error).message})`);
  }
}

// What a model says about a run, in and out of columns: the detail as JSON, the bands as bytes.

import { MEDIAN_LEVEL } from '#core/values/forecast-run';
import { checksumOf, damaged, requireChecksum } from '#store/codec/chunk-format';
import { decodeValues } from '#store/codec/decode-values';
import { encodeValues } from '#store/codec/encode-values';
import type { RunBand, RunDetail } from '#store/run-store';
import type { RunName } from '#store/series/run-row';
import type { SeriesKey } from '#store/series-record';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';

/** The upper bound of the median, which is equal to the lower one. */
const NOT_STORED = new Uint8Array(0);

export interface BandColumns {
  readonly level: number;
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
  /** Null if the band was stored before the checksums of bands were. */
  readonly lowerChecksum: number | null;
  readonly upperChecksum: number | null;
}

export interface BandRow extends BandColumns {
  /** The number of the run's values. */
  readonly length: number;
}

/** Detail and bands as they are stored; `detail` is null if the model gave none. */
export interface DetailColumns {
  readonly detail: string | null;
  readonly bands: readonly BandColumns[];
}

/** Detail and bands as columns; `length` is the number of the run's values. Throws if they do not fit. */
export function columnsOf(
  detail: RunDetail | undefined,
  bands: readonly RunBand[],
  length: number,
): DetailColumns {
  const ordered = bands.toSorted((a, b) => a.level - b.level);
  return {
    detail: detail ? textOf(detail) : null,
    bands: ordered.map((band, i) => {
      if (band.level === ordered[i - 1]?.level) throw new Error(`two bands of ${band.level} %`);
      return bandColumns(band, length);
    }),
  };
}

function bandColumns({ level, lower, upper }: RunBand, length: number): BandColumns {
  if (!Number.isInteger(level) || level < MEDIAN_LEVEL || level > 99) {
    throw new Error(`a band of ${level} %: allowed are whole numbers from 0 to 99`);
  }
  if (lower.length !== length || upper.length !== length) {
    throw new Error(
      `a band of ${lower.length} and ${upper.length} values for a run of ${length} values`,
    );
  }
  const low = encodeValues(lower);
  const high = level === MEDIAN_LEVEL ? NOT_STORED : encodeValues(upper);
  if (level === MEDIAN_LEVEL && !isSame(low, encodeValues(upper))) {
    throw new Error('a median with two different bounds');
  }
  const checksums = { lowerChecksum: checksumOf(low), upperChecksum: checksumOf(high) };
  return { level, lower: low, upper: high, ...checksums };
}

/** The detail as JSON, its fields always in the same order, so that equal details are equal texts. */
function textOf({ tier, historyDays, members, drivers, notes }: RunDetail): string {
  const numbers = [historyDays, ...members.map(({ weight }) => weight)];
  const wrong = numbers.find((number) => !Number.isFinite(number));
  if (wrong !== undefined) throw new Error(`a number of a run’s detail is ${wrong}`);
  const ordered = members.map(({ name, weight, isDropped }) => ({ name, weight, isDropped }));
  return JSON.stringify({ tier, historyDays, members: ordered, drivers, notes });
}

export function detailOf(text: string): RunDetail {
  try {
    return JSON.parse(text) as RunDetail;
  } catch (error) {
    throw damaged(`the detail of a run is no JSON (${(error as Error).message})`);
  }
}

export function bandOf({ level, length, ...band }: BandRow): RunBand {
  const lower = sideOf(band.lower, band.lowerChecksum, length);
  if (level === MEDIAN_LEVEL) return { level, lower, upper: lower };
  return { level, lower, upper: sideOf(band.upper, band.upperChecksum, length) };
}

function sideOf(bytes: Uint8Array, checksum: number | null, length: number): Float64Array {
  requireChecksum(bytes, checksum);
  const values = new Float64Array(length);
  const found = decodeValues(bytes, values, 0);
  if (found !== length) {
    throw damaged(`${found} instead of ${length} in a band`);
  }
  return values;
}

/** Whether a stored run has exactly this detail and these bands. */
export async function isDetailStored(
  session: SqlSession,
  key: SeriesKey,
  { analyzedAt, source }: RunName,
  columns: DetailColumns,
): Promise<boolean> {
  const [stored] = await session.all<{ detail: string }>(
    runSql.FIND_RUN_DETAIL,
    key,
    analyzedAt,
    source,
  );
  if ((stored?.detail ?? null) !== columns.detail) return false;
  const bands = await session.all<BandRow>(runSql.READ_BANDS, key, analyzedAt, source);
  return (
    bands.length === columns.bands.length &&
    columns.bands.every(({ level, lower, upper }, i) => {
      const band = bands[i]!;
      return band.level === level && isSame(band.lower, lower) && isSame(band.upper, upper);
    })
  );
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Replaces the detail and bands of a run. `isNew`: the run did not exist, so it has none yet. */
export async function putDetail(
  session: SqlSession,
  key: SeriesKey,
  { analyzedAt, source }: RunName,
  { detail, bands }: DetailColumns,
  isNew: boolean,
): Promise<void> {
  if (!isNew) {
    await session.put(runSql.REMOVE_RUN_DETAIL, key, analyzedAt, source);
    await session.put(runSql.REMOVE_BANDS, key, analyzedAt, source);
  }
  if (detail !== null) await session.put(runSql.PUT_RUN_DETAIL, key, analyzedAt, source, detail);
  const rows = bands.map(({ level, lower, upper, lowerChecksum, upperChecksum }) => {
    return [key, analyzedAt, source, level, lower, upper, lowerChecksum, upperChecksum];
  });
  await session.runEach(runSql.PUT_BAND, rows);
}

// Forecast runs in and out of rows.

import { formatUtc, type Instant } from '#core/time/instant';
import { lengthOf } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import { damaged, requireChecksum } from '#store/codec/chunk-format';
import { decodeValues } from '#store/codec/decode-values';
import type { RunHeader } from '#store/run-store';
import { StoreDamaged } from '#store/store';

/** What names a run of a series. */
export type RunName = Pick<ForecastRun, 'analyzedAt' | 'source'>;

export interface RunHeaderRow {
  readonly analyzedAt: Instant;
  readonly updatedAt: Instant;
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly source: string;
  /** Null: always known. */
  readonly recordedAt: Instant | null;
}

export interface RunRow extends RunHeaderRow {
  readonly bytes: Uint8Array;
  /** Null if the run was stored before checksums were. */
  readonly checksum: number | null;
}

export function runOf(row: RunRow): ForecastRun {
  const { analyzedAt, updatedAt, firstIndex, lastIndex, source } = row;
  const horizon = { start: firstIndex, end: lastIndex + 1 };
  return {
    ...{ analyzedAt, updatedAt, firstIndex, source },
    values: runValues({ analyzedAt, horizon }, row),
  };
}

/** Decodes the values of a run. The result is the beginning of `into` if that is given. */
export function runValues(
  { analyzedAt, horizon }: Pick<RunHeader, 'analyzedAt' | 'horizon'>,
  { bytes, checksum }: Pick<RunRow, 'bytes' | 'checksum'>,
  into?: Float64Array,
): Float64Array {
  const length = lengthOf(horizon);
  const values = into?.subarray(0, length) ?? new Float64Array(length);
  try {
    requireChecksum(bytes, checksum);
    const found = decodeValues(bytes, values, 0);
    if (found !== length) throw damaged(`${found} instead of ${length} in a run`);
  } catch (error) {
    const run = `run of ${formatUtc(analyzedAt)}`;
    throw new StoreDamaged(`${run}: ${(error as Error).message}`, { cause: error });
  }
  return values;
}

export const headerOf = (row: RunHeaderRow): RunHeader => ({
  analyzedAt: row.analyzedAt,
  updatedAt: row.updatedAt,
  horizon: { start: row.firstIndex, end: row.lastIndex + 1 },
  source: row.source,
  recordedAt: row.recordedAt,
});

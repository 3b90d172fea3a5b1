// Forecast runs in and out of rows.

import type { Instant } from '#core/time/instant';
import type { ForecastRun } from '#core/values/forecast-run';
import { damaged } from '#store/codec/chunk-format';
import { decodeValues } from '#store/codec/decode-values';
import type { RunHeader } from '#store/series-store';

export interface RunHeaderRow {
  readonly analyzedAt: Instant;
  readonly updatedAt: Instant;
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly source: string;
}

export interface RunRow extends RunHeaderRow {
  readonly bytes: Uint8Array;
}

export function runOf(row: RunRow): ForecastRun {
  const { analyzedAt, updatedAt, firstIndex, lastIndex, source } = row;
  const values = new Float64Array(lastIndex - firstIndex + 1);
  const length = decodeValues(row.bytes, values, 0);
  if (length !== values.length) {
    throw damaged(`${length} instead of ${values.length} in a run`);
  }
  return { analyzedAt, updatedAt, firstIndex, values, source };
}

export const headerOf = (row: RunHeaderRow): RunHeader => ({
  analyzedAt: row.analyzedAt,
  updatedAt: row.updatedAt,
  horizon: { start: row.firstIndex, end: row.lastIndex + 1 },
  source: row.source,
});

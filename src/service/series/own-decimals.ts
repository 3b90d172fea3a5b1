// The decimals that a series is stored with, and values rounded to them.

import { decimalsOf } from '#core/values/decimals';
import type { ServiceContext } from '#service/context';
import { forecastStart } from '#service/series/read-column';
import type { SeriesTask } from '#service/series/settle-series';

/** The observed values that are looked at if a request takes forecasts only. */
const LAST_OBSERVED = 1_000;

/**
 * The decimals of the observed values among `values`, which a task has read. Without any, those of the last observed
 * values count, and of a series without them the forecasts. Null if values have more than six.
 */
export async function ownDecimals(
  { series, indices }: SeriesTask,
  values: Float64Array,
  { store }: ServiceContext,
): Promise<number | null> {
  const observed = values.subarray(0, forecastStart(series, indices) - indices.start);
  if (observed.some((value) => !Number.isNaN(value))) return decimalsOf(observed);
  const { key, firstIndex, lastIndex } = series;
  if (firstIndex === null || lastIndex === null) return decimalsOf(values);
  const start = Math.max(firstIndex, lastIndex + 1 - LAST_OBSERVED);
  return decimalsOf(await store.readValues(key, { start, end: lastIndex + 1 }));
}

/** Rounds values in place. `toFixed` rounds what the double is; a product with a power of ten may be another one. */
export function roundValues(values: Float64Array, decimals: number): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isFinite(value)) values[i] = Number(value.toFixed(decimals));
  }
}

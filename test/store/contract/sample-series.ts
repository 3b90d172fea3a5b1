// Small inputs for the store's tests.

import type { ForecastRun } from '#core/values/forecast-run';
import type { SeriesDefinition } from '#store/series-record';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

export const NOW = Date.UTC(2024, 4, 17, 10);

export const definitionOf = (
  code: string,
  change: Partial<SeriesDefinition> = {},
): SeriesDefinition => ({
  code,
  description: `Description of ${code}`,
  unit: 'EUR/MWh',
  resolution: 'hour',
  area: null,
  category: null,
  ...change,
});

/** Points as a record: `{ 5: 1.5, 6: NaN }`. */
export function pointsOf(points: Readonly<Record<number, number>>): [Int32Array, Float64Array] {
  const indices = Int32Array.from(Object.keys(points).map(Number)).sort();
  return [indices, Float64Array.from(indices, (index) => points[index]!)];
}

export const runOf = (
  analyzedAt: number,
  firstIndex: number,
  values: readonly number[],
  source = 'model',
): ForecastRun => ({
  analyzedAt,
  updatedAt: analyzedAt + 60_000,
  firstIndex,
  values: Float64Array.from(values),
  source,
});

/** Defines one series in a transaction of its own and returns its key. */
export const addSeries = async (
  store: Store,
  code: string,
  change: Partial<SeriesDefinition> = {},
): Promise<number> =>
  (await store.write((writer) => writer.defineSeries(definitionOf(code, change)))).key;

export const write = (
  target: Store | SeriesWriter,
  key: number,
  points: Readonly<Record<number, number>>,
  now = NOW,
) => {
  const [indices, values] = pointsOf(points);
  return 'write' in target
    ? target.write((writer) => writer.writePoints(key, indices, values, now))
    : target.writePoints(key, indices, values, now);
};

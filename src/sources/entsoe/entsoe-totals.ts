// Totals that documents do not have but the forecast interface and the model need: all wind power of an
// area, and all its production. They are made only of documents that have every production type.

import { gridOf } from '#core/time/grid';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { EntsoeDataset } from '#sources/entsoe/entsoe-datasets';
import type { Gathered, GatheredSeries } from '#sources/entsoe/entsoe-gather';
import { WIND_TYPES } from '#sources/entsoe/entsoe-production-types';
import type { Quantity } from '#sources/entsoe/entsoe-series';

interface Total {
  readonly quantity: Quantity;
  readonly datasets: readonly string[];
  takes(productionType: string): boolean;
}

const TOTALS: readonly Total[] = [
  {
    quantity: { tail: 'wind', words: 'wind power production', measure: 'power' },
    datasets: ['generation', 'wind-solar-forecast'],
    takes: (type) => WIND_TYPES.includes(type),
  },
  {
    quantity: { tail: 'production', words: 'production', measure: 'power' },
    datasets: ['generation'],
    takes: () => true,
  },
];

/**
 * The gathered series with their totals. The service answers with the one type that was asked for, or
 * with all. So a document of more than one type, or an answer to a request of ours, has all.
 */
export function addTotals(
  { series, notes }: Gathered,
  dataset: EntsoeDataset,
  isAnswer: boolean,
  zone: Zone,
): Gathered {
  const types = new Set(series.map(({ quantity }) => quantity.productionType));
  types.delete(undefined);
  if (types.size === 0 || (types.size === 1 && !isAnswer)) return { series, notes };
  const made: GatheredSeries[] = [];
  const said: string[] = [];
  for (const row of new Set(series.map((one) => one.row))) {
    for (const total of TOTALS) {
      if (!total.datasets.includes(dataset.name)) continue;
      const parts = series.filter(
        ({ row: own, quantity: { productionType } }) =>
          own === row && productionType !== undefined && total.takes(productionType),
      );
      if (parts.length === 0) continue;
      const name = `${row.code} ${total.quantity.words}`;
      if (parts.some(({ resolution }) => resolution !== parts[0]!.resolution)) {
        said.push(`${name}: no total is made of types in different resolutions.`);
        continue;
      }
      const sum = sumParts(parts, total.quantity, zone);
      made.push(sum.series);
      if (sum.leftOut > 0) {
        said.push(`${name}: ${sum.leftOut} totals are left out, as a type lacks its value.`);
      }
      if (sum.thinDays > 0) {
        said.push(`${name}: on ${sum.thinDays} days the total lacks a type that other days have.`);
      }
    }
  }
  return { series: [...series, ...made], notes: [...notes, ...said] };
}

/** A type without any value on a market day is not expected on it. Each total needs all expected types. */
function sumParts(
  parts: readonly GatheredSeries[],
  quantity: Quantity,
  zone: Zone,
): { series: GatheredSeries; leftOut: number; thinDays: number } {
  const { row, resolution } = parts[0]!;
  const firstIndex = Math.min(...parts.map((part) => part.firstIndex));
  const end = Math.max(...parts.map((part) => part.firstIndex + part.values.length));
  const grid = gridOf(resolutionOf(resolution), zone);
  const values = new Float64Array(end - firstIndex).fill(Number.NaN);
  let [leftOut, thinDays] = [0, 0];
  for (let from = firstIndex; from < end; ) {
    const nextDay = zone.startOfDay(zone.dayOf(grid.startOf(from)) + 1);
    const to = Math.min(end, Math.max(from + 1, grid.indexOf(nextDay)));
    const present = parts
      .map((part) => part.values.subarray(clip(part, from), clip(part, to)))
      .map((day, at) => ({ day, shift: Math.max(0, parts[at]!.firstIndex - from) }))
      .filter(({ day }) => day.some((value) => !Number.isNaN(value)));
    if (present.length > 0 && present.length < parts.length) thinDays++;
    for (let index = from; present.length > 0 && index < to; index++) {
      let sum = 0;
      let count = 0;
      for (const { day, shift } of present) {
        const value = day[index - from - shift] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        sum += value;
        count++;
      }
      if (count === present.length) values[index - firstIndex] = tidy(sum);
      else if (count > 0) leftOut++;
    }
    from = to;
  }
  return { series: { row, quantity, resolution, firstIndex, values }, leftOut, thinDays };
}

const clip = ({ firstIndex, values }: GatheredSeries, index: number): number =>
  Math.min(values.length, Math.max(0, index - firstIndex));

/** A sum of decimals such as 0.1 + 0.2 without the error of the addition; documents have few decimals. */
const tidy = (sum: number): number => Math.round(sum * 1e6) / 1e6;

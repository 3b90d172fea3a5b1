// From gathered series to what is stored: observed values, or forecast runs and the series of the same
// forecasts that the model reads (core/market/drivers.ts).

import { DAY_PERIODS, type Grid, gridOf } from '#core/time/grid';
import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { EntsoeDataset, RunRule } from '#sources/entsoe/entsoe-datasets';
import type { Gathered, GatheredSeries } from '#sources/entsoe/entsoe-gather';
import { defineQuantity } from '#sources/entsoe/entsoe-series';
import type { ParsedBatch, PointBatch, RunBatch } from '#sources/source';
import type { SeriesDefinition } from '#store/series-record';

/** The name of the source, and of its runs. */
export const ENTSOE = 'entsoe';

export function batchOf(
  { series, notes }: Gathered,
  dataset: EntsoeDataset,
  zone: Zone,
): ParsedBatch {
  const { runs: rule } = dataset;
  if (!rule) return { kind: 'data', points: series.map(observedOf), runs: [], notes };
  return {
    kind: 'data',
    points: series.map((one) => observedOf(asForecast(one, rule))),
    runs: series.flatMap((one) => runsOf(one, rule, zone)),
    notes,
  };
}

const asForecast = (series: GatheredSeries, { per }: RunRule): GatheredSeries => ({
  ...series,
  quantity: {
    ...series.quantity,
    tail: `${series.quantity.tail}forecast`,
    words: `${series.quantity.words}, ${per}-ahead forecast`,
  },
});

const definitionOf = ({ row, quantity, resolution }: GatheredSeries): SeriesDefinition =>
  defineQuantity(row, quantity, resolution);

/** The values of the document. An interval that it does not name is not written, not even as a gap. */
function observedOf(series: GatheredSeries): PointBatch {
  const indices: number[] = [];
  series.values.forEach((value, at) => {
    if (!Number.isNaN(value)) indices.push(series.firstIndex + at);
  });
  return {
    definition: definitionOf(series),
    indices: Int32Array.from(indices),
    values: series.values.filter((value) => !Number.isNaN(value)),
  };
}

/**
 * One run for each market day or week. Documents do not say when a forecast was made. A run has the time
 * by which it must be published, so that a second request finds the same run.
 */
function runsOf(series: GatheredSeries, rule: RunRule, zone: Zone): RunBatch[] {
  const definition = definitionOf(series);
  const grid = gridOf(resolutionOf(series.resolution), zone);
  const { ofDay, firstDay } = DAY_PERIODS[rule.per];
  const end = series.firstIndex + series.values.length;
  const runs: RunBatch[] = [];
  for (let from = series.firstIndex; from < end; ) {
    const period = ofDay(zone.dayOf(grid.startOf(from)));
    const to = Math.min(end, nextIndex(grid, from, zone.startOfDay(firstDay(period + 1))));
    const values = series.values.subarray(from - series.firstIndex, to - series.firstIndex);
    const first = values.findIndex((value) => !Number.isNaN(value));
    if (first >= 0) {
      const last = values.findLastIndex((value) => !Number.isNaN(value));
      const dueDay = firstDay(period) - rule.daysBefore;
      runs.push({
        definition,
        analyzedAt: zone.instantOf(dueDay * DAY_MS + rule.minuteOfDay * MINUTE_MS),
        firstIndex: from + first,
        values: values.slice(first, last + 1),
        source: ENTSOE,
      });
    }
    from = to;
  }
  return runs;
}

/** The index at an instant; always after `from`, as an interval may be longer than a day. */
const nextIndex = (grid: Grid, from: number, instant: number): number =>
  Math.max(from + 1, grid.indexOf(instant));

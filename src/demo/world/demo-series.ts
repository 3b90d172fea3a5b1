// One demo series: its definition, the values that are known at a time, and how they are made.

import { type CivilDate, dayOfCivil } from '#core/time/civil';
import { firstIndexFrom, type Grid, gridOf } from '#core/time/grid';
import { HOUR_MS, type Instant } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { Europe, Quantity } from '#demo/world/europe';
import type { KnownUntil } from '#demo/world/known-until';
import { outageNote, withOutages } from '#demo/world/outages';
import { type PartShape, splitHours } from '#demo/world/parts-of-hours';
import type { SeriesDefinition } from '#store/series-record';

export interface DemoSeries {
  readonly definition: SeriesDefinition;
  /** The market date of the first value. It is fixed, so that a store filled in steps equals a new one. */
  readonly start: CivilDate;
  readonly knownUntil: KnownUntil;
  /** Whether the values are made of Europe's hours (see `hoursOf`). */
  readonly usesHours: boolean;
  /** Makes the values of a span of the series' own grid: the same for any Europe that covers it. */
  generate(europe: Europe, span: IndexSpan): Float64Array;
}

export const gridOfSeries = ({ definition }: DemoSeries, zone: Zone): Grid =>
  gridOf(resolutionOf(definition.resolution), zone);

/** The indices whose whole interval is known at `now`. */
export function extentAt(series: DemoSeries, now: Instant, zone: Zone): IndexSpan {
  const { year, month, day } = series.start;
  const grid = gridOfSeries(series, zone);
  const start = firstIndexFrom(grid, zone.startOfDay(dayOfCivil(year, month, day)));
  return { start, end: Math.max(start, grid.indexOf(series.knownUntil(now, zone))) };
}

/** The hours a Europe must cover to generate a span: its own, and one more at either end. */
export function hoursOf(series: DemoSeries, span: IndexSpan, zone: Zone): IndexSpan {
  const grid = gridOfSeries(series, zone);
  return {
    start: Math.floor(grid.startOf(span.start) / HOUR_MS) - 1,
    end: Math.ceil(grid.startOf(span.end) / HOUR_MS) + 1,
  };
}

/** Describes a series. The unit has a field of its own, and every page says that the demo is synthetic. */
export function describe(what: string, code: string): string {
  const note = outageNote(code);
  return note ? `${what}, with ${note}` : what;
}

export type Generate = DemoSeries['generate'];

/** The hours of an area, with the series' outages. */
export const hourly =
  (code: string, area: string, quantity: Quantity): Generate =>
  (europe, span) =>
    withOutages(code, span.start, europe.values(area, quantity, span));

/** The sum of a quantity over some areas. */
export const hourlySum =
  (areas: readonly string[], quantity: Quantity): Generate =>
  (europe, span) => {
    const out = new Float64Array(span.end - span.start);
    for (const area of areas) {
      const part = europe.values(area, quantity, span);
      for (let i = 0; i < out.length; i++) out[i]! += part[i]!;
    }
    return out;
  };

/** The quarter-hours or half hours of an area. */
export const partsOfHours =
  (area: string, quantity: Quantity, shape: PartShape): Generate =>
  (europe, span) => {
    const start = Math.floor(span.start / shape.parts);
    const end = Math.ceil(span.end / shape.parts);
    const around = europe.values(area, quantity, { start: start - 1, end: end + 1 });
    const offset = start * shape.parts;
    return splitHours(around, shape).subarray(span.start - offset, span.end - offset);
  };

/**
 * The means over the real hours of longer intervals; clock changes make some an hour longer or shorter.
 * They are not rounded, so that they equal the resampled hourly series.
 */
export const averages =
  (area: string, quantity: Quantity, resolution: 'day' | 'month' | 'quarter' | 'year'): Generate =>
  (europe, span) => {
    const grid = gridOf(resolutionOf(resolution), europe.zone);
    const out = new Float64Array(span.end - span.start);
    for (let i = 0; i < out.length; i++) {
      const start = grid.startOf(span.start + i) / HOUR_MS;
      const end = grid.startOf(span.start + i + 1) / HOUR_MS;
      let sum = 0;
      for (const value of europe.values(area, quantity, { start, end })) sum += value;
      out[i] = sum / (end - start);
    }
    return out;
  };

// Extraction: one value a market day from the hours of a block.

import { type Aggregation, makeReducer } from '#core/aggregation';
import type { Block, HourRange } from '#core/blocks';
import { weekdayOf } from '#core/civil';
import type { Column, Points } from '#core/column';
import { firstIndexFrom } from '#core/grid';
import { DAY_MS, HOUR_MS, type Instant } from '#core/instant';
import type { Span } from '#core/span';
import type { Zone } from '#core/zone';

const WHOLE_DAY: readonly HourRange[] = [{ from: 0, to: 24 }];
const SATURDAY = 5;

/** Reduces a column of hours or finer to the days that the span touches. */
export function extract(
  column: Column,
  block: Block,
  zone: Zone,
  touched: Span,
  aggregation: Aggregation,
): Points {
  const firstDay = zone.dayOf(touched.start);
  const count = zone.dayOf(touched.end - 1) - firstDay + 1;
  const times = new Float64Array(count);
  const values = new Float64Array(count);
  const reducer = makeReducer(aggregation);
  const position = (instant: Instant): number =>
    Math.min(
      Math.max(firstIndexFrom(column.grid, instant) - column.firstIndex, 0),
      column.values.length,
    );

  let start = zone.startOfDay(firstDay);
  for (let i = 0; i < count; i++) {
    const day = firstDay + i;
    const end = zone.startOfDay(day + 1);
    const isBase = block.isBaseAtWeekends && weekdayOf(day) >= SATURDAY;
    for (const { from, to } of isBase ? WHOLE_DAY : block.hours) {
      const first = from === 0 ? start : hourOfDay(zone, day, start, end, from);
      const last = to === 24 ? end : hourOfDay(zone, day, start, end, to);
      reducer.add(column.values, position(first), position(last));
    }
    times[i] = start;
    values[i] = reducer.take();
    start = end;
  }
  return { times, values };
}

/** When a day's clock first shows an hour; plain addition on the 363 days without a clock change. */
function hourOfDay(zone: Zone, day: number, start: Instant, end: Instant, hour: number): Instant {
  return end - start === DAY_MS
    ? start + hour * HOUR_MS
    : zone.instantOf(day * DAY_MS + hour * HOUR_MS);
}

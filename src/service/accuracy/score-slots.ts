// The slots of a scorecard: each interval of its span with its actual value, the values of the two naive
// forecasts, and its day and hour of market time.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { weekdayOf } from '#core/time/civil';
import type { Grid } from '#core/time/grid';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { type IndexSpan, lengthOf } from '#core/time/span';
import { gridOfSeries, type ServiceContext } from '#service/context';
import type { SeriesRecord } from '#store/series-record';

/** The slots that are scored between two pauses for other requests. */
export const SLOTS_PER_TURN = 2_000;

const WEEK_DAYS = 7;
const MONDAY = 0;
const SATURDAY = 5;

/** Columns with one entry a slot; NaN is a gap. */
export interface Slots {
  readonly grid: Grid;
  /** The grid indices of the slots. */
  readonly indices: IndexSpan;
  /** The market day, in days since 1970-01-01. */
  readonly day: Int32Array;
  /** The hour of market time, 0–23. */
  readonly hour: Uint8Array;
  readonly actual: Float64Array;
  /** The value a week before, at the same time of day. */
  readonly weekly: Float64Array;
  /** The weekly value on Mondays, Saturdays and Sundays; else the value a day before. */
  readonly standard: Float64Array;
}

/** Reads the slots and the week before them, which the naive forecasts repeat. */
export async function readSlots(
  series: SeriesRecord,
  indices: IndexSpan,
  { store, zone }: ServiceContext,
): Promise<Slots> {
  const grid = gridOfSeries(series, zone);
  const count = lengthOf(indices);
  const day = new Int32Array(count);
  const hour = new Uint8Array(count);
  const weekly = new Float64Array(count);
  const standard = new Float64Array(count);
  const first =
    count === 0
      ? indices.start
      : grid.indexOf(zone.startOfDay(zone.dayOf(grid.startOf(indices.start)) - WEEK_DAYS));
  const known = await store.readValues(series.key, {
    start: first,
    end: Math.max(first, indices.end),
  });
  for (let i = 0; i < count; i++) {
    if (i % SLOTS_PER_TURN === 0) await nextTurn();
    const start = grid.startOf(indices.start + i);
    const wallMs = start + zone.offsetAt(start);
    day[i] = Math.floor(wallMs / DAY_MS);
    hour[i] = Math.floor((wallMs - day[i]! * DAY_MS) / HOUR_MS);
    // If the other day skipped the hour, the hour after the jump counts; if it had two, the first.
    const before = (days: number): number =>
      known[grid.indexOf(zone.instantOf(wallMs - days * DAY_MS)) - first] ?? Number.NaN;
    weekly[i] = before(WEEK_DAYS);
    const weekday = weekdayOf(day[i]!);
    standard[i] = weekday === MONDAY || weekday >= SATURDAY ? weekly[i]! : before(1);
  }
  const actual = known.subarray(known.length - count);
  return { grid, indices, day, hour, actual, weekly, standard };
}

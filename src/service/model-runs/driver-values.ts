// The values of a series that may drive a target, as known at a time, and whether they are enough to drive it.

import { DAY_MS, type Instant } from '#core/time/instant';
import { fillFromRun } from '#core/values/forecast-run';
import { isMeant } from '#core/values/source-order';
import type { SlotsPerDay } from '#model/days/day-table';
import { nativeOf } from '#service/context';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** The days of a table, in UTC days since 1970; `target` is the forecast day. */
export interface DaySpan {
  readonly first: number;
  readonly target: number;
  readonly end: number;
  readonly slotsPerDay: SlotsPerDay;
}

export interface DriverSearch {
  readonly reader: SeriesReader;
  readonly asOf: Instant;
  readonly days: DaySpan;
  /** Whether the forecast series has values, for each day before the target day. */
  readonly targetDays: Uint8Array;
}

/** A driver must have values on more than this share of the days that the target has. */
const LEAST_COVER = 0.5;
/** A day counts as covered if it lacks at most this share of its values. */
const MOST_GAPS = 0.1;
/** The age in days up to which the values of a run are used. */
const RUN_DAYS = 14;

/** Reads the values of a series on the slots of the days; returns a text if it has none below a day. */
export async function readDriverSlots(
  series: SeriesRecord,
  search: DriverSearch,
): Promise<Float64Array | string> {
  const { stepMs } = nativeOf(series);
  if (stepMs === undefined) return `it has one value per ${series.resolution}`;
  const own = await readKnown(series, stepMs, search);
  return toSlots(own, DAY_MS / stepMs, search.days.slotsPerDay);
}

/** Says why values cannot drive the target; undefined if they can. Then the target day is filled to its end. */
export function judgeDriver(
  values: Float64Array,
  { days, targetDays }: DriverSearch,
): string | undefined {
  if (!isCovered(values, days, days.target)) return 'nothing known of it reaches the day forecast';
  let [covered, wanted] = [0, 0];
  for (let row = 0; row < targetDays.length; row++) {
    if (targetDays[row] === 0) continue;
    wanted++;
    if (isCovered(values, days, days.first + row)) covered++;
  }
  if (covered <= LEAST_COVER * wanted) return `it covers ${covered} of ${wanted} days of history`;
  continueDay(values, days);
  return undefined;
}

/**
 * Fills the end of the target day, which a forecast of the market day leaves open: a market day ends an
 * hour or two before (or after) the UTC day. The values continue from their level like those of the day
 * before.
 */
function continueDay(values: Float64Array, { first, target, slotsPerDay }: DaySpan): void {
  const start = (target - first) * slotsPerDay;
  const end = start + slotsPerDay;
  let last = end - 1;
  while (last >= start && Number.isNaN(values[last]!)) last--;
  const step = values[last]! - values[last - slotsPerDay]!;
  for (let i = last + 1; i < end; i++) {
    const continued = values[i - slotsPerDay]! + step;
    values[i] = Number.isNaN(continued) ? values[last]! : continued;
  }
}

/**
 * Reads the values of all days as known at the time: observed ones, with gaps and later days filled by
 * runs. A run counts for a past day only if it was made by the same time of the day before as this one: the model
 * must not learn from better forecasts than it will have.
 */
async function readKnown(
  series: SeriesRecord,
  stepMs: number,
  { reader, asOf, days }: DriverSearch,
): Promise<Float64Array> {
  const perDay = DAY_MS / stepMs;
  const span = { start: days.first * perDay, end: days.end * perDay };
  const values = await reader.readValuesAsOf(series.key, span, asOf);
  const past = values.subarray(0, (days.target - days.first) * perDay);
  const oldest = past.some(Number.isNaN) ? days.first : days.target;
  const from = (oldest - RUN_DAYS) * DAY_MS;
  const aheadMs = days.target * DAY_MS - asOf;
  const runs = await reader.readRuns(series.key, from, asOf);
  // The newest first. Runs of one time stay in the order of sources.
  for (const run of runs.toSorted((a, b) => b.analyzedAt - a.analyzedAt)) {
    if (run.updatedAt > asOf || !isMeant(run.source, undefined)) continue;
    const firstDay = Math.ceil((run.analyzedAt + aheadMs) / DAY_MS);
    fillFromRun(values, span.start, firstDay * perDay, run);
  }
  return values;
}

/** Averages finer values and repeats coarser ones. */
function toSlots(values: Float64Array, perDay: number, slotsPerDay: number): Float64Array {
  if (perDay === slotsPerDay) return values;
  const slots = new Float64Array((values.length / perDay) * slotsPerDay);
  if (perDay < slotsPerDay) {
    const repeat = slotsPerDay / perDay;
    for (let i = 0; i < slots.length; i++) slots[i] = values[Math.floor(i / repeat)]!;
    return slots;
  }
  const parts = perDay / slotsPerDay;
  for (let slot = 0; slot < slots.length; slot++) {
    let [total, count] = [0, 0];
    for (let i = slot * parts; i < (slot + 1) * parts; i++) {
      if (Number.isNaN(values[i]!)) continue;
      total += values[i]!;
      count++;
    }
    slots[slot] = count === 0 ? Number.NaN : total / count;
  }
  return slots;
}

/** Whether a day has nearly all its values. */
export function isCovered(
  values: Float64Array,
  { first, slotsPerDay }: Pick<DaySpan, 'first' | 'slotsPerDay'>,
  day: number,
): boolean {
  const start = (day - first) * slotsPerDay;
  let gaps = 0;
  for (let i = start; i < start + slotsPerDay; i++) if (Number.isNaN(values[i]!)) gaps++;
  return gaps <= MOST_GAPS * slotsPerDay;
}

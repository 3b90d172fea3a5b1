// The values of a series that may drive a target, as known at a time, and whether they are enough to drive it.

import { DAY_MS, type Instant } from '#core/time/instant';
import { type ForecastRun, fillFromRun, horizonOf } from '#core/values/forecast-run';
import { compareSources, isMeant } from '#core/values/source-order';
import type { SlotsPerDay } from '#model/days/day-table';
import { nativeOf } from '#service/context';
import { isForecastByOthers } from '#service/model-runs/guess-target';
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

/** Values of a driver on the slots of the days. */
export interface DriverValues {
  readonly values: Float64Array;
  /** The source of the runs that they are of, or that go on from stored forecasts. Left out: no runs. */
  readonly source?: string;
}

/** A driver must have values on more than this share of the days that the target has. */
const LEAST_COVER = 0.5;
/** A day counts as covered if it lacks at most this share of its values. */
const MOST_GAPS = 0.1;
/** The age in days up to which the values of a run are used. */
const RUN_DAYS = 14;

/**
 * Reads the values of a series that can drive the target, or returns the reason why none can. What the model learns from
 * must be what it will have: if only runs reach the forecast day, the values of past days are those of runs too, made
 * as long ahead, and all of one source. Stored values of past days count beside runs only if they are forecasts.
 */
export async function readDriverValues(
  series: SeriesRecord,
  search: DriverSearch,
): Promise<DriverValues | string> {
  const { stepMs } = nativeOf(series);
  if (stepMs === undefined) return `it has one value per ${series.resolution}`;
  const perDay = DAY_MS / stepMs;
  const { reader, asOf, days } = search;
  const span = { start: days.first * perDay, end: days.end * perDay };
  const stored = await reader.readValuesAsOf(series.key, span, asOf);
  const plain = toSlots(stored, perDay, days.slotsPerDay);
  const isForecast = isForecastByOthers(series);
  const reaches = isCovered(plain, days, days.target);
  if (reaches && !isForecast) return judgeValues({ values: plain }, search);
  let reason: string | undefined;
  for (const source of await sourcesAhead(series, perDay, search)) {
    const own = isForecast ? stored.slice() : stored.map(() => Number.NaN);
    await fillFromSource(own, series, source, perDay, search);
    const values = toSlots(own, perDay, days.slotsPerDay);
    const covers = isForecast ? undefined : `its runs by ${source} cover`;
    const found = judgeValues({ values, source }, search, covers);
    if (typeof found !== 'string') return found;
    reason ??= found;
  }
  if (reason === undefined || reaches) return judgeValues({ values: plain }, search);
  return reason;
}

const UNREACHED = 'nothing known of it reaches the day forecast';

/** Returns values that can drive the target, or says why they cannot. */
const judgeValues = (
  given: DriverValues,
  search: DriverSearch,
  covers?: string,
): DriverValues | string => judgeDriver(given.values, search, covers) ?? given;

/** Says why values cannot drive the target; undefined if they can. Then the target day is filled to its end. */
export function judgeDriver(
  values: Float64Array,
  { days, targetDays }: DriverSearch,
  covers = 'it covers',
): string | undefined {
  if (!isCovered(values, days, days.target)) return UNREACHED;
  let [covered, wanted] = [0, 0];
  for (let row = 0; row < targetDays.length; row++) {
    if (targetDays[row] === 0) continue;
    wanted++;
    if (isCovered(values, days, days.first + row)) covered++;
  }
  if (covered <= LEAST_COVER * wanted) {
    return `${covers} ${covered} of ${wanted} days of history`;
  }
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
 * The sources whose runs reach into the forecast day, the preferred one first. Those whose newest such run is a day older
 * than that of another come last.
 */
async function sourcesAhead(
  series: SeriesRecord,
  perDay: number,
  { reader, asOf, days }: DriverSearch,
): Promise<string[]> {
  const runs = await reader.readRuns(series.key, (days.target - RUN_DAYS) * DAY_MS, asOf);
  const newest = new Map<string, Instant>();
  for (const run of runs) {
    const reaches = isKnown(run, asOf) && horizonOf(run).end > days.target * perDay;
    if (reaches) newest.set(run.source, run.analyzedAt);
  }
  const oldest = Math.max(...newest.values()) - DAY_MS;
  const isLate = (source: string): number => (newest.get(source)! < oldest ? 1 : 0);
  const compare = compareSources(await reader.readSourceOrder(series.key));
  return [...newest.keys()].sort((a, b) => isLate(a) - isLate(b) || compare(a, b));
}

const isKnown = (run: ForecastRun, asOf: Instant): boolean =>
  run.updatedAt <= asOf && isMeant(run.source, undefined);

/**
 * Fills gaps with runs of a source. A run counts for a past day only if it was made by the same time of the day before
 * as this one: the model must not learn from better forecasts than it will have.
 */
async function fillFromSource(
  values: Float64Array,
  series: SeriesRecord,
  source: string,
  perDay: number,
  { reader, asOf, days }: DriverSearch,
): Promise<void> {
  const past = values.subarray(0, (days.target - days.first) * perDay);
  const oldest = past.some(Number.isNaN) ? days.first : days.target;
  const from = (oldest - RUN_DAYS) * DAY_MS;
  const aheadMs = days.target * DAY_MS - asOf;
  const runs = await reader.readRuns(series.key, from, asOf, source);
  // The newest first.
  for (const run of runs.toReversed()) {
    if (!isKnown(run, asOf)) continue;
    const firstDay = Math.ceil((run.analyzedAt + aheadMs) / DAY_MS);
    fillFromRun(values, days.first * perDay, firstDay * perDay, run);
  }
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

// Which series tell the model something about an area's tomorrow, and their values as they were known
// at a time. Nobody names them: they are found by area and category (core/market/drivers.ts).

import { DRIVER_CATEGORIES, type DriverCategory, type DriverKind } from '#core/market/drivers';
import { seriesIdOf } from '#core/market/series-id';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { fillFromRun } from '#core/values/forecast-run';
import type { Driver, SlotsPerDay } from '#model/day-table';
import { nativeOf } from '#service/context';
import type { SeriesReader, SeriesRecord } from '#store/series-store';

/** The days of a table: `first` and `end` are UTC days since 1970, `target` is the day forecast. */
export interface DaySpan {
  readonly first: number;
  readonly target: number;
  readonly end: number;
  readonly slotsPerDay: SlotsPerDay;
}

export interface FoundDrivers {
  /** Named by the codes of their series. */
  readonly drivers: readonly Driver[];
  /** Why a series that is there was not used, a sentence each. */
  readonly notes: readonly string[];
}

/** A driver must have values on more than this share of the days that the target has. */
const LEAST_COVER = 0.5;
/** A day counts as covered if it lacks no more than this share of its values. */
const MOST_GAPS = 0.1;
/** How old a run may be whose values are still taken. */
const RUN_DAYS = 14;

const ROLES: Readonly<Partial<Record<DriverKind, 'demand' | 'supply'>>> = {
  load: 'demand',
  wind: 'supply',
  solar: 'supply',
};

/** `targetDays` says of each day before the target day whether the forecast series has values. */
export async function findDrivers(
  reader: SeriesReader,
  area: string,
  days: DaySpan,
  targetDays: Uint8Array,
  asOf: Instant,
): Promise<FoundDrivers> {
  const drivers: Driver[] = [];
  const notes: string[] = [];
  const kinds = new Set<DriverKind>();
  for (const category of DRIVER_CATEGORIES) {
    if (kinds.has(category.kind)) continue;
    const series = await reader.findSeries(seriesIdOf(area, category.name));
    if (!series) continue;
    const found = await readDriver(reader, series, category, days, targetDays, asOf);
    if (typeof found === 'string') {
      notes.push(`${series.code} was not used: ${found}`);
      continue;
    }
    kinds.add(category.kind);
    drivers.push(found);
  }
  return { drivers, notes };
}

/** The driver, or why it cannot be one. */
async function readDriver(
  reader: SeriesReader,
  series: SeriesRecord,
  { kind }: DriverCategory,
  days: DaySpan,
  targetDays: Uint8Array,
  asOf: Instant,
): Promise<Driver | string> {
  const { stepMs } = nativeOf(series);
  if (stepMs === undefined) return `it has one value per ${series.resolution}`;
  const own = await readKnown(reader, series, days, stepMs, asOf);
  const values = toSlots(own, DAY_MS / stepMs, days.slotsPerDay);
  if (!isCovered(values, days, days.target)) return 'nothing known of it reaches the day forecast';
  let [covered, wanted] = [0, 0];
  for (let row = 0; row < targetDays.length; row++) {
    if (targetDays[row] === 0) continue;
    wanted++;
    if (isCovered(values, days, days.first + row)) covered++;
  }
  if (covered <= LEAST_COVER * wanted) return `it covers ${covered} of ${wanted} days of history`;
  continueDay(values, days);
  return { name: series.code, values, ...(ROLES[kind] ? { role: ROLES[kind] } : {}) };
}

/**
 * A market day ends an hour or two before (or after) the UTC day: what a forecast of the market day
 * leaves open at the end of the target day goes on like the day before, from the level it has reached.
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
 * Values of all days as they were known: observed ones, continued (and their gaps filled) by runs. A
 * run counts for the days after the one it was made on, as it will for the day that is forecast.
 */
async function readKnown(
  reader: SeriesReader,
  series: SeriesRecord,
  days: DaySpan,
  stepMs: number,
  asOf: Instant,
): Promise<Float64Array> {
  const perDay = DAY_MS / stepMs;
  const span = { start: days.first * perDay, end: days.end * perDay };
  const values = await reader.readValuesAsOf(series.key, span, asOf);
  const past = values.subarray(0, (days.target - days.first) * perDay);
  const oldest = past.some(Number.isNaN) ? days.first : days.target;
  const from = (oldest - RUN_DAYS) * DAY_MS;
  const runs = (await reader.readRuns(series.key, from, asOf)).reverse();
  for (const run of runs) {
    if (run.updatedAt > asOf) continue;
    const nextDay = Math.floor(run.analyzedAt / DAY_MS) + 1;
    fillFromRun(values, span.start, nextDay * perDay, run);
  }
  return values;
}

/** Means of finer values, repeats of coarser ones. */
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

/** 24 or 96, or undefined for a series that the model does not forecast. */
export function slotsOf(series: SeriesRecord): SlotsPerDay | undefined {
  const { stepMs } = nativeOf(series);
  if (stepMs === HOUR_MS) return 24;
  return stepMs === HOUR_MS / 4 ? 96 : undefined;
}

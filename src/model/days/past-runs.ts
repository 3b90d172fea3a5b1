// Earlier runs and their errors, from which the gate, the weights and the bands are made. Only forecasts are
// remembered: the errors follow as actual values arrive.

import { type DayTable, hourlyMeans } from '#model/days/day-table';
import { HOURS } from '#model/days/filled-days';

/** The name of the blend among a run's values. */
export const BLEND = 'blend';
/** The name of the weighted mean before its bias is subtracted. */
export const PLAIN_BLEND = 'plain-blend';

/** The first day of one run: a forecast by every member, the naives and the blend. */
export interface PastRun {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** The slots of the day by name, in the table's resolution; values after the day are ignored. */
  readonly values: Readonly<Record<string, Float64Array>>;
  /** How far the members were apart, for each of 24 hours; absent without two members. */
  readonly spread?: Float64Array | undefined;
}

/** The observed hours before `knownSlots`, which may be scored. Gaps stay gaps. */
export function scorableHours(table: DayTable, knownSlots: number): Float64Array {
  const known = table.target.slice(0, Math.max(0, knownSlots));
  const whole = new Float64Array(table.target.length).fill(Number.NaN);
  whole.set(known);
  return hourlyMeans(whole, table.slotsPerDay);
}

/** The runs before `day` (since 1970-01-01), oldest first, one a day: the last in the list. */
export function runsBefore(runs: readonly PastRun[], day: number): PastRun[] {
  const byDay = new Map<number, PastRun>();
  for (const run of runs) if (run.day < day) byDay.set(run.day, run);
  return [...byDay.values()].sort((a, b) => a.day - b.day);
}

/** The forecasts of one name: runs × 24, NaN if a run has none or is outside the table. */
export function forecastsOf(runs: readonly PastRun[], name: string, table: DayTable): Float64Array {
  const forecasts = new Float64Array(runs.length * HOURS).fill(Number.NaN);
  runs.forEach(({ day, values }, index) => {
    const given = values[name];
    const row = day - table.firstDay;
    if (given === undefined || row < 0 || row >= table.dayCount) return;
    const whole = given.subarray(0, table.slotsPerDay);
    forecasts.set(hourlyMeans(whole, table.slotsPerDay), index * HOURS);
  });
  return forecasts;
}

/**
 * Forecast minus actual of one name: runs × 24, NaN if either is missing. `hours` are the actual hours
 * from `table.firstDay` on.
 */
export function errorsOf(
  runs: readonly PastRun[],
  name: string,
  table: DayTable,
  hours: Float64Array,
): Float64Array {
  const errors = forecastsOf(runs, name, table);
  for (let run = 0; run < runs.length; run++) {
    const [at, start] = [run * HOURS, (runs[run]!.day - table.firstDay) * HOURS];
    for (let hour = 0; hour < HOURS; hour++) {
      const error = errors[at + hour]! - hours[start + hour]!;
      errors[at + hour] = Number.isFinite(error) ? error : Number.NaN;
    }
  }
  return errors;
}

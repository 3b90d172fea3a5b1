// Hours without gaps, for the rows that a model learns from. Gaps are filled only here: up to six hours by
// a straight line between their neighbours, longer ones by the same hour a week (else a day) before.

import { type DayCalendar, type DayTable, type Driver, hourlyMeans } from '#model/days/day-table';

export const HOURS = 24;

/** The hours of a run: those before `row`, those of its days, and the hour after. */
export interface HourSpan {
  /** The first forecast day. */
  readonly row: number;
  readonly dayCount: number;
  /** The hours before `row`, at most 24. */
  readonly leadHours: number;
}

/** The longest gap, in hours, that a straight line fills. */
const LINE_HOURS = 6;
/** The most filled hours of a day that is learnt from. */
const MOST_FILLED = 6;

export interface FilledDriver {
  readonly name: string;
  /** Days × 24; NaN before the driver's first value and after its last. */
  readonly values: Float64Array;
}

export interface FilledDays {
  /** The day of row 0, in days since 1970-01-01. */
  readonly firstDay: number;
  readonly dayCount: number;
  /** The row of the first day with a value. */
  readonly startRow: number;
  /** Days × 24, filled between the first value and the last; forecasts are written back to it. */
  readonly target: Float64Array;
  /** 1 if enough of the day was observed. */
  readonly isObserved: Uint8Array;
  readonly drivers: readonly FilledDriver[];
  /** Demand less supply among the drivers, hour by hour; absent without both. */
  readonly netLoad?: Float64Array;
  readonly calendar: DayCalendar;
}

/** Fills the gaps between the first value and the last, in place. */
export function fillGaps(hours: Float64Array): void {
  let before = hours.findIndex((value) => Number.isFinite(value));
  if (before < 0) return;
  for (let i = before + 1; i < hours.length; i++) {
    if (!Number.isFinite(hours[i])) continue;
    if (i - before - 1 <= LINE_HOURS) drawLine(hours, before, i);
    else repeatBefore(hours, before, i);
    before = i;
  }
}

function drawLine(hours: Float64Array, before: number, after: number): void {
  const start = hours[before]!;
  const step = (hours[after]! - start) / (after - before);
  for (let i = before + 1; i < after; i++) hours[i] = start + step * (i - before);
}

function repeatBefore(hours: Float64Array, before: number, after: number): void {
  for (let i = before + 1; i < after; i++) {
    const week = hours[i - 7 * HOURS] ?? Number.NaN;
    const day = hours[i - HOURS] ?? Number.NaN;
    hours[i] = Number.isFinite(week) ? week : Number.isFinite(day) ? day : hours[before]!;
  }
}

/** The first `knownSlots` slots of the target, and the drivers, as hours without gaps. */
export function fillDays(table: DayTable, knownSlots: number): FilledDays {
  const { firstDay, dayCount, slotsPerDay, calendar } = table;
  const known = table.target.slice();
  known.fill(Number.NaN, Math.max(0, knownSlots));
  const target = Float64Array.from(hourlyMeans(known, slotsPerDay));
  const isObserved = new Uint8Array(dayCount);
  for (let row = 0; row < dayCount; row++) {
    let gaps = 0;
    for (let i = row * HOURS; i < (row + 1) * HOURS; i++) if (!Number.isFinite(target[i])) gaps++;
    isObserved[row] = gaps <= MOST_FILLED ? 1 : 0;
  }
  const first = target.findIndex((value) => Number.isFinite(value));
  const startRow = first < 0 ? dayCount : Math.floor(first / HOURS);
  fillGaps(target);
  const drivers = table.drivers.map(({ name, values }) => {
    const hours = Float64Array.from(hourlyMeans(values, slotsPerDay));
    fillGaps(hours);
    return { name, values: hours };
  });
  const netLoad = netLoadOf(table.drivers, drivers);
  return { firstDay, dayCount, startRow, target, isObserved, drivers, netLoad, calendar };
}

function netLoadOf(
  given: readonly Driver[],
  filled: readonly FilledDriver[],
): Float64Array | undefined {
  const hasRoles = given.some((driver) => driver.role !== undefined);
  const roleOf = (index: number): Driver['role'] =>
    hasRoles ? given[index]!.role : (['demand', 'supply'] as const)[index];
  const plus = filled.filter((_, index) => roleOf(index) === 'demand');
  const minus = filled.filter((_, index) => roleOf(index) === 'supply');
  if (plus.length === 0 || minus.length === 0) return undefined;
  const net = new Float64Array(plus[0]!.values.length);
  for (const { values } of plus) for (let i = 0; i < net.length; i++) net[i]! += values[i]!;
  for (const { values } of minus) for (let i = 0; i < net.length; i++) net[i]! -= values[i]!;
  return net;
}

/** Whether a row has all its 24 hours. */
export function isWhole(values: Float64Array, row: number): boolean {
  if (row < 0 || (row + 1) * HOURS > values.length) return false;
  for (let i = row * HOURS; i < (row + 1) * HOURS; i++) {
    if (!Number.isFinite(values[i])) return false;
  }
  return true;
}

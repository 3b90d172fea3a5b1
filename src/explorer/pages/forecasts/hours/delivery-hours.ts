// The delivery hours that a person can follow: days with their hours, as the shown clock has them.

import { DAY_MS, formatWall, HOUR_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { Run } from '#view/runs/run-difference';

export interface DeliveryHour {
  /** Seconds since 1970 UTC. */
  readonly time: number;
  /** `18:00`, or `02:00 (second)` for an hour that the clock shows twice. */
  readonly label: string;
}

/** The hours of a day: 24, or 23 and 25 on the days of a clock change. */
export function hoursOfDay(day: number, zone: Zone): DeliveryHour[] {
  const hours: DeliveryHour[] = [];
  const end = zone.startOfDay(day + 1);
  for (let instant = zone.startOfDay(day); instant < end; instant += HOUR_MS) {
    const offset = zone.offsetAt(instant);
    const isRepeat = zone.offsetAt(instant - HOUR_MS) > offset;
    const isRepeated = zone.offsetAt(instant + HOUR_MS) < offset;
    const clock = formatWall(instant + offset).slice(11, 16);
    const which = isRepeat ? ' (second)' : isRepeated ? ' (first)' : '';
    hours.push({ time: instant / SECOND_MS, label: `${clock}${which}` });
  }
  return hours;
}

/** The day numbers that a span of seconds touches, and the day of `hour` if it lies outside. */
export function deliveryDays(
  start: number,
  end: number,
  hour: number | undefined,
  zone: Zone,
): number[] {
  const first = zone.dayOf(start * SECOND_MS);
  const last = zone.dayOf(end * SECOND_MS - 1);
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const chosen = hour === undefined ? undefined : zone.dayOf(hour * SECOND_MS);
  if (chosen === undefined || days.includes(chosen)) return days;
  return [...days, chosen].sort((a, b) => a - b);
}

/** The same clock hour of another day; the nearest one if the clock skips it. */
export function sameHourOn(day: number, hour: number, zone: Zone): number {
  const instant = hour * SECOND_MS;
  const wall = instant + zone.offsetAt(instant);
  const ofDay = wall - Math.floor(wall / DAY_MS) * DAY_MS;
  return zone.instantOf(day * DAY_MS + ofDay) / SECOND_MS;
}

export interface Extremes {
  readonly highest: number;
  readonly lowest: number;
}

/** The hours of the highest and lowest value of a run within [start, end); undefined without values. */
export function extremeHours(run: Run, start: number, end: number): Extremes | undefined {
  let [highest, lowest] = [-1, -1];
  run.times.forEach((time, i) => {
    const value = run.values[i] ?? null;
    if (value === null || time < start || time >= end) return;
    if (highest < 0 || value > run.values[highest]!) highest = i;
    if (lowest < 0 || value < run.values[lowest]!) lowest = i;
  });
  if (highest < 0) return undefined;
  return { highest: run.times[highest]!, lowest: run.times[lowest]! };
}

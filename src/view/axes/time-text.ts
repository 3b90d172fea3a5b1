// Times as the axis and the cursor write them: English, 24 hours, in the chart's zone.

import { type CivilDate, civilOfDay, weekdayOf } from '#core/time/civil';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { formatOffset } from '#core/time/zone';
import type { TimeStep } from '#view/axes/time-splits';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time on the wall clock of a zone. */
interface WallTime extends CivilDate {
  /** Days since 1970-01-01. */
  readonly dayNumber: number;
  readonly minuteOfDay: number;
  /** Whether the clock shows this time twice that day. */
  readonly isRepeated: boolean;
  /** Whether this is the second of the two. */
  readonly isSecond: boolean;
}

function wallTimeOf(time: number, zone: Zone): WallTime {
  const instant = time * SECOND_MS;
  const wall = instant + zone.offsetAt(instant);
  const dayNumber = Math.floor(wall / DAY_MS);
  const first = zone.instantOf(wall, 'first');
  return {
    ...civilOfDay(dayNumber),
    dayNumber,
    minuteOfDay: Math.floor((wall - dayNumber * DAY_MS) / MINUTE_MS),
    isRepeated: first !== zone.instantOf(wall, 'second'),
    isSecond: first !== instant,
  };
}

const pad = (value: number): string => String(value).padStart(2, '0');
const clockText = ({ minuteOfDay }: WallTime): string =>
  `${pad(Math.floor(minuteOfDay / 60))}:${pad(minuteOfDay % 60)}`;
const dayText = ({ dayNumber, day, month }: WallTime): string =>
  `${WEEKDAYS[weekdayOf(dayNumber)]} ${day} ${MONTHS[month - 1]}`;

/**
 * Labels of splits in two lines. Above stands what changes at every split; below stands the day or the
 * year, at its first split and at the first of all. `roomSeconds` is the width of a day's label in
 * time: if the next day begins sooner, the first split has no second line.
 */
export function timeLabels(
  splits: readonly number[],
  step: TimeStep,
  zone: Zone,
  roomSeconds: number,
): string[] {
  const walls = splits.map((time) => wallTimeOf(time, zone));
  const isMinute = step.unit === 'minute';
  const contextOf = (wall: WallTime): string => (isMinute ? dayText(wall) : String(wall.year));
  const labels = walls.map((wall, i) => {
    if (step.unit === 'year') return String(wall.year);
    const context = contextOf(wall);
    const isNew = i === 0 || contextOf(walls[i - 1]!) !== context;
    const notes = isNew ? [context] : [];
    if (isMinute && wall.isSecond) notes.push('again');
    return [headText(wall, step), notes.join(', ')].filter((text) => text !== '').join('\n');
  });
  const nextNew = walls.findIndex((wall) => contextOf(wall) !== contextOf(walls[0]!));
  if (isMinute && nextNew > 0 && splits[nextNew]! - splits[0]! < roomSeconds) {
    labels[0] = headText(walls[0]!, step);
  }
  return labels;
}

function headText(wall: WallTime, step: TimeStep): string {
  if (step.unit === 'minute') return clockText(wall);
  return step.unit === 'day' ? dayText(wall) : MONTHS[wall.month - 1]!;
}

/** Writes `Tue 10 Nov 2026, 11:00`. A time that the clock shows twice carries its offset. */
export function momentText(time: number, zone: Zone): string {
  return `${dateText(time, zone)}, ${clockOf(time, zone)}`;
}

/** Writes `Tue 10 Nov 2026`. */
export function dateText(time: number, zone: Zone): string {
  const wall = wallTimeOf(time, zone);
  return `${dayText(wall)} ${wall.year}`;
}

function clockOf(time: number, zone: Zone): string {
  const wall = wallTimeOf(time, zone);
  if (!wall.isRepeated) return clockText(wall);
  return `${clockText(wall)} (${formatOffset(zone.offsetAt(time * SECOND_MS), zone)})`;
}

const LEAST_DAY = 22 * 3600;
const LEAST_MONTH = 27 * 86_400;
const LEAST_QUARTER = 88 * 86_400;
const LEAST_YEAR = 360 * 86_400;

/** Names an interval: a moment if shorter than a day, else `Tue 10 Nov 2026`, `Nov 2026`, `2026`. */
export function intervalText(start: number, end: number, zone: Zone): string {
  const wall = wallTimeOf(start, zone);
  const seconds = end - start;
  if (seconds < LEAST_DAY || wall.minuteOfDay !== 0) return momentText(start, zone);
  if (seconds < LEAST_MONTH || wall.day !== 1) return dateText(start, zone);
  if (seconds < LEAST_QUARTER) return `${MONTHS[wall.month - 1]} ${wall.year}`;
  if (seconds < LEAST_YEAR) return `Q${Math.ceil(wall.month / 3)} ${wall.year}`;
  return String(wall.year);
}

/**
 * Writes a span as people say it: `Mon 9 Nov 15:00–23:00` or `Mon 9 Nov 15:00 – Tue 10 Nov 02:00`.
 * Whole days include the last one: `Mon 9 Nov – Tue 10 Nov`. `hasYear` adds years.
 */
export function spanText(start: number, end: number, zone: Zone, hasYear = false): string {
  const from = wallTimeOf(start, zone);
  const to = wallTimeOf(end, zone);
  const nameOf = (wall: WallTime): string =>
    hasYear ? `${dayText(wall)} ${wall.year}` : dayText(wall);
  if (from.minuteOfDay === 0 && to.minuteOfDay === 0) {
    const last = wallTimeOf(end - 1, zone);
    return from.dayNumber === last.dayNumber ? nameOf(from) : `${nameOf(from)} – ${nameOf(last)}`;
  }
  const comma = hasYear ? ',' : '';
  const begin = `${nameOf(from)}${comma} ${clockOf(start, zone)}`;
  if (from.dayNumber === to.dayNumber) return `${begin}–${clockOf(end, zone)}`;
  return `${begin} – ${nameOf(to)}${comma} ${clockOf(end, zone)}`;
}

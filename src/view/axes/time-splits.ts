// The splits of the time axis. They fall on wall-clock times of the axis's zone, whatever zone the
// browser is in: a day of 23 hours has no 02:00, and one of 25 hours has it twice.

import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';

export interface TimeStep {
  readonly unit: 'minute' | 'day' | 'month' | 'year';
  readonly count: number;
  /** About how long the step lasts: for choosing a step, never for placing a split. */
  readonly typicalSeconds: number;
  /** The room that the step's labels need. */
  readonly leastPx: number;
}

const MINUTE = 60;
const DAY = 86_400;

const steps = (
  unit: TimeStep['unit'],
  unitSeconds: number,
  leastPx: number,
  counts: readonly number[],
): TimeStep[] =>
  counts.map((count) => ({ unit, count, typicalSeconds: count * unitSeconds, leastPx }));

export const TIME_STEPS: readonly TimeStep[] = [
  ...steps('minute', MINUTE, 62, [15, 30, 60, 120, 180, 360, 720]),
  ...steps('day', DAY, 84, [1, 2, 3, 7, 14]),
  ...steps('month', 30.4 * DAY, 52, [1, 3, 6]),
  ...steps('year', 365.25 * DAY, 52, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]),
];

/** The shortest step whose labels have room. */
export function chooseTimeStep(spanSeconds: number, widthPx: number): TimeStep {
  const pxPerSecond = widthPx / spanSeconds;
  return (
    TIME_STEPS.find((step) => step.typicalSeconds * pxPerSecond >= step.leastPx) ??
    TIME_STEPS[TIME_STEPS.length - 1]!
  );
}

/** The splits within [start, end], seconds since 1970 UTC, ascending, each once. */
export function timeSplits(start: number, end: number, step: TimeStep, zone: Zone): number[] {
  const firstDay = zone.dayOf(start * SECOND_MS);
  const lastDay = zone.dayOf(end * SECOND_MS);
  const found: number[] = [];
  const add = (instant: number): void => {
    const time = instant / SECOND_MS;
    if (time >= start && time <= end) found.push(time);
  };
  if (step.unit === 'minute') {
    for (let day = firstDay; day <= lastDay; day++) {
      for (const instant of splitsOfDay(day, step.count, zone)) add(instant);
    }
  } else if (step.unit === 'day') {
    // Day -3 was a Monday: steps of one or two weeks fall on Mondays.
    for (let day = roundUp(firstDay + 3, step.count) - 3; day <= lastDay; day += step.count) {
      add(zone.startOfDay(day));
    }
  } else {
    const months = step.unit === 'year' ? step.count * 12 : step.count;
    for (let month = roundDown(monthOf(firstDay), months); ; month += months) {
      const day = dayOfCivil(0, month + 1, 1);
      if (day > lastDay) break;
      add(zone.startOfDay(day));
    }
  }
  return found;
}

/** Months since January of year 0. */
function monthOf(day: number): number {
  const { year, month } = civilOfDay(day);
  return year * 12 + month - 1;
}

const roundDown = (value: number, step: number): number => Math.floor(value / step) * step;
const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;

function splitsOfDay(day: number, minutes: number, zone: Zone): number[] {
  const instants: number[] = [];
  let hasRepeats = false;
  for (let ofDay = 0; ofDay < DAY_MS; ofDay += minutes * MINUTE_MS) {
    const wall = day * DAY_MS + ofDay;
    const first = zone.instantOf(wall, 'first');
    // A wall time that the clock skips has no split.
    if (first + zone.offsetAt(first) !== wall) continue;
    instants.push(first);
    // Coarser steps show a repeated hour once; finer ones follow the clock through it again.
    if (minutes > 60) continue;
    const second = zone.instantOf(wall, 'second');
    if (second === first) continue;
    instants.push(second);
    hasRepeats = true;
  }
  return hasRepeats ? instants.sort((a, b) => a - b) : instants;
}

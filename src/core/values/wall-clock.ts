// Wall-clock keys: market time without zone shows the autumn hour twice. One key then has the mean of the
// present values. Nothing else is merged.

import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { Points } from '#core/values/column';
import { lowerBound } from '#core/values/lower-bound';

/** A clock that is set back at an instant, by a number of milliseconds. */
interface SetBack {
  readonly at: Instant;
  readonly setBackMs: number;
}

/** The instants in (from, to] at which the clock is set back. */
export function setBacksIn(zone: Zone, from: Instant, to: Instant): SetBack[] {
  const found: SetBack[] = [];
  for (let at = from; ; ) {
    const next = zone.steadyUntil(at);
    if (next > to) return found;
    const setBackMs = zone.offsetAt(at) - zone.offsetAt(next);
    if (setBackMs > 0) found.push({ at: next, setBackMs });
    at = next;
  }
}

/**
 * The points by wall time: each wall time once, ascending. A repeated one has the mean of its present
 * values, under the instant of its first occurrence (or of the only one).
 */
export function mergeRepeatedHours(points: Points, zone: Zone): Points {
  const parts = wallClockParts(points, zone);
  if (parts.length === 1) return points;
  return {
    times: Float64Array.from(parts.flatMap(({ times }) => [...times])),
    values: Float64Array.from(parts.flatMap(({ values }) => [...values])),
  };
}

/**
 * Returns the same in consecutive parts. The stretches between clock changes are not copied: only two
 * of a year's 8,760 hours meet.
 */
export function wallClockParts(points: Points, zone: Zone): Points[] {
  const { times, values } = points;
  if (times.length === 0) return [points];
  const setBacks = setBacksIn(zone, times[0]!, times[times.length - 1]!);
  const parts: Points[] = [];
  let i = 0;
  for (const { at, setBackMs } of setBacks) {
    const firstStart = lowerBound(times, at - setBackMs, i);
    parts.push(partOf(points, i, firstStart));
    i = firstStart;
    let second = lowerBound(times, at, i);
    const mergedTimes: number[] = [];
    const mergedValues: number[] = [];
    const push = (time: Instant, value: number): void => {
      mergedTimes.push(time);
      mergedValues.push(value);
    };
    // Two runs of the same wall hours, first pass [i, second) and second pass from `second` on.
    const secondStart = second;
    while (i < secondStart || (second < times.length && times[second]! < at + setBackMs)) {
      const firstTime = i < secondStart ? times[i]! : Number.POSITIVE_INFINITY;
      const secondTime = (times[second] ?? Number.POSITIVE_INFINITY) - setBackMs;
      if (firstTime === secondTime) push(firstTime, meanOfPresent(values[i++]!, values[second++]!));
      else if (firstTime < secondTime) push(firstTime, values[i++]!);
      else push(times[second]!, values[second++]!);
    }
    parts.push({
      times: Float64Array.from(mergedTimes),
      values: Float64Array.from(mergedValues),
    });
    i = second;
  }
  parts.push(partOf(points, i, times.length));
  return parts;
}

const partOf = ({ times, values }: Points, from: number, end: number): Points => ({
  times: times.subarray(from, end),
  values: values.subarray(from, end),
});

function meanOfPresent(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : (a + b) / 2;
}

// Figures of the values shown. Times are seconds since 1970 UTC; null is a gap and never counts. Pure.

import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { HourRange } from '#core/values/blocks';

/** Values on consecutive intervals: each lasts until the next time, the last one until `endTime`. */
export interface IntervalValues {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly endTime: number;
  /** The last observed time; later values are forecast. Undefined if all are. */
  readonly lastObserved: number | undefined;
  /** The indices of values of periods that are not complete: no figure counts them. */
  readonly partial?: ReadonlySet<number> | undefined;
}

export interface TimedValue {
  readonly time: number;
  readonly value: number;
}

export interface Statistics {
  readonly count: number;
  readonly last: TimedValue;
  /** The mean, in which each value weighs as long as its interval, as in the server's averages. */
  readonly mean: number;
  readonly min: TimedValue;
  readonly max: TimedValue;
}

/** Figures of what was observed and, apart from them, of what is forecast. */
export interface Figures {
  readonly observed: Statistics | undefined;
  readonly forecast: Statistics | undefined;
  /** The number of gaps among the observed values. */
  readonly gapCount: number;
  /** The number of values left out because their period is not complete. */
  readonly partialCount: number;
}

export function summarize(shown: IntervalValues): Figures {
  const { times, values, endTime, lastObserved, partial } = shown;
  const [observed, forecast] = [new Summary(), new Summary()];
  let [gapCount, partialCount] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? null;
    const time = times[i]!;
    const isAfter = isForecast(time, lastObserved);
    if (value === null) gapCount += isAfter ? 0 : 1;
    else if (partial?.has(i)) partialCount++;
    else (isAfter ? forecast : observed).add({ time, value }, (times[i + 1] ?? endTime) - time);
  }
  return { observed: observed.take(), forecast: forecast.take(), gapCount, partialCount };
}

/** Collects values in order of time. */
export class Summary {
  #count = 0;
  #total = 0;
  #weight = 0;
  #last: TimedValue | undefined;
  #min: TimedValue | undefined;
  #max: TimedValue | undefined;

  add(timed: TimedValue, seconds: number): void {
    const { value } = timed;
    this.#count++;
    this.#total += value * seconds;
    this.#weight += seconds;
    this.#last = timed;
    if (!this.#min || value < this.#min.value) this.#min = timed;
    if (!this.#max || value > this.#max.value) this.#max = timed;
  }

  /** The figures; undefined without values. */
  take(): Statistics | undefined {
    if (!this.#last) return undefined;
    const mean = this.#total / this.#weight;
    return { count: this.#count, last: this.#last, mean, min: this.#min!, max: this.#max! };
  }
}

export const isForecast = (time: number, lastObserved: number | undefined): boolean =>
  lastObserved === undefined || time > lastObserved;

/** The mean of the values whose interval starts in these hours of the zone's clock, of one kind if given. */
export function meanOverHours(
  { times, values }: Pick<IntervalValues, 'times' | 'values'>,
  hours: readonly HourRange[],
  zone: Zone,
  isCounted: (time: number) => boolean = () => true,
): number | undefined {
  const isWithin = Array.from({ length: 24 }, (_, hour) =>
    hours.some(({ from, to }) => hour >= from && hour < to),
  );
  let [count, total] = [0, 0];
  let [offset, steadyUntil] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === null || value === undefined || !isCounted(times[i]!)) continue;
    const instant = times[i]! * SECOND_MS;
    if (instant >= steadyUntil) {
      offset = zone.offsetAt(instant);
      steadyUntil = zone.steadyUntil(instant);
    }
    const wall = instant + offset;
    const hour = Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / HOUR_MS);
    if (!isWithin[hour]) continue;
    count++;
    total += value;
  }
  return count === 0 ? undefined : total / count;
}

/** Reads hours as the server writes them: `09-20` or `00-08,20-24`. */
export function readHours(text: string): HourRange[] {
  return text.split(',').map((range) => {
    const [from, to] = range.split('-').map(Number);
    return { from: from!, to: to! };
  });
}

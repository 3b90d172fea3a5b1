// How large the error of a run's hour is likely to be: from the recent errors of the hour, from whether the last
// days were worse than usual, and from how far the members are apart. Errors over their sizes are alike in calm
// and in wild times, so that they can be pooled.

import { HOURS } from '#model/days/filled-days';

/** The number of runs after which an error counts half as much: of an hour, of the last days, and usually. */
const HOUR_HALF_LIFE = 20;
const SHORT_HALF_LIFE = 5;
const LONG_HALF_LIFE = 60;
/** The hours on each side whose errors and spreads count too, so that sizes are smooth. */
const ERROR_REACH = 2;
const SPREAD_REACH = 1;
/** The powers of the three parts; those of the first and the last sum to 1, so that sizes keep the unit. */
const ERROR_POWER = 0.7;
const TREND_POWER = 0.2;
const SPREAD_POWER = 0.3;
/** The least size, as a share of the mean one. */
const LEAST_SHARE = 1e-3;

/** A mean that forgets. */
class FadingMean {
  #total = 0;
  #count = 0;
  readonly #fade: number;

  constructor(halfLife: number) {
    this.#fade = 0.5 ** (1 / halfLife);
  }

  /** NaN before the first value. */
  get value(): number {
    return this.#count > 0 ? this.#total / this.#count : Number.NaN;
  }

  add(value: number): void {
    this.#total = this.#fade * this.#total + value;
    this.#count = this.#fade * this.#count + 1;
  }
}

/** The mean around each hour, nearer hours counting more; gaps are left out. */
export function smoothHours(hours: ArrayLike<number>, reach: number): Float64Array {
  const smooth = new Float64Array(HOURS);
  for (let hour = 0; hour < HOURS; hour++) {
    let total = 0;
    let weights = 0;
    for (let at = Math.max(0, hour - reach); at <= Math.min(HOURS - 1, hour + reach); at++) {
      const value = hours[at]!;
      if (!Number.isFinite(value)) continue;
      const weight = reach + 1 - Math.abs(at - hour);
      total += weight * value;
      weights += weight;
    }
    smooth[hour] = weights > 0 ? total / weights : Number.NaN;
  }
  return smooth;
}

/**
 * The sizes before each run and before the next one: (runs + 1) × 24, NaN without earlier errors. `errors` are
 * runs × 24, oldest first; `spreads` has the members' spread of each run and of the next, if it is known.
 */
export function errorSizes(
  errors: Float64Array,
  spreads: readonly (Float64Array | undefined)[],
): Float64Array {
  const runs = errors.length / HOURS;
  const hourly = Array.from({ length: HOURS }, () => new FadingMean(HOUR_HALF_LIFE));
  const [short, long] = [new FadingMean(SHORT_HALF_LIFE), new FadingMean(LONG_HALF_LIFE)];
  const sizes = new Float64Array((runs + 1) * HOURS);
  for (let run = 0; run <= runs; run++) {
    const usual = smoothHours(
      hourly.map((mean) => mean.value),
      ERROR_REACH,
    );
    const trend = long.value > 0 ? (short.value / long.value) ** TREND_POWER : 1;
    const given = spreads[run];
    const spread = given && smoothHours(given, SPREAD_REACH);
    for (let hour = 0; hour < HOURS; hour++) {
      const own = usual[hour]!;
      // A run without a known spread counts as one whose members were as far apart as it usually errs.
      const apart = spread && Number.isFinite(spread[hour]) ? spread[hour]! : own;
      sizes[run * HOURS + hour] = own ** ERROR_POWER * trend * apart ** SPREAD_POWER;
    }
    if (run < runs) addErrors(errors.subarray(run * HOURS, (run + 1) * HOURS), hourly, short, long);
  }
  return raiseLeast(sizes);
}

function addErrors(
  errors: Float64Array,
  hourly: readonly FadingMean[],
  short: FadingMean,
  long: FadingMean,
): void {
  let total = 0;
  let count = 0;
  for (let hour = 0; hour < errors.length; hour++) {
    const size = Math.abs(errors[hour]!);
    if (Number.isNaN(size)) continue;
    hourly[hour]!.add(size);
    total += size;
    count++;
  }
  if (count === 0) return;
  short.add(total / count);
  long.add(total / count);
}

function raiseLeast(sizes: Float64Array): Float64Array {
  let [total, count] = [0, 0];
  for (const size of sizes) {
    if (Number.isNaN(size)) continue;
    total += size;
    count++;
  }
  const least = LEAST_SHARE * (total / count);
  // NaN stays NaN.
  for (let i = 0; i < sizes.length; i++) if (sizes[i]! < least) sizes[i] = least;
  return sizes;
}

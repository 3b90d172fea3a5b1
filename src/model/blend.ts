// How members become one forecast: a gate for members that recently lost to the naive, weights hour by
// hour from recent errors, and the recent bias of the mean.

import { smoothHours } from '#model/bands/error-sizes';
import { HOURS } from '#model/days/filled-days';
import type { SeriesKind } from '#model/members/members';
import { medianInPlace } from '#model/numbers/robust-scale';

/** The number of last scored runs that the gate compares, and the fewest with which it closes. */
const GATE_RUNS = 56;
const FEWEST_GATE_RUNS = 14;
/** The number of runs after which an error counts half as much. */
const HALF_LIFE_RUNS = 21;
/**
 * A weight is one over the mean absolute error to a power. Members of production and consumption begin with the same
 * forecast by an operator and err alike: the mean of many gains less than the best of them.
 */
const PRICE_POWER = 6;
const OTHER_POWER = 16;
/** The hours on each side whose errors count too, the nearer ones more. */
const WEIGHT_REACH = 2;
const FEWEST_WEIGHT_RUNS = 7;
/** The bias is a quarter of the hour's median error over this many runs and a quarter of the day's. */
const BIAS_RUNS = 28;
const FEWEST_BIAS_RUNS = 14;
const HOUR_BIAS_SHARE = 0.25;
const DAY_BIAS_SHARE = 0.25;

/** Forecast minus actual: runs × 24, oldest first; NaN is not scored. */
export type RunErrors = Float64Array;

/** Sums of absolute errors over the last runs in which both have errors; 0 if they are too few. */
function comparedErrors(errors: RunErrors, others: RunErrors): { own: number; other: number } {
  let own = 0;
  let other = 0;
  let runs = 0;
  for (let run = errors.length / HOURS - 1; run >= 0 && runs < GATE_RUNS; run--) {
    let isScored = false;
    for (let i = run * HOURS; i < (run + 1) * HOURS; i++) {
      if (Number.isNaN(errors[i]! + others[i]!)) continue;
      own += Math.abs(errors[i]!);
      other += Math.abs(others[i]!);
      isScored = true;
    }
    if (isScored) runs++;
  }
  return runs < FEWEST_GATE_RUNS ? { own: 0, other: 0 } : { own, other };
}

/** Whether a member was no worse than the naive over the last 56 scored runs. */
export function passesGate(errors: RunErrors, naiveErrors: RunErrors): boolean {
  const { own, other } = comparedErrors(errors, naiveErrors);
  return own <= other;
}

/** The recent mean absolute error of each hour, newer runs counting more; NaN if too few were scored. */
function recentErrors(errors: RunErrors): Float64Array {
  const fade = 0.5 ** (1 / HALF_LIFE_RUNS);
  return Float64Array.from({ length: HOURS }, (_, hour) => {
    let total = 0;
    let count = 0;
    let scored = 0;
    for (let i = hour; i < errors.length; i += HOURS) {
      if (Number.isNaN(errors[i]!)) continue;
      total = fade * total + Math.abs(errors[i]!);
      count = fade * count + 1;
      scored++;
    }
    return scored < FEWEST_WEIGHT_RUNS ? Number.NaN : total / count;
  });
}

/**
 * The weights of the members for each hour, which sum to 1: one over a member's recent error to a power. A member
 * without a record counts like the mean of the others.
 */
export function weighMembers(errors: readonly RunErrors[], kind: SeriesKind): Float64Array[] {
  const power = kind === 'price' ? PRICE_POWER : OTHER_POWER;
  const recent = errors.map((each) => smoothHours(recentErrors(each), WEIGHT_REACH));
  const weights = errors.map(() => new Float64Array(HOURS));
  for (let hour = 0; hour < HOURS; hour++) {
    const known = recent.map((means) => means[hour]!).filter((mean) => !Number.isNaN(mean));
    const usual = known.reduce((total, mean) => total + mean, 0) / known.length;
    // A member without error would get all the weight, so that a thousandth of the usual error is the least.
    const raw = recent.map((means) => {
      const own = Number.isNaN(means[hour]!) ? usual : means[hour]!;
      const share = usual > 0 ? Math.max(own / usual, 1e-3) : 1;
      return share ** -power;
    });
    const total = raw.reduce((sum, weight) => sum + weight, 0);
    for (let index = 0; index < raw.length; index++) weights[index]![hour] = raw[index]! / total;
  }
  return weights;
}

/** The bias to subtract from each hour of the plain blend: half of its recent median errors. */
export function recentBias(plainErrors: RunErrors): Float64Array {
  const recent = plainErrors.subarray(Math.max(0, plainErrors.length - BIAS_RUNS * HOURS));
  const bias = new Float64Array(HOURS);
  const all = recent.filter((error) => !Number.isNaN(error));
  if (all.length < FEWEST_BIAS_RUNS * HOURS) return bias;
  const dayBias = medianInPlace(all);
  for (let hour = 0; hour < HOURS; hour++) {
    const own = recent.filter((error, i) => i % HOURS === hour && !Number.isNaN(error));
    const hourBias = own.length < FEWEST_BIAS_RUNS ? dayBias : medianInPlace(own);
    bias[hour] = HOUR_BIAS_SHARE * hourBias + DAY_BIAS_SHARE * dayBias;
  }
  return bias;
}

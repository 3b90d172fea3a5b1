// Chooses the members of a run and their weights from the past runs.

import { passesGate, recentBias, weighMembers } from '#model/blend';
import type { DayTable } from '#model/days/day-table';
import { HOURS } from '#model/days/filled-days';
import { errorsOf, type PastRun, PLAIN_BLEND } from '#model/days/past-runs';
import type { SeriesKind } from '#model/members/members';
import { LEVEL_AND_SHAPE, SEASONAL_NAIVE } from '#model/members/naives';

export interface ChosenBlend {
  /** The weight of each used member for each of 24 hours. */
  readonly weights: ReadonlyMap<string, Float64Array>;
  /** The members that recently lost to the naive. */
  readonly dropped: readonly string[];
  /** The bias that is subtracted from the weighted mean, hour by hour. */
  readonly bias: Float64Array;
}

/** The members if none passes the gate. */
const FALLBACK = [SEASONAL_NAIVE, LEVEL_AND_SHAPE];

/** `runs` are those before the day, oldest first; `hours` the actual hours known so far. */
export function chooseBlend(
  kind: SeriesKind,
  names: readonly string[],
  runs: readonly PastRun[],
  table: DayTable,
  hours: Float64Array,
): ChosenBlend {
  const known = new Map<string, Float64Array>();
  const errors = (name: string): Float64Array => {
    let own = known.get(name);
    if (own === undefined) known.set(name, (own = errorsOf(runs, name, table, hours)));
    return own;
  };
  const naive = errors(SEASONAL_NAIVE);
  // The naives always pass: a young series has nothing else.
  const passes = (name: string): boolean =>
    FALLBACK.includes(name) || passesGate(errors(name), naive);
  const passed = names.filter(passes);
  const used = passed.length > 0 ? passed : FALLBACK;
  const weights = weighMembers(used.map(errors), kind);
  return {
    weights: new Map(used.map((name, index) => [name, weights[index]!])),
    dropped: names.filter((name) => !used.includes(name)),
    bias: recentBias(errors(PLAIN_BLEND)),
  };
}

/** The weighted mean of the members that have a value, for hours 0–24; NaN if none has. */
export function blendHours(
  chosen: ChosenBlend,
  forecasts: ReadonlyMap<string, Float64Array>,
): Float64Array {
  return Float64Array.from({ length: HOURS + 1 }, (_, output) => {
    let total = 0;
    let sum = 0;
    for (const [name, weights] of chosen.weights) {
      const value = forecasts.get(name)?.[output] ?? Number.NaN;
      if (!Number.isFinite(value)) continue;
      const weight = weights[output % HOURS]!;
      total += weight;
      sum += weight * value;
    }
    return total > 0 ? sum / total : Number.NaN;
  });
}

/** How far the used members are apart in each of 24 hours; undefined if there are not two of them. */
export function spreadOf(
  chosen: ChosenBlend,
  forecasts: ReadonlyMap<string, Float64Array>,
): Float64Array | undefined {
  const used = [...chosen.weights.keys()].flatMap((name) => forecasts.get(name) ?? []);
  if (used.length < 2) return undefined;
  return Float64Array.from({ length: HOURS }, (_, hour) => {
    const mean = used.reduce((total, values) => total + values[hour]!, 0) / used.length;
    const squares = used.reduce((total, values) => total + (values[hour]! - mean) ** 2, 0);
    return Math.sqrt(squares / used.length);
  });
}

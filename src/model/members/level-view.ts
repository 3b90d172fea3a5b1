// How a Gaussian process sees prices: on scales of all days that it learns from, or around the level of the
// last days before each day. The latter follows markets whose level and swings change within weeks.

import { HOURS } from '#model/days/filled-days';
import { type ScaledDays, scaledOutput, unscaleHour } from '#model/days/scaled-days';

export interface LevelView {
  /** The value of hour `hour` of the day `lag` days before `row`, as seen from `row`. */
  readonly see: (row: number, lag: number, hour: number) => number;
  /** The value of output 0–24 of a learnt row, as seen from it. */
  readonly output: (row: number, output: number) => number;
  /** Converts what is seen from `row` back to the target's unit. */
  readonly tell: (row: number, output: number, seen: number) => number;
}

/** The scales of the whole window, hour by hour. */
export const windowView = (scaled: ScaledDays): LevelView => ({
  see: (row, lag, hour) => scaled.target.scaled[(row - lag - scaled.firstRow) * HOURS + hour]!,
  output: (row, output) => scaledOutput(scaled, row, output),
  tell: (_, output, seen) => unscaleHour(scaled, output, seen),
});

/** The furthest that is seen, in bent distances: some 200 mean distances. */
const FURTHEST = 6;
/** The least mean distance, as a share of the median one, so that quiet weeks do not magnify a spike. */
const LEAST_SHARE = 0.1;

interface Level {
  readonly center: number;
  /** The mean distance from the center. */
  readonly distance: number;
}

/** The mean of the last `count` days before a row, and the mean distance from it; NaN without any day. */
function levelBefore(target: Float64Array, startRow: number, row: number, count: number): Level {
  const end = row * HOURS;
  const start = Math.max(startRow, row - count) * HOURS;
  let total = 0;
  for (let i = start; i < end; i++) total += target[i]!;
  const center = total / (end - start);
  let distance = 0;
  for (let i = start; i < end; i++) distance += Math.abs(target[i]! - center);
  return { center, distance: distance / (end - start) };
}

/** Distances from the mean of the last `levelDays` days before each row, bent by asinh. */
export function levelView(scaled: ScaledDays, levelDays: number): LevelView {
  const { firstRow, day, settledRow, days } = scaled;
  const { target, startRow } = days;
  const learnt = Array.from({ length: day + 1 - firstRow }, (_, i) =>
    levelBefore(target, startRow, firstRow + i, levelDays),
  );
  const settled = learnt.slice(0, settledRow - firstRow);
  const distances = settled.map(({ distance }) => distance).filter(Number.isFinite);
  distances.sort((a, b) => a - b);
  const least = LEAST_SHARE * (distances[distances.length >> 1] ?? 0) || 1;
  // A later row of the run has forecasts among the days before it, so that its level is made when asked for.
  const levelOf = (row: number): Level =>
    row < day ? learnt[row - firstRow]! : levelBefore(target, startRow, row, levelDays);
  const bend = (row: number, value: number): number => {
    const { center, distance } = levelOf(row);
    const bent = Math.asinh((value - center) / Math.max(distance, least));
    return Math.max(-FURTHEST, Math.min(FURTHEST, bent));
  };
  return {
    see: (row, lag, hour) => bend(row, target[(row - lag) * HOURS + hour]!),
    output: (row, output) => {
      // Hour 0 of the day after the newest is not known yet; the hour before takes its place.
      const isUnknown = output === HOURS && row + 1 >= day;
      return bend(row, target[row * HOURS + (isUnknown ? HOURS - 1 : output)]!);
    },
    tell: (row, _, seen) => {
      const { center, distance } = levelOf(row);
      const within = Math.max(-FURTHEST, Math.min(FURTHEST, seen));
      return center + Math.max(distance, least) * Math.sinh(within);
    },
  };
}

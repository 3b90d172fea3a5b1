// How a Gaussian process sees prices: on scales of all days that it learns from, or around the level of the
// last days before each day. The latter follows markets whose level and swings change within weeks.

import { HOURS } from '#model/days/filled-days';
import { type ScaledDays, scaledOutput, unscaleHour } from '#model/days/scaled-days';

export interface LevelView {
  /** The view from a row, as its past is now: it is asked for again after a forecast was written to that past. */
  readonly from: (row: number) => RowView;
  /** The value of output 0–24 of a learnt row, as seen from it. */
  readonly output: (row: number, output: number) => number;
}

export interface RowView {
  /** The value of hour `hour` of the day `lag` days before the row, as seen from the row. */
  readonly see: (lag: number, hour: number) => number;
  /** Converts what is seen from the row back to the target's unit. */
  readonly tell: (output: number, seen: number) => number;
}

/** The scales of the whole window, hour by hour. */
export const windowView = (scaled: ScaledDays): LevelView => ({
  from: (row) => ({
    see: (lag, hour) => scaled.target.scaled[(row - lag - scaled.firstRow) * HOURS + hour]!,
    tell: (output, seen) => unscaleHour(scaled, output, seen),
  }),
  output: (row, output) => scaledOutput(scaled, row, output),
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
  const bend = ({ center, distance }: Level, value: number): number => {
    const bent = Math.asinh((value - center) / Math.max(distance, least));
    return Math.max(-FURTHEST, Math.min(FURTHEST, bent));
  };
  return {
    from: (row) => {
      const level = levelOf(row);
      return {
        see: (lag, hour) => bend(level, target[(row - lag) * HOURS + hour]!),
        tell: (_, seen) => {
          const within = Math.max(-FURTHEST, Math.min(FURTHEST, seen));
          return level.center + Math.max(level.distance, least) * Math.sinh(within);
        },
      };
    },
    output: (row, output) => {
      // Hour 0 of the day after the newest is not known yet; the hour before takes its place.
      const isUnknown = output === HOURS && row + 1 >= day;
      return bend(levelOf(row), target[row * HOURS + (isUnknown ? HOURS - 1 : output)]!);
    },
  };
}

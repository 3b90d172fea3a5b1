// How a Gaussian process sees prices: on scales of all days that it learns from, or around the level of the
// last days before each day. The latter follows markets whose level and swings change within weeks.

import { HOURS } from '#model/days/filled-days';
import { type ScaledDays, scaledOutput, unscaleHour } from '#model/days/scaled-days';
import { bendAround, FURTHEST } from '#model/numbers/bend';
import { type Level, levelsBefore } from '#model/numbers/levels';

/** The days before a row that can be seen from it. */
export const SEEN_DAYS = 7;
const SEEN_HOURS = SEEN_DAYS * HOURS;

export interface LevelView {
  /** The view from a row, as its past is now: it is asked for again after a forecast was written to that past. */
  readonly from: (row: number) => RowView;
  /** Writes the values of the 25 outputs of a learnt row, as seen from it. */
  readonly writeOutputs: (row: number, out: Float64Array) => void;
}

export interface RowView {
  /** The hours of the days before the row, the oldest first, as seen from the row; valid until the next view. */
  readonly past: Float64Array;
  /** Converts what is seen from the row back to the target's unit. */
  readonly tell: (output: number, seen: number) => number;
}

/** The place of the first hour of the day `lag` days before the row in what is seen from it. */
export const placeOfLag = (lag: number): number => (SEEN_DAYS - lag) * HOURS;

/** The scales of the whole window, hour by hour. */
export const windowView = (scaled: ScaledDays): LevelView => ({
  from: (row) => {
    const end = (row - scaled.firstRow) * HOURS;
    return {
      past: scaled.target.scaled.subarray(end - SEEN_HOURS, end),
      tell: (output, seen) => unscaleHour(scaled, output, seen),
    };
  },
  writeOutputs: (row, out) => {
    for (let output = 0; output <= HOURS; output++) out[output] = scaledOutput(scaled, row, output);
  },
});

/** The least mean distance, as a share of the median one, so that quiet weeks do not magnify a spike. */
const LEAST_SHARE = 0.1;

/** Distances from the mean of the last `levelDays` days before each row, bent by asinh. */
export function levelView(scaled: ScaledDays, levelDays: number): LevelView {
  const { firstRow, day, settledRow, days } = scaled;
  const { target, startRow } = days;
  const learnt = levelsBefore(target, startRow, firstRow, day + 1, levelDays);
  const settled = learnt.slice(0, settledRow - firstRow);
  const distances = settled.map(({ distance }) => distance).filter(Number.isFinite);
  distances.sort((a, b) => a - b);
  const least = LEAST_SHARE * (distances[distances.length >> 1] ?? 0) || 1;
  // A later row of the run has forecasts among the days before it, so that its level is made when asked for.
  const levelOf = (row: number): Level =>
    row < day
      ? learnt[row - firstRow]!
      : levelsBefore(target, startRow, row, row + 1, levelDays)[0]!;
  const past = new Float64Array(SEEN_HOURS);
  return {
    from: (row) => {
      const { center, distance: own } = levelOf(row);
      const distance = Math.max(own, least);
      bendAround(target, row * HOURS - SEEN_HOURS, SEEN_HOURS, center, distance, past);
      const tell = (_: number, seen: number): number =>
        center + distance * Math.sinh(Math.max(-FURTHEST, Math.min(FURTHEST, seen)));
      return { past, tell };
    },
    writeOutputs: (row, out) => {
      const { center, distance } = levelOf(row);
      bendAround(target, row * HOURS, HOURS + 1, center, Math.max(distance, least), out);
      // Hour 0 of the day after the newest is not known yet; the hour before takes its place.
      if (row + 1 >= day) out[HOURS] = out[HOURS - 1]!;
    },
  };
}

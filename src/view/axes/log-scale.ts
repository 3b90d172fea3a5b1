// The ends and splits of a logarithmic value axis: 1, 2 and 5 times powers of ten around every value shown.

import { tidyScale, type ValueScale, valueSplits } from '#view/axes/value-splits';

const RUNGS = [1, 2, 5];
/** Values that differ by less than this share are one level, which has room above and below. */
const FLAT = 1e-9;
const ROOM = 0.05;
/** The fewest splits: with fewer, the axis takes those of a linear one. */
const FEWEST_SPLITS = 3;

/** The scale over [min, max], both above zero, with at most `mostIntervals` intervals. */
export function logScale(min: number, max: number, mostIntervals: number): ValueScale {
  const isFlat = max / min < 1 + FLAT;
  const [low, high] = isFlat ? [min * (1 - ROOM), max * (1 + ROOM)] : [min, max];
  const splits = splitsOver(low, high, mostIntervals);
  return {
    min: splits[0]!,
    max: splits.at(-1)!,
    step: 1,
    intervals: splits.length - 1,
    logSplits: splits,
  };
}

function splitsOver(min: number, max: number, mostIntervals: number): readonly number[] {
  const fine = between(rungsFrom(min, max, RUNGS), min, max);
  if (fine.length < FEWEST_SPLITS) {
    const even = valueSplits(tidyScale(min, max, mostIntervals));
    return even[0]! > 0 ? even : [fine[0]!, ...even.slice(1)];
  }
  if (fine.length <= mostIntervals + 1) return fine;
  const tens = between(rungsFrom(min, max, [1]), min, max);
  const every = Math.ceil((tens.length - 1) / mostIntervals);
  const kept = tens.filter((_, i) => i % every === 0);
  // The last split is never below the greatest value.
  return kept.at(-1)! >= max ? kept : [...kept, tens.at(-1)!];
}

/** The rungs of every decade that [min, max] touches, and of one more on either side. */
function rungsFrom(min: number, max: number, rungs: readonly number[]): readonly number[] {
  const [first, last] = [Math.floor(Math.log10(min)) - 1, Math.ceil(Math.log10(max)) + 1];
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((power) =>
    rungs.map((rung) => Number(`${rung}e${power}`)),
  );
}

/** Returns the rungs from the last at or below `min` to the first at or above `max`. */
const between = (rungs: readonly number[], min: number, max: number): readonly number[] =>
  rungs.slice(
    rungs.findLastIndex((rung) => rung <= min),
    rungs.findIndex((rung) => rung >= max) + 1,
  );

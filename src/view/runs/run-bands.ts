// How a run was made, and the bands in which the model expects the actual values. Times are seconds
// since 1970 UTC.

import type { BandsAnswer } from '#contract/forecast-bands';
import { secondsOf } from '#view/runs/run-difference';

/** How a run was made, as the server answers. */
export type RunMaking = BandsAnswer['runs'][number];

export interface Band {
  /** Percent. */
  readonly level: number;
  /** The bounds, as long as the bands' `times`; NaN if a time has no bound. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Bands over times. */
export interface BandedTimes {
  readonly times: Float64Array;
  /** The end of the last value's interval. */
  readonly endTime: number;
  /** The bands, narrowest first; empty if the run has none. */
  readonly bands: readonly Band[];
}

export interface RunBands extends BandedTimes {
  readonly making: RunMaking;
}

/** The bands of an answer; undefined if it names no run. */
export function bandsOf({ runs: [making], data }: BandsAnswer): RunBands | undefined {
  if (!making) return undefined;
  const times = Float64Array.from(data, ({ validTime }) => secondsOf(validTime));
  const last = times.at(-1) ?? 0;
  const boundsOf = (level: number, side: 'lower' | 'upper'): Float64Array =>
    Float64Array.from(
      data,
      ({ bands }) => bands.find((band) => band.level === level)?.[side] ?? Number.NaN,
    );
  return {
    making,
    times,
    endTime: last + (times.length > 1 ? last - times.at(-2)! : 3600),
    bands: making.bands
      .toSorted((a, b) => a - b)
      .map((level) => ({
        level,
        lower: boundsOf(level, 'lower'),
        upper: boundsOf(level, 'upper'),
      })),
  };
}

/** Writes `80 % and 90 % band` or `80 % band`. */
export const bandsLabel = ({ bands }: BandedTimes): string =>
  `${bands.map(({ level }) => `${level} %`).join(' and ')} band`;

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

/**
 * The quantiles of a fan, in percent. The median is near the run's line. The quantiles of 1 and 99 % would take
 * most of the axis, so that the line became flat.
 */
export const FAN_PERCENTS: readonly number[] = [5, 10, 20, 30, 40, 60, 70, 80, 90, 95];
/** The levels that a reader is told of a fan. */
const TOLD_LEVELS: readonly number[] = [80, 90];

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
    bands:
      fanOf({ making, data }) ??
      making.bands
        .toSorted((a, b) => a - b)
        .map((level) => ({
          level,
          lower: boundsOf(level, 'lower'),
          upper: boundsOf(level, 'upper'),
        })),
  };
}

/** The bands between the quantiles of an answer, narrowest first; undefined if it has no quantiles of a whole run. */
function fanOf({
  making,
  data,
}: {
  making: RunMaking;
  data: BandsAnswer['data'];
}): Band[] | undefined {
  const places = new Map(data[0]?.quantiles?.map(({ percent }, place) => [percent, place]));
  if (!making.quantiles || places.size === 0) return undefined;
  const valuesOf = (percent: number): Float64Array => {
    const place = places.get(percent)!;
    return Float64Array.from(data, ({ quantiles }) => quantiles?.[place]?.value ?? Number.NaN);
  };
  return FAN_PERCENTS.filter((percent) => percent > 50 && places.has(percent)).map((percent) => ({
    level: 2 * percent - 100,
    lower: valuesOf(100 - percent),
    upper: valuesOf(percent),
  }));
}

const isFan = ({ bands }: Pick<BandedTimes, 'bands'>): boolean => bands.length > 3;

/** Writes `80 % and 90 % band` or `80 % band`, and of a fan `20 % to 90 % bands`. */
export function bandsLabel(run: Pick<BandedTimes, 'bands'>): string {
  const levels = run.bands.map(({ level }) => `${level} %`);
  return isFan(run) ? `${levels[0]} to ${levels.at(-1)} bands` : `${levels.join(' and ')} band`;
}

/** The bands whose bounds are told in words. */
export const toldBands = (run: Pick<BandedTimes, 'bands'>): readonly Band[] =>
  isFan(run) ? run.bands.filter(({ level }) => TOLD_LEVELS.includes(level)) : run.bands;

/** How opaque each of the bands is, which lie on each other: a fan is not to hide the lines over it. */
export const bandOpacity = (run: Pick<BandedTimes, 'bands'>): number => (isFan(run) ? 0.11 : 0.17);

// The bands and quantiles of all values of a run, from how far those of its first day reach.

import { COVERAGES, type Coverage, type Reaches } from '#model/bands/make-bands';
import type { SlotExpander } from '#model/parts/expand-slots';

export interface Band {
  readonly coverage: Coverage;
  /** One bound for each value of the forecast. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export interface Quantile {
  /** The share of the actual values, in percent, that is expected at or below. */
  readonly percent: number;
  /** One value for each value of the forecast. */
  readonly values: Float64Array;
}

/** What values can be: never below `least`, and an hour of the run never above its entry of `most`. */
export interface RunBounds {
  readonly least: number;
  readonly most: Float64Array;
}

/**
 * The bands of a run, by ascending coverage. `hours` are its forecasts, and `spreadOut` spreads 24 hours over all of
 * them. No band leaves the bounds unless the forecast does.
 */
export function bandsOf(
  expand: SlotExpander,
  hours: Float64Array,
  { below, above }: Reaches,
  spreadOut: (reach: Float64Array) => Float64Array,
  { least, most }: RunBounds,
): readonly Band[] {
  const values = expand.values(hours);
  const slotsPerHour = values.length / hours.length;
  const mostAt = (slot: number): number => most[Math.floor(slot / slotsPerHour)]!;
  return nestBands(
    COVERAGES.map((coverage, at) => {
      const down = expand.widths(spreadOut(below[at]!), coverage);
      const up = expand.widths(spreadOut(above[at]!), coverage);
      return {
        coverage,
        low: values.map((value, i) => Math.max(value - down[i]!, Math.min(least, value))),
        high: values.map((value, i) => Math.min(value + up[i]!, Math.max(mostAt(i), value))),
      };
    }),
  );
}

/** Widens bands, which ascend by coverage, so that none is narrower than the one before it. */
function nestBands(bands: readonly Band[]): readonly Band[] {
  for (let at = 1; at < bands.length; at++) {
    const { low, high } = bands[at]!;
    const inner = bands[at - 1]!;
    for (let i = 0; i < low.length; i++) {
      low[i] = Math.min(low[i]!, inner.low[i]!);
      high[i] = Math.max(high[i]!, inner.high[i]!);
    }
  }
  return bands;
}

/** The bounds of bands and the median between them, ascending. */
export function quantilesOf(median: Float64Array, bands: readonly Band[]): Quantile[] {
  const tail = (coverage: number): number => Math.round(50 * (1 - coverage));
  return [
    ...bands.map(({ coverage, low }) => ({ percent: tail(coverage), values: low })).reverse(),
    { percent: 50, values: median },
    ...bands.map(({ coverage, high }) => ({ percent: 100 - tail(coverage), values: high })),
  ];
}

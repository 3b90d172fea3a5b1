// One forecast of one slot, with everything that it is compared with.

import { DECILES, decileScore } from '#core/values/decile-score';
import { isDistribution, quantileAt, usualBands } from '#core/values/run-bands';
import { crpsOf } from '#service/accuracy/crps';
import type { Slots } from '#service/accuracy/score-slots';

/** The bounds of one level, and those of other slots before and after them. */
export interface BandColumn {
  /** The level in percent. */
  readonly level: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** What a run says about its errors. */
export interface RunBounds {
  /** The bands that are scored by themselves, in ascending order of level. */
  readonly bands: readonly BandColumn[];
  /** The nine deciles; undefined if the run came with bands only. */
  readonly deciles: readonly Float64Array[] | undefined;
}

/** The bounds of a run's stored bands. */
export const boundsOf = (stored: readonly BandColumn[]): RunBounds => ({
  bands: usualBands(stored),
  deciles: isDistribution(stored)
    ? DECILES.map((percent) => quantileAt(stored, percent)!)
    : undefined,
});

export interface Sample {
  /** The grid index of the slot. */
  readonly index: number;
  readonly actual: number;
  readonly forecast: number;
  readonly weekly: number;
  readonly standard: number;
  /** NaN if the slot is not scored by it. */
  readonly crps: number;
  readonly bands: readonly BandColumn[];
  /** The position of the slot in the columns of bands. */
  readonly at: number;
}

/** `bands` are in ascending order of level, and have the slot at position `at`. */
export function sampleOf(
  { indices, actual, weekly, standard }: Slots,
  slot: number,
  { forecast, crps }: Pick<Sample, 'forecast' | 'crps'>,
  bands: readonly BandColumn[],
  at: number,
): Sample {
  return {
    index: indices.start + slot,
    actual: actual[slot]!,
    forecast,
    weekly: weekly[slot]!,
    standard: standard[slot]!,
    crps,
    bands,
    at,
  };
}

/**
 * Deciles are scored by themselves. Without them the forecast counts as the median, the bounds of a level as
 * the quantiles that leave it inside.
 */
export function crpsAt(
  actual: number,
  forecast: number,
  { bands, deciles }: RunBounds,
  at: number,
): number {
  if (deciles) return Number.isNaN(forecast) ? Number.NaN : decileScore(actual, deciles, at);
  if (bands.length === 0 || !Number.isFinite(forecast - actual)) return Number.NaN;
  const shares = [0.5];
  const quantiles = [forecast];
  for (const { level, lower, upper } of bands) {
    if (!Number.isFinite(upper[at]! - lower[at]!)) continue;
    const outside = (1 - level / 100) / 2;
    shares.unshift(outside);
    shares.push(1 - outside);
    quantiles.unshift(lower[at]!);
    quantiles.push(upper[at]!);
  }
  return shares.length === 1 ? Number.NaN : crpsOf(actual, shares, quantiles);
}

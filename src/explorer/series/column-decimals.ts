// The number of decimals with which the values of an answer are shown. Pure.

import type { SeriesColumns } from '#contract/forecast';
import { decimalsOf } from '#explorer/chart/axes/number-text.ts';

/** The decimals that the values have, at most four for small and two for large numbers. */
export const columnDecimals = ({ values }: SeriesColumns): number =>
  decimalsOf(Float64Array.from(values, (value) => value ?? Number.NaN));

/** The decimals of a mean: one more, but at most two unless the values have more. */
export const meanDecimals = (decimals: number): number =>
  Math.max(decimals, Math.min(decimals + 1, 2));

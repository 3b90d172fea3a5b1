// How many decimals the values of an answer are shown with. Pure.

import type { SeriesColumns } from '#contract/forecast';
import { decimalsOf } from '#explorer/chart/axes/number-text.ts';

/** The decimals that the values themselves have, up to what is worth reading. */
export const columnDecimals = ({ values }: SeriesColumns): number =>
  decimalsOf(Float64Array.from(values, (value) => value ?? Number.NaN));

/** Means of whole numbers are worth a decimal more. */
export const meanDecimals = (decimals: number): number =>
  Math.max(decimals, Math.min(decimals + 1, 2));

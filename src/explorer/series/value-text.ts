// Values outside the chart: as many decimals as their size asks for, a dash for what is not there.

import { formatNumber } from '#explorer/chart/axes/number-text.ts';

/** How many decimals values of this size are shown with. */
export function decimalsFor(largest: number): number {
  const size = Math.abs(largest);
  if (!Number.isFinite(size) || size === 0) return 2;
  if (size >= 10_000) return 0;
  if (size >= 1_000) return 1;
  if (size >= 1) return 2;
  return size >= 0.01 ? 4 : 6;
}

/** `1,234.5`; a gap is a dash. */
export function formatValue(
  value: number | null | undefined,
  decimals = decimalsFor(value ?? 0),
): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  return formatNumber(value, decimals);
}

/** `1,234`: how many there are of something. */
export const formatCount = (count: number): string => formatNumber(count, 0);

// Values outside the chart: decimals by their size, a dash for a gap.

import { formatNumber } from '#view/axes/number-text';

/** The decimals for values up to `largest`. */
export function decimalsFor(largest: number): number {
  const size = Math.abs(largest);
  if (!Number.isFinite(size) || size === 0) return 2;
  if (size >= 10_000) return 0;
  if (size >= 1_000) return 1;
  if (size >= 1) return 2;
  return size >= 0.01 ? 4 : 6;
}

/** Writes `1,234.5`, or a dash for a gap. */
export function formatValue(
  value: number | null | undefined,
  decimals = decimalsFor(value ?? 0),
): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  return formatNumber(value, decimals);
}

/** Writes a count as `1,234`. */
export const formatCount = (count: number): string => formatNumber(count, 0);

// The middle of some readings, which a noisy moment cannot pull away, and their slow end.

const ascending = (readings: Iterable<number>): Float64Array => Float64Array.from(readings).sort();

function middleOf(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return sorted.length === 0 ? NaN : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const medianOf = (readings: Iterable<number>): number => middleOf(ascending(readings));

/** The median, and the reading that one in a hundred is above. Both are NaN without readings. */
export function quantiles(latencies: Iterable<number>): { medianMs: number; p99Ms: number } {
  const sorted = ascending(latencies);
  const p99Ms = sorted[Math.floor(0.99 * (sorted.length - 1))] ?? NaN;
  return { medianMs: middleOf(sorted), p99Ms };
}

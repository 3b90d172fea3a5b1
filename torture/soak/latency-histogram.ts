// Latencies as counts in buckets that are 2 % apart: those of an hour fit in a file, and stretches add up.

const STEP = Math.log(1.02);
/** The least time in microseconds; what is quicker counts as this. */
const LEAST_US = 10;

/** How many are in each bucket, by its number. */
export type LatencyCounts = Record<string, number>;

export function noteLatency(counts: LatencyCounts, ms: number): void {
  const bucket = Math.max(0, Math.ceil(Math.log((ms * 1_000) / LEAST_US) / STEP));
  counts[bucket] = (counts[bucket] ?? 0) + 1;
}

export function sumOf(all: readonly LatencyCounts[]): LatencyCounts {
  const sum: LatencyCounts = {};
  for (const counts of all)
    for (const [bucket, count] of Object.entries(counts)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}

export const countOf = (counts: LatencyCounts): number =>
  Object.values(counts).reduce((a, b) => a + b, 0);

/** The upper edge of the bucket that the given share of all reaches; NaN without readings. */
export function quantileMs(counts: LatencyCounts, share: number): number {
  const wanted = share * countOf(counts);
  let seen = 0;
  for (const bucket of Object.keys(counts)
    .map(Number)
    .sort((a, b) => a - b)) {
    seen += counts[bucket]!;
    if (seen >= wanted) return (LEAST_US * Math.exp(bucket * STEP)) / 1_000;
  }
  return Number.NaN;
}

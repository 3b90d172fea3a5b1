// The middle of some readings: one that a noisy moment cannot pull away.

export function medianOf(readings: readonly number[]): number {
  const sorted = [...readings].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return sorted.length === 0 ? NaN : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

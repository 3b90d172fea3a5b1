// How values of two times differ, hour by hour: newer less older. Pure.

export interface HoursChange {
  /** The hours that both have. */
  readonly count: number;
  /** The hours that only the newer values have, and those that only the older ones have. */
  readonly addedCount: number;
  readonly removedCount: number;
  /** The mean of the differences; undefined if no hour has both. */
  readonly mean: number | undefined;
  /** The hour with the largest difference, up or down; the first of equal ones. */
  readonly largest: { readonly index: number; readonly change: number } | undefined;
}

export function compareHours(earlier: Float64Array, now: Float64Array): HoursChange {
  let [count, addedCount, removedCount, total] = [0, 0, 0, 0];
  let largest: HoursChange['largest'];
  for (let index = 0; index < now.length; index++) {
    const [wasKnown, isKnown] = [!Number.isNaN(earlier[index]!), !Number.isNaN(now[index]!)];
    if (isKnown && !wasKnown) addedCount++;
    if (wasKnown && !isKnown) removedCount++;
    if (!isKnown || !wasKnown) continue;
    const change = now[index]! - earlier[index]!;
    count++;
    total += change;
    if (!largest || Math.abs(change) > Math.abs(largest.change)) largest = { index, change };
  }
  return { count, addedCount, removedCount, mean: count > 0 ? total / count : undefined, largest };
}

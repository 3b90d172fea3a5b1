// A line about periods that are not complete.

import { countOf, formatCount } from '#cli/terminal/table';
import { formatMarket } from '#core/time/market-text';
import type { Zone } from '#core/time/zone';
import type { Tally } from '#core/values/tally';

/** Further periods are counted, not listed. */
const MOST_LISTED = 5;

/** Writes `2 of 9 periods are not complete: 2026-11-02T00:00 24 of 168, …`. */
export function describeTally(
  times: Float64Array,
  { counts, expected }: Tally,
  zone: Zone,
): string {
  const short = [...counts.keys()].filter((i) => counts[i]! < expected[i]!);
  const periods = countOf(counts.length, 'period');
  if (short.length === 0) return `${periods}, all complete`;
  const listed = short
    .slice(0, MOST_LISTED)
    .map((i) => `${formatMarket(times[i]!, zone)} ${counts[i]} of ${expected[i]}`);
  const more =
    short.length > MOST_LISTED ? [`${formatCount(short.length - MOST_LISTED)} more`] : [];
  return `${formatCount(short.length)} of ${periods} not complete: ${[...listed, ...more].join(', ')}`;
}

// Gaps of a line: stretches without a value between two values. The time before the first value or
// after the last is not a gap: its data does not exist or has not arrived.

import type { ChartSpan } from '#view/chart/frame';
import type { Line } from '#view/chart/line';

export function findGaps({ times, values }: Line): ChartSpan[] {
  const gaps: ChartSpan[] = [];
  let start = -1;
  let hasBegun = false;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) {
      if (hasBegun && start < 0) start = i;
      continue;
    }
    if (start >= 0) gaps.push({ start: times[start]!, end: times[i]! });
    start = -1;
    hasBegun = true;
  }
  return gaps;
}

/** The gaps that can be seen within a span. */
export const gapsIn = (gaps: readonly ChartSpan[], { start, end }: ChartSpan): ChartSpan[] =>
  gaps.filter((gap) => gap.end > start && gap.start < end);

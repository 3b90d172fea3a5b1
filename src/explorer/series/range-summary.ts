// What is chosen of span, resolution and zone, in one line. Pure.

import type { RangeChoice } from '#view/address/range-address';
import { type MomentContext, readMoment } from '#view/values/read-moment';
import { formatDays } from '#view/values/time-text';

/** Writes `Fri 30 Oct – Fri 20 Nov 2026 · day · UTC`. The series' own resolution and zone are not named. */
export function rangeSummary(range: RangeChoice, context: MomentContext): string {
  const parts = [spanOf(range, context)];
  if (range.resolution !== 'native') parts.push(range.resolution);
  if (range.complete) parts.push('complete only');
  if (range.zone === 'utc') parts.push('UTC');
  return parts.join(' · ');
}

function spanOf({ from, to }: RangeChoice, context: MomentContext): string {
  const [start, end] = [readMoment(from, 'from', context), readMoment(to, 'to', context)];
  // What only the server can resolve is shown as it is typed.
  if (!start.span || !end.span || start.span.start >= end.span.end)
    return `${from === '' ? 'first' : from} – ${to === '' ? 'last' : to}`;
  const text = formatDays({ start: start.span.start, end: end.span.end }, context.market);
  // One year is written once.
  return text.replace(/ (\d{4}) – (.+ \1)$/, ' – $2');
}

// Relative dates made fixed, for a link that always shows the same span. Pure.

import { formatUtc, formatWall, type Instant, MINUTE_MS } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type MomentEdge, readMoment } from '#view/values/read-moment';

export interface FixContext {
  readonly now: Instant;
  readonly market: Zone;
  readonly extent: SeriesExtent | undefined;
  /** The first and last instant of the span as the server resolved it. */
  readonly answered: { readonly first: Instant; readonly last: Instant } | undefined;
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

/** Writes the same span in dates. An end that is a date, or cannot be read, stays as typed. */
export function fixRange({ from, to }: Ends, context: FixContext): Ends {
  return { from: fixEnd(from, 'from', context), to: fixEnd(to, 'to', context) };
}

function fixEnd(text: string, edge: MomentEdge, context: FixContext): string {
  const { market, answered } = context;
  const isDate = /^\s*\d/.test(text);
  if (isDate) return text;
  const { span } = readMoment(text, edge, { ...context, shown: market });
  if (span) return writeEnd(span, edge, market);
  const instant = edge === 'from' ? answered?.first : answered?.last;
  return instant === undefined ? text : formatUtc(instant);
}

/** Writes a date if the span is whole market days; else the instant, which is included at both ends. */
function writeEnd({ start, end }: Span, edge: MomentEdge, market: Zone): string {
  const [firstDay, lastDay] = [market.dayOf(start), market.dayOf(end - 1)];
  const isWholeDays =
    market.startOfDay(firstDay) === start && market.startOfDay(lastDay + 1) === end;
  if (!isWholeDays) return formatUtc(start);
  const instant = edge === 'from' ? start : market.startOfDay(lastDay);
  return formatWall(instant + market.offsetAt(instant)).slice(0, 10);
}

/** Writes market time to the minute if that is exact and unambiguous, else UTC. */
export function writeInstant(instant: Instant, market: Zone): string {
  const wall = instant + market.offsetAt(instant);
  const isPlain =
    market.instantOf(wall, 'first') === market.instantOf(wall, 'second') && wall % MINUTE_MS === 0;
  return isPlain ? formatWall(wall).slice(0, 16) : formatUtc(instant);
}

// Relative dates made fixed, for a link that shows the same for ever. Pure.

import { formatUtc, formatWall, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type MomentEdge, readMoment } from '#explorer/series/read-moment.ts';

export interface FixContext {
  readonly now: Instant;
  readonly market: Zone;
  readonly extent: SeriesExtent | undefined;
  /** First and last instant of the span as the server resolved it. */
  readonly answered: { readonly first: Instant; readonly last: Instant } | undefined;
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

/** The same span in dates; what is a date already, or cannot be read, stays as typed. */
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

/** A date where the edge is a market day's; else the instant, which includes itself at both ends. */
function writeEnd({ start, end }: Span, edge: MomentEdge, market: Zone): string {
  const [firstDay, lastDay] = [market.dayOf(start), market.dayOf(end - 1)];
  const isWholeDays =
    market.startOfDay(firstDay) === start && market.startOfDay(lastDay + 1) === end;
  if (!isWholeDays) return formatUtc(start);
  const instant = edge === 'from' ? start : market.startOfDay(lastDay);
  return formatWall(instant + market.offsetAt(instant)).slice(0, 10);
}

/** The values in a zoom (seconds) as From and To; undefined where none is in it. */
export function zoomRange(
  { start, end }: { readonly start: number; readonly end: number },
  times: readonly number[],
  market: Zone,
): Ends | undefined {
  const inside = times.filter((time) => time >= start && time < end);
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    from: writeInstant(first * SECOND_MS, market),
    to: writeInstant(last * SECOND_MS, market),
  };
}

/** Market time to the minute where that says it all, else UTC. */
function writeInstant(instant: Instant, market: Zone): string {
  const wall = instant + market.offsetAt(instant);
  const isPlain =
    market.instantOf(wall, 'first') === market.instantOf(wall, 'second') && wall % MINUTE_MS === 0;
  return isPlain ? formatWall(wall).slice(0, 16) : formatUtc(instant);
}

// What a typed From or To comes to, told while it is typed: the same rules as the server's, in the
// browser. Pure.

import { Refusal } from '#core/errors';
import type { Instant } from '#core/time/instant';
import { parseMoment, type SeriesExtent, settleMoment } from '#core/time/moment';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { formatMoment } from '#explorer/series/time-text.ts';

export type MomentEdge = 'from' | 'to';

export interface MomentContext {
  readonly now: Instant;
  /** Dates and keywords are of this zone. */
  readonly market: Zone;
  /** What they come to is told in this one. */
  readonly shown: Zone;
  /** Needed by `first` and `last`; undefined where not known (yet), or of several series. */
  readonly extent?: SeriesExtent | undefined;
}

export interface MomentReading {
  readonly isValid: boolean;
  /** The date it comes to, or what is wrong. */
  readonly note: string;
  /** Half-open; undefined where nothing is typed, where it is wrong, or where only the server knows. */
  readonly span?: Span | undefined;
}

/** Reads what was typed; an empty field stands for the series' own edge. */
export function readMoment(text: string, edge: MomentEdge, context: MomentContext): MomentReading {
  if (text.trim() === '') return { isValid: true, note: emptyNote(edge, context) };
  try {
    const { now, market, extent } = context;
    const moment = parseMoment(text, edge, now, market, edge === 'from' ? 'first' : 'second');
    if ('keyword' in moment && !extent) {
      const shift = moment.shift === 0 ? '' : `, ${signed(moment.shift)} steps`;
      return { isValid: true, note: `the ${moment.keyword} value${shift}` };
    }
    const span = extent
      ? settleMoment(moment, extent, market)
      : 'keyword' in moment
        ? undefined
        : moment;
    if (!span) return { isValid: true, note: 'the series has no value yet' };
    return { isValid: true, note: tellSpan(span, edge, context.shown), span };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { isValid: false, note: error.faults[0]?.message ?? error.message };
  }
}

/** What is wrong with two readings that are each in order. */
export function faultOfOrder(from: MomentReading, to: MomentReading): string | undefined {
  if (!from.span || !to.span || from.span.start < to.span.end) return undefined;
  return 'From is after To';
}

function emptyNote(edge: MomentEdge, { extent, shown }: MomentContext): string {
  if (edge === 'to') return 'the newest value or forecast';
  if (!extent || extent.firstIndex === null) return 'the first value';
  return formatMoment(extent.grid.startOf(extent.firstIndex), shown);
}

/** An instant includes itself only; a period is told by where it begins, or up to where it reaches. */
function tellSpan(span: Span, edge: MomentEdge, shown: Zone): string {
  if (edge === 'from' || span.end - span.start <= 1) return formatMoment(span.start, shown);
  return `until ${formatMoment(span.end, shown)}`;
}

const signed = (count: number): string => (count < 0 ? `−${-count}` : `+${count}`);

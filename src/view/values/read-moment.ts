// The meaning of a typed From or To, shown during typing: the same rules as the server's, in the
// browser. Pure.

import { Refusal } from '#core/errors';
import type { Instant } from '#core/time/instant';
import { parseMoment, type SeriesExtent, settleMoment } from '#core/time/moment';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { formatMoment } from '#view/values/time-text';

export type MomentEdge = 'from' | 'to';

export interface MomentContext {
  readonly now: Instant;
  /** The zone of dates and keywords. */
  readonly market: Zone;
  /** The zone in which the resolved times are shown. */
  readonly shown: Zone;
  /** The extent for `first` and `last`; undefined if not known, or for several series. */
  readonly extent?: SeriesExtent | undefined;
}

export interface MomentReading {
  readonly isValid: boolean;
  /** The resolved date, or the fault. */
  readonly note: string;
  /** The half-open span; undefined for an empty or wrong text, or if only the server can resolve it. */
  readonly span?: Span | undefined;
}

/** Reads a typed text. An empty field stands for the series' own edge. */
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
    return { isValid: true, note: spanNote(span, edge, context.shown), span };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { isValid: false, note: error.faults[0]?.message ?? error.message };
  }
}

/** The texts that a fault's `(did you mean week-1?)` names. */
export function suggestionsIn(fault: string): readonly string[] {
  const [, named] = /\(did you mean (.+)\?\)$/.exec(fault) ?? [];
  return named?.split(' or ') ?? [];
}

/** The fault of two readings that are each valid. */
export function faultOfOrder(from: MomentReading, to: MomentReading): string | undefined {
  if (!from.span || !to.span || from.span.start < to.span.end) return undefined;
  return 'From is after To';
}

function emptyNote(edge: MomentEdge, { extent, shown }: MomentContext): string {
  if (edge === 'to') return 'the newest value or forecast';
  if (!extent || extent.firstIndex === null) return 'the first value';
  return formatMoment(extent.grid.startOf(extent.firstIndex), shown);
}

/** Writes an instant as itself, and a period by its start or its end. */
function spanNote(span: Span, edge: MomentEdge, shown: Zone): string {
  if (edge === 'from' || span.end - span.start <= 1) return formatMoment(span.start, shown);
  return `until ${formatMoment(span.end, shown)}`;
}

const signed = (count: number): string => (count < 0 ? `−${-count}` : `+${count}`);

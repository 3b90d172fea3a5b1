// Sets of instants: spans in ascending order that neither touch nor overlap.

import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';

/** Makes a set of spans in any order. */
export function uniteSpans(spans: readonly Span[]): Span[] {
  const united: Span[] = [];
  const ordered = spans.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  for (const span of ordered) {
    const last = united.at(-1);
    if (last && span.start <= last.end) {
      united[united.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else united.push({ start: span.start, end: span.end });
  }
  return united;
}

/** The parts of a set that lie in no span of another. */
export function subtractSpans(set: readonly Span[], others: readonly Span[]): Span[] {
  let left = [...set];
  for (const other of others) {
    left = left
      .flatMap(({ start, end }) => [
        { start, end: Math.min(end, other.start) },
        { start: Math.max(start, other.end), end },
      ])
      .filter(({ start, end }) => end > start);
  }
  return uniteSpans(left);
}

/** The parts of a set that lie in a span. */
export const clipSpans = (set: readonly Span[], { start, end }: Span): Span[] =>
  uniteSpans(
    set.map((span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end) })),
  );

/** The market days that a set touches. */
export function daysOf(set: readonly Span[], zone: Zone): number[] {
  const days = new Set<number>();
  for (const { start, end } of set) {
    for (let day = zone.dayOf(start); zone.startOfDay(day) < end; day++) days.add(day);
  }
  return [...days].sort((a, b) => a - b);
}

/** Whole market days as a set of instants. */
export const spansOfDays = (days: readonly number[], zone: Zone): Span[] =>
  uniteSpans(days.map((day) => ({ start: zone.startOfDay(day), end: zone.startOfDay(day + 1) })));

// The conditions of alerts: what a rule watches. parse-condition.ts reads them from text, docs/reference/alerts.md
// has the grammar.

import type { Instant } from '#core/time/instant';
import { parseMoment } from '#core/time/moment';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';

export type Comparison = '<' | '<=' | '>' | '>=';

/** The time that a condition looks at: named days, or a length before or after now. */
export type Within =
  | { readonly kind: 'named'; readonly from: string; readonly to: string }
  | { readonly kind: 'last'; readonly ms: number }
  | { readonly kind: 'next'; readonly ms: number };

/** One run of a source, or of the source of the newest run if none is named. */
export interface RunChoice {
  readonly source: string | undefined;
}

export interface ValuesCondition {
  readonly kind: 'values';
  readonly pattern: string;
  readonly comparison: Comparison;
  readonly bound: number;
  /** The real time that values in a row must cover; 0: one value is enough. */
  readonly forMs: number;
  /** Undefined: the newest values, or all of a run. */
  readonly within: Within | undefined;
  /** Undefined: observed values, continued by the newest runs. */
  readonly run: RunChoice | undefined;
}

export interface JumpCondition extends RunChoice {
  readonly kind: 'jump';
  readonly pattern: string;
  readonly bound: number;
  readonly within: Within | undefined;
}

export interface GapCondition {
  readonly kind: 'gap';
  readonly pattern: string;
  /** The shortest gap that counts; 0: every one. */
  readonly forMs: number;
  readonly within: Within;
}

export interface AccuracyCondition extends RunChoice {
  readonly kind: 'accuracy';
  readonly pattern: string;
  readonly bound: number;
  readonly runs: number;
}

export type Condition =
  | ValuesCondition
  | JumpCondition
  | GapCondition
  | AccuracyCondition
  | { readonly kind: 'late' | 'held'; readonly pattern: string };

/** Whether only operators are told of a rule: what is held is not told to plans. */
export const tellsOperatorsOnly = (condition: string): boolean => /^\s*held\s/i.test(condition);

/** The most days that a condition looks at. */
export const MOST_DAYS_WITHIN = 400;

/** The instants that a condition looks at. */
export function spanOfWithin(within: Within, now: Instant, zone: Zone): Span {
  if (within.kind === 'last') return { start: now - within.ms, end: now };
  if (within.kind === 'next') return { start: now, end: now + within.ms };
  const from = parseMoment(within.from, 'condition', now, zone, 'first') as Span;
  const to = parseMoment(within.to, 'condition', now, zone, 'second') as Span;
  return { start: from.start, end: to.end };
}

// The patterns of identifiers that a plan's users may read; `*` stands for any run of characters. Matching
// looks for the pieces between the stars from left to right and never goes back.

import { refuseField } from '#core/errors';
import type { Plan } from '#store/account-store';

export const DEFAULT_REQUESTS_PER_MINUTE = 600;
export const DEFAULT_POINTS_PER_ANSWER = 500_000;

/** A pattern is at most as long as an identifier. */
const PATTERN_FORM = /^[a-z0-9_.*-]{1,64}$/;

export const PATTERN_RULE =
  '1 to 64 letters, digits, "_", "." or "-", with "*" for any run of characters';

type Matcher = (id: string) => boolean;

/** Returns the pattern as it is stored: lower-case, without blanks around it or repeated stars. */
export function checkPattern(text: string): string {
  const pattern = text.trim().toLowerCase().replace(/\*+/g, '*');
  if (!PATTERN_FORM.test(pattern)) {
    throw refuseField('field_invalid', 'series', `a pattern is ${PATTERN_RULE}`);
  }
  return pattern;
}

function matchPieces(pieces: readonly string[], id: string): boolean {
  const head = pieces[0]!;
  const tail = pieces.at(-1)!;
  if (!id.startsWith(head)) return false;
  let from = head.length;
  // The leftmost place for each piece leaves the most room for the rest, so no other needs trying.
  for (const piece of pieces.slice(1, -1)) {
    const found = id.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return id.length - from >= tail.length && id.endsWith(tail);
}

function compile(patterns: readonly string[]): Matcher {
  const folded = patterns.map((pattern) => pattern.toLowerCase());
  const whole = new Set(folded.filter((pattern) => !pattern.includes('*')));
  const starred = folded.filter((pattern) => pattern.includes('*')).map((text) => text.split('*'));
  return (id) => whole.has(id) || starred.some((pieces) => matchPieces(pieces, id));
}

// A plan is read again for each request. Its text finds the matcher that was compiled for an earlier one.
// Its array saves that search while one request asks about many series.
const MAX_COMPILED = 256;
const compiledByText = new Map<string, Matcher>();
const compiledByList = new WeakMap<readonly string[], Matcher>();

function matcherOf(patterns: readonly string[]): Matcher {
  const text = JSON.stringify(patterns);
  const known = compiledByText.get(text);
  if (known) return known;
  if (compiledByText.size >= MAX_COMPILED) compiledByText.clear();
  const matcher = compile(patterns);
  compiledByText.set(text, matcher);
  return matcher;
}

/** Whether a plan grants a series' data. Letters match without regard to case. */
export function mayRead(plan: Pick<Plan, 'patterns'>, seriesId: string): boolean {
  let matches = compiledByList.get(plan.patterns);
  if (!matches) compiledByList.set(plan.patterns, (matches = matcherOf(plan.patterns)));
  return matches(seriesId.toLowerCase());
}

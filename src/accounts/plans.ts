// What a plan lets its users read: identifier patterns in which `*` stands for any run of characters.
// Matching looks for the pieces between the stars from left to right and never goes back.

import { refuseField } from '#core/errors';
import type { Plan } from '#store/account-store';

export const DEFAULT_REQUESTS_PER_MINUTE = 600;
export const DEFAULT_POINTS_PER_ANSWER = 500_000;

/** A pattern as long as an identifier can be. */
const PATTERN_FORM = /^[a-z0-9_.*-]{1,64}$/;

export const PATTERN_RULE =
  '1 to 64 letters, digits, "_", "." or "-", with "*" for any run of characters';

type Matcher = (id: string) => boolean;

/** The pattern as it is kept: lower-case, without blanks around it or repeated stars. */
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
  // The leftmost place for each piece leaves the most room for the rest: no other needs trying.
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

// Stores read the plan anew for each request: the text finds what was compiled for an earlier one,
// the array spares that search while one request asks about many series.
const MAX_COMPILED = 256;
const compiledByText = new Map<string, Matcher>();
const compiledByList = new WeakMap<readonly string[], Matcher>();

function matcherOf(patterns: readonly string[]): Matcher {
  const text = JSON.stringify(patterns);
  const held = compiledByText.get(text);
  if (held) return held;
  if (compiledByText.size >= MAX_COMPILED) compiledByText.clear();
  const matcher = compile(patterns);
  compiledByText.set(text, matcher);
  return matcher;
}

/** Whether a plan grants a series' data; the case of neither matters. */
export function mayRead(plan: Pick<Plan, 'patterns'>, seriesId: string): boolean {
  let matches = compiledByList.get(plan.patterns);
  if (!matches) compiledByList.set(plan.patterns, (matches = matcherOf(plan.patterns)));
  return matches(seriesId.toLowerCase());
}

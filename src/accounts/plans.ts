// The patterns of identifiers that a plan's users may read; `*` stands for any run of characters. Matching
// looks for the pieces between the stars from left to right and never goes back. `a*&*b` is made by narrowing only:
// both patterns must match.

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
export const checkPattern = (text: string): string => readPattern(text, 'series');

function readPattern(text: string, field: string): string {
  const pattern = text.trim().toLowerCase().replace(/\*+/g, '*');
  if (!PATTERN_FORM.test(pattern)) {
    throw refuseField('field_invalid', field, `a pattern is ${PATTERN_RULE}`);
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
  const starred = folded
    .filter((pattern) => pattern.includes('*'))
    .map((text) => text.split('&').map((part) => part.split('*')));
  return (id) =>
    whole.has(id) || starred.some((parts) => parts.every((pieces) => matchPieces(pieces, id)));
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

/** The most patterns of a key or of a writer. */
export const MAX_NARROW_PATTERNS = 100;

/** Returns the patterns as they are stored, each once. Refuses none, too many and what is no pattern. */
export function checkPatterns(given: readonly string[], field: string): string[] {
  const patterns = [...new Set(given.map((text) => readPattern(text, field)))];
  if (patterns.length > 0 && patterns.length <= MAX_NARROW_PATTERNS) return patterns;
  throw refuseField('field_invalid', field, `give 1 to ${MAX_NARROW_PATTERNS} patterns`);
}

// A key is narrowed again with every grant, which lives two seconds, and a plan may have a thousand patterns.
const narrowedByText = new Map<string, readonly string[]>();

/** The patterns that match exactly what a pattern of each list matches. */
export function narrowPatterns(
  one: readonly string[],
  other: readonly string[],
): readonly string[] {
  const text = JSON.stringify([one, other]);
  const known = narrowedByText.get(text);
  if (known) return known;
  if (narrowedByText.size >= MAX_COMPILED) narrowedByText.clear();
  const patterns = narrowEach(one, other);
  narrowedByText.set(text, patterns);
  return patterns;
}

function narrowEach(one: readonly string[], other: readonly string[]): string[] {
  const found = new Set<string>();
  for (const a of one) {
    for (const b of other) {
      const both = narrowPattern(a.toLowerCase(), b.toLowerCase());
      if (both !== undefined) found.add(both);
    }
  }
  return [...found];
}

/** What two patterns both match, as simply as it can be said; undefined if nothing is. */
function narrowPattern(a: string, b: string): string | undefined {
  if (isWithin(a, b)) return a;
  if (isWithin(b, a)) return b;
  if (!a.includes('*') || !b.includes('*')) return undefined;
  const [headA, headB] = [a.slice(0, a.indexOf('*')), b.slice(0, b.indexOf('*'))];
  const [tailA, tailB] = [a.slice(a.lastIndexOf('*') + 1), b.slice(b.lastIndexOf('*') + 1)];
  if (!headA.startsWith(headB) && !headB.startsWith(headA)) return undefined;
  if (!tailA.endsWith(tailB) && !tailB.endsWith(tailA)) return undefined;
  // The longer beginning comes first: a search of the store goes by it.
  return headA.length >= headB.length ? `${a}&${b}` : `${b}&${a}`;
}

/** Whether a pattern plainly matches nothing that the other does not match. */
const isWithin = (inner: string, outer: string): boolean =>
  outer === '*' ||
  inner === outer ||
  (!inner.includes('*') && outer.includes('*') && matchPieces(outer.split('*'), inner)) ||
  (outer.indexOf('*') === outer.length - 1 && inner.startsWith(outer.slice(0, -1)));

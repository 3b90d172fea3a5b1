// Searching the catalogue: every word must match, the best matches come first, and what is outside the
// plan comes last. The search runs in steps, so that 100,000 series never delay a key press.

import {
  AREA_OR_CODE,
  guessTerms,
  type SearchTerm,
  scoreOf,
  termsOf,
} from '#explorer/find/search/search-term.ts';
import { ORDER_COUNT, type SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { hasFilter, type SeriesQuery } from '#explorer/find/search/series-query.ts';

// Better matches have smaller ranks.
const EXACT_CODE = 0;
const AREA_OR_CODE_PREFIX = 1;
const WORD_STARTS = 2;
const ANYWHERE = 3;

/** The exact code comes first, then three ranks of the user's plan, then three of other series. */
const SHELVES = 7;
const BUCKET_COUNT = SHELVES * ORDER_COUNT;

/** The number of entries examined between two readings of the clock. */
const STRIDE = 512;

/** The rank of an entry, or −1 if it does not match. */
function rankOf(
  entry: SeriesEntry,
  terms: readonly SearchTerm[],
  { areas, resolutions }: SeriesQuery,
): number {
  if (areas.length > 0 && !areas.some((start) => entry.area.startsWith(start))) return -1;
  if (resolutions !== undefined && !resolutions.includes(entry.resolution)) return -1;
  let worst = AREA_OR_CODE;
  let best = -1;
  for (const term of terms) {
    const score = scoreOf(entry, term);
    if (score < 0) return -1;
    worst = Math.min(worst, score);
    best = Math.max(best, score);
  }
  if (terms.some(({ word }) => word === entry.code)) return EXACT_CODE;
  if (worst <= 0 && terms.length > 0) return ANYWHERE;
  return best === AREA_OR_CODE ? AREA_OR_CODE_PREFIX : WORD_STARTS;
}

/** The bucket of a match: by shelf, then by area, then by resolution. */
function bucketOf({ isSubscribed, order }: SeriesEntry, rank: number): number {
  const shelf = rank === EXACT_CODE ? 0 : isSubscribed ? rank : ANYWHERE + rank;
  return shelf * ORDER_COUNT + order;
}

/** Matches in buckets, best bucket first. */
class Matches {
  readonly positions: number[] = [];
  readonly buckets = new Map<number, number[]>();

  add(position: number, bucket: number): void {
    this.positions.push(position);
    const present = this.buckets.get(bucket);
    if (present) present.push(position);
    else this.buckets.set(bucket, [position]);
  }
}

export class SeriesSearch {
  readonly query: SeriesQuery;
  readonly #entries: readonly SeriesEntry[];
  /** The positions to examine, ascending; undefined is every entry, also one that arrives later. */
  readonly #candidates: readonly number[] | undefined;
  readonly #terms: readonly SearchTerm[];
  /** The terms with misspelt words mended; they count if nothing matches the words as typed. */
  readonly #guess: readonly SearchTerm[] | undefined;
  readonly #exact = new Matches();
  readonly #guessed = new Matches();
  #next = 0;

  /** Examines only the matches of `wider`, a finished search that found at least as much. */
  constructor(entries: readonly SeriesEntry[], query: SeriesQuery, wider?: SeriesSearch) {
    this.#entries = entries;
    this.query = query;
    this.#terms = termsOf(query.words, hasFilter(query));
    this.#guess = guessTerms(this.#terms);
    this.#candidates = wider?.isDone === true ? wider.#exact.positions : undefined;
  }

  get isDone(): boolean {
    return this.#next >= (this.#candidates ?? this.#entries).length;
  }

  /** The number of entries examined so far. */
  get examined(): number {
    return this.#next;
  }

  /** The terms that the matches have, for marking them. */
  get terms(): readonly SearchTerm[] {
    return this.isGuess ? this.#guess! : this.#terms;
  }

  /** Whether only mended words match. */
  get isGuess(): boolean {
    return this.#exact.positions.length === 0 && this.#guessed.positions.length > 0;
  }

  get #matches(): Matches {
    return this.isGuess ? this.#guessed : this.#exact;
  }

  get matchCount(): number {
    return this.#matches.positions.length;
  }

  /** Examines entries until none is left or time is up. Returns whether the search is done. */
  step(isTimeUp: () => boolean): boolean {
    while (!this.isDone) {
      this.#examine(STRIDE);
      if (isTimeUp()) break;
    }
    return this.isDone;
  }

  #examine(count: number): void {
    const candidates = this.#candidates;
    const end = Math.min(this.#next + count, (candidates ?? this.#entries).length);
    for (; this.#next < end; this.#next++) {
      const position = candidates ? candidates[this.#next]! : this.#next;
      const entry = this.#entries[position]!;
      const rank = rankOf(entry, this.#terms, this.query);
      if (rank >= 0) this.#exact.add(position, bucketOf(entry, rank));
      else if (this.#guess) this.#examineGuess(entry, position);
    }
  }

  #examineGuess(entry: SeriesEntry, position: number): void {
    const rank = rankOf(entry, this.#guess!, this.query);
    if (rank >= 0) this.#guessed.add(position, bucketOf(entry, rank));
  }

  /** The entries found so far of one bucket, as numbered by `rankTogether`. */
  bucket(number: number): SeriesEntry[] {
    return this.#matches.buckets.get(number)?.map((position) => this.#entries[position]!) ?? [];
  }
}

/** The entries that one or several searches found so far, best first. */
export function rankTogether(...searches: readonly SeriesSearch[]): SeriesEntry[] {
  const exact = searches.filter(({ isGuess }) => !isGuess);
  const counted = exact.some(({ matchCount }) => matchCount > 0) ? exact : searches;
  const found: SeriesEntry[] = [];
  for (let number = 0; number < BUCKET_COUNT; number++)
    for (const search of counted) for (const entry of search.bucket(number)) found.push(entry);
  return found;
}

// Searching the catalogue: every word must occur, the best matches come first. The search runs in
// steps, so that 100,000 series never delay a key press.

import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import type { SeriesQuery } from '#explorer/find/search/series-query.ts';

// Better matches have smaller ranks. Within a rank, the series of the user's plan come first.
const EXACT_CODE = 0;
const CODE_PREFIX = 1;
const WORD_STARTS = 2;
const ANYWHERE = 3;
const RANK_COUNT = 4;

/** The number of entries examined between two readings of the clock. */
const STRIDE = 512;

const isWordCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;

/** Finds a word in a text. −1: nowhere; 0: only inside other words; 1: at the start of a word. */
function findWord(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at < 0) return -1;
  // Short words occur all over: the first place decides, or a place after a blank.
  const isInside = isWordCharacter(text.charCodeAt(at - 1));
  return isInside && !text.includes(` ${word}`) ? 0 : 1;
}

/** The rank of an entry, or −1 if it does not match. */
export function rankOf(entry: SeriesEntry, { words, areas, resolutions }: SeriesQuery): number {
  if (areas.length > 0 && !areas.some((start) => entry.area.startsWith(start))) return -1;
  if (resolutions !== undefined && !resolutions.includes(entry.resolution)) return -1;
  let areAllStarts = true;
  let isCodePrefix = false;
  for (const word of words) {
    const found = findWord(entry.text, word);
    if (found < 0) return -1;
    if (found === 0) areAllStarts = false;
    else isCodePrefix ||= entry.code.startsWith(word);
  }
  if (isCodePrefix) return words.includes(entry.code) ? EXACT_CODE : CODE_PREFIX;
  return areAllStarts ? WORD_STARTS : ANYWHERE;
}

export class SeriesSearch {
  readonly query: SeriesQuery;
  readonly #entries: readonly SeriesEntry[];
  /** The positions to examine, ascending; undefined is every entry, also one that arrives later. */
  readonly #candidates: readonly number[] | undefined;
  readonly #matches: number[] = [];
  readonly #buckets: number[][] = Array.from({ length: 2 * RANK_COUNT }, () => []);
  #next = 0;

  /** Examines only the matches of `wider`, a finished search that found at least as much. */
  constructor(entries: readonly SeriesEntry[], query: SeriesQuery, wider?: SeriesSearch) {
    this.#entries = entries;
    this.query = query;
    this.#candidates = wider?.isDone === true ? wider.#matches : undefined;
  }

  get isDone(): boolean {
    return this.#next >= (this.#candidates ?? this.#entries).length;
  }

  /** The number of entries examined so far. */
  get examined(): number {
    return this.#next;
  }

  get matchCount(): number {
    return this.#matches.length;
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
      const rank = rankOf(entry, this.query);
      if (rank < 0) continue;
      this.#matches.push(position);
      this.#buckets[2 * rank + (entry.isSubscribed ? 0 : 1)]!.push(position);
    }
  }

  /** The entries found so far of one rank, as numbered by `rankTogether`. */
  bucket(number: number): SeriesEntry[] {
    return this.#buckets[number]!.map((position) => this.#entries[position]!);
  }
}

/** The entries that one or several searches found so far, best first. */
export function rankTogether(...searches: readonly SeriesSearch[]): SeriesEntry[] {
  const numbers = Array.from({ length: 2 * RANK_COUNT }, (_, number) => number);
  return numbers.flatMap((number) => searches.flatMap((search) => search.bucket(number)));
}

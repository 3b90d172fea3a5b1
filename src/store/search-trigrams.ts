// Which three characters in a row to ask SQLite's index for. It goes through the series of each, so the
// rarest few are asked for, and none where even those are in much of the catalogue.

import { COUNT_MATCHES } from '#store/search-statements';
import { trigramsOf } from '#store/search-text';
import type { Turns } from '#store/search-walk';
import type { SqlSession } from '#store/sql-session';

/** Of how many it is looked up how common they are. */
const MOST_TRIGRAMS = 32;
const MOST_WORDS = 8;
/** Series that the index goes through at most, at some 20 ns each: nobody else is served meanwhile. */
const MOST_ENTRIES = 500_000;
/** Going through so many costs as much as reading one row. */
const ENTRIES_PER_ROW = 200;
/** No more are counted, which takes 6 ms, and a trigram of so many is not asked for. */
const COMMON = 100_000;
/** So few rows can as well be read: nothing rarer is looked for. */
const RARE = 100;

interface CountedTrigram {
  readonly trigram: string;
  /** Characters of its word before it; those of other words are far away. */
  readonly place: number;
  /** Series that have it, as last counted. */
  readonly count: number;
}

/** What the index is asked to match; undefined where it is no help. */
export async function matchRarest(
  session: SqlSession,
  words: readonly string[],
  seriesCount: number,
  turns: Turns,
): Promise<string | undefined> {
  const counts = countsOf(session, seriesCount);
  const counted: CountedTrigram[] = [];
  for (const { trigram, place } of partsOf(words)) {
    const count = await counts.find(session, trigram, turns);
    if (count < COMMON) counted.push({ trigram, place, count });
    if (count <= RARE) break;
  }
  const chosen = chooseRarest(counted, seriesCount);
  const entries = chosen.reduce((sum, { count }) => sum + count, 0);
  if (chosen.length === 0 || entries > MOST_ENTRIES) return undefined;
  return chosen.map(({ trigram }) => quote(trigram)).join(' AND ');
}

const quote = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

const FAR = 100_000;

function partsOf(words: readonly string[]): { trigram: string; place: number }[] {
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  return longest
    .flatMap((word, w) =>
      trigramsOf(word, MOST_TRIGRAMS).map((trigram, i) => ({ trigram, place: w * FAR + i })),
    )
    .slice(0, MOST_TRIGRAMS);
}

/**
 * The rarest, and further ones while they spare more rows than they cost. Those that share no character
 * with one chosen before come first: neighbours mostly come together, so they say little new.
 */
function chooseRarest(counted: CountedTrigram[], seriesCount: number): CountedTrigram[] {
  const left = counted.sort((a, b) => a.count - b.count);
  const chosen: CountedTrigram[] = [];
  let rows = seriesCount;
  while (left.length > 0) {
    const isApart = ({ place }: CountedTrigram): boolean =>
      chosen.every((other) => Math.abs(other.place - place) >= 3);
    const next = left.find(isApart) ?? left[0]!;
    if (chosen.length > 0 && next.count > rows * ENTRIES_PER_ROW) break;
    left.splice(left.indexOf(next), 1);
    chosen.push(next);
    rows *= next.count / Math.max(1, seriesCount);
  }
  return chosen;
}

const countsBySession = new WeakMap<SqlSession, TrigramCounts>();

function countsOf(session: SqlSession, seriesCount: number): TrigramCounts {
  let counts = countsBySession.get(session);
  if (!counts?.fits(seriesCount)) {
    countsBySession.set(session, (counts = new TrigramCounts(seriesCount)));
  }
  return counts;
}

const MOST_HELD = 20_000;

/** How many series have a trigram, as last counted: what is found is right whatever it says. */
class TrigramCounts {
  readonly #seriesCount: number;
  readonly #counts = new Map<string, number>();

  constructor(seriesCount: number) {
    this.#seriesCount = seriesCount;
  }

  /** Good until the catalogue has grown by a quarter. */
  fits(seriesCount: number): boolean {
    return seriesCount <= 1.25 * this.#seriesCount;
  }

  async find(session: SqlSession, trigram: string, turns: Turns): Promise<number> {
    const held = this.#counts.get(trigram);
    if (held !== undefined) return held;
    await turns.rest();
    const [row] = await session.all<{ count: number }>(COUNT_MATCHES, quote(trigram), COMMON);
    if (this.#counts.size >= MOST_HELD) this.#counts.clear();
    this.#counts.set(trigram, row!.count);
    return row!.count;
  }
}

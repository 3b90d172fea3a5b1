// Chooses the trigrams of the words to ask an index for. The index goes through all series of each trigram,
// so the rarest few are chosen.

import type { TextSample } from '#store/search/search-sample';
import { trigramsOf } from '#store/search/search-text';

const MOST_TRIGRAMS = 32;
const MOST_WORDS = 8;
/** The number of index entries that cost as much to go through as one row to read. */
const ENTRIES_PER_ROW = 200;

export interface CountedTrigram {
  readonly trigram: string;
  /** Characters of its word before it. Trigrams of other words are far away. */
  readonly position: number;
  /** Roughly how many series have the trigram. */
  readonly count: number;
}

export interface ChosenTrigrams {
  /** The rarest first. Empty if no word has three characters. */
  readonly chosen: readonly CountedTrigram[];
  /** How many series have all of them, if the trigrams are independent. */
  readonly likelyRows: number;
}

/** The trigrams worth asking for. */
export function chooseTrigrams(
  words: readonly string[],
  sample: TextSample,
  canAsk: (trigram: string) => boolean,
): ChosenTrigrams {
  const counted = partsOf(words)
    .filter(({ trigram }) => canAsk(trigram))
    .map((part) => ({ ...part, count: sample.estimate(part.trigram) }));
  return chooseRarest(counted, sample.seriesCount);
}

const FAR = 100_000;

function partsOf(words: readonly string[]): { trigram: string; position: number }[] {
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  return longest
    .flatMap((word, w) =>
      trigramsOf(word, MOST_TRIGRAMS).map((trigram, i) => ({ trigram, position: w * FAR + i })),
    )
    .slice(0, MOST_TRIGRAMS);
}

/**
 * The rarest trigram, and further ones while they save more rows than they cost. A trigram that shares no
 * character with a chosen one goes first: neighbours mostly occur together, so they say little new.
 */
function chooseRarest(counted: CountedTrigram[], seriesCount: number): ChosenTrigrams {
  const left = counted.sort((a, b) => a.count - b.count);
  const chosen: CountedTrigram[] = [];
  let likelyRows = seriesCount;
  while (left.length > 0) {
    const isApart = ({ position }: CountedTrigram): boolean =>
      chosen.every((other) => Math.abs(other.position - position) >= 3);
    const next = left.find(isApart) ?? left[0]!;
    if (chosen.length > 0 && next.count > likelyRows * ENTRIES_PER_ROW) break;
    left.splice(left.indexOf(next), 1);
    chosen.push(next);
    likelyRows *= next.count / Math.max(1, seriesCount);
  }
  return { chosen, likelyRows };
}

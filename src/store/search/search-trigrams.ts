// Which three characters in a row of the words to ask an index for. It goes through the series of each, so
// the rarest few are asked for.

import type { TextSample } from '#store/search/search-sample';
import { trigramsOf } from '#store/search/search-text';

const MOST_TRIGRAMS = 32;
const MOST_WORDS = 8;
/** Going through so many entries of the index costs as much as reading one row. */
const ENTRIES_PER_ROW = 200;

export interface CountedTrigram {
  readonly trigram: string;
  /** Characters of its word before it; those of other words are far away. */
  readonly place: number;
  /** Series that have it, roughly. */
  readonly count: number;
}

export interface ChosenTrigrams {
  /** The rarest first; none where no word has three characters. */
  readonly chosen: readonly CountedTrigram[];
  /** Series that have all of them, if they have nothing to do with one another. */
  readonly likelyRows: number;
}

/** Those worth asking for. */
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
function chooseRarest(counted: CountedTrigram[], seriesCount: number): ChosenTrigrams {
  const left = counted.sort((a, b) => a.count - b.count);
  const chosen: CountedTrigram[] = [];
  let likelyRows = seriesCount;
  while (left.length > 0) {
    const isApart = ({ place }: CountedTrigram): boolean =>
      chosen.every((other) => Math.abs(other.place - place) >= 3);
    const next = left.find(isApart) ?? left[0]!;
    if (chosen.length > 0 && next.count > likelyRows * ENTRIES_PER_ROW) break;
    left.splice(left.indexOf(next), 1);
    chosen.push(next);
    likelyRows *= next.count / Math.max(1, seriesCount);
  }
  return { chosen, likelyRows };
}

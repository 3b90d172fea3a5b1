// Cuts a text into parts that words matched and parts between them.

import { foldText } from '#explorer/find/search/fold-text.ts';

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  /** The index at which the part begins in the text. */
  readonly at: number;
}

/**
 * Marks folded `words` in a text: at the beginnings of its words or, if a word begins none of them,
 * wherever it occurs. A single letter occurs everywhere, so only beginnings count. Overlaps become one
 * part.
 */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  const folded = foldText(text);
  const isMarked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    const places = placesOf(folded, word);
    const starts = places.filter((at) => at === 0 || !WORD_CHARACTER.test(folded[at - 1]!));
    const marked = starts.length > 0 || word.length === 1 ? starts : places;
    for (const at of marked) isMarked.fill(true, at, at + word.length);
  }
  return cutAtChanges(text, isMarked);
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

function placesOf(folded: string, word: string): number[] {
  const places: number[] = [];
  if (word === '') return places;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) places.push(at);
  return places;
}

function cutAtChanges(text: string, isMarked: readonly boolean[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (let i = 1; i <= text.length; i++) {
    if (i < text.length && isMarked[i] === isMarked[at]) continue;
    parts.push({ text: text.slice(at, i), isMatch: isMarked[at]!, at });
    at = i;
  }
  return parts;
}

// Cuts a text into parts that words matched and parts between them.

import { foldText } from '#explorer/find/fold-text.ts';

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  /** Where the part begins in the text. */
  readonly at: number;
}

/** `words` are folded; every occurrence is marked, overlapping ones as one part. */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  const folded = foldText(text);
  const isMarked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    if (word === '') continue;
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      isMarked.fill(true, at, at + word.length);
  }
  const parts: TextPart[] = [];
  let at = 0;
  for (let i = 1; i <= text.length; i++) {
    if (i < text.length && isMarked[i] === isMarked[at]) continue;
    parts.push({ text: text.slice(at, i), isMatch: isMarked[at]!, at });
    at = i;
  }
  return parts;
}

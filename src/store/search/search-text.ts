// Text that is compared without regard to case, in any alphabet: SQL's own folding knows only ASCII.

/** One spelling for texts that differ in case, or in how an accent is composed. */
export const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * A word as it is looked for. What no store can hold, half a surrogate pair and NUL, is the sign for what
 * cannot be shown, here and in the texts; and so are the two codes that SQLite takes for that sign.
 */
export const foldWord = (word: string): string =>
  foldCase(word)
    .toWellFormed()
    .replace(/[\0\uFFFE\uFFFF]/g, '\uFFFD');

/** What words are looked for in. The line break keeps a word from matching across the two. */
export const searchTextOf = (code: string, description: string): string =>
  foldWord(`${code}\n${description}`);

/** A LIKE pattern, with \ as its escape, for "contains this word". */
export const containsPattern = (word: string): string =>
  `%${foldWord(word).replace(/[\\%_]/g, '\\$&')}%`;

/** Three characters in a row each, at most `most` of them, each once; none of a shorter word. */
export function trigramsOf(word: string, most: number): string[] {
  // A character is at most two units: more than these need not be looked at.
  const characters = [...word.slice(0, 2 * (most + 2))];
  const trigrams = new Set<string>();
  for (let i = 2; i < characters.length && trigrams.size < most; i++) {
    trigrams.add(characters.slice(i - 2, i + 1).join(''));
  }
  return [...trigrams];
}

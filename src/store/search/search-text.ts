// Texts compared without regard to case, in any alphabet: SQL's own folding knows only ASCII.

/** One spelling for texts that differ in case, or in how an accent is composed. */
export const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * A word as a search looks for it. No store can keep half a surrogate pair or NUL, so these become the
 * replacement character, in words and in texts. So do the two codes that SQLite reads as that character.
 */
export const foldWord = (word: string): string =>
  foldCase(word)
    .toWellFormed()
    .replace(/[\0\uFFFE\uFFFF]/g, '\uFFFD');

/** The text that words are looked for in. The line break keeps a word from matching across both parts. */
export const searchTextOf = (code: string, description: string): string =>
  foldWord(`${code}\n${description}`);

/** A LIKE pattern, with \ as its escape, for "contains this word". */
export const containsPattern = (word: string): string =>
  `%${foldWord(word).replace(/[\\%_]/g, '\\$&')}%`;

/** The trigrams of a word, at most `most`, each once. A word of one or two characters has none. */
export function trigramsOf(word: string, most: number): string[] {
  // A character is at most two units, so a longer part of the word is not needed.
  const characters = [...word.slice(0, 2 * (most + 2))];
  const trigrams = new Set<string>();
  for (let i = 2; i < characters.length && trigrams.size < most; i++) {
    trigrams.add(characters.slice(i - 2, i + 1).join(''));
  }
  return [...trigrams];
}

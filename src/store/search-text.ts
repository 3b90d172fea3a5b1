// Text that is compared without regard to case, in any alphabet: SQL's own folding knows only ASCII.

/** One spelling for texts that differ in case, or in how an accent is composed. */
export const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What words are looked for in. The line break keeps a word from matching across the two. */
export const searchTextOf = (code: string, description: string): string =>
  foldCase(`${code}\n${description}`);

/** A LIKE pattern, with \ as its escape, for "contains this word". */
export const containsPattern = (word: string): string =>
  `%${foldCase(word).replace(/[\\%_]/g, '\\$&')}%`;

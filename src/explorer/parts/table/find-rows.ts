// The rows of a table that have the typed words. Pure.

/**
 * Returns the rows in the given order that have all words one after the other; every row in its own order
 * if it is undefined. A word matches the beginning of a word of the row: `9 nov` does not match 19
 * November.
 */
export function findRows(
  words: string,
  sorted: readonly number[] | undefined,
  rowCount: number,
  textOf: (row: number) => string,
): readonly number[] | undefined {
  const sought = wordsOf(words);
  if (sought.length === 0) return sorted;
  const rows = sorted ?? Array.from({ length: rowCount }, (_, row) => row);
  return rows.filter((row) => hasInOrder(wordsOf(textOf(row)), sought));
}

function hasInOrder(words: readonly string[], sought: readonly string[]): boolean {
  let found = 0;
  for (const word of words) {
    if (found < sought.length && word.startsWith(sought[found]!)) found++;
  }
  return found === sought.length;
}

/** Words in small letters, without the marks around them. A minus is typed as a hyphen. */
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll('-', '−')
    .split(/[\s,()]+/)
    .filter((word) => word !== '');

// The rows of a table that have the typed words. Pure.

/**
 * The rows, in the order given, that have all words one after the other; undefined is every row in its own
 * order. A word is found at the beginning of one of the row: `9 nov` is no row of 19 November.
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

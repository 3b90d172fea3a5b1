// "Did you mean …": the closest of a few known words.

import { escapeUnseen } from '#core/plain-text';

/** The number of edits (insert, delete, replace, swap of neighbours) between two words. */
export function editDistance(a: string, b: string): number {
  let twoAgo: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, twoAgo[j - 2]! + 1);
      }
      row.push(cost);
    }
    twoAgo = previous;
    previous = row;
  }
  return previous[b.length]!;
}

const LONGEST_COMPARED = 40;

/** The word nearest to what was given, if it is near enough to be meant. */
export function nearestWord(given: string, words: readonly string[]): string | undefined {
  const folded = given.trim().toLowerCase();
  if (folded === '' || folded.length > LONGEST_COMPARED) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(folded.length / 3)) + 1;
  for (const word of words) {
    const candidate = word.toLowerCase();
    // The first letter is rarely wrong: among equally near words the one that shares it wins.
    const distance = editDistance(folded, candidate) + (candidate[0] === folded[0] ? 0 : 0.5);
    // A word is not meant if none of its letters was given, however short it is: "0" is not "*".
    if (distance < bestDistance && distance < word.length) [best, bestDistance] = [word, distance];
  }
  return best;
}

/** ` (did you mean today?)`, or nothing if no word is near. */
export function didYouMean(given: string, words: readonly string[]): string {
  const nearest = nearestWord(given, words);
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}

/** What was given, short and plain enough to repeat in a message. */
export function quoteGiven(given: string): string {
  const short = given.length > 60 ? `${given.slice(0, 60)}…` : given;
  return escapeUnseen(JSON.stringify(short));
}

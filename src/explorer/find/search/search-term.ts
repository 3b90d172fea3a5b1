// A typed word as the search understands it: an area, a quantity, or the letters themselves.

import { editDistance } from '#core/nearest';
import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { AREA_CODES, WORD_GROUPS, type WordGroup } from '#explorer/find/search/word-table.ts';

export interface SearchTerm extends WordGroup {
  /** The word as typed, folded; two words of one name are joined by a hyphen. */
  readonly word: string;
  /** Whether the letters alone do not count: `de` beside another word is Germany, not Denmark. */
  readonly isAreaOnly: boolean;
}

const NO_GROUP: WordGroup = { areas: [], texts: [] };
const SHORTEST_BEGINNING = 4;
const SHORTEST_MISSPELT = 3;
const COMPOUND = /^([a-z]{2}\d?)([a-z]{3,})$/;
const LETTERS = /^[a-z-]+$/;

/** The terms of folded words. */
export function termsOf(words: readonly string[], hasFilter = false): SearchTerm[] {
  const joined = joinNames(words);
  const isAlone = joined.length === 1 && !hasFilter;
  return joined.map((word) => termOf(word, isAlone));
}

function termOf(word: string, isAlone: boolean): SearchTerm {
  if (AREA_CODES.has(word)) {
    const areas = [word.toUpperCase()];
    return { word, areas, texts: [], isAreaOnly: !isAlone && word.length === 2 };
  }
  const group = WORD_GROUPS.get(word) ?? groupBeginningWith(word) ?? NO_GROUP;
  return { word, ...group, isAreaOnly: false };
}

/** The group of a name that is still being typed. */
function groupBeginningWith(start: string): WordGroup | undefined {
  if (start.length < SHORTEST_BEGINNING) return undefined;
  for (const [word, group] of WORD_GROUPS) if (word.startsWith(start)) return group;
  return undefined;
}

/** Joins neighbours that are one name: `day ahead`, `royaume uni`. */
function joinNames(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const pair = `${joined.at(-1)}-${word}`;
    if (WORD_GROUPS.has(pair)) joined[joined.length - 1] = pair;
    else joined.push(word);
  }
  return joined;
}

/** Whether only the letters of the word are looked for. */
export const isPlainTerm = ({ word, areas, texts }: SearchTerm): boolean =>
  areas.length === 0 && texts.every((text) => text === word);

/**
 * The terms that unknown words may stand for: `wnd` for wind, one edit away, and `frwind` for an area and a
 * quantity. Undefined if every word is known, or none is like a known one.
 */
export function guessTerms(terms: readonly SearchTerm[]): SearchTerm[] | undefined {
  let isChanged = false;
  const guessed = terms.flatMap((term) => {
    const words = isPlainTerm(term) && !WORD_GROUPS.has(term.word) ? guessWords(term.word) : [];
    if (words.length === 0) return [term];
    isChanged = true;
    return words.map((word) => termOf(word, false));
  });
  return isChanged ? guessed : undefined;
}

function guessWords(word: string): string[] {
  const [, area = '', rest = ''] = COMPOUND.exec(word) ?? [];
  if (AREA_CODES.has(area) && WORD_GROUPS.has(rest)) return [area, rest];
  const near = neighbourOf(word);
  return near === undefined ? [] : [near];
}

/** The known word that is one edit from a word. The one with the same first letter wins. */
function neighbourOf(word: string): string | undefined {
  if (word.length < SHORTEST_MISSPELT || !LETTERS.test(word)) return undefined;
  const near = [...WORD_GROUPS.keys()].filter(
    (known) =>
      known.length > SHORTEST_MISSPELT &&
      Math.abs(known.length - word.length) <= 1 &&
      editDistance(word, known) === 1,
  );
  return near.find((known) => known[0] === word[0]) ?? near[0];
}

/** The letters that terms look for. An area's two letters are marked nowhere: they occur all over. */
export const marksOf = (terms: readonly SearchTerm[]): string[] =>
  terms.flatMap(({ word, texts, isAreaOnly }) => [...(isAreaOnly ? [] : [word]), ...texts]);

const NOWHERE = -1;
/** Only inside other words. */
const INSIDE = 0;
const WORD_START = 1;
/** The series is of the area, or its code begins with the word. */
export const AREA_OR_CODE = 2;

/** How well an entry matches a term: −1 not at all, else 0 to `AREA_OR_CODE`. */
export function scoreOf(entry: SeriesEntry, term: SearchTerm): number {
  const { word, areas, texts, isAreaOnly } = term;
  for (const area of areas) if (entry.area.startsWith(area)) return AREA_OR_CODE;
  if (entry.code.startsWith(word) && (!isAreaOnly || entry.area === '')) return AREA_OR_CODE;
  if (isAreaOnly) return hasWholeWord(entry.text, word) ? INSIDE : NOWHERE;
  let best = findWord(entry.text, word);
  // `day-ahead` means the price: another series with these letters comes after it.
  if (best > INSIDE && texts.length > 0 && !texts.includes(word)) best = INSIDE;
  for (const text of texts) {
    if (best >= WORD_START) return best;
    if (text !== word) best = Math.max(best, findWord(entry.text, text));
  }
  return best;
}

const isWordCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;

function findWord(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at < 0) return NOWHERE;
  // Short words occur all over: the first place decides, or a place after a blank.
  const isInside = isWordCharacter(text.charCodeAt(at - 1));
  return isInside && !text.includes(` ${word}`) ? INSIDE : WORD_START;
}

function hasWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isStart = !isWordCharacter(text.charCodeAt(at - 1));
    if (isStart && !isWordCharacter(text.charCodeAt(at + word.length))) return true;
  }
  return false;
}

// What a person typed into Find: words, and filters written as words (`area:DE`, `res:hour`).

import { foldText } from '#explorer/find/search/fold-text.ts';
import { resolutionsLike } from '#explorer/find/search/resolution-names.ts';
import {
  guessTerms,
  isPlainTerm,
  type SearchTerm,
  termsOf,
} from '#explorer/find/search/search-term.ts';
import { AREA_CODES } from '#explorer/find/search/word-table.ts';

export interface SeriesQuery {
  /** The words, folded. A series must match every one. */
  readonly words: readonly string[];
  /** Upper-case beginnings of area codes (`SE` means SE1 to SE4). An empty list allows every area. */
  readonly areas: readonly string[];
  /** Resolutions as shown. Undefined allows every one, an empty list none. */
  readonly resolutions: readonly string[] | undefined;
}

const AREA_WORD = /^area:(.*)$/i;
const RESOLUTION_WORD = /^res:(.*)$/i;

export function readQuery(typed: string): SeriesQuery {
  const words: string[] = [];
  const areas: string[] = [];
  let resolutions: string[] | undefined;
  for (const word of typed.trim().split(/\s+/).filter(Boolean)) {
    const area = AREA_WORD.exec(word)?.[1];
    const resolution = RESOLUTION_WORD.exec(word)?.[1];
    // A filter that is still being typed (`area:`) narrows nothing yet.
    if (area !== undefined) areas.push(...listOf(area.toUpperCase()));
    else if (resolution === undefined) words.push(foldText(word));
    else if (resolution !== '')
      resolutions = [...(resolutions ?? []), ...listOf(resolution).flatMap(resolutionsLike)];
  }
  return { words, areas, resolutions };
}

const listOf = (text: string): string[] => text.split(',').filter(Boolean);

/** Whether `previous` found everything that `next` finds. */
export function isNarrower(next: SeriesQuery, previous: SeriesQuery): boolean {
  return (
    areTermsNarrower(next, previous) &&
    (previous.areas.length === 0 ||
      (next.areas.length > 0 &&
        next.areas.every((area) => previous.areas.some((start) => area.startsWith(start))))) &&
    (previous.resolutions === undefined ||
      next.resolutions?.every((name) => previous.resolutions!.includes(name)) === true)
  );
}

function areTermsNarrower(next: SeriesQuery, previous: SeriesQuery): boolean {
  const wider = termsOf(previous.words, hasFilter(previous));
  const terms = termsOf(next.words, hasFilter(next));
  // A misspelt word may mean a series that was not found before.
  if (guessTerms(terms)) return false;
  return wider.every((term) => terms.some((longer) => isTermNarrower(longer, term)));
}

/** Whether a term finds nothing that `wider` does not find. */
function isTermNarrower(term: SearchTerm, wider: SearchTerm): boolean {
  if (term.word === wider.word) return term.isAreaOnly || !wider.isAreaOnly;
  const hasOnlyLetters = isPlainTerm(term) || AREA_CODES.has(term.word);
  return hasOnlyLetters && !wider.isAreaOnly && term.word.includes(wider.word);
}

/** Whether a filter narrows the matches. */
export const hasFilter = ({ areas, resolutions }: SeriesQuery): boolean =>
  areas.length > 0 || resolutions !== undefined;

export const isEmptyQuery = (query: SeriesQuery): boolean =>
  query.words.length === 0 && !hasFilter(query);

/** The areas that stand in the typed text as filters, upper-case. */
export const typedAreas = (typed: string): readonly string[] => readQuery(typed).areas;

/** Replaces the area filter in the typed text, or removes it if `area` is undefined. */
export function withArea(typed: string, area: string | undefined): string {
  const others = typed.split(/\s+/).filter((word) => word !== '' && !AREA_WORD.test(word));
  if (area !== undefined) others.unshift(`area:${area}`);
  // After the blank a person can type words.
  return others.length === 0 ? '' : `${others.join(' ')} `;
}

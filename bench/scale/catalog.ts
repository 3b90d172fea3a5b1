// Which series a store of a given size holds. Whatever the size, a prefix, a rare word and the rare area
// find the same number of them, so that answers are equally long and only the store around them grows.

import { AREAS } from '#core/market/areas';
import { CATEGORIES } from '#core/market/categories';
import type { SeriesDefinition } from '#store/series-record';
import { type Kind, kindOf, UNITS } from '../../harness/data/catalog.ts';

/** Series that a prefix, a rare word or the rare area finds; also the limit of other lists. */
export const FOUND = 20;

/** Runs of a series that the forecast interface can name, and of any other. */
export const NAMED_RUNS = 60;
export const OTHER_RUNS = 1;

export const RARE_AREA = 'RU';
/** Each has half of the series. */
export const COMMON_AREAS = ['DE', 'FR'] as const;
/** The word that every description has. */
export const COMMON_WORD = 'hourly';

const NAMED_AREAS = AREAS.filter(({ code }) => code !== RARE_AREA);
const MOST_NAMED = 100;

/** Different values; series share them in turn. */
export const TEMPLATE_COUNT = 300;

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const SYLLABLES = Array.from({ length: 40 }, (_, i) => {
  const pick = (text: string, at: number): string => text[at % text.length]!;
  return pick(CONSONANTS, i) + pick(VOWELS, i * 3) + pick(CONSONANTS, i * 5 + 2);
});
const WORD_COUNT = SYLLABLES.length ** 3;
/** A step with no factor in common with the number of words, so that neighbours get different words. */
const SCATTER = 25_717;

/** The number of groups that words of three syllables make. A size is a whole number of groups. */
export const LARGEST_SIZE = WORD_COUNT * FOUND;
export const SMALLEST_SIZE = 5 * FOUND;

/** The word that series `number`, and 19 others all over the catalogue, have in their description. */
export function wordOf(number: number, size: number): string {
  let rest = ((number % (size / FOUND)) * SCATTER) % WORD_COUNT;
  let word = '';
  for (let i = 0; i < 3; i++) {
    word += SYLLABLES[rest % SYLLABLES.length]!;
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word;
}

/** All that have the word of series `number`. */
export const sharersOf = (number: number, size: number): number[] =>
  Array.from({ length: FOUND }, (_, i) => (number % (size / FOUND)) + (i * size) / FOUND);

/** How many of the first series are those of areas and categories, with runs to ask for. */
export const namedCount = (size: number): number =>
  Math.min(MOST_NAMED, Math.floor(size / (5 * FOUND)) * FOUND);

export interface NamedForecast {
  readonly area: string;
  readonly category: string;
}

export const forecastOf = (number: number): NamedForecast => ({
  area: NAMED_AREAS[number % NAMED_AREAS.length]!.code,
  category: CATEGORIES[Math.floor(number / NAMED_AREAS.length)]!.name,
});

/** What the codes of a series and its 19 neighbours begin with; not for the first, named ones. */
export const prefixOf = (number: number): string =>
  `s${String(Math.floor(number / FOUND)).padStart(6, '0')}x`;

export interface ScaleSeries extends SeriesDefinition {
  /** Which template its values are. */
  readonly template: number;
  readonly runs: number;
}

export function seriesAt(number: number, size: number): ScaleSeries {
  const isNamed = number < namedCount(size);
  const named = isNamed ? forecastOf(number) : undefined;
  const kind = named ? (named.category === 'hrprice' ? 'price' : 'load') : kindOf(number);
  const word = wordOf(number, size);
  return {
    code: named
      ? named.area.toLowerCase() + named.category
      : prefixOf(number) + String(number % FOUND).padStart(2, '0'),
    description: `${word[0]!.toUpperCase()}${word.slice(1)}, ${COMMON_WORD} ${kind}`,
    unit: UNITS[kind],
    resolution: 'hour',
    area: named?.area ?? areaOf(number, size),
    category: named?.category ?? null,
    template: templateFor(kind, number),
    runs: isNamed ? NAMED_RUNS : OTHER_RUNS,
  };
}

const rareStep = (size: number): number => Math.floor((size - namedCount(size)) / FOUND);

/** The series of the rare area: some all over the catalogue. */
export const rareNumbers = (size: number): number[] =>
  Array.from({ length: FOUND }, (_, i) => namedCount(size) + i * rareStep(size));

function areaOf(number: number, size: number): string {
  const place = number - namedCount(size);
  const step = rareStep(size);
  const isRare = place % step === 0 && place / step < FOUND;
  return isRare ? RARE_AREA : COMMON_AREAS[number % COMMON_AREAS.length]!;
}

/** Templates take kinds in the same order as series do. */
function templateFor(kind: Kind, number: number): number {
  const template = number % TEMPLATE_COUNT;
  if (kindOf(template) === kind) return template;
  const tens = template - (template % 10);
  return tens + (kind === 'price' ? template % 5 : 5 + (template % 3));
}

// Random catalogues and queries, with the result of each: found by checking every series.

import fc from 'fast-check';
import { RESOLUTIONS } from '#core/time/resolution';
import type { SeriesDefinition, SeriesQuery } from '#store/series-record';
import { anyText } from '../../../harness/any-text.ts';
import { definitionOf } from './sample-series.ts';

const AREAS = ['DE', 'FR', 'NO1'];

/** Parts of texts and words, so that some are in many series and some in few. */
const PARTS = [
  ...['price', 'Price', 'PRICES', 'wind', 'w', 'in', 'd_', '%', '_', '\\', '\\%', "'", '"', '""'],
  ...['ÅNGER', 'ångermanland', 'a\u030Angerm', 'å', 'Σας', 'ΑΣ', 'ﬁ', 'İ', 'ß', '٣', '電力', '電'],
  ...['😀', '😀😀😀', '\uD83D', '\uDE00', '\uFFFD', '\uFFFE', '\0', 'a\0b', '\n', '\t', ' ', '  '],
  ...[
    'AND',
    'OR',
    'NEAR(a b)',
    'a*',
    '^a',
    '{a}',
    '-a',
    'col:',
    '(',
    ')',
    'rowid',
    '0',
    '00',
    '000',
  ],
];

const part = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PARTS) },
  { weight: 1, arbitrary: anyText({ maxLength: 4 }) },
);
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
const description = fc.array(text, { maxLength: 4 }).map((words) => words.join(' '));
const word = fc.oneof(part, text, description);

/** Codes in lower-case ASCII, as identifiers are. Some share their beginning. */
const code = fc
  .tuple(fc.constantFrom('a', 'de', 'dehr', 'fr', 'z_'), fc.stringMatching(/^[a-z0-9_.-]{1,4}$/))
  .map(([head, tail]) => head + tail);

const resolution = fc.constantFrom(...RESOLUTIONS.slice(0, 3).map(({ name }) => name));

const definition: fc.Arbitrary<SeriesDefinition> = fc
  .tuple(code, description, resolution, fc.constantFrom(...AREAS, null))
  .map(([made, said, resolutionName, area]) =>
    definitionOf(made, { description: said, resolution: resolutionName, area }),
  );

/** Series of different codes, in any order. */
export const catalogues = fc.uniqueArray(definition, {
  selector: (each) => each.code,
  minLength: 1,
  maxLength: 250,
  size: 'max',
});

export const queries: fc.Arbitrary<SeriesQuery> = fc.record(
  {
    prefix: fc.oneof(fc.constantFrom('', 'd', 'de', 'dehr', 'z_', 'é😀', '%', '\0'), code),
    words: fc.array(word, { maxLength: 3 }),
    area: fc.constantFrom(...AREAS, 'XX'),
    resolution,
    after: fc.oneof(code, fc.constantFrom('', 'd', 'zzzz', 'de\0', 'fré')),
    limit: fc.constantFrom(0, 1, 2, 5, 20, 100, 1_000),
  },
  { requiredKeys: ['limit'] },
);

/** One spelling for texts that a search treats as equal. */
const plain = (given: string): string =>
  given
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\0\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD');

const compareBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The codes that a query must find. */
export function findPlainly(all: readonly SeriesDefinition[], query: SeriesQuery): string[] {
  const { prefix = '', words = [], area, resolution: wanted, after, limit } = query;
  return all
    .filter((series) => {
      const texts = plain(`${series.code}\n${series.description}`);
      return (
        series.code.startsWith(prefix) &&
        words.every((each) => texts.includes(plain(each))) &&
        (area === undefined || series.area === area) &&
        (wanted === undefined || series.resolution === wanted) &&
        (after === undefined || compareBytes(series.code, after) > 0)
      );
    })
    .map((series) => series.code)
    .sort(compareBytes)
    .slice(0, limit);
}

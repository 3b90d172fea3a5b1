// Inputs of random commands: numbers, texts and spans that engines might treat differently.

import fc from 'fast-check';
import type { ResolutionName } from '#core/time/resolution';
import type { RunBand, RunDetail } from '#store/run-store';
import type { SeriesDefinition } from '#store/series-record';

/** Texts that may break patterns, quoting, encodings and collations. */
const ODD_TEXTS = [
  ...['', ' ', '%', '_', '\\', '\\%', '%_%', '\\\\', "'", "''", '"', '$1', ';--', '\n', '\t'],
  ...[
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00b',
    '\u{1F600}',
    'e\u0301',
    '\u00e9',
    '\uFFFD',
    '\uFFFF',
    '\u{10FFFF}',
  ],
  ...[
    'ß',
    'ẞ',
    'İ',
    'ı',
    'ﬁ',
    'Ä',
    'ä',
    'Z',
    'a',
    'A',
    '0',
    '-',
    '100%',
    'a_b',
    'axb',
    'null',
    '{}',
  ],
];

const oddText = fc.constantFrom(...ODD_TEXTS);
/** Any code units, halves of surrogate pairs too. */
const anyText = fc.string({
  unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: fc.array(oddText, { maxLength: 3 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: anyText },
);
/** A few names, so that what is stored under one is found again. */
export const NAMES = ['a', 'A', '%', "'", 'n\0n'];
export const name = fc.constantFrom(...NAMES);

/** Descriptions that contain the words of searches. */
const described = fc.constantFrom(
  'Wind power, DE',
  'wind 100%_\\',
  'ÄÖ ﬁ e\u0301',
  'a\0b \u{1F600}%',
);
const word = fc.constantFrom(
  ...['wind', 'POWER', '%', '_', '\\', 'äö', 'fi', 'é', '\u{1F600}', '\0', '\uFFFD', '\uFFFE', 's'],
);

const edge = fc.constantFrom(
  ...[0, -0, 1e-300, -1e-300, 5e-324, 1.7976931348623157e308, -1.7976931348623157e308],
  ...[0.1, 0.30000000000000004, 1 / 3, 2 ** 53, -(2 ** 53), 2 ** 31, 1e15 + 0.5, 123456.78901],
);
export const finite: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 2, arbitrary: fc.integer({ min: -99_999, max: 99_999 }).map((n) => n / 100) },
  { weight: 2, arbitrary: edge },
  { weight: 1, arbitrary: fc.double({ noDefaultInfinity: true, noNaN: true }) },
);
export const value: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: finite },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);

/** Indices around the ends of chunks of any resolution (store/codec/chunk-points.ts). */
export const index: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -6, max: 8 }) },
  { weight: 2, arbitrary: fc.integer({ min: -1_500, max: 3_000 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(-1_024, -513, -512, 511, 512, 671, 672, 767, 768, 2_975),
  },
);

/** Points one by one, or a stretch of them. */
export const points = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.uniqueArray(fc.tuple(index, value), { maxLength: 6, selector: ([at]) => at }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ start: index, first: value, length: fc.integer({ min: 1, max: 900 }) }),
  },
);

/** The points in ascending order of index, as a writer takes them. */
export function columnsOf(
  made: [number, number][] | { start: number; first: number; length: number },
): [Int32Array, Float64Array] {
  const listed = Array.isArray(made)
    ? made.toSorted(([a], [b]) => a - b)
    : Array.from({ length: made.length }, (_, i) => [made.start + i, made.first + (i % 7)]);
  const column = (of: 0 | 1) => listed.map((point) => point[of]!);
  return [Int32Array.from(column(0)), Float64Array.from(column(1))];
}

export const span = fc.oneof(
  fc.constant({ start: -1_600, end: 4_000 }),
  fc
    .tuple(index, fc.integer({ min: 0, max: 40 }))
    .map(([start, length]) => ({ start, end: start + length })),
);

export const fewIndices = fc.integer({ min: 0, max: 5 });
/** A few instants, so that runs replace each other. */
export const analyzedAt = fc.constantFrom(0, 1, -1, 1_715_940_000_000);
export const SOURCES = ['m', 'Ö%'];
export const source = fc.constantFrom(...SOURCES);

const RESOLUTIONS: readonly ResolutionName[] = ['day', 'hour', 'quarterhour', 'month', 'week'];
export const resolution = fc.constantFrom(...RESOLUTIONS);

export const definition: fc.Arbitrary<Omit<SeriesDefinition, 'code' | 'resolution'>> = fc.record({
  description: fc.oneof(described, described, text),
  unit: fc.constantFrom('MWh', 'mwh', 'EUR/MWh', 'Ä', 'a', 'Z', '°C', ''),
  area: fc.constantFrom(null, 'DE', 'NO1', 'de'),
  category: fc.constantFrom(null, 'hrprice', 'fx'),
});

const limit = fc.constantFrom(0, 1, 2, 50, 50, 50);
const words = fc.array(fc.oneof(word, word, text), { minLength: 1, maxLength: 2 });
const area = fc.constantFrom('DE', 'NO1', 'de');
export const query = fc.oneof(
  fc.record({ limit }),
  fc.record({ limit, words }),
  fc.record({ limit, area }),
  fc.record({ limit, resolution }),
  fc.record({ limit, words, area, resolution }, { requiredKeys: ['limit'] }),
);

export const detail: fc.Arbitrary<RunDetail | undefined> = fc.option(
  fc.record({
    tier: fc.constantFrom('full', 'short'),
    historyDays: fc.constantFrom(...[9, 9, 9, 0.1, 0.1, 1e21, Number.NaN]),
    members: fc.array(
      fc.record({ name: text, weight: fc.constantFrom(0.25, 1 / 3, -0), isDropped: fc.boolean() }),
      { maxLength: 2 },
    ),
    drivers: fc.array(text, { maxLength: 2 }),
    notes: fc.array(text, { maxLength: 2 }),
  }),
  { nil: undefined },
);

/** True for one number in twenty. It is not an end of the range: fast-check favours those. */
export const seldom = fc.integer({ min: 0, max: 19 }).map((n) => n === 7);

/** Values of a run, mostly with one at either end, as a run must have. */
export const runValues = fc
  .tuple(finite, fc.array(value, { maxLength: 4 }), finite, seldom)
  .map(([first, between, last, isRaw]) => (isRaw ? between : [first, ...between, last]));

/** Bands, mostly as long as the run, with allowed and different levels. */
export const bands = fc.array(
  fc.record({
    level: fc.constantFrom(...[80, 80, 80, 90, 90, 90, 95, 99, 99, 1, 50, 0, 50.5]),
    sides: fc.tuple(value, value),
    isWrong: seldom,
  }),
  { maxLength: 2 },
);

export const bandsOf = (
  made: readonly { level: number; sides: readonly [number, number]; isWrong: boolean }[],
  length: number,
): RunBand[] =>
  made.map(({ level, sides, isWrong }) => {
    const own = isWrong ? length + 1 : length;
    const [lower, upper] = sides.map((side) => new Float64Array(own).fill(side));
    return { level, lower: lower!, upper: upper! };
  });

/** Steps of a clock that mostly goes on and sometimes back. */
export const byMs = fc.constantFrom(0, 0, 1, 2, 1_000, 3_700_000, -1, -3);
/** The distance from the clock to a moment to read. */
export const aside = fc.constantFrom(0, 0, 1, -1, -2, -1_000, -1_001, 10 ** 9, -(10 ** 9));

export const bytes = fc.uint8Array({ maxLength: 5 });

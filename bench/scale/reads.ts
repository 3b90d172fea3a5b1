// What is asked. Every request is about a series, word or area drawn at random, so that nothing but
// chance makes one find what another has warmed.

import type { BenchRequest } from '../../harness/load/request-bytes.ts';
import { mulberry32 } from '../../harness/mulberry32.ts';
import { seriesRequest } from '../cases.ts';
import {
  COMMON_AREAS,
  COMMON_WORD,
  FOUND,
  forecastOf,
  namedCount,
  prefixOf,
  RARE_AREA,
  seriesAt,
  wordOf,
} from './catalog.ts';
import { FIRST_DAY, LAST_DAY } from './scale-year.ts';

export interface ScaleRead {
  readonly name: string;
  readonly title: string;
  /** Whether a store with metadata alone can answer it. */
  readonly isMetadata: boolean;
  /** Asked in one round at most. */
  readonly count: number;
  /** About series `number` of a store of a size. */
  request(number: number, size: number): BenchRequest;
}

const SMALL_COUNT = 2_000;
const LARGE_COUNT = 600;
/** The first day of the last 48 hours. */
const LAST_BUT_ONE_DAY = '2025-12-30';

const values = (name: string, title: string, from: string, resolution: string): ScaleRead => ({
  name,
  title,
  isMetadata: false,
  count: from === FIRST_DAY ? LARGE_COUNT : SMALL_COUNT,
  request: (number, size) => seriesRequest(seriesAt(number, size).code, from, LAST_DAY, resolution),
});

const found = (
  name: string,
  title: string,
  query: (number: number, size: number) => Record<string, string>,
): ScaleRead => ({
  name,
  title,
  isMetadata: true,
  count: SMALL_COUNT,
  request: (number, size) => ({
    method: 'GET',
    path: `/api/v1/metadata?${new URLSearchParams({ ...query(number, size), limit: String(FOUND) })}`,
  }),
});

/** The codes of named series have no prefix of their own: those take one of an other series. */
const withPrefix = (number: number, size: number): number =>
  Math.max(number, namedCount(size) + (number % FOUND));

export const READS: readonly ScaleRead[] = [
  {
    name: 'forecast',
    title: '25-point forecast',
    isMetadata: false,
    count: SMALL_COUNT,
    request(number, size) {
      const { area, category } = forecastOf(number % namedCount(size));
      const query = new URLSearchParams({ area, balanceCategory: category });
      return { method: 'GET', path: `/api/v1/power-balance-forecast/short-term?${query}` };
    },
  },
  values('last-48', 'last 48 hours', LAST_BUT_ONE_DAY, 'hour'),
  values('year', '1 year hourly', FIRST_DAY, 'hour'),
  values('day', '1 year → day', FIRST_DAY, 'day'),
  values('peak', '1 year → peak', FIRST_DAY, 'peak'),
  {
    name: 'meta',
    title: 'metadata of one series',
    isMetadata: true,
    count: SMALL_COUNT,
    request: (number, size) => ({
      method: 'POST',
      path: '/api/fundamental/meta',
      body: { SeriesId: seriesAt(number, size).code },
    }),
  },
  {
    name: 'prefix',
    title: `prefix, ${FOUND} found`,
    isMetadata: true,
    count: SMALL_COUNT,
    request: (number, size) => ({
      method: 'POST',
      path: '/api/fundamental/meta/all',
      body: { Prefix: prefixOf(withPrefix(number, size)) },
    }),
  },
  found('rare-word', `rare word, ${FOUND} found`, (number, size) => ({ q: wordOf(number, size) })),
  found('common-word', `word in all series, first ${FOUND}`, () => ({ q: COMMON_WORD })),
  found('rare-area', `small area, ${FOUND} found`, () => ({ area: RARE_AREA })),
  found('common-area', `area of half, first ${FOUND}`, (number) => ({
    area: COMMON_AREAS[number % COMMON_AREAS.length]!,
  })),
];

/** Requests about series drawn at random, none twice before all were asked about. */
export function drawRequests(
  { request }: ScaleRead,
  size: number,
  count: number,
  seed: number,
): BenchRequest[] {
  return drawNumbers(size, count, mulberry32(seed)).map((number) => request(number, size));
}

function drawNumbers(size: number, count: number, draw: () => number): number[] {
  const drawn: number[] = [];
  let asked = new Set<number>();
  while (drawn.length < count) {
    if (asked.size === size) asked = new Set();
    const number = Math.floor(draw() * size);
    if (asked.has(number)) continue;
    asked.add(number);
    drawn.push(number);
  }
  return drawn;
}

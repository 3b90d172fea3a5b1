// What is asked. Each case holds the same question about many series; warm servers are asked about a
// few of them over and over, all others about all in turn.

import { FIRST_DAY, LAST_DAY } from '../harness/data/calendar.ts';
import { type BenchSeries, RUN_AREAS, RUN_CATEGORY } from '../harness/data/catalog.ts';
import type { BenchRequest } from '../harness/load/request-bytes.ts';

export const CASE_TITLES = {
  forecast: '25-point forecast',
  'last-48': 'last 48 hours',
  year: '1 year hourly',
  day: '10 years → day',
  peak: '10 years → peak',
  decade: '10 years hourly',
  search: 'metadata, prefix of 1,000',
  'forecast-zstd': '25-point forecast',
  'year-zstd': '1 year hourly',
  'decade-zstd': '10 years hourly',
} as const;

export type CaseName = keyof typeof CASE_TITLES;

export interface Case {
  readonly name: CaseName;
  readonly requests: readonly BenchRequest[];
  /** Times a round's usual length: databases answer few of these in that, and the ratio jumps. */
  readonly lasts?: number;
}

/** Answers a warm server is asked for: together well below the product's own limit of 64 MB. */
export const WARM_VARIANTS = 4;
/** A prime, so that 32 clients do not ask in step. */
const VARIANTS = 53;

export const SEARCH_PREFIX = 'meta';
export const SEARCH_COUNT = 1_000;

export const seriesRequest = (code: string, from: string, to: string, resolution: string) =>
  ({
    method: 'POST',
    path: '/api/fundamental/series',
    body: { SeriesId: code, FromDateTime: from, ToDateTime: to, Resolution: resolution },
  }) as const satisfies BenchRequest;

export function makeCases(series: readonly BenchSeries[]): Case[] {
  const asked = series.slice(0, VARIANTS);
  const about = (name: CaseName, from: string, to: string, resolution: string): Case => ({
    name,
    requests: asked.map(({ code }) => seriesRequest(code, from, to, resolution)),
  });
  return [
    {
      name: 'forecast',
      requests: RUN_AREAS.map((area) => ({
        method: 'GET',
        path: `/api/v1/power-balance-forecast/short-term?area=${area}&balanceCategory=${RUN_CATEGORY}`,
      })),
    },
    about('last-48', '2025-12-30', LAST_DAY, 'hour'),
    about('year', '2024-01-01', '2024-12-31', 'hour'),
    { ...about('day', FIRST_DAY, LAST_DAY, 'day'), lasts: 2.5 },
    about('peak', FIRST_DAY, LAST_DAY, 'peak'),
    about('decade', FIRST_DAY, LAST_DAY, 'hour'),
    {
      name: 'search',
      requests: [
        { method: 'POST', path: '/api/fundamental/meta/all', body: { Prefix: SEARCH_PREFIX } },
      ],
    },
  ];
}

/** A question, and the same one asked for a compressed answer. */
export interface PackedCase {
  readonly plain: Case;
  readonly packed: Case;
}

const PACKED = { forecast: 'forecast-zstd', year: 'year-zstd', decade: 'decade-zstd' } as const;

/** The questions that are asked for compressed answers too: a small answer, a middling one and a large one. */
export const packedCases = (cases: readonly Case[]): PackedCase[] =>
  Object.entries(PACKED).map(([of, name]) => {
    const plain = cases.find((each) => each.name === of)!;
    const requests = plain.requests.map((request) => ({ ...request, coding: 'zstd' }));
    return { plain, packed: { name, requests } };
  });

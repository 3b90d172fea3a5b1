// What GET /api/v1/tables tells: the tables, the years that a plan's series cover, and how to read them.

import { civilOfDay } from '#core/time/civil';
import type { Zone } from '#core/time/zone';
import { gridOfSeries } from '#service/context';
import { wholeExtent } from '#service/series/find-series';
import { listSeries } from '#service/series/list-series';
import { TABLE_KINDS } from '#service/tables/table-kinds';
import type { Plan } from '#store/account-store';
import type { SeriesReader } from '#store/series-store';

/** The most points of a file, whatever the plan: some ten seconds of making it, and 100 MB. */
export const MOST_TABLE_POINTS = 20_000_000;
/** A file may have this many times as many points as one answer of the plan. */
const ANSWERS_A_FILE = 40;

export const mostTablePoints = ({ pointsPerAnswer }: Pick<Plan, 'pointsPerAnswer'>): number =>
  Math.min(MOST_TABLE_POINTS, ANSWERS_A_FILE * pointsPerAnswer);

export interface Coverage {
  readonly series: number;
  /** The first and the last year of market time; undefined if no series has values or runs. */
  readonly years: { readonly first: number; readonly last: number } | undefined;
}

/** How many series a plan includes, and the years of their values and runs. */
export async function coverageOf(
  store: SeriesReader,
  plan: Pick<Plan, 'patterns'>,
  zone: Zone,
): Promise<Coverage> {
  let count = 0;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const page of listSeries(store, { onlySubscribed: true }, { plan })) {
    for (const { series } of page) {
      count++;
      const { start, end } = wholeExtent(series);
      if (end <= start) continue;
      const grid = gridOfSeries(series, zone);
      first = Math.min(first, grid.startOf(start));
      last = Math.max(last, grid.startOf(end - 1));
    }
  }
  const yearOf = (instant: number) => civilOfDay(zone.dayOf(instant)).year;
  const years = first <= last ? { first: yearOf(first), last: yearOf(last) } : undefined;
  return { series: count, years };
}

const path = (name: string, pattern: string, file: string): string =>
  `/api/v1/tables/${name}/${pattern}/${file}.parquet`;

/** The tables with examples for a server's address. A star is percent-encoded: some clients expand it otherwise. */
export function describeTables(address: string, { series, years }: Coverage, mostPoints: number) {
  const example = `${address}${path('values', 'de%2A', String(years?.last ?? 2025))}`;
  // Without a cache, fsspec asks for the parts that pyarrow wants, and for no more.
  const file = `fsspec.filesystem('http', headers={'Authorization': f'Bearer {KEY}'}).open('${example}', cache_type='none')`;
  const pyarrow = `pyarrow.parquet.read_table(${file}, filters=[('series', '=', 'dehrprice')])`;
  return {
    tables: TABLE_KINDS.map(({ name, meaning, year, columns }) => ({
      name,
      path: path(name, '{pattern}', '{year}'),
      meaning,
      year,
      columns: columns.map((column) => ({ ...column })),
    })),
    series,
    years: years ?? null,
    mostPoints,
    examples: {
      duckdb: `CREATE SECRET (TYPE http, BEARER_TOKEN '$KEY'); SELECT * FROM read_parquet('${example}') WHERE series = 'dehrprice'`,
      pyarrow,
      polars: `polars.from_arrow(${pyarrow})`,
    },
  };
}

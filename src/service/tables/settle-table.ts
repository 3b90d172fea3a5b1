// Which series a table has, with the part of each that falls into its year: those that match the pattern and that
// the plan includes. Refuses a table that would be too large, naming a narrower pattern.

import { hash } from 'node:crypto';
import { mayRead } from '#accounts/plans';
import { Refusal } from '#core/errors';
import { dayOfCivil } from '#core/time/civil';
import type { Grid } from '#core/time/grid';
import { END_INSTANT, FIRST_INSTANT } from '#core/time/instant';
import {
  type IndexSpan,
  indicesIn,
  intersect,
  isEmpty,
  lengthOf,
  type Span,
} from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { gridOfSeries } from '#service/context';
import { listSeries } from '#service/series/list-series';
import type { TableRequest } from '#service/tables/parse-table';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** The most series of a table. The list of its row groups, some 400 bytes each, is in memory until its end. */
export const MOST_TABLE_SERIES = 20_000;

export interface TableOrder extends TableRequest {
  /** The patterns of the plan. */
  readonly patterns: readonly string[];
  readonly mostPoints: number;
}

/** A series of a table, and the indices of its values that fall into the year. */
export interface TableSeries {
  readonly series: SeriesRecord;
  readonly grid: Grid;
  /** Only those that are observed now; in the history all of the year, as values may have been taken back. */
  readonly indices: IndexSpan;
}

export interface SettledTable {
  readonly series: readonly TableSeries[];
  /** The year; all times if none was named. */
  readonly span: Span;
  /** A text that differs for every state of these series. */
  readonly tag: string;
}

export async function settleTable(
  order: TableOrder,
  store: SeriesReader,
  zone: Zone,
): Promise<SettledTable> {
  const { name, pattern, patterns, year } = order;
  const span = spanOfYear(year, zone);
  const wanted = { patterns: [pattern] };
  const [prefix = ''] = pattern.split('*', 1);
  const series: TableSeries[] = [];
  const versions: (string | number | null)[] = [name, year ?? null, zone.name];
  let points = 0;
  const query = { prefix, onlySubscribed: true };
  for await (const page of listSeries(store, query, { plan: { patterns } })) {
    for (const { series: record } of page) {
      if (!mayRead(wanted, record.code)) continue;
      const found = observedOf(record, span, zone);
      if (!hasAny(found, order, span)) continue;
      if (name === 'values' || name === 'history') points += lengthOf(found.indices);
      if (points > order.mostPoints || series.length === MOST_TABLE_SERIES)
        throw tooLarge(order, series[0]?.series.code, record.code);
      series.push(name === 'history' ? { ...found, indices: indicesIn(found.grid, span) } : found);
      versions.push(record.code, record.version, record.updatedAt);
    }
  }
  return { series, span, tag: hash('sha256', JSON.stringify(versions), 'base64url') };
}

function observedOf(series: SeriesRecord, span: Span, zone: Zone): TableSeries {
  const grid = gridOfSeries(series, zone);
  const { firstIndex, lastIndex } = series;
  if (firstIndex === null) return { series, grid, indices: { start: 0, end: 0 } };
  const all = { start: firstIndex, end: lastIndex! + 1 };
  return { series, grid, indices: intersect(indicesIn(grid, span), all) };
}

/** Whether a table has rows of a series, as far as its record tells. */
function hasAny({ series, grid, indices }: TableSeries, order: TableOrder, span: Span): boolean {
  const { runFirstIndex, runLastIndex, newestRunAt } = series;
  if (order.name === 'runs') return newestRunAt !== null && newestRunAt >= span.start;
  if (order.name === 'series' && runFirstIndex !== null) {
    const runs = { start: runFirstIndex, end: runLastIndex! + 1 };
    if (!isEmpty(intersect(indicesIn(grid, span), runs))) return true;
  }
  // Values that were taken back lie outside of what is observed now.
  if (order.name === 'history') return series.updatedAt !== null;
  return !isEmpty(indices) || (order.name === 'series' && order.year === undefined);
}

/** The span of a year of market time. */
function spanOfYear(year: number | undefined, zone: Zone): Span {
  if (year === undefined) return { start: FIRST_INSTANT, end: END_INSTANT };
  const startOf = (each: number) => zone.startOfDay(dayOfCivil(each, 1, 1));
  return { start: startOf(year), end: Math.min(startOf(year + 1), END_INSTANT) };
}

/**
 * The refusal of a table that is too large. `first` is its first series and `over` the first that does not fit. All
 * series that begin like the first one, with the first letter that differs from the other, come before that.
 */
export function tooLarge(
  { pattern, year, mostPoints }: TableOrder,
  first?: string,
  over?: string,
): Refusal {
  const isOne = !pattern.includes('*');
  const narrower = first !== undefined && over !== undefined ? narrow(pattern, first, over) : '';
  const fewer = `fewer series with a narrower pattern${narrower ? `, such as ${narrower}` : ''}`;
  const ways = [...(isOne ? [] : [fewer]), ...(year === undefined ? ['one year'] : [])];
  const most = `${mostPoints} points or ${MOST_TABLE_SERIES} series`;
  return new Refusal(
    'too_many_points',
    `the table would have more than ${most}; ask for ${ways.join(', or for ') || 'the series over HTTP'}`,
  );
}

function narrow(pattern: string, first: string, over: string): string {
  let same = 0;
  while (same < first.length && first[same] === over[same]) same++;
  const [head = '', ...rest] = pattern.split('*');
  if (same < head.length) return '';
  return [first.slice(0, same + 1), ...rest].join('*');
}

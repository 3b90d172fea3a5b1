// Rows of `series` as the store's own writer would have left them: each series defined, its values written
// and its runs stored, all at one instant.

import { searchTextOf } from '#store/search/search-text';
import type { SqlValue } from '#store/sql/sql-session';
import { type ScaleSeries, seriesAt } from './catalog.ts';
import { END_HOUR, WRITTEN_AT } from './scale-year.ts';
import { RUN_SOURCE, runTimes } from './templates.ts';

export const SERIES_COLUMNS = [
  'series_key',
  'code',
  'description',
  'unit',
  'resolution',
  'area',
  'category',
  'search_text',
  'first_index',
  'last_index',
  'run_first_index',
  'run_last_index',
  'newest_run_at',
  'newest_run_last_index',
  'updated_at',
  'version',
  'created_at',
  'recorded_at',
] as const;

/** What a store of one size is filled with. */
export interface StoreContent {
  readonly size: number;
  /** Observed hours of each series, up to the year's end. */
  readonly hours: number;
  /** Whether series have runs. */
  readonly hasRuns: boolean;
}

export const runsOf = ({ hasRuns }: StoreContent, { runs }: ScaleSeries): number =>
  hasRuns ? runs : 0;

/** The writer's versions: 1 for the definition, one more for the values and for each run. */
export const versionOf = (content: StoreContent, series: ScaleSeries): number =>
  2 + runsOf(content, series);

/** Series `number` has the key after it: keys begin with 1. */
export function seriesRow(number: number, content: StoreContent): SqlValue[] {
  const series = seriesAt(number, content.size);
  const { code, description, unit, resolution, area, category } = series;
  const runs = runsOf(content, series);
  const newest = runs > 0 ? runTimes(0) : undefined;
  const oldest = runs > 0 ? runTimes(runs - 1) : undefined;
  return [
    number + 1,
    code,
    description,
    unit,
    resolution,
    area,
    category,
    searchTextOf(code, description),
    END_HOUR - content.hours,
    END_HOUR - 1,
    oldest?.firstHour ?? null,
    newest?.lastHour ?? null,
    newest?.analyzedAt ?? null,
    newest?.lastHour ?? null,
    WRITTEN_AT,
    versionOf(content, series),
    WRITTEN_AT,
    WRITTEN_AT,
  ];
}

export const EVENT_COLUMNS = [
  ...['event_id', 'type', 'series_key', 'code', 'resolution', 'area', 'category', 'first_index'],
  ...['last_index', 'points', 'analyzed_at', 'source', 'recorded_at', 'entry_id'],
];

/** What the log of changes has of a series, numbered from `firstId` on: one event for each of its versions. */
export function eventRows(number: number, content: StoreContent, firstId: number): SqlValue[][] {
  const series = seriesAt(number, content.size);
  const { code, resolution, area, category } = series;
  // The oldest run is stored first, and has the largest number.
  const runs = Array.from({ length: runsOf(content, series) }, (_, run) => runTimes(run)).reverse();
  const facts: SqlValue[][] = [
    ['series.added', null, null, null, null, null],
    ['values.changed', END_HOUR - content.hours, END_HOUR - 1, content.hours, null, null],
    ...runs.map(({ analyzedAt, firstHour, lastHour }): SqlValue[] => {
      const span = [firstHour, lastHour, lastHour - firstHour + 1];
      return ['run.added', ...span, analyzedAt, RUN_SOURCE];
    }),
  ];
  return facts.map(([type, ...rest], i): SqlValue[] => {
    const named = [firstId + i, type!, number + 1, code, resolution, area, category];
    return [...named, ...rest, WRITTEN_AT, null];
  });
}

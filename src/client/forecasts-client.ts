// The typed client of forecasts: runs, bands, slices, sources and how good they were.

import type { AccuracyAnswer, AccuracyQuery, SeriesAccuracyQuery } from '#contract/accuracy';
import type { DayFiguresAnswer, DayFiguresQuery } from '#contract/day-figures';
import type {
  AreaQuery,
  CodeEntry,
  ForecastAnswer,
  ForecastOverview,
  ForecastQuery,
  IssueTimesQuery,
  MultiForecastQuery,
  OverviewQuery,
} from '#contract/forecast';
import type { BandsAnswer, BandsQuery, SeriesBandsQuery } from '#contract/forecast-bands';
import type { ForecastStatusAnswer } from '#contract/forecast-status';
import type {
  RunsAnswer,
  RunsQuery,
  SliceColumns,
  SliceQuery,
  SourcesAnswer,
  SourcesQuery,
} from '#contract/slices';
import type { Asked, ReadOptions, RequestOptions, Transport } from './transport.ts';

export type SliceQuestion = Asked<Omit<SliceQuery, 'format'>>;

const PATH = '/api/v1/power-balance-forecast';

export const forecastsPath = (seriesId: string): string =>
  `/api/v1/forecasts/${encodeURIComponent(seriesId)}`;

export class ForecastsClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  #get<T>(path: string, query: RequestOptions['query'], options: ReadOptions): Promise<T> {
    return this.#transport.json('GET', path, { query, ...options });
  }

  areas(query: Asked<AreaQuery> = {}, options: ReadOptions = {}): Promise<CodeEntry[]> {
    return this.#get(`${PATH}/areas`, query, options);
  }

  categories(area?: string, options: ReadOptions = {}): Promise<string[]> {
    return this.#get(`${PATH}/balance-categories`, { area }, options);
  }

  /** The newest run at or before an issue time; `linesOf` makes typed arrays of it. */
  shortTerm(query: ForecastQuery, options: ReadOptions = {}): Promise<ForecastAnswer> {
    return this.#get(`${PATH}/short-term`, query, options);
  }

  /** Every run in a range of issue times, the oldest first. */
  shortTermRuns(query: MultiForecastQuery, options: ReadOptions = {}): Promise<ForecastAnswer[]> {
    return this.#get(`${PATH}/short-term/multiseries`, query, options);
  }

  /** The same as `shortTerm`; dates left out mean the market's day after the run. */
  dayAhead(query: ForecastQuery, options: ReadOptions = {}): Promise<ForecastAnswer> {
    return this.#get(`${PATH}/day-ahead`, query, options);
  }

  dayAheadRuns(query: MultiForecastQuery, options: ReadOptions = {}): Promise<ForecastAnswer[]> {
    return this.#get(`${PATH}/day-ahead/multiseries`, query, options);
  }

  /** One run with its bands, and how the model made it; `bandLinesOf` makes typed arrays of it. */
  bands(query: BandsQuery, options: ReadOptions = {}): Promise<BandsAnswer> {
    return this.#get(`${PATH}/short-term/bands`, query, options);
  }

  /** Issue times of an area's runs, newest first. */
  issueTimes(query: IssueTimesQuery, options: ReadOptions = {}): Promise<string[]> {
    return this.#get(`${PATH}/issue-times`, query, options);
  }

  /** The mean of the newest run of every area. */
  overview(query: Asked<OverviewQuery>, options: ReadOptions = {}): Promise<ForecastOverview> {
    return this.#get(`${PATH}/overview`, query, options);
  }

  /** Base and peak of yesterday, today and tomorrow for every area of the plan. */
  days(query: DayFiguresQuery, options: ReadOptions = {}): Promise<DayFiguresAnswer> {
    return this.#get(`${PATH}/days`, query, options);
  }

  /** How the server's own model runs stand. */
  status(options: ReadOptions = {}): Promise<ForecastStatusAnswer> {
    return this.#get(`${PATH}/short-term/status`, {}, options);
  }

  /** How good the forecasts of an area and category were, source by source. */
  accuracy(query: AccuracyQuery, options: ReadOptions = {}): Promise<AccuracyAnswer> {
    return this.#get('/api/v1/accuracy', query, options);
  }

  /** One run of any series with its bands: the newest, or the newest at or before an issue time. */
  bandsOf(
    seriesId: string,
    query: Asked<SeriesBandsQuery> = {},
    options: ReadOptions = {},
  ): Promise<BandsAnswer> {
    return this.#get(`${forecastsPath(seriesId)}/bands`, query, options);
  }

  /** The scorecard of any series with runs. */
  accuracyOf(
    seriesId: string,
    query: Asked<SeriesAccuracyQuery> = {},
    options: ReadOptions = {},
  ): Promise<AccuracyAnswer> {
    return this.#get(`${forecastsPath(seriesId)}/accuracy`, query, options);
  }

  /** A series as it was forecast a given time ahead, as columns; times are seconds since 1970 UTC. */
  sliced(seriesId: string, query: SliceQuestion, options: ReadOptions = {}): Promise<SliceColumns> {
    const columns = { ...query, format: 'columns' };
    return this.#get(`${forecastsPath(seriesId)}/sliced`, columns, options);
  }

  /** A page of a series' runs, the newest first; `next` is the `before` of the page after it. */
  runs(
    seriesId: string,
    query: Asked<RunsQuery> = {},
    options: ReadOptions = {},
  ): Promise<RunsAnswer> {
    return this.#get(`${forecastsPath(seriesId)}/runs`, query, options);
  }

  /** The sources of a series' runs, the preferred one first. */
  sources(
    seriesId: string,
    query: SourcesQuery = {},
    options: ReadOptions = {},
  ): Promise<SourcesAnswer> {
    return this.#get(`${forecastsPath(seriesId)}/sources`, query, options);
  }
}

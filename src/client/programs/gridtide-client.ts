// The typed client of programs: series and slices as typed arrays, lists as sequences, and a client for each group
// of questions. The web page loads the parts that it uses.

import type {
  ChangesAnswer,
  ChangesQuery,
  ChangeTimesAnswer,
  ChangeTimesQuery,
  EventRecord,
  EventsAnswer,
  EventsQuery,
} from '#contract/changes';
import type {
  ForecastAnswer,
  MetadataQuery,
  MetadataRecord,
  MultiForecastQuery,
  SeriesQueryString,
} from '#contract/forecast';
import type { LoginAnswer } from '#contract/fundamental';
import type { FeedShape, FeedsAnswer, FeedsQuery } from '#contract/operator-state';
import type { RunsAnswer, RunsQuery } from '#contract/slices';
import type { TablesAnswer } from '#contract/tables';
import { AccountClient } from '../account-client.ts';
import { AlertsClient } from '../alerts-client.ts';
import { BoardsClient } from '../boards-client.ts';
import { readChangedAreas, readChanges, readChangeTimes } from '../change-log.ts';
import { type FollowOptions, type FollowQuery, followChanges } from '../follow-changes.ts';
import { ForecastsClient, forecastsPath, type SliceQuestion } from '../forecasts-client.ts';
import { FundamentalClient } from '../fundamental-client.ts';
import { LinksClient } from '../links-client.ts';
import { ListsClient } from '../lists-client.ts';
import { PageClient, type SeriesQuery, seriesPath } from '../page-client.ts';
import { readLongSpan, type SpanEnds, type SpanQuery } from '../series/long-span.ts';
import { joinData, readData, type SeriesData, type SliceData } from '../series/series-data.ts';
import type { Asked, ReadOptions } from '../transport.ts';
import { WebhooksClient } from '../webhooks-client.ts';
import { readManyRuns } from './many-runs.ts';
import { type ClientSettings, openTransport, signInWith } from './open-transport.ts';
import { OperatorReader } from './operator-reader.ts';
import { eachLinked, eachPaged } from './pages.ts';
import type { PatientTransport } from './patient-transport.ts';

/** Series of a page of a search. */
const PAGE = 1_000;
/** Series of a page of feeds. */
const FEEDS_PAGE = 1_000;

export class GridtideClient extends PageClient<PatientTransport> {
  /** Runs, bands, slices, sources and accuracy. */
  readonly forecasts: ForecastsClient;
  /** The fundamental interface as its document spells it. */
  readonly fundamental: FundamentalClient;
  /** Areas, units and other codes. */
  readonly lists: ListsClient;
  /** The caller's keys and sessions. */
  readonly ownAccount: AccountClient;
  readonly alerts: AlertsClient;
  readonly boards: BoardsClient;
  /** Links for spreadsheets. */
  readonly links: LinksClient;
  readonly webhooks: WebhooksClient;
  /** What operators see, with an operator's key. */
  readonly operator: OperatorReader;
  readonly operatorAlerts: AlertsClient;
  readonly operatorWebhooks: WebhooksClient;

  constructor(settings: ClientSettings) {
    const transport = openTransport(settings);
    super(transport);
    this.forecasts = new ForecastsClient(transport);
    this.fundamental = new FundamentalClient(transport);
    this.lists = new ListsClient(transport);
    this.ownAccount = new AccountClient(transport);
    this.alerts = new AlertsClient(transport);
    this.boards = new BoardsClient(transport);
    this.links = new LinksClient(transport);
    this.webhooks = new WebhooksClient(transport);
    this.operator = new OperatorReader(transport);
    this.operatorAlerts = new AlertsClient(transport, true);
    this.operatorWebhooks = new WebhooksClient(transport, true);
  }

  /** Signs in and returns the token, for a program that keeps it itself. */
  signIn(userName: string, password: string): Promise<LoginAnswer> {
    return signInWith(this.transport, userName, password);
  }

  /** Ends the token that the client sends. A key cannot be ended this way. */
  async signOut(): Promise<void> {
    await this.transport.send('POST', '/api/user/logout');
  }

  /**
   * One series over a span, as typed arrays. A span that the plan does not allow in one answer is read in parts, as
   * of one instant.
   */
  series(
    seriesId: string,
    query: SeriesQuery = {},
    options: ReadOptions = {},
  ): Promise<SeriesData> {
    return this.#span(seriesPath(seriesId), query, options, (ends) => ({
      ...ends,
      ...{ counts: undefined, kinds: undefined },
    }));
  }

  /** What was forecast of a series a given time ahead, as typed arrays. Long spans are read in parts. */
  slice(seriesId: string, query: SliceQuestion, options: ReadOptions = {}): Promise<SliceData> {
    const path = `${forecastsPath(seriesId)}/sliced`;
    // The ends of a delivery bound the issue times: it has no span of values to cut.
    if (query.delivery !== undefined) return this.#data(path, query, options);
    return this.#span(path, query, options, (ends) => ({
      ...ends,
      ...{ counts: undefined, bands: undefined, actual: undefined },
      ...{ level: undefined, quantile: undefined },
    }));
  }

  #span<Data extends SeriesData | SliceData>(
    path: string,
    query: SpanQuery,
    options: ReadOptions,
    /** Leaves out what cannot be asked of years. */
    plain: (query: SpanQuery) => SpanQuery,
  ): Promise<Data> {
    return readLongSpan<Data>({
      query,
      read: (part) => this.#data(path, part, options),
      readEnds: (ends) => this.#data<SpanEnds>(path, plain(ends), options),
      now: async () => (await this.about(options)).now,
      join: joinData,
    });
  }

  async #data<T>(path: string, query: SpanQuery, options: ReadOptions): Promise<T> {
    const columns = { ...query, format: 'columns' };
    const { bytes } = await this.transport.read('GET', path, { query: columns, ...options });
    return readData(bytes);
  }

  /** One series as a file: csv, ndjson, parquet, arrow or xlsx. */
  async file(
    seriesId: string,
    query: Asked<SeriesQueryString> & { readonly format: string },
    options: ReadOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const headers = { accept: '*/*' };
    const path = seriesPath(seriesId);
    const { bytes } = await this.transport.read('GET', path, { query, headers, ...options });
    return this.transport.keepsAnswers ? bytes.slice() : bytes;
  }

  /** The same as CSV text. */
  async csv(seriesId: string, query: SeriesQuery = {}, options: ReadOptions = {}): Promise<string> {
    return new TextDecoder().decode(
      await this.file(seriesId, { ...query, format: 'csv' }, options),
    );
  }

  /** Every series that fits, page by page: `for await (const record of client.search({ q: 'wind' }))`. */
  search(
    query: Asked<MetadataQuery> = {},
    options: ReadOptions = {},
  ): AsyncGenerator<MetadataRecord> {
    return eachLinked(this.transport, '/api/v1/metadata', { limit: PAGE, ...query }, options);
  }

  /** Every run of a series, the newest first. */
  runs(
    seriesId: string,
    query: Asked<RunsQuery> = {},
    options: ReadOptions = {},
  ): AsyncGenerator<RunsAnswer['runs'][number]> {
    return eachPaged(async (before: string | undefined) => {
      const page = { ...query, ...(before && { before }) };
      const { runs, next } = await this.forecasts.runs(seriesId, page, options);
      return { entries: runs, next };
    });
  }

  /** The runs of an area in a range of issue times, the oldest first, in parts if they are too many for one answer. */
  manyRuns(query: MultiForecastQuery, options: ReadOptions = {}): Promise<ForecastAnswer[]> {
    return readManyRuns(this.forecasts, query, options);
  }

  /** How new the values of each series are, and which are late. */
  feeds(query: Asked<FeedsQuery> = {}, options: ReadOptions = {}): AsyncGenerator<FeedShape> {
    return eachPaged(async (after: string | undefined) => {
      const page = { limit: FEEDS_PAGE, ...query, ...(after && { after }) };
      const path = '/api/v1/status/feeds';
      const { feeds, next } = await this.transport.json<FeedsAnswer>('GET', path, {
        query: page,
        ...options,
      });
      return { entries: feeds, next };
    });
  }

  /** Each change of values, runs and series as it is committed: `for await (const change of client.changes())`. */
  changes(query: FollowQuery = {}, options: FollowOptions = {}): AsyncGenerator<EventRecord> {
    return followChanges(this.transport, query, options);
  }

  /** One page of the log of changes. */
  changesPage(query: Asked<EventsQuery>, options: ReadOptions = {}): Promise<EventsAnswer> {
    return readChanges(this.transport, query, options);
  }

  /** The tables in Parquet that DuckDB, polars and pyarrow read in place, with their addresses. */
  tables(options: ReadOptions = {}): Promise<TablesAnswer> {
    return this.transport.json('GET', '/api/v1/tables', options);
  }

  changedAreas(query: Asked<ChangesQuery> = {}, options: ReadOptions = {}): Promise<ChangesAnswer> {
    return readChangedAreas(this.transport, query, options);
  }

  /** When a series changed, newest first. Each time can be given as `asOf`. */
  changeTimes(
    seriesId: string,
    query: Asked<ChangeTimesQuery> = {},
    options: ReadOptions = {},
  ): Promise<ChangeTimesAnswer> {
    return readChangeTimes(this.transport, seriesId, query, options);
  }
}

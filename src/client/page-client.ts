// The part of the typed client that the web page uses too: one method for each question.

import { type RequestOptions, Transport, type TransportSettings } from '#client/transport';
import type { AboutAnswer } from '#contract/about';
import type { AccountAnswer } from '#contract/account';
import type { AccuracyAnswer, AccuracyQuery } from '#contract/accuracy';
import type { ChangesAnswer, ChangesQuery, ChangeTimesAnswer } from '#contract/changes';
import type { DayFiguresAnswer, DayFiguresQuery } from '#contract/day-figures';
import type {
  ForecastAnswer,
  ForecastQuery,
  MetadataQuery,
  MetadataRecord,
  MultiForecastQuery,
  SeriesColumns,
  SeriesQueryString,
} from '#contract/forecast';
import type { BandsAnswer, BandsQuery } from '#contract/forecast-bands';
import type { SessionStarted } from '#contract/session';

export type Signal = Pick<RequestOptions, 'signal'>;

export const seriesPath = (seriesId: string): string =>
  `/api/v1/series/${encodeURIComponent(seriesId)}`;
export const forecastPath = '/api/v1/power-balance-forecast';

export class PageClient {
  readonly transport: Transport;

  constructor(settings: TransportSettings) {
    this.transport = new Transport(settings);
  }

  about(options: Signal = {}): Promise<AboutAnswer> {
    return this.transport.json('GET', '/api/v1/about', options);
  }

  /** Signs a browser in, from a page of the server: the answer's cookie is the session. */
  startSession(username: string, password: string, keep: boolean): Promise<SessionStarted> {
    return this.transport.json('POST', '/api/v1/session', { body: { username, password, keep } });
  }

  startSessionWithCode(code: string): Promise<SessionStarted> {
    return this.transport.json('POST', '/api/v1/session/code', { body: { code } });
  }

  async endOwnSession(): Promise<void> {
    await this.transport.json('DELETE', '/api/v1/session');
  }

  account(options: Signal = {}): Promise<AccountAnswer> {
    return this.transport.json('GET', '/api/v1/account', options);
  }

  /** Series by prefix, words, area or resolution. */
  metadata(query: MetadataQuery, options: Signal = {}): Promise<MetadataRecord[]> {
    return this.transport.json('GET', '/api/v1/metadata', { query, ...options });
  }

  /** One series over a span, as columns of times (seconds since 1970 UTC) and values. */
  columns(
    seriesId: string,
    query: Omit<SeriesQueryString, 'format'>,
    options: Signal = {},
  ): Promise<SeriesColumns> {
    return this.transport.json('GET', seriesPath(seriesId), {
      query: { ...query, format: 'columns' },
      ...options,
    });
  }

  /** Base and peak of yesterday, today and tomorrow for every area of the plan. */
  dayFigures(query: DayFiguresQuery, options: Signal = {}): Promise<DayFiguresAnswer> {
    return this.transport.json('GET', `${forecastPath}/days`, { query, ...options });
  }

  /** Today's and tomorrow's hours of every area of the plan, as known now and at an earlier time. */
  changedAreas(query: ChangesQuery, options: Signal = {}): Promise<ChangesAnswer> {
    return this.transport.json('GET', '/api/v1/changes/areas', { query, ...options });
  }

  /** When a series changed, newest first. Each time can be given as `asOf`. */
  changeTimes(seriesId: string, options: Signal = {}): Promise<ChangeTimesAnswer> {
    return this.transport.json('GET', `${seriesPath(seriesId)}/changes`, options);
  }

  shortTerm(query: ForecastQuery, options: Signal = {}): Promise<ForecastAnswer> {
    return this.transport.json('GET', `${forecastPath}/short-term`, { query, ...options });
  }

  shortTermRuns(query: MultiForecastQuery, options: Signal = {}): Promise<ForecastAnswer[]> {
    return this.transport.json('GET', `${forecastPath}/short-term/multiseries`, {
      query,
      ...options,
    });
  }

  /** One run with its bands, and how the model made it. */
  shortTermBands(query: BandsQuery, options: Signal = {}): Promise<BandsAnswer> {
    return this.transport.json('GET', `${forecastPath}/short-term/bands`, { query, ...options });
  }

  /** How good the forecasts of an area and category were, source by source. */
  accuracy(query: AccuracyQuery, options: Signal = {}): Promise<AccuracyAnswer> {
    return this.transport.json('GET', '/api/v1/accuracy', { query, ...options });
  }
}

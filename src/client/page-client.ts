// The part of the typed client that the first load of the web page uses too: one method for each question.

import type { AboutAnswer } from '#contract/about';
import type { AccountAnswer } from '#contract/account';
import type {
  MetadataQuery,
  MetadataRecord,
  SeriesColumns,
  SeriesQueryString,
} from '#contract/forecast';
import type { SessionEnded, SessionStarted } from '#contract/session';
import type { Asked, ReadOptions, Transport } from './transport.ts';

export type SeriesQuery = Asked<Omit<SeriesQueryString, 'format'>>;

export const seriesPath = (seriesId: string): string =>
  `/api/v1/series/${encodeURIComponent(seriesId)}`;

export class PageClient<T extends Transport = Transport> {
  readonly transport: T;

  constructor(transport: T) {
    this.transport = transport;
  }

  /** What runs here, without a sign-in. */
  about(options: ReadOptions = {}): Promise<AboutAnswer> {
    return this.transport.json('GET', '/api/v1/about', options);
  }

  /** Signs a browser in, from a page of the server: the answer's cookie is the session. */
  startSession(username: string, password: string, keep: boolean): Promise<SessionStarted> {
    return this.transport.json('POST', '/api/v1/session', { body: { username, password, keep } });
  }

  startSessionWithCode(code: string): Promise<SessionStarted> {
    return this.transport.json('POST', '/api/v1/session/code', { body: { code } });
  }

  endOwnSession(): Promise<SessionEnded> {
    return this.transport.json('DELETE', '/api/v1/session');
  }

  /** The caller's plan, limits and use. */
  account(options: ReadOptions = {}): Promise<AccountAnswer> {
    return this.transport.json('GET', '/api/v1/account', options);
  }

  /** Series by prefix, words, area or resolution. */
  metadata(query: Asked<MetadataQuery>, options: ReadOptions = {}): Promise<MetadataRecord[]> {
    return this.transport.json('GET', '/api/v1/metadata', { query, ...options });
  }

  /** One series over a span, as columns of times (seconds since 1970 UTC) and values. */
  columns(seriesId: string, query: SeriesQuery, options: ReadOptions = {}): Promise<SeriesColumns> {
    return this.transport.json('GET', seriesPath(seriesId), {
      query: { ...query, format: 'columns' },
      ...options,
    });
  }
}

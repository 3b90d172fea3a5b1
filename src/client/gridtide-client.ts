// The typed client: one method for each question. Times are texts as on the wire; values are numbers or null. The
// first load of the web page has no room for all of it.

import { type FollowOptions, type FollowQuery, followChanges } from '#client/follow-changes';
import { forecastPath, PageClient, type Signal, seriesPath } from '#client/page-client';
import type { EventRecord } from '#contract/changes';
import type { ForecastOverview, SeriesQueryString } from '#contract/forecast';

export interface SignedIn {
  readonly UserName: string;
  readonly Token: string;
  readonly Expires: string;
}

export class GridtideClient extends PageClient {
  signIn(userName: string, password: string): Promise<SignedIn> {
    const body = { UserName: userName, Password: password };
    return this.transport.json('POST', '/api/user/login', { body });
  }

  /** The same as CSV text. */
  async csv(
    seriesId: string,
    query: Omit<SeriesQueryString, 'format'>,
    options: Signal = {},
  ): Promise<string> {
    const answer = await this.transport.send('GET', seriesPath(seriesId), {
      query: { ...query, format: 'csv' },
      accept: 'text/csv',
      ...options,
    });
    return answer.text();
  }

  /** The mean of the newest run of every area. */
  overview(balanceCategory: string, options: Signal = {}): Promise<ForecastOverview> {
    return this.transport.json('GET', `${forecastPath}/overview`, {
      query: { balanceCategory },
      ...options,
    });
  }

  /** Each change of values, runs and series as it is committed: `for await (const change of client.changes({}))`. */
  async *changes(query: FollowQuery, options: FollowOptions = {}): AsyncGenerator<EventRecord> {
    yield* followChanges(this.transport, query, options);
  }

  issueTimes(area: string, balanceCategory: string, options: Signal = {}): Promise<string[]> {
    return this.transport.json('GET', `${forecastPath}/issue-times`, {
      query: { area, balanceCategory },
      ...options,
    });
  }
}

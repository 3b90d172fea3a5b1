// The typed client of what changed: the log of changes by pages and as a stream, and comparisons with earlier times.

import type {
  ChangesAnswer,
  ChangesQuery,
  ChangeTimesAnswer,
  ChangeTimesQuery,
  EventsAnswer,
  EventsQuery,
} from '#contract/changes';
import { seriesPath } from './page-client.ts';
import type { Asked, ReadOptions, Transport } from './transport.ts';

const PATH = '/api/v1/changes';

/** A page of the log behind a cursor. */
export const readChanges = (
  transport: Transport,
  query: Asked<EventsQuery>,
  options: ReadOptions = {},
): Promise<EventsAnswer> => transport.json('GET', PATH, { query, ...options });

/** Opens the log as a stream, in a browser that has a session. Its messages are events as JSON. */
export const openChangeStream = (transport: Transport, query: Asked<EventsQuery>): EventSource =>
  new EventSource(transport.addressOf(`${PATH}/stream`, query));

/** Today's and tomorrow's hours of every area of the plan, as known now and at an earlier time. */
export const readChangedAreas = (
  transport: Transport,
  query: Asked<ChangesQuery>,
  options: ReadOptions = {},
): Promise<ChangesAnswer> => transport.json('GET', `${PATH}/areas`, { query, ...options });

/** When a series changed, newest first. Each time can be given as `asOf`. */
export const readChangeTimes = (
  transport: Transport,
  seriesId: string,
  query: Asked<ChangeTimesQuery> = {},
  options: ReadOptions = {},
): Promise<ChangeTimesAnswer> =>
  transport.json('GET', `${seriesPath(seriesId)}/changes`, { query, ...options });

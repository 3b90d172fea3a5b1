// Reading the log of changes, and forgetting its beginning.

import type { Instant } from '#core/time/instant';
import type { ChangeEvent, EventRange } from '#store/change-event';
import type { SeriesKey } from '#store/series-record';
import * as sql from '#store/sql/event-statements';
import type { SqlSession } from '#store/sql/sql-session';
import { FIND_SERIES_BY_KEY } from '#store/sql/statements';

type Named = Pick<ChangeEvent, 'code' | 'resolution' | 'area' | 'category'>;

/** Events that the journal told have no names. */
type EventRow = Omit<ChangeEvent, 'code' | 'alert'> & {
  readonly code: string | null;
  readonly rule: string | null;
  readonly ruleOwner: string | null;
};

export async function listEvents(
  session: SqlSession,
  after: number,
  limit: number,
): Promise<ChangeEvent[]> {
  const rows = await session.all<EventRow>(sql.LIST_EVENTS, after, limit);
  const known = new Map<SeriesKey, Named>();
  const events: ChangeEvent[] = [];
  for (const { rule, ruleOwner, ...row } of rows) {
    const named = row.code === null ? await nameOf(session, row.key, known) : undefined;
    const alert = rule === null ? undefined : { alert: { rule, owner: ruleOwner } };
    events.push({ ...row, ...named, ...alert } as ChangeEvent);
  }
  return events;
}

async function nameOf(
  session: SqlSession,
  key: SeriesKey,
  known: Map<SeriesKey, Named>,
): Promise<Named> {
  const earlier = known.get(key);
  if (earlier) return earlier;
  const [series] = await session.all<Named>(FIND_SERIES_BY_KEY, key);
  if (!series) throw new Error(`there is no series with key ${key}`);
  const { code, resolution, area, category } = series;
  const named = { code, resolution, area, category };
  known.set(key, named);
  return named;
}

export async function findEventRange(session: SqlSession): Promise<EventRange> {
  const [range] = await session.all<EventRange>(sql.EVENT_RANGE);
  return { ...range! };
}

/** Resolves to the number of removed rows. The newest event stays, because the next number follows from it. */
export const forgetEvents = (session: SqlSession, before: Instant): Promise<number> =>
  session.run(sql.FORGET_EVENTS, before);

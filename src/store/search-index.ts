// Finding series by what three characters in a row their texts have: by PostgreSQL's index for that, or
// SQLite's.

import { gatherStatement, type SearchQuestion, type Statement } from '#store/search-question';
import { recordOf, type SeriesRow } from '#store/search-row';
import { COUNT_SERIES, FIND_KEYS } from '#store/search-statements';
import { matchRarest } from '#store/search-trigrams';
import type { Turns } from '#store/search-walk';
import type { SqlSession } from '#store/sql-session';
import type { SeriesKey, SeriesRecord } from '#store/store';

/** The first series of a question, or undefined where walking on is as good. */
export const searchByIndex = (
  session: SqlSession,
  question: SearchQuestion,
  turns: Turns,
): Promise<SeriesRecord[] | undefined> =>
  session.engine === 'postgres'
    ? readRows(session, gatherStatement(question))
    : searchTrigrams(session, question, turns);

async function readRows(session: SqlSession, { text, values }: Statement): Promise<SeriesRecord[]> {
  return (await session.table<SeriesRow>(text, ...values)).map(recordOf);
}

async function searchTrigrams(
  session: SqlSession,
  question: SearchQuestion,
  turns: Turns,
): Promise<SeriesRecord[] | undefined> {
  const [row] = await session.all<{ count: number }>(COUNT_SERIES);
  const { count } = row!;
  const match = await matchRarest(session, question.words, count, turns);
  if (match === undefined) return undefined;
  const most = mostKeys(question.limit, count);
  const found = await session.table<[SeriesKey]>(FIND_KEYS, match, most + 1);
  if (found.length > most) return undefined;
  const keys = found.map(([key]) => key);
  return readKeys(session, question, keys, turns);
}

/**
 * A series found in the index costs ten times one that is walked past. With `n` found of `count`, a walk
 * passes limit × count / n: both cost the same at this `n`.
 */
const mostKeys = (limit: number, count: number): number =>
  Math.min(5_000, Math.max(200, Math.round(Math.sqrt((limit * count) / 10))));

const KEYS_AT_ONCE = 500;

async function readKeys(
  session: SqlSession,
  question: SearchQuestion,
  keys: readonly SeriesKey[],
  turns: Turns,
): Promise<SeriesRecord[]> {
  const condition = (place: string) => `series_key IN (SELECT value FROM json_each(${place}))`;
  let found: SeriesRecord[] = [];
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    await turns.rest();
    const value = JSON.stringify(keys.slice(at, at + KEYS_AT_ONCE));
    const rows = await readRows(session, gatherStatement(question, { condition, value }));
    found = at === 0 ? rows : firstOf([...found, ...rows], question.limit);
  }
  return found;
}

const firstOf = (records: SeriesRecord[], limit: number): SeriesRecord[] =>
  records.sort((a, b) => (a.code < b.code ? -1 : 1)).slice(0, limit);

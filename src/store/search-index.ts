// Finding series by what three characters in a row their texts have: by SQLite's index for that, or
// PostgreSQL's.

import { gatherStatement, type SearchQuestion, type Statement } from '#store/search-question';
import { recordOf, type SeriesRow } from '#store/search-row';
import { sampleOf } from '#store/search-sample';
import { COUNT_SERIES, FIND_KEYS } from '#store/search-statements';
import { containsPattern } from '#store/search-text';
import { type CountedTrigram, chooseTrigrams } from '#store/search-trigrams';
import { SearchTurns } from '#store/search-turns';
import type { SqlSession } from '#store/sql-session';
import type { SeriesKey, SeriesRecord } from '#store/store';

/** What PostgreSQL's index knows of: it leaves out all that is neither letter nor digit. */
const LETTERS = /^[\p{L}\p{N}]+$/u;

/** The first series of a question, or undefined where walking on is as good. */
export async function searchByIndex(
  session: SqlSession,
  question: SearchQuestion,
): Promise<SeriesRecord[] | undefined> {
  const [row] = await session.all<{ count: number }>(COUNT_SERIES);
  const { count } = row!;
  const sample = await sampleOf(session, count);
  const isPostgres = session.engine === 'postgres';
  const canAsk = (trigram: string): boolean => !isPostgres || LETTERS.test(trigram);
  const chosen = chooseTrigrams(question.words, sample, count, canAsk);
  if (isPostgres) return readRows(session, gatherWithPatterns(question, chosen));
  return searchKeys(session, question, chosen, count);
}

async function readRows(session: SqlSession, { text, values }: Statement): Promise<SeriesRecord[]> {
  return (await session.table<SeriesRow>(text, ...values)).map(recordOf);
}

/** Where nothing is worth asking the index for, this reads every series, in less time than a walk. */
const gatherWithPatterns = (
  question: SearchQuestion,
  chosen: readonly CountedTrigram[],
): Statement =>
  gatherStatement(
    question,
    chosen.map(({ trigram }) => ({
      condition: (place) => `search_text LIKE ${place} ESCAPE '\\'`,
      value: containsPattern(trigram),
    })),
  );

/** Series that SQLite's index goes through at most, at some 20 ns each: nobody is served meanwhile. */
const MOST_ENTRIES = 500_000;

async function searchKeys(
  session: SqlSession,
  question: SearchQuestion,
  chosen: readonly CountedTrigram[],
  seriesCount: number,
): Promise<SeriesRecord[] | undefined> {
  const entries = chosen.reduce((sum, { count }) => sum + count, 0);
  if (chosen.length === 0 || entries > MOST_ENTRIES) return undefined;
  const match = chosen.map(({ trigram }) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  const most = mostKeys(question.limit, seriesCount);
  const found = await session.table<[SeriesKey]>(FIND_KEYS, match, most + 1);
  if (found.length > most) return undefined;
  return readKeys(
    session,
    question,
    found.map(([key]) => key),
  );
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
): Promise<SeriesRecord[]> {
  const turns = new SearchTurns();
  const condition = (place: string) => `series_key IN (SELECT value FROM json_each(${place}))`;
  let found: SeriesRecord[] = [];
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    await turns.rest();
    const value = JSON.stringify(keys.slice(at, at + KEYS_AT_ONCE));
    const rows = await readRows(session, gatherStatement(question, [{ condition, value }]));
    found = at === 0 ? rows : firstOf([...found, ...rows], question.limit);
  }
  return found;
}

const firstOf = (records: SeriesRecord[], limit: number): SeriesRecord[] =>
  records.sort((a, b) => (a.code < b.code ? -1 : 1)).slice(0, limit);

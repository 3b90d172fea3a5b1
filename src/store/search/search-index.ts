// Finds series by trigrams, three characters in a row of their texts, with SQLite's or PostgreSQL's index.

import { recordOf, type SearchRow } from '#store/search/search-row';
import { sampleOf } from '#store/search/search-sample';
import { gatherStatement, type SearchTask, type Statement } from '#store/search/search-sql';
import { FIND_KEYS } from '#store/search/search-statements';
import { containsPattern } from '#store/search/search-text';
import { type CountedTrigram, chooseTrigrams } from '#store/search/search-trigrams';
import type { SeriesKey, SeriesRecord } from '#store/series-record';
import type { SqlSession } from '#store/sql/sql-session';
import { YieldTurns } from '#store/sql/yield-turns';

/** PostgreSQL's index leaves out everything that is neither a letter nor a digit. */
const LETTERS = /^[\p{L}\p{N}]+$/u;

/** The cost of an index lookup, fixed and per row, in series that a walk passes in the same time. */
const LEAST_COST = 2_500;
const ROW_COSTS = { sqlite: 10, postgres: 1 } as const;

/** What to ask the index for, and what that costs. */
export interface IndexEstimate {
  readonly chosen: readonly CountedTrigram[];
  readonly seriesCount: number;
  /** The fewest series that a walk passes, if the matches are spread evenly. */
  readonly likelyWalk: number;
  /** The cost of the index, in series that a walk passes in the same time. */
  readonly likelyCost: number;
}

export async function estimateIndex(
  session: SqlSession,
  { words, limit }: SearchTask,
): Promise<IndexEstimate> {
  const { engine } = session;
  const sample = await sampleOf(session);
  const { seriesCount } = sample;
  const canAsk = (trigram: string): boolean => engine === 'sqlite' || LETTERS.test(trigram);
  const { chosen, likelyRows } = chooseTrigrams(words, sample, canAsk);
  return {
    chosen,
    seriesCount,
    likelyWalk: chosen.length === 0 ? 0 : (limit * seriesCount) / (chosen[0]!.count + 1),
    likelyCost: LEAST_COST + ROW_COSTS[engine] * likelyRows,
  };
}

/** The first series of a task, or undefined if walking on is as good. */
export const searchByIndex = async (
  session: SqlSession,
  task: SearchTask,
  estimate: IndexEstimate,
): Promise<SeriesRecord[] | undefined> =>
  session.engine === 'postgres'
    ? readRows(session, gatherWithPatterns(task, estimate.chosen))
    : searchKeys(session, task, estimate);

async function readRows(session: SqlSession, { text, values }: Statement): Promise<SeriesRecord[]> {
  return (await session.table<SearchRow>(text, ...values)).map(recordOf);
}

/** Gathers series that match patterns. Without a chosen trigram it reads every series, in less time than a walk. */
const gatherWithPatterns = (task: SearchTask, chosen: readonly CountedTrigram[]): Statement =>
  gatherStatement(
    task,
    chosen.map(({ trigram }) => ({
      condition: (placeholder) => `search_text LIKE ${placeholder} ESCAPE '\\'`,
      value: containsPattern(trigram),
    })),
  );

/** The most series that SQLite's index goes through, at some 20 ns each: no other request runs until then. */
const MOST_ENTRIES = 500_000;

async function searchKeys(
  session: SqlSession,
  task: SearchTask,
  { chosen, seriesCount }: IndexEstimate,
): Promise<SeriesRecord[] | undefined> {
  const entries = chosen.reduce((sum, { count }) => sum + count, 0);
  if (chosen.length === 0 || entries > MOST_ENTRIES) return undefined;
  const match = chosen.map(({ trigram }) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  const most = mostKeys(task.limit, seriesCount);
  const found = await session.table<[SeriesKey]>(FIND_KEYS, match, most + 1);
  if (found.length > most) return undefined;
  return readKeys(
    session,
    task,
    found.map(([key]) => key),
  );
}

/**
 * The most keys worth reading. A series found in the index costs ten times one that a walk passes. With
 * `n` found of `count`, a walk passes limit × count / n series: both cost the same at this `n`.
 */
const mostKeys = (limit: number, count: number): number =>
  Math.min(5_000, Math.max(200, Math.round(Math.sqrt((limit * count) / 10))));

/** Keys of one statement, and of one turn: some 3 ms on 60,000 series. */
const KEYS_AT_ONCE = 500;

async function readKeys(
  session: SqlSession,
  task: SearchTask,
  keys: readonly SeriesKey[],
): Promise<SeriesRecord[]> {
  const turns = new YieldTurns(KEYS_AT_ONCE);
  const condition = (placeholder: string) =>
    `series_key IN (SELECT value FROM json_each(${placeholder}))`;
  let found: SeriesRecord[] = [];
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    await turns.before(KEYS_AT_ONCE);
    const value = JSON.stringify(keys.slice(at, at + KEYS_AT_ONCE));
    const rows = await readRows(session, gatherStatement(task, [{ condition, value }]));
    found = at === 0 ? rows : firstOf([...found, ...rows], task.limit);
  }
  return found;
}

const firstOf = (records: SeriesRecord[], limit: number): SeriesRecord[] =>
  records.sort((a, b) => (a.code < b.code ? -1 : 1)).slice(0, limit);

// A search by prefix, words, area and resolution: the first series in order of code.

import { estimateIndex, searchByIndex } from '#store/search/search-index';
import { recordOf, type SearchRow } from '#store/search/search-row';
import { type SearchTask, searchTaskOf, walkStatement } from '#store/search/search-sql';
import { SearchWalk } from '#store/search/search-walk';
import type { SeriesQuery, SeriesRecord } from '#store/series-record';
import type { SqlSession } from '#store/sql/sql-session';

/** The most series that a walk passes between two estimates. */
const WALK_ON = 10_000;

/**
 * A common word is found fastest by walking along the codes until the limit is reached, a rare one by the
 * index for words. A sample of the catalogue tells which of them to try. The first stretch of the walk
 * corrects the estimate.
 */
export async function searchSeries(
  session: SqlSession,
  query: SeriesQuery,
): Promise<SeriesRecord[]> {
  const task = searchTaskOf(query);
  if (!task) return [];
  if (isOneStretch(task)) {
    const { text, values } = walkStatement(task, task.range, task.limit);
    return (await session.table<SearchRow>(text, ...values)).map(recordOf);
  }
  const estimate = await estimateIndex(session, task);
  const walk = new SearchWalk(session, task);
  let likely = estimate.likelyWalk;
  let isIndexAsked = false;
  while (!walk.isDone) {
    if (!isIndexAsked && likely > estimate.likelyCost) {
      isIndexAsked = true;
      const found = await searchByIndex(session, task, estimate);
      if (found) return found;
    }
    await walk.walk(walk.walked === 0 ? firstStretch(task) : Math.min(1.5 * likely, WALK_ON));
    likely = likelyRest(walk, task);
  }
  return walk.found;
}

/** Whether one index has the matches in order with no other series between them, as it does without words. */
const isOneStretch = ({ words, area, resolution }: SearchTask): boolean =>
  words.length === 0 && (area === undefined || resolution === undefined);

const firstStretch = ({ limit }: SearchTask): number => Math.min(1_000, Math.max(64, 4 * limit));

/** How many series the walk still has to pass to reach the limit, if matches stay as frequent. */
const likelyRest = ({ found, walked }: SearchWalk, { limit }: SearchTask): number =>
  ((limit - found.length) * walked) / found.length;

// A search by prefix, words, area and resolution: the first series in order of code.

import { searchByIndex } from '#store/search-index';
import { questionOf, type SearchQuestion, walkStatement } from '#store/search-question';
import { recordOf, type SeriesRow } from '#store/search-row';
import { SearchWalk, Turns } from '#store/search-walk';
import type { SqlSession } from '#store/sql-session';
import type { SeriesQuery, SeriesRecord } from '#store/store';

/** A walk that is likely to end within so many series is gone on with: some 4 ms. */
const LIKELY_WALK = 20_000;
const WALK_ON = 10_000;

/**
 * A common word is soonest found by walking along the codes until the limit is full, a rare one by the
 * index for words. Which it is shows in the first stretch of the walk.
 */
export async function searchSeries(
  session: SqlSession,
  query: SeriesQuery,
): Promise<SeriesRecord[]> {
  const question = questionOf(query);
  if (!question) return [];
  if (isOneStretch(question)) {
    const { text, values } = walkStatement(question, question.range, question.limit);
    return (await session.table<SeriesRow>(text, ...values)).map(recordOf);
  }
  const turns = new Turns();
  const walk = new SearchWalk(session, question, turns);
  await walk.walk(Math.min(1_000, Math.max(64, 4 * question.limit)));
  let isIndexAsked = false;
  while (!walk.isDone) {
    if (!isIndexAsked && !isLikely(walk, question)) {
      isIndexAsked = true;
      const found = await searchByIndex(session, question, turns);
      if (found) return found;
    }
    await walk.walk(isIndexAsked ? WALK_ON : 2_000);
  }
  return walk.found;
}

/** Without words an index has what is asked for in order: nothing else needs to be passed by. */
const isOneStretch = ({ words, area, resolution }: SearchQuestion): boolean =>
  words.length === 0 && (area === undefined || resolution === undefined);

function isLikely({ found, walked }: SearchWalk, { limit }: SearchQuestion): boolean {
  return (limit - found.length) * walked <= found.length * LIKELY_WALK;
}

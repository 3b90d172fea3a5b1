// A search by prefix, words, area and resolution: the first series in order of code.

import { searchByIndex } from '#store/search-index';
import { questionOf, type SearchQuestion, walkStatement } from '#store/search-question';
import { recordOf, type SeriesRow } from '#store/search-row';
import { SearchWalk } from '#store/search-walk';
import type { SqlSession } from '#store/sql-session';
import type { SeriesQuery, SeriesRecord } from '#store/store';

/** Walks that are likely to be longer are left for the index: so many series take some 4 ms. */
const LONGEST_LIKELY = 20_000;
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
  const walk = new SearchWalk(session, question);
  await walk.walk(Math.min(1_000, Math.max(64, 4 * question.limit)));
  let isIndexAsked = false;
  while (!walk.isDone) {
    const likely = likelyRest(walk, question);
    if (!isIndexAsked && likely > LONGEST_LIKELY) {
      isIndexAsked = true;
      const found = await searchByIndex(session, question);
      if (found) return found;
    }
    await walk.walk(Math.min(Math.ceil(1.5 * likely), WALK_ON));
  }
  return walk.found;
}

/** Without words an index has what is asked for in order: nothing else needs to be passed by. */
const isOneStretch = ({ words, area, resolution }: SearchQuestion): boolean =>
  words.length === 0 && (area === undefined || resolution === undefined);

/** How many series there are to pass until the limit is full, if they go on as they began. */
const likelyRest = ({ found, walked }: SearchWalk, { limit }: SearchQuestion): number =>
  ((limit - found.length) * walked) / found.length;

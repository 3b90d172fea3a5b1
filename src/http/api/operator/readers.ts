// GET /api/operator/matches: how many series patterns of a plan match, before the plan is set.

import type { FastifyInstance } from 'fastify';
import { checkPattern, mayRead } from '#accounts/plans';
import { MatchesAnswer, MatchesQuery } from '#contract/operator-accounts';
import { refuseField } from '#core/errors';
import { addOperatorRead } from '#http/api/operator/operator-route';
import type { StoreParts } from '#http/request/server-parts';
import type { Store } from '#store/store';

const MOST_PATTERNS = 100;
const MOST_SHOWN = 10;
const PAGE = 10_000;

export function addReaderRoutes(app: FastifyInstance, { store }: StoreParts): void {
  addOperatorRead<{ Querystring: MatchesQuery }>(app, {
    url: '/api/operator/matches',
    summary: 'How many series some patterns match',
    description: `For a plan that is not set yet. The first ${MOST_SHOWN} series are named.`,
    querystring: MatchesQuery,
    answer: MatchesAnswer,
    refuses: ['field_missing', 'field_invalid'],
    handler: async ({ query }): Promise<MatchesAnswer> =>
      countMatches(store, readPatterns(query.series)),
  });
}

function readPatterns(given: string | undefined): string[] {
  const texts = (given ?? '').split(',').filter((text) => text.trim() !== '');
  if (texts.length === 0) throw refuseField('field_missing', 'series', 'a pattern is needed');
  if (texts.length > MOST_PATTERNS) {
    throw refuseField('field_invalid', 'series', `at most ${MOST_PATTERNS} patterns`);
  }
  return texts.map(checkPattern);
}

async function countMatches(store: Store, patterns: string[]): Promise<MatchesAnswer> {
  const plan = { patterns };
  const first: string[] = [];
  let [matches, of, after] = [0, 0, ''];
  for (;;) {
    const page = await store.searchSeries({ limit: PAGE, ...(after === '' ? {} : { after }) });
    of += page.length;
    for (const { code } of page) {
      if (!mayRead(plan, code)) continue;
      matches++;
      if (first.length < MOST_SHOWN) first.push(code);
    }
    if (page.length < PAGE) return { matches, of, first };
    after = page.at(-1)!.code;
  }
}

// Who may read what: GET /api/operator/matches counts the series of some patterns, before a plan is set, and
// …/series/{code}/readers lists the plans that include a series, with their users.

import type { FastifyInstance } from 'fastify';
import { checkPattern, mayRead } from '#accounts/plans';
import { CodeParams, MatchesAnswer, MatchesQuery, ReadersAnswer } from '#contract/operator';
import { refuseField } from '#core/errors';
import { addOperatorRead } from '#http/api/operator/operator-route';
import { codeOf } from '#http/api/operator/series';
import type { OperatorParts } from '#http/request/server-parts';
import { findSeriesOrRefuse } from '#service/series/find-series';
import type { AccountStore } from '#store/account-store';
import type { Store } from '#store/store';

const MOST_PATTERNS = 100;
const MOST_SHOWN = 10;
const PAGE = 10_000;

export function addReaderRoutes(app: FastifyInstance, { store, signIn }: OperatorParts): void {
  addMatches(app, store);
  addReaders(app, store, signIn.accounts);
}

function addReaders(app: FastifyInstance, store: Store, accounts: AccountStore): void {
  addOperatorRead<{ Params: CodeParams }>(app, {
    url: '/api/operator/series/:code/readers',
    summary: 'The plans that include a series, and their users',
    params: CodeParams,
    answer: ReadersAnswer,
    refuses: ['field_missing', 'field_invalid', 'series_unknown'],
    handler: async (request): Promise<ReadersAnswer> => {
      const { code } = await findSeriesOrRefuse(store, codeOf(request), 'code');
      return { seriesId: code, plans: await findReaders(accounts, code) };
    },
  });
}

async function findReaders(accounts: AccountStore, code: string): Promise<ReadersAnswer['plans']> {
  const [plans, users] = [await accounts.listPlans(), await accounts.listUsers()];
  return plans
    .filter((plan) => mayRead(plan, code))
    .map(({ name, patterns }) => ({
      name,
      patterns: patterns.filter((pattern) => mayRead({ patterns: [pattern] }, code)),
      users: users
        .filter(({ planName }) => planName === name)
        .map((user) => ({ name: user.name, disabled: user.isDisabled })),
    }));
}

function addMatches(app: FastifyInstance, store: Store): void {
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

// The real server on a store of scored runs. It says when model runs are due and makes none itself, so
// that a test decides how they end.

import { join } from 'node:path';
import { pino } from 'pino';
import { rememberGrants } from '#accounts/grant-cache';
import { ensurePlan } from '#accounts/plan-changes';
import { RateLimiter } from '#accounts/rate-limiter';
import { openSignInService } from '#accounts/sign-in-service';
import { addUser } from '#accounts/users';
import { type Clock, HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { AnswerCache } from '#http/answer/answer-cache';
import { findExplorer } from '#http/pages/explorer-files';
import { buildServer } from '#http/server';
import type { App } from '#serve/app';
import { openStore } from '#store/open/open-store';
import { loadScoredRuns } from './scored-runs.ts';

/** The UTC hours at which runs are due. */
const DUE_HOURS = [6, 12];

export async function startScoredServer(
  folder: string,
  clock: Clock,
  password: string,
): Promise<App> {
  const store = await openStore(`sqlite:${join(folder, 'scored.db')}`);
  const zone = findZone('Europe/Berlin')!;
  const now = clock();
  // Day-ahead prices are known to the end of the market day.
  await loadScoredRuns(store, now, zone.startOfDay(zone.dayOf(now) + 1) / HOUR_MS);
  await ensurePlan(store.accounts, { name: 'everything', patterns: ['*'] });
  await addUser(store.accounts, { name: 'demo', password, planName: 'everything' }, now);
  const signIn = openSignInService(rememberGrants(store.accounts), { tokenLifetimeMinutes: 600 });
  const server = await buildServer({
    store,
    context: { store, zone, blocks: DEFAULT_BLOCKS },
    signIn,
    limiter: new RateLimiter(),
    answers: new AnswerCache(1024 * 1024),
    clock,
    logger: pino({ level: 'silent' }),
    publicLists: true,
    isDemo: false,
    trustProxy: false,
    forecasts: { hours: DUE_HOURS, failures: () => 0 },
    version: '0.0.0-test',
    explorerFolder: findExplorer(),
  });
  const url = (await server.listen({ host: '127.0.0.1', port: 0 })).replace(/\/$/, '');
  return {
    url,
    server,
    store,
    demoPassword: undefined,
    makeSignInLink: async (userName) =>
      `${url}/?code=${await signIn.codes.make(userName, clock())}`,
    startSchedules: () => {},
    close: async () => {
      await server.close();
      await store.close();
    },
  };
}

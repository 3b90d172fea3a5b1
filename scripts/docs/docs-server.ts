// A real server for the generated pages: on a store in memory, with a clock that stands still.

import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { rememberGrants } from '#accounts/grant-cache';
import { RateLimiter } from '#accounts/rate-limiter';
import { openSignInService, type SignInService } from '#accounts/sign-in-service';
import type { Instant } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { AnswerCache } from '#http/answer/answer-cache';
import { buildServer } from '#http/server';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';

export const NOW: Instant = Date.parse('2024-05-17T10:00:00+02:00');
export const ZONE = findZone('Europe/Berlin')!;

export interface DocsServer {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly service: SignInService;
}

/** The caller closes the app and the store. */
export async function openDocsServer(version: string): Promise<DocsServer> {
  const store = await openStore('sqlite::memory:');
  const service = openSignInService(rememberGrants(store.accounts));
  const app = await buildServer({
    store,
    context: { store, zone: ZONE, blocks: DEFAULT_BLOCKS },
    signIn: service,
    limiter: new RateLimiter(),
    answers: new AnswerCache(0),
    clock: () => NOW,
    logger: pino({ level: 'silent' }),
    publicLists: true,
    isDemo: false,
    trustProxy: false,
    version,
    explorerFolder: undefined,
  });
  return { app, store, service };
}

// The composition root: settings → store → server. Nothing but commands and tests imports it.

import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { destination, type Logger, pino } from 'pino';
import { rememberGrants } from '#accounts/grant-cache';
import { makeRateLimiter } from '#accounts/shared-rate-limiter';
import { openSignInService } from '#accounts/sign-in';
import { type Config, isInMemory, isPostgres } from '#config';
import type { Clock } from '#core/time/instant';
import { prepareDemoUsers } from '#demo/demo-start';
import { fillAtStart } from '#demo/grow-demo';
import { AnswerCache } from '#http/answer/answer-cache';
import { AnswerThreads } from '#http/answer/answer-threads';
import { listen } from '#http/connection/listen';
import { readTls } from '#http/connection/tls-files';
import type { Peers } from '#http/figures/metrics';
import { findExplorer } from '#http/pages/explorer-files';
import { buildServer } from '#http/server';
import { forecastHoursOf, readCollect, Schedules } from '#serve/schedules';
import { collectState } from '#service/collecting/collect-state';
import { claimMarketZone } from '#service/market-zone';
import { requireWhole } from '#service/whole-store';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { VERSION } from '#version';

const MEGABYTE = 2 ** 20;
/** Of CACHE_MB: series records; the rest is for answers and the questions that lead to them. */
const RECORD_SHARE = 1 / 4;
/** Memory that the threads of one process keep between large answers, all together. */
const SPARE_BYTES = 32 * MEGABYTE;

export interface AppOptions {
  readonly isDemo: boolean;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly onDemoProgress?: (done: number, total: number) => void;
  /** Where this process is one of several: its number, and a way to the others. */
  readonly worker?: { readonly number: number; readonly peers: Peers };
}

export interface App {
  readonly url: string;
  readonly server: FastifyInstance;
  readonly store: Store;
  /** Set on a demo start: the demo user's password. */
  readonly demoPassword: string | undefined;
  /** A link that signs a user in, once, within 15 minutes. */
  makeSignInLink(userName: string): Promise<string>;
  /** Begins what a server does by itself. A worker does so when it is told to, else a start does. */
  startSchedules(): void;
  /** Finishes what is under way, then closes server and store. */
  close(): Promise<void>;
}

/** A pipe takes as much in one piece, so that lines of several processes stay whole. */
const LONGEST_WRITE = 4_096;

/**
 * Logs go to stderr as JSON lines. Requests are logged by route, never with what was sent. Where there
 * are several processes, `worker` says whose line it is.
 */
export const makeLogger = (level: string, worker?: number): Logger =>
  pino(
    { level, base: { service: 'gridtide', ...(worker ? { worker, pid: process.pid } : {}) } },
    destination({ fd: 2, sync: false, maxWrite: LONGEST_WRITE }),
  );

const isEveryOrLoopback = (host: string): boolean =>
  ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host);

export const urlOf = ({ host, tls }: Pick<Config, 'host' | 'tls'>, port: number): string =>
  `${tls ? 'https' : 'http'}://${isEveryOrLoopback(host) ? 'localhost' : host}:${port}`;

export const signInLink = (url: string, code: string): string => `${url}/?code=${code}`;

/** Whether other processes may serve the same store, so that limits must hold across them. */
const isShared = ({ workers, storeUrl }: Config): boolean => workers > 1 || isPostgres(storeUrl);

/** Opens the store as a server does. */
export const openServerStore = (config: Config): Promise<Store> =>
  openStore(config.storeUrl, {
    readUrls: config.storeReadUrls,
    connections: config.storeConnections,
    cacheBytes: config.cacheMegabytes * MEGABYTE * RECORD_SHARE,
  });

/** What is done once for a store before it is served; resolves to the demo user's password. */
export async function prepareStore(
  store: Store,
  config: Config,
  { isDemo, clock = Date.now, onDemoProgress }: AppOptions,
): Promise<string | undefined> {
  const { marketZone: zone, demoPassword } = config;
  await requireWhole(store);
  await claimMarketZone(store, zone);
  if (!isDemo) return undefined;
  await fillAtStart({ store, clock, zone }, onDemoProgress);
  return prepareDemoUsers(store.accounts, demoPassword, clock());
}

export async function startApp(config: Config, options: AppOptions): Promise<App> {
  const { isDemo, worker, clock = Date.now } = options;
  const logger = options.logger ?? makeLogger(config.logLevel ?? 'info', worker?.number);
  const collect = await readCollect(config);
  const tls = config.tls && (await readTls(config.tls));
  const store = await openServerStore(config);
  try {
    const demoPassword = worker ? undefined : await prepareStore(store, config, options);
    const signIn = openSignInService(rememberGrants(store.accounts), {
      tokenLifetimeMinutes: config.tokenLifetimeMinutes,
    });
    const schedules = new Schedules({ store, config, collect, isDemo, clock, logger });
    const hours = forecastHoursOf(config);
    const threads = answerThreads(config);
    const server = await buildServer({
      store,
      context: { store, zone: config.marketZone, blocks: config.blocks },
      signIn,
      limiter: makeRateLimiter(store.accounts, isShared(config)),
      answers: new AnswerCache(config.cacheMegabytes * MEGABYTE * (1 - RECORD_SHARE)),
      ...(threads ? { threads } : {}),
      clock,
      logger,
      publicLists: config.publicLists,
      isDemo,
      trustProxy: config.trustProxy,
      ...(tls ? { tls } : {}),
      maxConnections: config.maxConnections,
      ...(hours.length > 0 ? { forecasts: { hours, failures: () => schedules.failures } } : {}),
      ...(collect
        ? {
            collect: { state: (now) => collectState(store, collect, config.marketZone, now) },
          }
        : {}),
      ...(worker ? { peers: worker.peers } : {}),
      version: VERSION,
      explorerFolder: findExplorer(),
    });
    const port = await listen(server, config);
    logger.info({ host: config.host, port }, 'listening');
    // Only now: making runs must not delay the first answer.
    if (!worker) schedules.start();
    const url = urlOf(config, port);
    return {
      url,
      server,
      store,
      demoPassword,
      makeSignInLink: async (userName) =>
        signInLink(url, await signIn.codes.make(userName, clock())),
      startSchedules: () => schedules.start(),
      async close() {
        await server.close();
        await threads?.close();
        await schedules.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function answerThreads(config: Config): AnswerThreads | undefined {
  const { storeUrl, storeReadUrls, marketZone, answerThreads: most } = config;
  // A store in memory is this thread's alone: no other could open it.
  if (isInMemory(storeUrl) || most === 0) return undefined;
  // The same file name in src and in dist, with the ending of this one.
  const file = new URL(`answer-worker${extname(import.meta.url)}`, import.meta.url);
  const spareBytes = Math.floor(SPARE_BYTES / most);
  const zoneName = marketZone.name;
  return new AnswerThreads(file, { storeUrl, storeReadUrls, spareBytes, zoneName }, most);
}

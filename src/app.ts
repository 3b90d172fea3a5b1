// The composition root: settings → store → server. Nothing but commands and tests imports it.

import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { destination, type Logger, pino } from 'pino';
import { rememberGrants } from '#accounts/grant-cache';
import { RateLimiter } from '#accounts/rate-limiter';
import { openSignInDesk } from '#accounts/sign-in';
import type { Config } from '#config';
import type { Clock } from '#core/instant';
import { growDemo, prepareDemoUsers } from '#demo/demo-start';
import { fillDemo } from '#demo/fill-demo';
import { pastJobs } from '#demo/past-jobs';
import { SIMPLE_SOURCE } from '#demo/simple-runs';
import { AnswerCache } from '#http/answer-cache';
import { AnswerThreads } from '#http/answer-threads';
import { findExplorer } from '#http/pages/explorer-files';
import { buildServer } from '#http/server';
import type { CollectConfig } from '#service/collect-config';
import { loadCollectConfig } from '#service/collect-file';
import { type CollectSchedule, startCollecting } from '#service/collect-schedule';
import { collectState } from '#service/collect-state';
import { type BackJob, type Schedule, startSchedule } from '#service/forecast-schedule';
import { claimMarketZone } from '#service/market-zone';
import { readSecret } from '#sources/ask-source';
import { openStore } from '#store/open-store';
import type { Store } from '#store/store';

export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;

export interface AppOptions {
  readonly isDemo: boolean;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly onDemoProgress?: (done: number, total: number) => void;
}

export interface App {
  readonly url: string;
  readonly server: FastifyInstance;
  readonly store: Store;
  /** Set on a demo start: the demo user's password. */
  readonly demoPassword: string | undefined;
  /** A link that signs a user in, once, within 15 minutes. */
  makeSignInLink(userName: string): string;
  /** Finishes what is under way, then closes server and store. */
  close(): Promise<void>;
}

/** Logs go to stderr as JSON lines. Requests are logged by route, never with what was sent. */
export const makeLogger = (level: string): Logger =>
  pino({ level, base: { service: 'gridtide' } }, destination({ fd: 2, sync: false }));

const isEveryOrLoopback = (host: string): boolean =>
  ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host);

export async function startApp(config: Config, options: AppOptions): Promise<App> {
  const clock = options.clock ?? Date.now;
  const logger = options.logger ?? makeLogger(config.logLevel ?? 'info');
  const collect = config.collectFile ? await readCollect(config.collectFile) : undefined;
  const store = await openStore(config.storeUrl);
  try {
    await claimMarketZone(store, config.marketZone);
    const demo = options.isDemo
      ? await startDemo(store, config, options, clock, logger)
      : undefined;
    const desk = openSignInDesk(rememberGrants(store.accounts), {
      tokenLifetimeMinutes: config.tokenLifetimeMinutes,
    });
    let schedule: Schedule | undefined;
    // A store in memory is this thread's alone: no other could open it.
    const isShared = !config.storeUrl.endsWith(':memory:');
    const hours = isShared ? config.forecastHours : [];
    const threads = isShared && config.answerThreads > 0 ? answerThreads(config) : undefined;
    const server = await buildServer({
      store,
      context: { store, zone: config.marketZone, blocks: config.blocks },
      desk,
      limiter: new RateLimiter(),
      answers: new AnswerCache(config.cacheMegabytes * 1024 * 1024),
      ...(threads ? { threads } : {}),
      clock,
      logger,
      publicLists: config.publicLists,
      isDemo: options.isDemo,
      trustProxy: config.trustProxy,
      ...(hours.length > 0
        ? { forecasts: { hours, failures: () => schedule?.failures ?? 0 } }
        : {}),
      ...(collect
        ? {
            collect: { state: (now) => collectState(store, collect, config.marketZone, now) },
          }
        : {}),
      version: VERSION,
      explorerFolder: findExplorer(),
    });
    await server.listen({ host: config.host, port: config.port });
    const { port } = server.server.address() as AddressInfo;
    logger.info({ host: config.host, port }, 'listening');
    // Only now: making runs must not delay the first answer.
    schedule = scheduleForecasts(store, config, hours, clock, logger, demo);
    const collecting = collect && startCollect(collect, store, config, clock, logger);
    const url = `http://${isEveryOrLoopback(config.host) ? 'localhost' : config.host}:${port}`;
    return {
      url,
      server,
      store,
      demoPassword: demo?.password,
      makeSignInLink: (userName) => `${url}/?code=${desk.codes.make(userName, clock())}`,
      async close() {
        await server.close();
        await threads?.close();
        await collecting?.stop();
        await schedule?.stop();
        await demo?.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function answerThreads({ storeUrl, marketZone, answerThreads: most }: Config): AnswerThreads {
  // The same file name in src and in dist, with the ending of this one.
  const file = new URL(`answer-worker${extname(import.meta.url)}`, import.meta.url);
  return new AnswerThreads(file, { storeUrl, zoneName: marketZone.name }, most);
}

/** A key that is missing stops the start, not the first pass in the night. */
async function readCollect(file: string): Promise<CollectConfig> {
  const collect = await loadCollectConfig(file);
  for (const { source } of collect.entries) readSecret(source, process.env);
  return collect;
}

const startCollect = (
  collect: CollectConfig,
  store: Store,
  { marketZone: zone }: Config,
  clock: Clock,
  logger: Logger,
): CollectSchedule =>
  startCollecting({
    store,
    zone,
    config: collect,
    env: process.env,
    logger,
    world: {
      now: clock,
      // A long wait for another's server must not keep one alive that is done.
      sleep: (ms) => sleep(ms, undefined, { ref: false }),
      random: Math.random,
    },
  });

function scheduleForecasts(
  store: Store,
  { storeUrl, marketZone: zone }: Config,
  hours: readonly number[],
  clock: Clock,
  logger: Logger,
  demo: { readonly replaced: readonly string[]; readonly backJobs: readonly BackJob[] } | undefined,
): Schedule | undefined {
  if (hours.length === 0) return undefined;
  const { replaced = [], backJobs = [] } = demo ?? {};
  return startSchedule({ store, storeUrl, zone, hours, clock, logger, replaced, backJobs });
}

async function startDemo(
  store: Store,
  config: Config,
  options: AppOptions,
  clock: Clock,
  logger: Logger,
) {
  await fillDemo(store, clock(), config.marketZone, options.onDemoProgress);
  const password = await prepareDemoUsers(store.accounts, config.demoPassword, clock());
  return {
    password,
    replaced: [SIMPLE_SOURCE],
    backJobs: pastJobs(clock()),
    stop: growDemo(store, clock, config.marketZone, logger),
  };
}

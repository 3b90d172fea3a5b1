// The composition root: settings → store → server. Only commands and tests import it.

import type { FastifyInstance } from 'fastify';
import { destination, type Logger, pino } from 'pino';
import { rememberGrants } from '#accounts/grant-cache';
import { makeRateLimiter } from '#accounts/shared-rate-limiter';
import { openSignInService } from '#accounts/sign-in-service';
import { CountedRequests } from '#accounts/use/counted-requests';
import { type Config, isInMemory } from '#config';
import type { Clock } from '#core/time/instant';
import { formatTimeOfDay } from '#core/time/time-of-day';
import { prepareDemoUsers } from '#demo/demo-start';
import { AnswerCache } from '#http/answer/answer-cache';
import { AnswerThreads } from '#http/answer/answer-threads';
import type { ThreadSettings } from '#http/answer/thread-messages';
import { listen } from '#http/connection/listen';
import { readTls } from '#http/connection/tls-files';
import type { Peers } from '#http/figures/metrics';
import { findExplorer } from '#http/pages/explorer-files';
import type { ServerParts } from '#http/request/server-parts';
import { buildServer } from '#http/server';
import { forecastHoursOf, openSso, readCollect, Schedules } from '#serve/schedules';
import { clearSpool } from '#serve/start';
import type { CollectConfig } from '#service/collecting/collect-config';
import type { CollectState, collectState } from '#service/collecting/collect-state';
import {
  claimMarketZone,
  keepBlockHours,
  keepGateClosure,
  requireWhole,
} from '#service/kept-settings';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { VERSION } from '#version';

const MEGABYTE = 2 ** 20;
/** The share of CACHE_MB for series records. The rest is for answers and the requests they belong to. */
const RECORD_SHARE = 1 / 4;

export interface AppOptions {
  readonly isDemo: boolean;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly onDemoProgress?: (done: number, total: number) => void;
  /** The number of this process and a way to the others, if it is one of several. */
  readonly worker?: { readonly number: number; readonly peers: Peers };
}

export interface App {
  readonly url: string;
  readonly server: FastifyInstance;
  readonly store: Store;
  /** The demo user's password; undefined unless this is a demo. */
  readonly demoPassword: string | undefined;
  /** Makes a link that signs a user in, once, within 15 minutes. */
  makeSignInLink(userName: string): Promise<string>;
  /** Begins what a server does by itself. Only a worker has to be told; a single process begins at the start. */
  startSchedules(): void;
  /** Finishes what is under way, then closes server and store. */
  close(): Promise<void>;
}

/** A pipe takes this many bytes in one piece, so that lines of several processes stay whole. */
const LONGEST_WRITE = 4_096;

/**
 * Logs go to stderr as JSON lines. Requests are logged by route, never with what was sent. `worker`
 * says whose line it is if there are several processes.
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

/** Opens the store as a server does. */
export const openServerStore = (config: Config): Promise<Store> =>
  openStore(config.storeUrl, {
    readUrls: config.storeReadUrls,
    connections: config.storeConnections,
    cacheBytes: config.cacheMegabytes * MEGABYTE * RECORD_SHARE,
  });

/** Prepares a store once before it is served; resolves to the demo user's password. */
export async function prepareStore(
  store: Store,
  config: Config,
  { isDemo, clock = Date.now, onDemoProgress }: AppOptions,
): Promise<string | undefined> {
  const { marketZone: zone, demoPassword } = config;
  await requireWhole(store);
  await claimMarketZone(store, zone);
  await keepBlockHours(store, config.blockHours);
  await keepGateClosure(store, formatTimeOfDay(config.gateClosure));
  if (!isInMemory(config.storeUrl)) await clearSpool(config.spool.folder);
  if (!isDemo) return undefined;
  // Only a demo loads the synthetic Europe.
  const { fillAtStart } = await import('#demo/grow-demo');
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
    const sso = await openSso(config, store.accounts, logger);
    // Other processes may serve a store that is not in memory: limits must hold across them.
    const limits = makeRateLimiter(store.accounts, !isInMemory(config.storeUrl));
    const limiter = new CountedRequests(limits, store.accounts);
    const signIn = openSignInService(rememberGrants(store.accounts), {
      tokenLifetimeMinutes: config.tokenLifetimeMinutes,
      sessionIdleMinutes: config.sessions.idleMinutes,
      sessionMaxMinutes: config.sessions.maxMinutes,
      limits: limiter,
      acceptsPasswords: config.passwords,
      sso,
    });
    const schedules = new Schedules({ store, config, collect, isDemo, clock, logger });
    const threads = answerThreads(config);
    const telemetry = await startTelemetry(config, logger);
    const server = await buildServer({
      ...(telemetry ? { telemetry } : {}),
      ...partsOfSettings(config, store),
      ...partsOfSchedules(config, store, schedules, collect),
      ...(threads ? { threads } : {}),
      ...(tls ? { tls } : {}),
      ...(worker ? { peers: worker.peers } : {}),
      signIn,
      limiter,
      clock,
      logger,
      isDemo,
      version: VERSION,
      explorerFolder: findExplorer(),
    });
    const port = await listen(server, config);
    logger.info({ host: config.host, port }, 'listening');
    // After it listens: making runs must not delay the first answer.
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
        await telemetry?.stop();
        // Counts are worth no failed stop.
        await limiter.flush().catch(() => {});
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What sends spans and figures is loaded only if there is a receiver. */
async function startTelemetry({ telemetry }: Config, logger: Logger) {
  if (!telemetry) return undefined;
  const { Telemetry } = await import('#serve/telemetry/telemetry');
  return new Telemetry({ ...telemetry, logger });
}

/** What the server is built from that only the settings and the store decide. */
const partsOfSettings = (config: Config, store: Store) => ({
  store,
  context: {
    store,
    zone: config.marketZone,
    blocks: config.blocks,
    gateClosure: config.gateClosure,
  },
  answers: new AnswerCache(config.cacheMegabytes * MEGABYTE * (1 - RECORD_SHARE)),
  publicLists: config.publicLists,
  plainUserNames: config.plainUserNames,
  slowRequestMs: config.slowRequestMs,
  trustProxy: config.trustProxy,
  maxConnections: config.maxConnections,
  strangerRequestsPerMinute: config.publicRequestsPerMinute,
  metricsAccess: config.metricsAccess,
  sendsMail: config.mail !== undefined,
  webhookAllow: config.webhookAllow,
  ...partsOfTables(config),
});

/** No other thread could open a store in memory: its tables are made in this one, in a temporary folder. */
const partsOfTables = (config: Config) =>
  isInMemory(config.storeUrl)
    ? {}
    : {
        spool: { folder: config.spool.folder, mostBytes: config.spool.megabytes * MEGABYTE },
        tableThread: {
          file: new URL(import.meta.resolve('#serve/table-worker')),
          settings: threadSettings(config),
        },
      };

/** The state of collecting. What reads it is loaded when it is first asked for. */
async function readCollectState(...parts: Parameters<typeof collectState>): Promise<CollectState> {
  const { collectState } = await import('#service/collecting/collect-state');
  return collectState(...parts);
}

function partsOfSchedules(
  config: Config,
  store: Store,
  schedules: Schedules,
  collect: CollectConfig | undefined,
): Pick<ServerParts, 'forecasts' | 'collect' | 'deliveries' | 'backups' | 'logCopy'> {
  const hours = forecastHoursOf(config);
  return {
    deliveries: () => schedules.deliveries,
    ...(config.logCopy ? { logCopy: { copiedAt: () => schedules.logCopiedAt } } : {}),
    ...(config.backups ? { backups: { failures: () => schedules.backupFailures } } : {}),
    ...(hours.length > 0 ? { forecasts: { hours, failures: () => schedules.failures } } : {}),
    ...(collect
      ? { collect: { state: (now) => readCollectState(store, collect, config.marketZone, now) } }
      : {}),
  };
}

function answerThreads(config: Config): AnswerThreads | undefined {
  const { storeUrl, answerThreads: most } = config;
  // No other thread could open a store in memory.
  if (isInMemory(storeUrl) || most === 0) return undefined;
  const file = new URL(import.meta.resolve('#serve/answer-worker'));
  return new AnswerThreads(file, threadSettings(config), most);
}

const threadSettings = ({ storeUrl, storeReadUrls, marketZone }: Config): ThreadSettings => ({
  storeUrl,
  storeReadUrls,
  zoneName: marketZone.name,
});

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
import { listen } from '#http/connection/listen';
import { readTls } from '#http/connection/tls-files';
import type { Peers } from '#http/figures/metrics';
import { findExplorer } from '#http/pages/explorer-files';
import { buildServer } from '#http/server';
import {
  answerThreads,
  partsOfSchedules,
  partsOfSettings,
  recordCacheBytes,
} from '#serve/app-parts';
import { openSso, readCollect, Schedules } from '#serve/schedules';
import { clearSpool } from '#serve/start';
import { keepTickShape } from '#serve/tick-shape';
import {
  claimMarketZone,
  keepBlockHours,
  keepGateClosure,
  requireWhole,
} from '#service/kept-settings';
import type { AccountStore } from '#store/account-store';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { VERSION } from '#version';

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
    cacheBytes: recordCacheBytes(config),
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
  keepTickShape();
  const logger = options.logger ?? makeLogger(config.logLevel ?? 'info', worker?.number);
  const collect = await readCollect(config);
  const tls = config.tls && (await readTls(config.tls));
  const store = await openServerStore(config);
  try {
    const demoPassword = worker ? undefined : await prepareStore(store, config, options);
    const sso = await openSso(config, store.accounts, logger);
    const { limiter, signIn } = openSignIn(config, store.accounts, sso);
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

/** Who may sign in, and how much each may ask. */
function openSignIn(
  config: Config,
  accounts: AccountStore,
  sso: Awaited<ReturnType<typeof openSso>>,
) {
  // Other processes may serve a store that is not in memory: limits must hold across them.
  const limits = makeRateLimiter(accounts, !isInMemory(config.storeUrl));
  const limiter = new CountedRequests(limits, accounts);
  const signIn = openSignInService(rememberGrants(accounts), {
    tokenLifetimeMinutes: config.tokenLifetimeMinutes,
    sessionIdleMinutes: config.sessions.idleMinutes,
    sessionMaxMinutes: config.sessions.maxMinutes,
    limits: limiter,
    acceptsPasswords: config.passwords,
    sso,
  });
  return { limiter, signIn };
}

/** What sends spans and figures is loaded only if there is a receiver. */
async function startTelemetry({ telemetry }: Config, logger: Logger) {
  if (!telemetry) return undefined;
  const { Telemetry } = await import('#serve/telemetry/telemetry');
  return new Telemetry({ ...telemetry, logger });
}

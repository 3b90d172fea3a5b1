// What a server does by itself: forecasts, collecting, webhooks, backups, the growth of a demo. One
// process of a server does it. The store's jobs make sure that only one of several servers does each thing.
// What does the work is loaded when it begins, so that the server is ready sooner.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SingleSignOn } from '#accounts/sso/single-sign-on';
import { type Config, isInMemory } from '#config';
import { CATEGORIES } from '#core/market/categories';
import type { Clock, Instant } from '#core/time/instant';
import type { AlertService } from '#service/alerts/alert-service';
import type { BackupSchedule } from '#service/backups/backup-schedule';
import type { LogCopy } from '#service/backups/log-copy';
import type { CollectConfig } from '#service/collecting/collect-config';
import type { CollectSchedule } from '#service/collecting/collect-schedule';
import type { Schedule, ScheduleParts } from '#service/model-runs/forecast-schedule';
import type { Deliverer } from '#service/webhooks/deliverer';
import { SETTINGS } from '#settings/settings';
import type { AccountStore } from '#store/account-store';
import type { Store } from '#store/store';
import { VERSION } from '#version';

const ALERTS_AFTER_MS = 1_000;

export interface SchedulesParts {
  readonly store: Store;
  readonly config: Config;
  readonly collect: CollectConfig | undefined;
  readonly isDemo: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** UTC hours at which runs are made; none for a store in memory, which their thread could not open. */
export const forecastHoursOf = ({ storeUrl, forecastHours }: Config): readonly number[] =>
  isInMemory(storeUrl) ? [] : forecastHours;

/** Reads what is collected. A missing key stops the start, not the first pass in the night. */
export async function readCollect(config: Config): Promise<CollectConfig | undefined> {
  const { collectFile, sourceKeys } = config;
  if (collectFile === undefined) return undefined;
  const { loadCollectConfig } = await import('#service/collecting/collect-file');
  const { readSecret, readServiceUrl } = await import('#sources/ask-source');
  const collect = await loadCollectConfig(collectFile);
  for (const { source } of collect.entries) {
    readSecret(source, sourceKeys);
    readServiceUrl(source, sourceKeys);
  }
  return collect;
}

/**
 * Reads the settings of single sign-on, whose code is loaded only if one of them is set. A plan of OIDC_MAP that does
 * not exist is warned of: it may be made while the server runs.
 */
export async function openSso(
  { oidc }: Config,
  accounts?: AccountStore,
  logger?: Logger,
): Promise<SingleSignOn | undefined> {
  if (SETTINGS.every(({ name, fallback }) => (oidc[name] ?? fallback) === fallback)) {
    return undefined;
  }
  const { readSsoSettings } = await import('#accounts/sso/sso-settings');
  const settings = readSsoSettings(oidc);
  if (settings === undefined) return undefined;
  for (const plan of new Set(settings.rows.map(({ planName }) => planName))) {
    if (accounts && !(await accounts.findPlan(plan)))
      logger?.warn({ plan }, 'OIDC_MAP names a plan that does not exist');
  }
  const { SingleSignOn } = await import('#accounts/sso/single-sign-on');
  return new SingleSignOn(settings);
}

/** How long after the start deliveries to webhooks begin. */
const DELIVER_AFTER_MS = 1_000;

export class Schedules {
  readonly #parts: SchedulesParts;
  #forecasts: Schedule | undefined;
  #collecting: CollectSchedule | undefined;
  #alerts: Promise<AlertService | undefined> | undefined;
  #delivering: Deliverer | undefined;
  #backups: BackupSchedule | undefined;
  #logCopy: LogCopy | undefined;
  #stopGrowing = async (): Promise<void> => {};
  readonly #stopping = new AbortController();
  #starting: Promise<void> | undefined;

  constructor(parts: SchedulesParts) {
    this.#parts = parts;
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** How many due times of forecasts failed in this process. */
  get failures(): number {
    return this.#forecasts?.failures ?? 0;
  }

  /** How many backups failed in this process. */
  get backupFailures(): number {
    return this.#backups?.failures ?? 0;
  }

  /** Everything that was acknowledged before it is in the copy of the log; 0 if this process copies nothing. */
  get logCopiedAt(): Instant {
    return this.#logCopy?.copiedAt ?? 0;
  }

  /** How many deliveries to webhooks this process tried, by result. */
  get deliveries(): Readonly<Record<string, number>> {
    return this.#delivering?.counts ?? {};
  }

  start(): void {
    if (!this.#isStopped) this.#starting ??= this.#startAll();
  }

  /** Stops all schedules; resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    await (await this.#alerts)?.stop();
    await this.#delivering?.stop();
    await this.#backups?.stop();
    await this.#collecting?.stop();
    await this.#forecasts?.stop();
    await this.#stopGrowing();
    // Last, so that the copy has what the others wrote.
    await this.#logCopy?.stop();
  }

  /** Begins each schedule, unless the server is stopped while its code is loaded. */
  async #startAll(): Promise<void> {
    const { store, config, isDemo, clock, logger } = this.#parts;
    if (!this.#isStopped) this.#logCopy = await this.#startLogCopy();
    if (!this.#isStopped) this.#forecasts = await this.#startForecasts();
    if (!this.#isStopped) this.#collecting = await this.#startCollecting();
    if (!this.#isStopped) this.#backups = await this.#startBackups();
    if (!this.#isStopped) this.#startAlerts();
    if (isDemo) {
      const { growDemo } = await import('#demo/grow-demo');
      const demo = { store, clock, zone: config.marketZone };
      if (!this.#isStopped) this.#stopGrowing = growDemo(demo, logger);
    }
    if (!this.#isStopped) this.#delivering = await this.#startDelivering();
  }

  async #startForecasts(): Promise<Schedule | undefined> {
    const { store, config, clock, logger } = this.#parts;
    const hours = forecastHoursOf(config);
    const { storeUrl, storeReadUrls, marketZone: zone } = config;
    const start = async (more: Partial<ScheduleParts>): Promise<Schedule | undefined> => {
      const { startSchedule } = await import('#service/model-runs/forecast-schedule');
      if (this.#isStopped) return undefined;
      return startSchedule({ store, storeUrl, storeReadUrls, zone, hours, clock, logger, ...more });
    };
    if (hours.length > 0) return start(await this.#demoJobs());
    if (isInMemory(storeUrl)) return undefined;
    const { refreshWhenDefined } = await import('#serve/computed-refresh');
    return refreshWhenDefined(
      store,
      () => start({ onlyRefreshes: true }),
      (err) => logger.error({ err }, 'forecasts could not be looked after'),
    );
  }

  /** The runs of a demo's past. Its quarter hours average to its hours: the same price is not forecast twice. */
  async #demoJobs(): Promise<Pick<ScheduleParts, 'backJobs' | 'categories'>> {
    if (!this.#parts.isDemo) return {};
    const { pastJobs } = await import('#demo/past-jobs');
    const categories = CATEGORIES.map(({ name }) => name);
    return { backJobs: pastJobs(this.#parts.clock()), categories };
  }

  async #startBackups(): Promise<BackupSchedule | undefined> {
    const { store, config, clock, logger } = this.#parts;
    const { backups, storeUrl } = config;
    if (!backups) return undefined;
    const { startBackups } = await import('#service/backups/backup-schedule');
    if (this.#isStopped) return undefined;
    return startBackups({ ...backups, store, storeUrl, clock, logger, productVersion: VERSION });
  }

  async #startLogCopy(): Promise<LogCopy | undefined> {
    const { store, config, clock, logger } = this.#parts;
    const { logCopy, storeUrl } = config;
    if (!logCopy) return undefined;
    const { startLogCopy } = await import('#service/backups/log-copy');
    if (this.#isStopped) return undefined;
    return startLogCopy({ ...logCopy, store, storeUrl, clock, logger, productVersion: VERSION });
  }

  /** Begins to judge alerts a moment later: their first look can wait until the server is ready. */
  #startAlerts(): void {
    const { store, config, clock, logger } = this.#parts;
    const { marketZone: zone, mail } = config;
    const timer = setTimeout(() => {
      this.#alerts = import('#service/alerts/alert-service').then(({ startAlerts }) =>
        this.#isStopped ? undefined : startAlerts({ store, zone, clock, logger, mail }),
      );
    }, ALERTS_AFTER_MS);
    timer.unref();
  }

  async #startDelivering(): Promise<Deliverer | undefined> {
    const { store, config, clock, logger } = this.#parts;
    // A server without webhooks has no use for the code, and one with them is ready sooner.
    await sleep(DELIVER_AFTER_MS, undefined, { ref: false, signal: this.#stopping.signal }).catch(
      () => {},
    );
    if (this.#isStopped) return undefined;
    const { startDelivering } = await import('#service/webhooks/deliverer');
    const { ReachableAddresses } = await import('#service/webhooks/reachable-addresses');
    if (this.#isStopped) return undefined;
    const reachable = new ReachableAddresses(config.webhookAllow);
    return startDelivering({ store, zone: config.marketZone, clock, logger, reachable });
  }

  async #startCollecting(): Promise<CollectSchedule | undefined> {
    const { store, config, collect, clock, logger } = this.#parts;
    if (!collect) return undefined;
    const { startCollecting } = await import('#service/collecting/collect-schedule');
    if (this.#isStopped) return undefined;
    return startCollecting({
      store,
      zone: config.marketZone,
      config: collect,
      env: config.sourceKeys,
      logger,
      world: {
        now: clock,
        // A long wait for another service must not keep a stopped server alive.
        sleep: (ms) => sleep(ms, undefined, { ref: false }),
        random: Math.random,
      },
    });
  }
}

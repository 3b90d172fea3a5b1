// What a server does by itself: forecasts, collecting from other services, the growth of a demo. One
// process of a server does it. The store's jobs make sure that only one of several servers does each thing.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, isInMemory } from '#config';
import type { Clock } from '#core/time/instant';
import { growDemo } from '#demo/grow-demo';
import { pastJobs } from '#demo/past-jobs';
import { SIMPLE_SOURCE } from '#demo/simple-runs';
import type { CollectConfig } from '#service/collecting/collect-config';
import { loadCollectConfig } from '#service/collecting/collect-file';
import { type CollectSchedule, startCollecting } from '#service/collecting/collect-schedule';
import { type Schedule, startSchedule } from '#service/model-runs/forecast-schedule';
import { readSecret } from '#sources/ask-source';
import type { Store } from '#store/store';

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
export async function readCollect({ collectFile }: Config): Promise<CollectConfig | undefined> {
  if (collectFile === undefined) return undefined;
  const collect = await loadCollectConfig(collectFile);
  for (const { source } of collect.entries) readSecret(source, process.env);
  return collect;
}

export class Schedules {
  readonly #parts: SchedulesParts;
  #forecasts: Schedule | undefined;
  #collecting: CollectSchedule | undefined;
  #stopGrowing = async (): Promise<void> => {};
  #isStarted = false;

  constructor(parts: SchedulesParts) {
    this.#parts = parts;
  }

  /** How many due times of forecasts failed in this process. */
  get failures(): number {
    return this.#forecasts?.failures ?? 0;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { store, config, isDemo, clock, logger } = this.#parts;
    this.#forecasts = this.#startForecasts();
    this.#collecting = this.#startCollecting();
    const demo = { store, clock, zone: config.marketZone };
    if (isDemo) this.#stopGrowing = growDemo(demo, logger);
  }

  /** Stops all schedules; resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#isStarted = true;
    await this.#collecting?.stop();
    await this.#forecasts?.stop();
    await this.#stopGrowing();
  }

  #startForecasts(): Schedule | undefined {
    const { store, config, isDemo, clock, logger } = this.#parts;
    const hours = forecastHoursOf(config);
    if (hours.length === 0) return undefined;
    const { storeUrl, storeReadUrls, marketZone: zone } = config;
    const demo = isDemo ? { replaced: [SIMPLE_SOURCE], backJobs: pastJobs(clock()) } : {};
    return startSchedule({ store, storeUrl, storeReadUrls, zone, hours, clock, logger, ...demo });
  }

  #startCollecting(): CollectSchedule | undefined {
    const { store, config, collect, clock, logger } = this.#parts;
    if (!collect) return undefined;
    return startCollecting({
      store,
      zone: config.marketZone,
      config: collect,
      env: process.env,
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

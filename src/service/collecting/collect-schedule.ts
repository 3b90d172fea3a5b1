// Collects while a server runs. If several servers share a store, one collects an entry at a time. After
// an outage the first pass fills what is missing.

import type { Logger } from 'pino';
import { formatUtc, type Instant, MINUTE_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { CollectConfig, CollectEntry } from '#service/collecting/collect-config';
import {
  claimPass,
  describePass,
  dueTimeOf,
  endPass,
  isFailed,
  jobOf,
} from '#service/collecting/collect-jobs';
import { Collector } from '#service/collecting/collect-services';
import { JOB_STOPPED, RETRY_AFTER_MS } from '#service/job-pauses';
import type { FetchWorld } from '#sources/fetch-politely';
import type { Store } from '#store/store';

const LOOK_EVERY_MS = MINUTE_MS / 2;
/** The most tries of a due time by this process; the next due time follows anyway. */
const MOST_TRIES = 3;

export interface CollectScheduleParts {
  readonly store: Store;
  readonly zone: Zone;
  readonly config: CollectConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly world: FetchWorld;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly lookEveryMs?: number;
}

export interface CollectSchedule {
  /** The number of this process's failed passes, by entry. */
  readonly failures: ReadonlyMap<string, number>;
  /** Aborts running requests, and resolves when nothing is written any more. */
  stop(): Promise<void>;
}

interface Tries {
  readonly dueAt: Instant;
  readonly count: number;
  readonly at: Instant;
  readonly isOver: boolean;
}

class RunningCollect implements CollectSchedule {
  readonly failures = new Map<string, number>();
  readonly #parts: CollectScheduleParts;
  readonly #collector: Collector;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** The tries of each entry's newest due time by this process. */
  readonly #tries = new Map<string, Tries>();
  #looking: Promise<void>;
  #isLooking = false;

  constructor(parts: CollectScheduleParts) {
    const { config, store, zone, env, world, logger, lookEveryMs = LOOK_EVERY_MS } = parts;
    this.#parts = parts;
    this.#collector = new Collector(config, {
      store,
      zone,
      env,
      world,
      actor: 'collect',
      signal: this.#abort.signal,
      onWait: (label, reason, waitMs) =>
        logger.warn({ label, reason, waitMs: Math.round(waitMs) }, 'a source is asked again later'),
    });
    for (const { name } of config.entries) this.failures.set(name, 0);
    this.#looking = this.#look();
    this.#timer = setInterval(() => {
      if (!this.#isLooking) this.#looking = this.#look();
    }, lookEveryMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#abort.abort(new Error(JOB_STOPPED));
    await this.#looking;
  }

  /** Collects what is due, all entries in parallel; never rejects. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    const { config, logger } = this.#parts;
    await Promise.all(
      config.entries.map(async (entry) => {
        try {
          await this.#lookAfter(entry);
        } catch (error) {
          if (this.#abort.signal.aborted) return;
          logger.error({ entry: entry.name, err: error }, 'collecting could not be looked after');
        }
      }),
    );
    this.#isLooking = false;
  }

  async #lookAfter(entry: CollectEntry): Promise<void> {
    const { store, world } = this.#parts;
    const now = world.now();
    const dueAt = dueTimeOf(entry, now);
    const kept = this.#tries.get(entry.name);
    const tries = kept?.dueAt === dueAt ? kept : { dueAt, count: 0, at: now, isOver: false };
    const isTooSoon = tries.count > 0 && now >= tries.at && now < tries.at + RETRY_AFTER_MS;
    if (tries.isOver || tries.count >= MOST_TRIES || isTooSoon) return;
    if (this.#abort.signal.aborted || !(await claimPass(store, entry, dueAt, now))) return;
    const isOver = await this.#collect(entry, dueAt);
    this.#tries.set(entry.name, { dueAt, count: tries.count + 1, at: world.now(), isOver });
  }

  /** Collects one due time, and resolves to whether it is done. */
  async #collect(entry: CollectEntry, dueAt: Instant): Promise<boolean> {
    const { store, world, logger } = this.#parts;
    const facts = { entry: entry.name, dueAt: formatUtc(dueAt) };
    try {
      const end = await this.#collector.collect(entry, dueAt);
      await endPass(store, entry, dueAt, world.now(), end);
      if (!isFailed(end)) {
        logger.info({ ...facts, ...end }, 'collected');
        return true;
      }
      logger.error({ ...facts, note: describePass(end) }, 'collecting failed');
    } catch (error) {
      const { message } = error as Error;
      await store.endJob(jobOf(entry), dueAt, world.now(), 'failed', message);
      if (this.#abort.signal.aborted) return false;
      logger.error({ ...facts, err: error }, 'collecting failed');
    }
    this.failures.set(entry.name, (this.failures.get(entry.name) ?? 0) + 1);
    return false;
  }
}

/** Begins at once with what is due. Throws a SourceFault if a service's key is missing. */
export const startCollecting = (parts: CollectScheduleParts): CollectSchedule =>
  new RunningCollect(parts);

// Makes forecasts when they are due, while a server runs. If several servers share a store, one of them
// does. At the start it makes what was due in the last day and is not done.

import type { Logger } from 'pino';
import { type Clock, DAY_MS, formatUtc, type Instant, MINUTE_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { JOB_STOPPED, RETRY_AFTER_MS } from '#service/job-pauses';
import { findOutdated } from '#service/model-runs/computed-values';
import {
  dueTimesOfDay,
  FORECAST_JOB,
  openDueTimes,
  targetJob,
} from '#service/model-runs/forecast-jobs';
import { modelTargetOf } from '#service/model-runs/forecast-targets';
import { ForecastThread } from '#service/model-runs/forecast-thread';
import type { TaskEnd } from '#service/model-runs/model-worker';
import { listTargets } from '#service/model-runs/run-model';
import type { ModelTarget } from '#service/model-runs/settle-target';
import type { StoredTarget } from '#store/forecast-target';
import type { Store } from '#store/store';

const LOOK_EVERY_MS = MINUTE_MS / 2;
/** The most tries of a due time by this process. */
const MOST_TRIES = 3;
const TRIES_KEPT_MS = 30 * DAY_MS;
/** The least time between two updates of computed series that no run is due for. */
const REFRESH_EVERY_MS = 10 * MINUTE_MS;

/** Runs of earlier times that are made once, after the due ones: the demo's past. */
export interface BackJob {
  readonly name: string;
  readonly analyzedAt: Instant;
  readonly areas: readonly string[];
}

export interface ScheduleParts {
  readonly store: Store;
  /** The URL with which the thread opens the store. */
  readonly storeUrl: string;
  readonly storeReadUrls?: readonly string[];
  readonly zone: Zone;
  /** UTC hours of the day. */
  readonly hours: readonly number[];
  /** Whether no runs are made, and computed series are brought up to date alone. */
  readonly onlyRefreshes?: boolean;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  /** The categories that are forecast. Left out: all, with parts of hours that have enough history. */
  readonly categories?: readonly string[];
  /** Newest first. */
  readonly backJobs?: readonly BackJob[];
  readonly lookEveryMs?: number;
}

export interface Schedule {
  /** The number of this process's failed jobs. */
  readonly failures: number;
  stop(): Promise<void>;
}

interface Job {
  readonly name: string;
  readonly dueAt: Instant;
  readonly areas?: readonly string[];
  /** The definition whose run is made. Left out: runs of areas and categories. */
  readonly target?: StoredTarget;
}

class RunningSchedule implements Schedule {
  failures = 0;
  readonly #parts: ScheduleParts;
  readonly #thread: ForecastThread;
  readonly #timer: NodeJS.Timeout;
  readonly #tries = new Map<string, { count: number; at: Instant; isDone: boolean }>();
  #looking: Promise<void>;
  #refreshedAt: Instant = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #isStopped = false;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    const { storeUrl, storeReadUrls = [], zone } = parts;
    this.#thread = new ForecastThread({ storeUrl, storeReadUrls, zoneName: zone.name });
    this.#looking = this.#look();
    this.#timer = setInterval(() => {
      if (!this.#isLooking) this.#looking = this.#look();
    }, parts.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#thread.stop();
    await this.#looking;
  }

  /** Makes all open due times, newest first; never rejects. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      for (let job = await this.#nextJob(); job; job = await this.#nextJob()) await this.#make(job);
      await this.#refresh();
      this.#thread.rest();
    } catch (error) {
      if (this.#isStopped) return;
      this.#parts.logger.error({ err: error }, 'forecasts could not be looked after');
    } finally {
      this.#isLooking = false;
    }
  }

  /** Brings computed series up to date. Several servers may: the second one finds nothing to do. */
  async #refresh(): Promise<void> {
    const { store, clock, logger } = this.#parts;
    const now = clock();
    if (this.#isStopped || Math.abs(now - this.#refreshedAt) < REFRESH_EVERY_MS) return;
    this.#refreshedAt = now;
    const computed = await findOutdated(store);
    if (computed.length === 0) return;
    const { faults } = await this.#inThread(now, [], computed);
    if (faults.length > 0) logger.error({ faults }, 'computed series could not be updated');
  }

  /** Claims and returns the next job. */
  async #nextJob(): Promise<Job | undefined> {
    const { store, clock } = this.#parts;
    const now = clock();
    this.#forgetTries(now);
    for (const job of await this.#openJobs(now)) {
      if (this.#isStopped) return undefined;
      if (!this.#mayTry(job, now)) continue;
      if (await store.claimJob(job.name, job.dueAt, now)) return job;
    }
    return undefined;
  }

  /** The jobs that are not done, in the order to make them. Another process may work on some. */
  async #openJobs(now: Instant): Promise<Job[]> {
    const { store, hours, backJobs = [], onlyRefreshes } = this.#parts;
    const open: Job[] = [];
    if (onlyRefreshes) return open;
    for (const dueAt of await openDueTimes(store, FORECAST_JOB, dueTimesOfDay(hours, now), now)) {
      open.push({ name: FORECAST_JOB, dueAt });
    }
    open.push(...(await this.#openTargets(now)));
    for (const [name, jobs] of Map.groupBy(backJobs, (job) => job.name)) {
      const times = jobs.map(({ analyzedAt }) => analyzedAt);
      const openTimes = new Set(await openDueTimes(store, name, times, now));
      for (const { analyzedAt, areas } of jobs) {
        if (openTimes.has(analyzedAt)) open.push({ name, dueAt: analyzedAt, areas });
      }
    }
    return open;
  }

  /** The open due times of definitions: each has a job of its own, so that one can fail alone. */
  async #openTargets(now: Instant): Promise<Job[]> {
    const { store, hours } = this.#parts;
    const open: Job[] = [];
    for (const target of await store.listForecastTargets()) {
      const name = targetJob(target.name);
      const times = dueTimesOfDay(target.hours ?? hours, now).filter(
        (dueAt) => !this.#isMade(name, dueAt),
      );
      for (const dueAt of await openDueTimes(store, name, times, now)) {
        open.push({ name, dueAt, target });
      }
    }
    return open;
  }

  /** Whether this process made the runs of a due time: the store need not be asked. */
  #isMade(name: string, dueAt: Instant): boolean {
    return this.#tries.get(`${name} ${dueAt}`)?.isDone === true;
  }

  #mayTry({ name, dueAt }: Job, now: Instant): boolean {
    const tried = this.#tries.get(`${name} ${dueAt}`);
    if (!tried) return true;
    // After the clock is set back, the next try must not wait until the old time comes again.
    const isLongAgo = now < tried.at || now >= tried.at + RETRY_AFTER_MS;
    return tried.count < MOST_TRIES && isLongAgo;
  }

  /** Forgets old tries, as a server runs for years: such jobs are done or no longer due. */
  #forgetTries(now: Instant): void {
    for (const [job, { at }] of this.#tries) if (at < now - TRIES_KEPT_MS) this.#tries.delete(job);
  }

  async #make({ name, dueAt, areas, target }: Job): Promise<void> {
    const { store, clock, logger, categories } = this.#parts;
    const job = `${name} ${dueAt}`;
    const tried = { count: (this.#tries.get(job)?.count ?? 0) + 1, at: clock(), isDone: false };
    this.#tries.set(job, tried);
    const startedAt = performance.now();
    try {
      const targets = target
        ? [await this.#defined(target)]
        : await listTargets(store, areas, categories);
      const end = targets.length === 0 ? NOTHING : await this.#inThread(dueAt, targets);
      const isFailed = end.faults.length > 0;
      await store.endJob(name, dueAt, clock(), isFailed ? 'failed' : 'done', describe(end));
      if (isFailed) this.failures++;
      else tried.isDone = true;
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      const facts = { job: name, dueAt: formatUtc(dueAt), seconds, ...end };
      if (isFailed) logger.error(facts, 'forecasts failed');
      else logger.info(facts, 'forecasts made');
    } catch (error) {
      const note = this.#isStopped ? JOB_STOPPED : (error as Error).message;
      await store.endJob(name, dueAt, clock(), 'failed', note);
      if (this.#isStopped) return;
      this.failures++;
      logger.error({ job: name, dueAt: formatUtc(dueAt), err: error }, 'forecasts failed');
    }
  }

  async #defined(target: StoredTarget): Promise<ModelTarget> {
    return modelTargetOf(target, await this.#parts.store.findSeries(target.series));
  }

  #inThread(
    analyzedAt: Instant,
    targets: readonly ModelTarget[],
    computed: readonly string[] = [],
  ): Promise<TaskEnd> {
    const clockAheadMs = this.#parts.clock() - Date.now();
    return this.#thread.make({ analyzedAt, targets, computed, clockAheadMs });
  }
}

const NOTHING: TaskEnd = { made: 0, kept: 0, refused: 0, reasons: [], faults: [] };

/** `98 made, 2 there already, 5 not possible; DE hrprice: …` */
function describe({ made, kept, refused, reasons, faults }: TaskEnd): string {
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  const counts = `${made} made, ${kept} there already, ${refused} not possible${why}`;
  return faults.length === 0 ? counts : `${counts}; ${faults.slice(0, 3).join('; ')}`;
}

export const startSchedule = (parts: ScheduleParts): Schedule => new RunningSchedule(parts);

// Makes backups when they are due, while a server runs. If several servers share a store, one of them does: the one
// that gets the job. At the start it makes the one that is due, if it is not done.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type Clock, formatUtc, type Instant, MINUTE_MS } from '#core/time/instant';
import type { WorkerEnd, WorkerOrder } from '#service/backups/backup-worker';
import type { BackupEnd, BackupOrder } from '#service/backups/make-backup';
import { JOB_STOPPED, mayBeginJob } from '#service/job-pauses';
import { LAST_BACKUP, type Store } from '#store/store';

export const BACKUP_JOB = 'backup';
const LOOK_EVERY_MS = MINUTE_MS / 2;

export interface BackupScheduleParts extends BackupOrder {
  readonly store: Store;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly lookEveryMs?: number;
}

export class BackupSchedule {
  /** The number of this process's backups that failed. */
  failures = 0;
  readonly #parts: BackupScheduleParts;
  readonly #timer: NodeJS.Timeout;
  #thread: Worker | undefined;
  #looking: Promise<void>;
  #isLooking = false;
  #isStopped = false;

  constructor(parts: BackupScheduleParts) {
    this.#parts = parts;
    this.#looking = this.#look();
    this.#timer = setInterval(() => {
      if (!this.#isLooking) this.#looking = this.#look();
    }, parts.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Cuts a backup short; what it left is removed by the next one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#thread?.terminate();
    await this.#looking;
  }

  /** Makes the newest due backup if it is open; never rejects. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    const { store, everyMs, clock, logger } = this.#parts;
    try {
      const now = clock();
      const dueAt = Math.floor(now / everyMs) * everyMs;
      const jobs = await store.listJobs(BACKUP_JOB, 10);
      const last = jobs.find((job) => job.dueAt === dueAt);
      if (this.#isStopped || !mayBeginJob(last, now)) return;
      if (await store.claimJob(BACKUP_JOB, dueAt, now)) await this.#make(dueAt);
    } catch (error) {
      if (this.#isStopped) return;
      this.failures++;
      logger.error({ err: error }, 'backups could not be looked after');
    } finally {
      this.#isLooking = false;
    }
  }

  async #make(dueAt: Instant): Promise<void> {
    const { store, clock, logger } = this.#parts;
    const startedAt = performance.now();
    try {
      const end = await this.#inThread();
      await store.putSetting(LAST_BACKUP, String(clock()));
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      await store.endJob(BACKUP_JOB, dueAt, clock(), 'done', end.file);
      logger.info({ dueAt: formatUtc(dueAt), seconds, ...end }, 'backup made');
    } catch (error) {
      const { message } = error as Error;
      const note = this.#isStopped ? JOB_STOPPED : message;
      await store.endJob(BACKUP_JOB, dueAt, clock(), 'failed', note);
      if (this.#isStopped) return;
      this.failures++;
      logger.error({ dueAt: formatUtc(dueAt), why: message }, 'backup failed');
    }
  }

  async #inThread(): Promise<BackupEnd> {
    const { storeUrl, folder, keep, productVersion, clock } = this.#parts;
    const clockAheadMs = clock() - Date.now();
    const order: WorkerOrder = { storeUrl, folder, keep, productVersion, clockAheadMs };
    const file = new URL(import.meta.resolve('#service/backups/backup-worker'));
    const thread = new Worker(file, { workerData: order });
    this.#thread = thread;
    // The thread must not keep a server alive that is done.
    thread.unref();
    try {
      // `once` rejects if the thread breaks.
      const exit = once(thread, 'exit').then(() => [{ fault: 'the thread of the backup ended' }]);
      const [end] = (await Promise.race([once(thread, 'message'), exit])) as [WorkerEnd];
      if ('fault' in end) throw new Error(end.fault);
      await exit;
      return end.end;
    } finally {
      this.#thread = undefined;
    }
  }
}

export const startBackups = (parts: BackupScheduleParts): BackupSchedule =>
  new BackupSchedule(parts);

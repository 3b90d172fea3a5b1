// Job locks. Besides the row, an OS or advisory lock that is released when its process dies.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';

/** Who has a job's lock: `taken` just now, `had` by this store before, or taken `elsewhere`. */
export type JobLock = 'taken' | 'had' | 'elsewhere';

export interface JobLocks {
  /** Whether a free lock proves that its last owner is dead, so that the job can be taken at once. */
  readonly freeMeansOwnerDied: boolean;
  /** Takes the lock of a job's name for one of its due times. Never waits for another owner. */
  take(name: string, dueAt: Instant): MaybePromise<JobLock>;
  has(name: string, dueAt: Instant): boolean;
  /** Ends a due time of a job, and releases the job's lock after the last one. */
  release(name: string, dueAt: Instant): MaybePromise<void>;
  /** Takes the lock of a duty, or confirms that this store still has it. Never waits for another owner. */
  hold(duty: string): MaybePromise<boolean>;
  leave(duty: string): MaybePromise<void>;
  close(): void;
}

/** A duty has no due time. */
export const LASTING: Instant = Number.NEGATIVE_INFINITY;

/** The jobs whose locks this store has, with the due times under way. */
export class TakenJobs<Lock> {
  readonly #jobs = new Map<string, { readonly lock: Lock; readonly dueTimes: Set<Instant> }>();

  has(name: string, dueAt: Instant): boolean {
    return this.#jobs.get(name)?.dueTimes.has(dueAt) ?? false;
  }

  /** Adds a due time to a job whose lock this store has; false if it has none. */
  join(name: string, dueAt: Instant): boolean {
    this.#jobs.get(name)?.dueTimes.add(dueAt);
    return this.#jobs.has(name);
  }

  add(name: string, dueAt: Instant, lock: Lock): void {
    this.#jobs.set(name, { lock, dueTimes: new Set([dueAt]) });
  }

  /** Ends a due time. Returns the job's lock if that was the last one. */
  leave(name: string, dueAt: Instant): Lock | undefined {
    const job = this.#jobs.get(name);
    job?.dueTimes.delete(dueAt);
    if (job?.dueTimes.size !== 0) return undefined;
    this.#jobs.delete(name);
    return job.lock;
  }

  /** Forgets all jobs and returns their locks. */
  clear(): Lock[] {
    const locks = [...this.#jobs.values()].map((job) => job.lock);
    this.#jobs.clear();
    return locks;
  }
}

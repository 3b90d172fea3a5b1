// Who is at a job: on top of its row, a lock that its process has and that nobody can forget to give back.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';

/** `taken` just now; `had` before, by this very store; or by somebody `elsewhere`. */
export type JobLock = 'taken' | 'had' | 'elsewhere';

export interface JobLocks {
  /** Whether a lock that is free says that whoever had it is dead, so that the job can be taken at once. */
  readonly freeMeansOwnerDied: boolean;
  /** Of a job's name, for one of its due times. Never waits for whoever has it. */
  take(name: string, dueAt: Instant): MaybePromise<JobLock>;
  has(name: string, dueAt: Instant): boolean;
  /** Lets go of a job once none of its due times is under way. */
  release(name: string, dueAt: Instant): MaybePromise<void>;
  close(): void;
}

/** Which due times of which jobs are under way here. */
export class TakenJobs<Held> {
  readonly #jobs = new Map<string, { readonly held: Held; readonly dueTimes: Set<Instant> }>();

  has(name: string, dueAt: Instant): boolean {
    return this.#jobs.get(name)?.dueTimes.has(dueAt) ?? false;
  }

  /** Whether the job was held already. */
  join(name: string, dueAt: Instant): boolean {
    this.#jobs.get(name)?.dueTimes.add(dueAt);
    return this.#jobs.has(name);
  }

  add(name: string, dueAt: Instant, held: Held): void {
    this.#jobs.set(name, { held, dueTimes: new Set([dueAt]) });
  }

  /** What the job was held by, once its last due time is done. */
  leave(name: string, dueAt: Instant): Held | undefined {
    const job = this.#jobs.get(name);
    job?.dueTimes.delete(dueAt);
    if (job?.dueTimes.size !== 0) return undefined;
    this.#jobs.delete(name);
    return job.held;
  }

  /** All that was held; none is any more. */
  clear(): Held[] {
    const held = [...this.#jobs.values()].map((job) => job.held);
    this.#jobs.clear();
    return held;
  }
}

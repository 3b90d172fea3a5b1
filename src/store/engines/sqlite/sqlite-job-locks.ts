// Job locks on SQLite: an empty file for each job's name, locked while the job runs. The system releases
// the locks of a dead process, so its job can be taken at once.

import { DatabaseSync } from 'node:sqlite';
import type { Instant } from '#core/time/instant';
import { type JobLock, type JobLocks, LASTING, TakenJobs } from '#store/engines/job-locks';

const SQLITE_BUSY = 5;

export class SqliteJobLocks implements JobLocks {
  readonly freeMeansOwnerDied = true;
  readonly #path: string;
  readonly #taken = new TakenJobs<DatabaseSync>();

  /** `path` is the store's file; the lock files lie beside it. */
  constructor(path: string) {
    this.#path = path;
  }

  take(name: string, dueAt: Instant): JobLock {
    if (this.#taken.join(name, dueAt)) return 'had';
    const file = lockFile(`${this.#path}-job-${encodeURIComponent(name)}`);
    if (!file) return 'elsewhere';
    this.#taken.add(name, dueAt, file);
    return 'taken';
  }

  has(name: string, dueAt: Instant): boolean {
    return this.#taken.has(name, dueAt);
  }

  release(name: string, dueAt: Instant): void {
    this.#taken.leave(name, dueAt)?.close();
  }

  hold(duty: string): boolean {
    return this.take(duty, LASTING) !== 'elsewhere';
  }

  leave(duty: string): void {
    this.release(duty, LASTING);
  }

  close(): void {
    for (const file of this.#taken.clear()) file.close();
  }
}

/** Locks a file, or returns undefined if another process has it locked. Nothing is ever written to it. */
function lockFile(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

// Locks of jobs on SQLite: an empty file for each job's name, locked while the job is held. The system lets
// go of a dead process's locks, so its job can be taken at once.

import { DatabaseSync } from 'node:sqlite';
import type { Instant } from '#core/time/instant';
import { type JobLock, type JobLocks, TakenJobs } from '#store/engines/job-locks';

const SQLITE_BUSY = 5;

export class SqliteJobLocks implements JobLocks {
  readonly freeMeansOwnerDied = true;
  readonly #path: string;
  readonly #held = new TakenJobs<DatabaseSync>();

  /** `path` of the store: the locks lie beside it. */
  constructor(path: string) {
    this.#path = path;
  }

  take(name: string, dueAt: Instant): JobLock {
    if (this.#held.join(name, dueAt)) return 'had';
    const file = lockFile(`${this.#path}-job-${encodeURIComponent(name)}`);
    if (!file) return 'elsewhere';
    this.#held.add(name, dueAt, file);
    return 'taken';
  }

  has(name: string, dueAt: Instant): boolean {
    return this.#held.has(name, dueAt);
  }

  release(name: string, dueAt: Instant): void {
    this.#held.leave(name, dueAt)?.close();
  }

  close(): void {
    for (const file of this.#held.clear()) file.close();
  }
}

/** Nothing is ever written: the lock is all. */
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

// Job locks on PostgreSQL: advisory locks of one connection that is kept for them.

import { crc32 } from 'node:zlib';
import type { Instant } from '#core/time/instant';
import { type JobLock, type JobLocks, TakenJobs } from '#store/engines/job-locks';
import { isConnectionLost, translatePostgresError } from '#store/engines/postgres/postgres-errors';
import type { PostgresConnection, PostgresPool } from '#store/engines/postgres/postgres-pool';
import { LOCKS } from '#store/engines/postgres/postgres-transaction';

/** The first half of the locks of jobs, apart from Gridtide's other locks. */
const JOB_LOCKS = LOCKS + 1;

export class PostgresJobLocks implements JobLocks {
  /** A restart of the server releases all locks, so the last owner may still be at work. */
  readonly freeMeansOwnerDied = false;
  readonly #pool: PostgresPool;
  readonly #taken = new TakenJobs<number>();
  /** The duties with the connection that took the lock of each. */
  readonly #duties = new Map<string, Promise<PostgresConnection> | undefined>();
  /** The connection of all locks, which end with it. It is kept once it was needed. */
  #connection: Promise<PostgresConnection> | undefined;
  #releaseConnection = (): void => {};
  #isClosed = false;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async take(name: string, dueAt: Instant): Promise<JobLock> {
    if (this.#taken.join(name, dueAt)) return 'had';
    const lock = crc32(name) | 0;
    if (!(await this.#ask('pg_try_advisory_lock', lock))) return 'elsewhere';
    this.#taken.add(name, dueAt, lock);
    return 'taken';
  }

  has(name: string, dueAt: Instant): boolean {
    return this.#taken.has(name, dueAt);
  }

  /** Ignores errors: if the connection is gone, so is the lock. */
  async release(name: string, dueAt: Instant): Promise<void> {
    const lock = this.#taken.leave(name, dueAt);
    if (lock !== undefined) await this.#ask('pg_advisory_unlock', lock).catch(() => {});
  }

  /** Asks each time, because a lock is lost with its connection, and may be another owner's by now. */
  async hold(duty: string): Promise<boolean> {
    const lock = crc32(duty) | 0;
    const isTaken = await this.#ask('pg_try_advisory_lock', lock);
    const before = this.#duties.get(duty);
    if (isTaken) this.#duties.set(duty, this.#connection);
    else this.#duties.delete(duty);
    // PostgreSQL counts: a lock that one connection took twice needs two releases.
    if (isTaken && before === this.#connection) await this.#ask('pg_advisory_unlock', lock);
    return isTaken;
  }

  /** Ignores errors, as `release` does. */
  async leave(duty: string): Promise<void> {
    if (!this.#duties.delete(duty)) return;
    await this.#ask('pg_advisory_unlock', crc32(duty) | 0).catch(() => {});
  }

  close(): void {
    this.#isClosed = true;
    this.#taken.clear();
    this.#releaseConnection();
  }

  async #ask(lockFunction: string, lock: number): Promise<boolean> {
    const text = `SELECT ${lockFunction}(${JOB_LOCKS}, ${lock}) AS "isDone"`;
    for (let isNew = false; ; ) {
      isNew ||= this.#connection === undefined;
      try {
        const connection = await (this.#connection ??= this.#connect());
        const { rows } = await connection.query(text);
        return rows[0].isDone as boolean;
      } catch (error) {
        // The locks are gone with the connection. The jobs' rows still name their owners.
        this.#connection = undefined;
        this.#releaseConnection();
        // A kept connection may have ended when the server restarted, so a new one is tried.
        if (isNew || !isConnectionLost(error)) throw translatePostgresError(error);
      }
    }
  }

  #connect(): Promise<PostgresConnection> {
    return new Promise((resolve, reject) => {
      const kept = this.#pool.lend(async (connection) => {
        const released = new Promise<void>((release) => {
          this.#releaseConnection = release;
          if (this.#isClosed) release();
        });
        resolve(connection);
        await released;
        connection.isBroken = true;
      });
      kept.catch(reject);
    });
  }
}

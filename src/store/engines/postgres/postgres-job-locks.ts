// Locks of jobs on PostgreSQL: advisory ones, of a connection that is kept for them.

import { crc32 } from 'node:zlib';
import type { Instant } from '#core/time/instant';
import { type JobLock, type JobLocks, TakenJobs } from '#store/engines/job-locks';
import { isConnectionLost, translatePostgresError } from '#store/engines/postgres/postgres-errors';
import type { PostgresConnection, PostgresPool } from '#store/engines/postgres/postgres-pool';
import { LOCKS } from '#store/engines/postgres/postgres-transaction';

/** Apart from the locks of this program's other affairs. */
const JOB_LOCKS = LOCKS + 1;

export class PostgresJobLocks implements JobLocks {
  /** The server may have let go of a lock when it was restarted; whoever had it may still be at work. */
  readonly freeMeansOwnerDied = false;
  readonly #pool: PostgresPool;
  readonly #held = new TakenJobs<number>();
  /** Locks go with their connection, so one has all of them and is kept once it is needed. */
  #connection: Promise<PostgresConnection> | undefined;
  #letGo = (): void => {};
  #isClosed = false;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async take(name: string, dueAt: Instant): Promise<JobLock> {
    if (this.#held.join(name, dueAt)) return 'had';
    const lock = crc32(name) | 0;
    if (!(await this.#ask('pg_try_advisory_lock', lock))) return 'elsewhere';
    this.#held.add(name, dueAt, lock);
    return 'taken';
  }

  has(name: string, dueAt: Instant): boolean {
    return this.#held.has(name, dueAt);
  }

  /** Where the connection is gone, so is the lock. */
  async release(name: string, dueAt: Instant): Promise<void> {
    const lock = this.#held.leave(name, dueAt);
    if (lock !== undefined) await this.#ask('pg_advisory_unlock', lock).catch(() => {});
  }

  close(): void {
    this.#isClosed = true;
    this.#held.clear();
    this.#letGo();
  }

  async #ask(what: string, lock: number): Promise<boolean> {
    const text = `SELECT ${what}(${JOB_LOCKS}, ${lock}) AS "isSo"`;
    for (let isNew = false; ; ) {
      isNew ||= this.#connection === undefined;
      try {
        const connection = await (this.#connection ??= this.#connect());
        const { rows } = await connection.query(text);
        return rows[0].isSo as boolean;
      } catch (error) {
        // The locks are gone with the connection; the jobs' rows still say whose they are.
        this.#connection = undefined;
        this.#letGo();
        // One that was kept may have ended with the server's restart.
        if (isNew || !isConnectionLost(error)) throw translatePostgresError(error);
      }
    }
  }

  #connect(): Promise<PostgresConnection> {
    return new Promise((resolve, reject) => {
      const kept = this.#pool.lend(async (connection) => {
        const end = new Promise<void>((letGo) => {
          this.#letGo = letGo;
          if (this.#isClosed) letGo();
        });
        resolve(connection);
        await end;
        connection.isBroken = true;
      });
      kept.catch(reject);
    });
  }
}

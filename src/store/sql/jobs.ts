// Rows of scheduled jobs: which of them run, and how they ended.

import type { Instant } from '#core/time/instant';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import type { JobRecord } from '#store/store';

/** The process of a job that has not ended after this time counts as dead. */
const CLAIM_MS = 3_600_000;

/**
 * One statement, so that only one of two processes gets the job. `isFree`: the process that began the job
 * and did not end it is known to be dead.
 */
export async function claimJob(
  session: SqlSession,
  name: string,
  dueAt: Instant,
  now: Instant,
  isFree: boolean,
): Promise<boolean> {
  const before = isFree ? Number.MAX_SAFE_INTEGER : now - CLAIM_MS;
  return (await session.run(sql.CLAIM_JOB, name, dueAt, now, before)) > 0;
}

export async function endJob(
  session: SqlSession,
  name: string,
  dueAt: Instant,
  now: Instant,
  state: 'done' | 'failed',
  note: string,
): Promise<void> {
  await session.run(sql.END_JOB, name, dueAt, now, state, note);
}

export async function listJobs(
  session: SqlSession,
  name: string,
  limit: number,
): Promise<JobRecord[]> {
  const rows = await session.all<JobRecord>(sql.LIST_JOBS, name, limit);
  return rows.map((row) => ({ ...row }));
}

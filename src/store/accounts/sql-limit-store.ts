// Request windows, failed sign-ins and one-time codes through SQL: the same for each engine.

import type { Instant } from '#core/time/instant';
import * as sql from '#store/accounts/limit-statements';
import type {
  FailureKind,
  LimitStore,
  RequestCount,
  RequestWindow,
  RequestWish,
  UserUse,
} from '#store/limit-store';
import type { SqlSession } from '#store/sql/sql-session';

export class SqlLimitStore implements LimitStore {
  protected readonly session: SqlSession;
  protected readonly windows: SqlSession;

  /**
   * `windows` is the session for request windows and failed sign-ins. It may be quicker, as they need not
   * survive a power cut: on SQLite a guess would otherwise hold the process while the disk writes.
   */
  constructor(session: SqlSession, windows: SqlSession) {
    this.session = session;
    this.windows = windows;
  }

  async takeRequests(
    { windowKey, limit, needed, most, windowMs }: RequestWish,
    now: Instant,
  ): Promise<RequestWindow & { granted: number }> {
    const share = Math.max(needed, Math.min(most, Math.floor(limit / sql.SHARES)));
    const [row] = await this.windows.all<RequestWindow & { granted: number }>(
      sql.TAKE_REQUESTS,
      ...[windowKey, now, limit, needed, Math.max(needed, most), Math.min(limit, share)],
      ...[now - windowMs, now + windowMs],
    );
    return { ...row! };
  }

  async findWindow(windowKey: string): Promise<RequestWindow | undefined> {
    const [row] = await this.windows.all<RequestWindow>(sql.READ_WINDOW, windowKey);
    return row && { ...row };
  }

  async forgetWindows(before: Instant, after: Instant): Promise<void> {
    await this.windows.run(sql.FORGET_WINDOWS, before, after);
  }

  async addRequestCounts(counts: readonly RequestCount[]): Promise<void> {
    const rows = counts.map(({ userId, day, requests, lastAt }) => [userId, day, requests, lastAt]);
    await this.windows.runEach(sql.ADD_REQUEST_COUNT, rows);
  }

  async forgetRequestCounts(day: number): Promise<void> {
    await this.windows.run(sql.FORGET_REQUEST_COUNTS, day);
  }

  async listUse(today: number): Promise<UserUse[]> {
    return (await this.session.all<UserUse>(sql.LIST_USE, today)).map((row) => ({ ...row }));
  }

  async readFailures(keyHash: string): Promise<readonly Instant[]> {
    const [row] = await this.windows.all<{ failedAt: string }>(sql.READ_FAILURES, keyHash);
    return row ? JSON.parse(row.failedAt) : [];
  }

  async replaceFailures(
    kind: FailureKind,
    keyHash: string,
    from: readonly Instant[],
    to: readonly Instant[],
  ): Promise<boolean> {
    const changed = await this.windows.run(
      sql.REPLACE_FAILURES,
      ...[keyHash, kind, JSON.stringify(to), to.at(-1)!, JSON.stringify(from)],
    );
    return changed > 0;
  }

  async forgetFailures(
    kind: FailureKind,
    before: Instant,
    after: Instant,
    most: number,
  ): Promise<void> {
    await this.windows.run(sql.FORGET_FAILURES_AFTER, kind, after);
    await this.windows.run(sql.FORGET_FAILURES_BEFORE, kind, before, most - 1);
  }

  async removeFailures(kind: FailureKind, hashStart: string): Promise<void> {
    await this.session.run(sql.REMOVE_FAILURES, kind, hashStart);
  }

  async addCode(codeHash: string, userName: string, madeAt: Instant): Promise<void> {
    await this.session.run(sql.ADD_CODE, codeHash, userName, madeAt);
  }

  async takeCode(codeHash: string): Promise<{ userName: string; madeAt: Instant } | undefined> {
    const [row] = await this.session.all<{ userName: string; madeAt: Instant }>(
      sql.TAKE_CODE,
      codeHash,
    );
    return row && { ...row };
  }

  async forgetCodes(before: Instant, after: Instant, most: number): Promise<void> {
    await this.session.run(sql.FORGET_CODES, before, after, most - 1);
  }
}

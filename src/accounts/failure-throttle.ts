// Counts the failures of a subject (a user name, an address, both) over a sliding window, in the store: for all
// processes together, and across restarts. The limit is exact, because the times of the last failures are
// stored: no stretch of the window's length has more.

import { hash } from 'node:crypto';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import type { FailureKind } from '#store/limit-store';

/** The most failures of a user at an address, and of an address whatever the user. */
export const MAX_FAILED_SIGN_INS = 20;
/**
 * The most failures of a user from all addresses. It is wider, so that a single address cannot keep a user
 * out everywhere.
 */
export const MAX_FAILED_PER_USER = 100;
export const FAILURE_WINDOW_MS = 5 * MINUTE_MS;

// Some 50 MB. A failure under a name costs a password hash, and 700 of those a second are needed to push
// a name out. A failure under an address may cost nothing, so the two kinds are kept apart.
const MAX_SUBJECTS = 200_000;

/** How often old subjects are removed, by time and by failures of this process. */
const SWEEP_EVERY_MS = MINUTE_MS;
const SWEEP_EVERY_FAILURES = 1_000;

// Requests that took long, and machines whose clocks differ, write times that are a little ahead. Times
// further ahead were written before the clock was set back.
const AHEAD_MS = MINUTE_MS;

/** A try fails only if another process counts a failure of the same subject at the same moment. */
const MAX_TRIES = 100;

export interface ThrottleSettings {
  readonly maxFailures?: number;
  readonly windowMs?: number;
  readonly maxSubjects?: number;
}

/** What has the failures: one text, or two if the failures of the first are forgotten together. */
export type FailureSubject = string | readonly [owner: string, detail: string];

/** What counting a failure found. */
export interface CountedFailure {
  /** Seconds to wait; then nothing was counted. */
  readonly retryAfterSeconds: number;
  /** The failures within the window, with this one. */
  readonly count: number;
}

export class FailureThrottle {
  readonly #accounts: AccountStore;
  readonly #kind: FailureKind;
  readonly #maxFailures: number;
  readonly #windowMs: number;
  readonly #maxSubjects: number;
  #sweptAt: Instant | undefined;
  #sinceSweep = 0;

  constructor(accounts: AccountStore, kind: FailureKind, settings: ThrottleSettings = {}) {
    this.#accounts = accounts;
    this.#kind = kind;
    this.#maxFailures = settings.maxFailures ?? MAX_FAILED_SIGN_INS;
    this.#windowMs = settings.windowMs ?? FAILURE_WINDOW_MS;
    this.#maxSubjects = settings.maxSubjects ?? MAX_SUBJECTS;
  }

  /** Seconds until the subject may try again, rounded up; 0 if it may try now. */
  async retryAfterSeconds(subject: FailureSubject, now: Instant): Promise<number> {
    const subjectHash = this.#hashOf(subject);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const stored = await this.#accounts.readFailures(subjectHash);
      const recent = this.#recent(stored, now);
      const isAhead = stored.some((time) => time > now + AHEAD_MS);
      // Times ahead count as of now and are stored so. Otherwise each call would begin the wait again.
      if (
        !isAhead ||
        (await this.#accounts.replaceFailures(this.#kind, subjectHash, stored, recent))
      ) {
        return this.#waitOf(recent, now);
      }
    }
    return 1;
  }

  /** Like `count`, but resolves to the seconds to wait. */
  async record(subject: FailureSubject, now: Instant): Promise<number> {
    return (await this.count(subject, now)).retryAfterSeconds;
  }

  /**
   * Counts one failure. If the subject has to wait already, it counts nothing, so that the wait gets no
   * longer. If failures come to several processes at once, at most the limit is counted.
   */
  async count(subject: FailureSubject, now: Instant): Promise<CountedFailure> {
    const subjectHash = this.#hashOf(subject);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const stored = await this.#accounts.readFailures(subjectHash);
      const recent = this.#recent(stored, now);
      const retryAfterSeconds = this.#waitOf(recent, now);
      if (retryAfterSeconds > 0) return { retryAfterSeconds, count: recent.length };
      const next = [...recent, now].sort((a, b) => a - b);
      if (await this.#accounts.replaceFailures(this.#kind, subjectHash, stored, next)) {
        await this.#sweepWhenDue(now);
        return { retryAfterSeconds: 0, count: next.length };
      }
    }
    return { retryAfterSeconds: 1, count: 0 };
  }

  /** Forgets the failures of a subject, and of every pair that it owns. */
  forget(owner: string): Promise<void> {
    return this.#accounts.removeFailures(this.#kind, this.#hashOf(owner));
  }

  /** The subject as it is stored: it may be of any length, or a password typed in the wrong field. */
  #hashOf(subject: FailureSubject): string {
    const parts = typeof subject === 'string' ? [subject] : subject;
    return parts.map((part) => hash('sha256', `${this.#kind} ${part}`, 'base64')).join(' ');
  }

  /** The times within the window, ascending. Times ahead count as of now. */
  #recent(times: readonly Instant[], now: Instant): Instant[] {
    return times
      .map((time) => (time > now + AHEAD_MS ? now : time))
      .filter((time) => now - time < this.#windowMs)
      .sort((a, b) => a - b);
  }

  #waitOf(recent: readonly Instant[], now: Instant): number {
    if (recent.length < this.#maxFailures) return 0;
    const waitMs = recent.at(-this.#maxFailures)! + this.#windowMs - now;
    return Math.ceil(Math.min(waitMs, this.#windowMs) / SECOND_MS);
  }

  async #sweepWhenDue(now: Instant): Promise<void> {
    this.#sinceSweep++;
    const isTime = this.#sweptAt === undefined || Math.abs(now - this.#sweptAt) >= SWEEP_EVERY_MS;
    if (!isTime && this.#sinceSweep < SWEEP_EVERY_FAILURES) return;
    this.#sweptAt = now;
    this.#sinceSweep = 0;
    const oldest = now - this.#windowMs + 1;
    await this.#accounts.forgetFailures(this.#kind, oldest, now + DAY_MS, this.#maxSubjects);
  }
}

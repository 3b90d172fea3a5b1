// Counts failures per key (a user name, an address) over a sliding window, in the store: for all
// processes together, and across restarts. Exact: the times of the last failures are kept, so no stretch
// of the window's length holds more.

import { hash } from 'node:crypto';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { AccountStore, FailureKind } from '#store/account-store';

export const MAX_FAILED_SIGN_INS = 20;
export const FAILURE_WINDOW_MS = 5 * MINUTE_MS;

// Some 50 MB. A failure under a name costs a password hash, and it takes seven hundred of those a second
// to push a name out; under an address it may cost nothing, so the two kinds are kept apart.
const MAX_KEYS = 200_000;

/** Keys are cleared away so often, by time and by failures of this process. */
const SWEEP_EVERY_MS = MINUTE_MS;
const SWEEP_EVERY_FAILURES = 1_000;

// Requests that took long, and machines whose clocks differ, write times that are a little ahead. Times
// further ahead are of a clock that was set back since.
const AHEAD_MS = MINUTE_MS;

/** Others who change the same key at the same moment each fill it by one. */
const MAX_TRIES = 100;

export interface ThrottleSettings {
  readonly maxFailures?: number;
  readonly windowMs?: number;
  readonly maxKeys?: number;
}

export class FailureThrottle {
  readonly #accounts: AccountStore;
  readonly #kind: FailureKind;
  readonly #maxFailures: number;
  readonly #windowMs: number;
  readonly #maxKeys: number;
  #sweptAt: Instant | undefined;
  #sinceSweep = 0;

  constructor(accounts: AccountStore, kind: FailureKind, settings: ThrottleSettings = {}) {
    this.#accounts = accounts;
    this.#kind = kind;
    this.#maxFailures = settings.maxFailures ?? MAX_FAILED_SIGN_INS;
    this.#windowMs = settings.windowMs ?? FAILURE_WINDOW_MS;
    this.#maxKeys = settings.maxKeys ?? MAX_KEYS;
  }

  /** Seconds until the key may try again, rounded up; 0 where it may try now. */
  async retryAfterSeconds(key: string, now: Instant): Promise<number> {
    const keyHash = this.#hashOf(key);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const stored = await this.#accounts.readFailures(keyHash);
      const recent = this.#recent(stored, now);
      const isAhead = stored.some((time) => time > now + AHEAD_MS);
      // Counted from now, and written down so: else each look would begin the wait anew.
      if (!isAhead || (await this.#accounts.replaceFailures(this.#kind, keyHash, stored, recent))) {
        return this.#waitOf(recent, now);
      }
    }
    return 1;
  }

  /**
   * Counts one failure; resolves to 0. Where the key has to wait already, nothing is counted, so that
   * the wait gets no longer, and it resolves to the seconds. Of failures that come to several processes
   * at once no more than the limit are counted.
   */
  async record(key: string, now: Instant): Promise<number> {
    const keyHash = this.#hashOf(key);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const stored = await this.#accounts.readFailures(keyHash);
      const recent = this.#recent(stored, now);
      const wait = this.#waitOf(recent, now);
      if (wait > 0) return wait;
      const next = [...recent, now].sort((a, b) => a - b);
      if (await this.#accounts.replaceFailures(this.#kind, keyHash, stored, next)) {
        await this.#sweepWhenDue(now);
        return 0;
      }
    }
    return 1;
  }

  /** Hashed: it may be of any length, or be a password that was typed in the wrong field. */
  #hashOf(key: string): string {
    return hash('sha256', `${this.#kind} ${key}`, 'base64');
  }

  /** Those within the window, ascending; what lies ahead counts as of now. */
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
    await this.#accounts.forgetFailures(this.#kind, oldest, now + DAY_MS, this.#maxKeys);
  }
}

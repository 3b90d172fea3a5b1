// Counts failures per key (a user name, an address) over a sliding window, in bounded memory.
// Exact: it keeps the times of the last failures, so no stretch of the window's length holds more.

import { SteadyTime } from '#accounts/steady-time';
import { type Instant, MINUTE_MS, SECOND_MS } from '#core/instant';

export const MAX_FAILED_SIGN_INS = 20;
export const FAILURE_WINDOW_MS = 5 * MINUTE_MS;

// Each failed sign-in costs a password hash, of which a server manages far fewer in a window than
// this: nobody can push a key out by failing under other names.
const MAX_KEYS = 50_000;

export interface ThrottleSettings {
  readonly maxFailures?: number;
  readonly windowMs?: number;
  readonly maxKeys?: number;
}

export class FailureThrottle {
  readonly #maxFailures: number;
  readonly #windowMs: number;
  readonly #maxKeys: number;
  readonly #time = new SteadyTime();
  /** Times of a key's failures, oldest first; keys in order of their newest failure. */
  readonly #failures = new Map<string, number[]>();

  constructor(settings: ThrottleSettings = {}) {
    this.#maxFailures = settings.maxFailures ?? MAX_FAILED_SIGN_INS;
    this.#windowMs = settings.windowMs ?? FAILURE_WINDOW_MS;
    this.#maxKeys = settings.maxKeys ?? MAX_KEYS;
  }

  /** How many keys are held. */
  get size(): number {
    return this.#failures.size;
  }

  /** Seconds until the key may try again, rounded up; 0 where it may try now. */
  retryAfterSeconds(key: string, now: Instant): number {
    const at = this.#time.at(now);
    const times = this.#recent(key, at);
    if (times.length < this.#maxFailures) return 0;
    return Math.ceil((times[0]! + this.#windowMs - at) / SECOND_MS);
  }

  /** Counts one failure. Failures beyond the limit do not lengthen the wait. */
  record(key: string, now: Instant): void {
    const at = this.#time.at(now);
    const times = this.#recent(key, at);
    if (times.length >= this.#maxFailures) return;
    this.#failures.delete(key);
    this.#failures.set(key, [...times, at]);
    this.#dropOldest(at);
  }

  #recent(key: string, at: number): number[] {
    return (this.#failures.get(key) ?? []).filter((time) => this.#isRecent(time, at));
  }

  #isRecent(time: number, at: number): boolean {
    return at - time < this.#windowMs;
  }

  /** Forgets keys whose newest failure has left the window, and the oldest where there are too many. */
  #dropOldest(at: number): void {
    for (const [key, times] of this.#failures) {
      const isOver = this.#failures.size > this.#maxKeys;
      if (!isOver && this.#isRecent(times.at(-1)!, at)) return;
      this.#failures.delete(key);
    }
  }
}

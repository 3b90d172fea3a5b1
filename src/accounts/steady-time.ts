// Clocks that are set back: counters must not last longer, and expired tokens must not come back.

import type { MaybePromise } from '#core/maybe-promise';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';

// Each request reads the clock once, at its start, so a slow one arrives here with an older instant than
// a quick one before it. Requests end well within this, so a larger step back was made by the clock.
const LATE_REQUEST_MS = MINUTE_MS;

/** Turns instants of a wall clock into milliseconds since the first one. Steps back add nothing. */
export class SteadyTime {
  #latest: Instant | undefined;
  #elapsedMs = 0;

  at(now: Instant): number {
    const stepMs = now - (this.#latest ?? now);
    // A late request must not move `latest` back, or the next one would count the same time twice.
    if (stepMs >= 0 || stepMs < -LATE_REQUEST_MS) this.#latest = now;
    if (stepMs > 0) this.#elapsedMs += stepMs;
    return this.#elapsedMs;
  }
}

export class ClockSetBack {
  readonly #accounts: AccountStore;
  #latest = Number.NEGATIVE_INFINITY;
  #removing: Promise<void> | undefined;

  constructor(accounts: AccountStore) {
    this.#accounts = accounts;
  }

  /** Must be called before a caller is looked for or a token is made. Returns a promise only after a step back. */
  notice(now: Instant): MaybePromise<void> {
    if (now >= this.#latest - LATE_REQUEST_MS) {
      if (now > this.#latest) this.#latest = now;
      return this.#removing;
    }
    const latest = this.#latest;
    this.#latest = now;
    this.#removing = this.#remove(latest);
    return this.#removing;
  }

  /** Removes what had expired by `latest`. If the store cannot, the next request tries again. */
  async #remove(latest: Instant): Promise<void> {
    try {
      await this.#accounts.removeExpired(latest);
    } catch (error) {
      this.#latest = Math.max(this.#latest, latest);
      throw error;
    } finally {
      this.#removing = undefined;
    }
  }
}

// A clock that is set back must not revive tokens. What had expired at its latest time stays expired.

import type { MaybePromise } from '#core/maybe-promise';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';

/** A request that took long still carries the time of its arrival. */
const LATE_REQUEST_MS = MINUTE_MS;

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

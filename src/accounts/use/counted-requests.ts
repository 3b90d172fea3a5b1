// Counts each user's requests per UTC day around a limiter. Counts are kept in memory and added to the store once
// a minute at most, so that no request costs a write.

import { type RateVerdict, type RequestLimits, userIdOf } from '#accounts/rate-limiter';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { DAY_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import type { RequestCount } from '#store/limit-store';

const KEPT_DAYS = 90;
interface Count {
  readonly userId: number;
  readonly day: number;
  requests: number;
  lastAt: Instant;
}

export class CountedRequests implements RequestLimits {
  readonly #limits: RequestLimits;
  readonly #accounts: AccountStore;
  /** What the store lacks, by the key of the user. Counts of a day that is over wait in `#earlier`. */
  #counts = new Map<string, Count>();
  #earlier: RequestCount[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sweptDay: number | undefined;

  constructor(limits: RequestLimits, accounts: AccountStore) {
    this.#limits = limits;
    this.#accounts = accounts;
  }

  take(userKey: string, limit: number, now: Instant): MaybePromise<RateVerdict> {
    return whenReady(this.#limits.take(userKey, limit, now), (verdict) =>
      this.#count(userKey, verdict, now),
    );
  }

  takeAtOnce(userKey: string, limit: number, now: Instant): RateVerdict | undefined {
    const verdict = this.#limits.takeAtOnce(userKey, limit, now);
    return verdict && this.#count(userKey, verdict, now);
  }

  peek(userKey: string, limit: number, now: Instant): MaybePromise<RateVerdict> {
    return this.#limits.peek(userKey, limit, now);
  }

  #count(userKey: string, verdict: RateVerdict, now: Instant): RateVerdict {
    const userId = verdict.isAllowed ? userIdOf(userKey) : undefined;
    if (userId === undefined) return verdict;
    const day = Math.floor(now / DAY_MS);
    const known = this.#counts.get(userKey);
    if (known?.day === day) {
      known.requests++;
      known.lastAt = now;
      return verdict;
    }
    if (known) this.#earlier.push(known);
    this.#counts.set(userKey, { userId, day, requests: 1, lastAt: now });
    // Ignores errors: the counts stay, and are tried again with the next.
    this.#timer ??= setTimeout(() => this.flush().catch(() => {}), MINUTE_MS).unref();
    return verdict;
  }

  /** Adds what was counted to the store. If that fails, it stays to be added later. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = added([...this.#earlier, ...this.#counts.values()]);
    if (counts.length === 0) return;
    [this.#earlier, this.#counts] = [[], new Map()];
    try {
      await this.#accounts.addRequestCounts(counts);
    } catch (error) {
      this.#earlier.push(...counts);
      throw error;
    }
    const today = Math.max(...counts.map(({ day }) => day));
    if (this.#sweptDay === today) return;
    this.#sweptDay = today;
    await this.#accounts.forgetRequestCounts(today - KEPT_DAYS);
  }
}

/** One count for each user and day: a write that failed may have left several. */
function added(counts: readonly RequestCount[]): RequestCount[] {
  const sums = new Map<string, RequestCount>();
  for (const count of counts) {
    const name = `${count.userId} ${count.day}`;
    const sum = sums.get(name);
    const requests = count.requests + (sum?.requests ?? 0);
    sums.set(name, { ...count, requests, lastAt: Math.max(count.lastAt, sum?.lastAt ?? 0) });
  }
  return [...sums.values()];
}

// Limits requests per minute and user over all processes on one store. A process takes several requests at
// a time from the user's window in the store, so that few requests wait for the store.

import {
  MAX_WINDOWS,
  RateLimiter,
  type RateVerdict,
  type RequestLimits,
} from '#accounts/rate-limiter';
import type { MaybePromise } from '#core/maybe-promise';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import type { RequestWindow, RequestWish } from '#store/limit-store';
import { StoreUnwritable } from '#store/store';

/** A window in the store, and this process's share of it. */
interface Share {
  readonly openedAt: Instant;
  /** The requests that all processes had taken, by the store's last answer. Grows while the window is open. */
  taken: number;
  /** The requests that this process has taken and not used yet. */
  left: number;
  /** The requests that this process has used. It takes at most as many ahead, so that few are left unused. */
  used: number;
}

interface Waiting {
  readonly limit: number;
  readonly now: Instant;
  resolve(verdict: RateVerdict): void;
  reject(error: unknown): void;
}

/**
 * Lets at most the limit of requests pass in a window, over all processes, while the store can count them.
 * It may let fewer pass: a process may not use all that it took ahead, at most a sixteenth of the rest.
 * `remaining` is what the store had left by its last answer, plus what is left here. Other processes may
 * have taken from it since.
 */
export class SharedRateLimiter implements RequestLimits {
  readonly #accounts: AccountStore;
  readonly #maxWindows: number;
  /** The shares in the order in which this process learned of the windows. */
  readonly #shares = new Map<string, Share>();
  /** The waiting requests of each user, which share one question to the store. */
  readonly #waiting = new Map<string, Waiting[]>();
  #sweptAt: Instant | undefined;

  constructor(accounts: AccountStore, settings: { readonly maxWindows?: number } = {}) {
    this.#accounts = accounts;
    this.#maxWindows = settings.maxWindows ?? MAX_WINDOWS;
  }

  /** The number of windows in memory. */
  get size(): number {
    return this.#shares.size;
  }

  take(userKey: string, limit: number, now: Instant): MaybePromise<RateVerdict> {
    return (
      this.takeAtOnce(userKey, limit, now) ??
      new Promise((resolve, reject) => {
        this.#wait(userKey, { limit, now, resolve, reject });
      })
    );
  }

  takeAtOnce(userKey: string, limit: number, now: Instant): RateVerdict | undefined {
    const share = this.#openShare(userKey, now);
    if (!share) return undefined;
    // A plan's limit may have been lowered below what the window has counted already.
    const isAllowed = share.left > 0 && share.taken - share.left < limit;
    if (!isAllowed && share.taken < limit) return undefined;
    return use(share, isAllowed, limit, now);
  }

  peek(userKey: string, limit: number, now: Instant): MaybePromise<RateVerdict> {
    const share = this.#openShare(userKey, now);
    return share ? describe(share, limit, now) : this.#look(userKey, limit, now);
  }

  async #look(userKey: string, limit: number, now: Instant): Promise<RateVerdict> {
    const window = await this.#accounts.findWindow(userKey);
    if (window && isOpen(window, now)) return describe({ ...window, left: 0 }, limit, now);
    return { isAllowed: limit > 0, limit, remaining: limit, resetSeconds: 0 };
  }

  #openShare(userKey: string, now: Instant): Share | undefined {
    const share = this.#shares.get(userKey);
    return share && isOpen(share, now) ? share : undefined;
  }

  #wait(userKey: string, one: Waiting): void {
    const queue = this.#waiting.get(userKey);
    if (queue) {
      queue.push(one);
      return;
    }
    const begun = [one];
    this.#waiting.set(userKey, begun);
    void this.#serve(userKey, begun);
  }

  /** Serves a user's queue. Each question to the store decides at least the first request, so the queue ends. */
  async #serve(userKey: string, queue: Waiting[]): Promise<void> {
    try {
      while (queue.length > 0) {
        const { limit, now } = queue[0]!;
        const { share, granted } = await this.#ask(userKey, limit, queue.length, now);
        const first = queue.shift()!;
        first.resolve(use(share, granted > 0, limit, now));
        this.#serveAtOnce(userKey, queue);
      }
    } catch (error) {
      for (const one of queue) one.reject(error);
    } finally {
      this.#waiting.delete(userKey);
    }
  }

  #serveAtOnce(userKey: string, queue: Waiting[]): void {
    for (let next = queue[0]; next; next = queue[0]) {
      const verdict = this.takeAtOnce(userKey, next.limit, next.now);
      if (!verdict) return;
      next.resolve(verdict);
      queue.shift();
    }
  }

  async #ask(
    userKey: string,
    limit: number,
    needed: number,
    now: Instant,
  ): Promise<{ share: Share; granted: number }> {
    this.#sweep(now);
    const known = this.#openShare(userKey, now);
    const wish = { windowKey: userKey, limit, needed, most: known?.used ?? 0, windowMs: MINUTE_MS };
    const { openedAt, taken, granted } = await this.#accounts
      .takeRequests(wish, now)
      .catch((error) => takeHere(error, wish, known ?? { openedAt: now, taken: 0 }));
    const share =
      known?.openedAt === openedAt
        ? known
        : this.#keep(userKey, { openedAt, taken, left: 0, used: 0 });
    share.taken = taken;
    share.left += granted;
    return { share, granted };
  }

  #keep(userKey: string, share: Share): Share {
    this.#shares.delete(userKey);
    this.#shares.set(userKey, share);
    for (const [oldestKey, oldest] of this.#shares) {
      if (this.#shares.size <= this.#maxWindows && isOpen(oldest, share.openedAt)) break;
      this.#shares.delete(oldestKey);
    }
    return share;
  }

  /** Removes old windows once a minute. Ignores errors, as the next question reports the store's trouble. */
  #sweep(now: Instant): void {
    if (this.#sweptAt !== undefined && Math.abs(now - this.#sweptAt) < MINUTE_MS) return;
    this.#sweptAt = now;
    this.#accounts.forgetWindows(now - 2 * MINUTE_MS, now + DAY_MS).catch(() => {});
  }
}

/**
 * Counts in this process while the store cannot be written. It can still be read, so no request should be
 * refused for want of counting. All processes together may then let pass the limit times their number.
 */
function takeHere(
  error: unknown,
  { limit, needed, most }: RequestWish,
  { openedAt, taken }: RequestWindow,
): RequestWindow & { readonly granted: number } {
  if (!(error instanceof StoreUnwritable)) throw error;
  const granted = Math.max(0, Math.min(limit - taken, Math.max(needed, most)));
  return { openedAt, taken: taken + granted, granted };
}

/** Whether a window is open. One that opens a minute or more ahead was opened before the clock was set back. */
const isOpen = ({ openedAt }: { readonly openedAt: Instant }, now: Instant): boolean =>
  Math.abs(now - openedAt) < MINUTE_MS;

function use(share: Share, isAllowed: boolean, limit: number, now: Instant): RateVerdict {
  if (isAllowed) {
    share.left--;
    share.used++;
  }
  return { ...describe(share, limit, now), isAllowed };
}

function describe(
  { openedAt, taken, left }: Pick<Share, 'openedAt' | 'taken' | 'left'>,
  limit: number,
  now: Instant,
): RateVerdict {
  const remaining = Math.max(0, limit - taken + left);
  const waitMs = Math.min(MINUTE_MS, openedAt + MINUTE_MS - now);
  return {
    isAllowed: remaining > 0,
    limit,
    remaining,
    resetSeconds: Math.ceil(waitMs / SECOND_MS),
  };
}

/** Makes a limiter; `isShared`: whether other processes may be on the same store. */
export const makeRateLimiter = (accounts: AccountStore, isShared: boolean): RequestLimits =>
  isShared ? new SharedRateLimiter(accounts) : new RateLimiter();

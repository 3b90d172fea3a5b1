// Requests per minute and user over all processes on one store. A process takes several at a time out
// of the user's window in the store, so that few requests wait for it.

import {
  MAX_WINDOWS,
  RateLimiter,
  type RateVerdict,
  type RequestLimits,
} from '#accounts/rate-limiter';
import type { MaybePromise } from '#core/maybe-promise';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { AccountStore, RequestWindow, RequestWish } from '#store/account-store';
import { StoreUnwritable } from '#store/store';

/** A window of the store, and what this process has of it. */
interface Share {
  readonly openedAt: Instant;
  /** By all processes, when the store last said. It only grows while the window is open. */
  taken: number;
  /** Of those, what this process has not used yet. */
  left: number;
  /** What this process has used: it takes no more than that ahead, so that little is left unused. */
  used: number;
}

interface Waiting {
  readonly limit: number;
  readonly now: Instant;
  resolve(verdict: RateVerdict): void;
  reject(error: unknown): void;
}

/**
 * Never lets more requests pass in a window than the limit, whatever processes they come to, while the store
 * can count them. It may be fewer: what one process took ahead and did not use, at most a sixteenth of what
 * was left, is nobody else's. `remaining` is what the store had left when it last said, and what is left
 * here; other processes may have taken of it since.
 */
export class SharedRateLimiter implements RequestLimits {
  readonly #accounts: AccountStore;
  readonly #maxWindows: number;
  /** In order of learning of the window. */
  readonly #shares = new Map<string, Share>();
  /** Those of a user wait for one question to the store together. */
  readonly #waiting = new Map<string, Waiting[]>();
  #sweptAt: Instant | undefined;

  constructor(accounts: AccountStore, settings: { readonly maxWindows?: number } = {}) {
    this.#accounts = accounts;
    this.#maxWindows = settings.maxWindows ?? MAX_WINDOWS;
  }

  /** How many windows are held. */
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
    // A plan's limit may have been lowered below what the window already counted.
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
    const line = this.#waiting.get(userKey);
    if (line) {
      line.push(one);
      return;
    }
    const begun = [one];
    this.#waiting.set(userKey, begun);
    void this.#serve(userKey, begun);
  }

  /** Each question to the store decides about the first in line at least, so the line ends. */
  async #serve(userKey: string, line: Waiting[]): Promise<void> {
    try {
      while (line.length > 0) {
        const { limit, now } = line[0]!;
        const { share, granted } = await this.#ask(userKey, limit, line.length, now);
        const first = line.shift()!;
        first.resolve(use(share, granted > 0, limit, now));
        this.#serveAtOnce(userKey, line);
      }
    } catch (error) {
      for (const one of line) one.reject(error);
    } finally {
      this.#waiting.delete(userKey);
    }
  }

  #serveAtOnce(userKey: string, line: Waiting[]): void {
    for (let next = line[0]; next; next = line[0]) {
      const verdict = this.takeAtOnce(userKey, next.limit, next.now);
      if (!verdict) return;
      next.resolve(verdict);
      line.shift();
    }
  }

  async #ask(
    userKey: string,
    limit: number,
    needed: number,
    now: Instant,
  ): Promise<{ share: Share; granted: number }> {
    this.#sweep(now);
    const held = this.#openShare(userKey, now);
    const wish = { windowKey: userKey, limit, needed, most: held?.used ?? 0, windowMs: MINUTE_MS };
    const { openedAt, taken, granted } = await this.#accounts
      .takeRequests(wish, now)
      .catch((error) => takeHere(error, wish, held ?? { openedAt: now, taken: 0 }));
    const share =
      held?.openedAt === openedAt
        ? held
        : this.#hold(userKey, { openedAt, taken, left: 0, used: 0 });
    share.taken = taken;
    share.left += granted;
    return { share, granted };
  }

  #hold(userKey: string, share: Share): Share {
    this.#shares.delete(userKey);
    this.#shares.set(userKey, share);
    for (const [key, oldest] of this.#shares) {
      if (this.#shares.size <= this.#maxWindows && isOpen(oldest, share.openedAt)) break;
      this.#shares.delete(key);
    }
    return share;
  }

  /** Once a minute; the store's troubles are told by what is asked next. */
  #sweep(now: Instant): void {
    if (this.#sweptAt !== undefined && Math.abs(now - this.#sweptAt) < MINUTE_MS) return;
    this.#sweptAt = now;
    this.#accounts.forgetWindows(now - 2 * MINUTE_MS, now + DAY_MS).catch(() => {});
  }
}

/**
 * A store that takes nothing new can still be read, so nobody is refused for want of counting: meanwhile each
 * process counts for itself, and all of them together may let pass the limit times their number.
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

/** One that opens later than any late request or other machine's clock explains is of a clock set back. */
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

/** `isShared`: whether other processes may be on the same store. */
export const makeRateLimiter = (accounts: AccountStore, isShared: boolean): RequestLimits =>
  isShared ? new SharedRateLimiter(accounts) : new RateLimiter();

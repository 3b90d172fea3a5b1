// Limits requests per minute and user, by a fixed window that opens with the user's first request. Two
// numbers a user keep exactly what the headers promise ("N left, for M seconds"). The price, up to twice
// the limit around a window's edge, does not harm fair sharing.

import { SteadyTime } from '#accounts/steady-time';
import type { MaybePromise } from '#core/maybe-promise';
import { type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';

export const MAX_WINDOWS = 100_000;

export interface RateVerdict {
  /** Whether the request may go on. From `peek`: whether the next one could. */
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Requests left in the window, after this one. */
  readonly remaining: number;
  /** Seconds until the whole limit is available again, rounded up; 0 if it is. */
  readonly resetSeconds: number;
}

const USER = 'user ';

/** Under which key a limiter counts the requests of a user. */
export const userKeyOf = (user: { readonly id: number }): string => `${USER}${user.id}`;

/** The number of the user of a key; undefined if it is that of an address. */
export const userIdOf = (key: string): number | undefined =>
  key.startsWith(USER) ? Number(key.slice(USER.length)) : undefined;

/** What the server needs of either kind of limiter. */
export interface RequestLimits {
  /** Counts one request. Refused requests do not count, so waiting always helps. */
  take(userKey: string, limit: number, now: Instant): MaybePromise<RateVerdict>;
  /** Like `take`, if no store access is needed. Otherwise undefined, and nothing is counted. */
  takeAtOnce(userKey: string, limit: number, now: Instant): RateVerdict | undefined;
  /** What `take` would find, without counting a request. */
  peek(userKey: string, limit: number, now: Instant): MaybePromise<RateVerdict>;
  /** Stores what was counted, if a limiter stores it later than at once. */
  flush?(): Promise<void>;
}

interface Window {
  readonly openedAt: number;
  count: number;
}

/** The limiter of a server that is alone on its store: exact, and without waiting. */
export class RateLimiter implements RequestLimits {
  readonly #maxWindows: number;
  readonly #time = new SteadyTime();
  /** The windows in order of opening, as a window is never reused. */
  readonly #windows = new Map<string, Window>();

  constructor(settings: { readonly maxWindows?: number } = {}) {
    this.#maxWindows = settings.maxWindows ?? MAX_WINDOWS;
  }

  /** The number of windows in memory. */
  get size(): number {
    return this.#windows.size;
  }

  take(userKey: string, limit: number, now: Instant): RateVerdict {
    const at = this.#time.at(now);
    const window = this.#openWindow(userKey, at) ?? this.#addWindow(userKey, at);
    const isAllowed = window.count < limit;
    if (isAllowed) window.count++;
    return describe(window, isAllowed, limit, at);
  }

  takeAtOnce(userKey: string, limit: number, now: Instant): RateVerdict {
    return this.take(userKey, limit, now);
  }

  peek(userKey: string, limit: number, now: Instant): RateVerdict {
    const at = this.#time.at(now);
    const window = this.#openWindow(userKey, at);
    if (!window) return { isAllowed: limit > 0, limit, remaining: limit, resetSeconds: 0 };
    return describe(window, window.count < limit, limit, at);
  }

  #openWindow(userKey: string, at: number): Window | undefined {
    const window = this.#windows.get(userKey);
    return window && isOpen(window, at) ? window : undefined;
  }

  #addWindow(userKey: string, at: number): Window {
    const window = { openedAt: at, count: 0 };
    this.#windows.delete(userKey);
    this.#windows.set(userKey, window);
    for (const [oldestKey, oldest] of this.#windows) {
      if (this.#windows.size <= this.#maxWindows && isOpen(oldest, at)) break;
      this.#windows.delete(oldestKey);
    }
    return window;
  }
}

const isOpen = (window: Window, at: number): boolean => at - window.openedAt < MINUTE_MS;

function describe(window: Window, isAllowed: boolean, limit: number, at: number): RateVerdict {
  return {
    isAllowed,
    limit,
    // A plan's limit may have been lowered below what the window has counted already.
    remaining: Math.max(0, limit - window.count),
    resetSeconds: Math.ceil((window.openedAt + MINUTE_MS - at) / SECOND_MS),
  };
}

// What every store keeps to limit requests and sign-ins: request windows, failed sign-ins, one-time codes.
// store.ts says what is common to all methods.

import type { Instant } from '#core/time/instant';

/** Asks to take requests out of a window. */
export interface RequestWish {
  readonly windowKey: string;
  /** The most requests in one window. */
  readonly limit: number;
  /** Requests that are waiting. */
  readonly needed: number;
  /** The most to take ahead, if a sixteenth of what is left allows it. */
  readonly most: number;
  readonly windowMs: number;
}

/** A window as it is stored. */
export interface RequestWindow {
  readonly openedAt: Instant;
  /** Requests that all processes together have taken out of the window. */
  readonly taken: number;
}

/** Requests of a user on one UTC day. */
export interface RequestCount {
  readonly userId: number;
  /** Days since 1970. */
  readonly day: number;
  readonly requests: number;
  /** The last of them. */
  readonly lastAt: Instant;
}

/** How much a user uses the server. */
export interface UserUse {
  readonly userId: number;
  /** The last known use of a token, key or session; null: nothing is known. */
  readonly lastSeenAt: Instant | null;
  readonly requestsToday: number;
  /** The requests in the seven UTC days before today. */
  readonly requestsBefore: number;
}

/**
 * What failed sign-ins are counted by; `pair` is a user at an address. Under `familiar` the same table has
 * the pairs that signed in, each with the time of it.
 */
export type FailureKind = 'user' | 'address' | 'pair' | 'familiar';

export interface LimitStore {
  /**
   * Takes requests out of a window, and opens one if none is open. `granted` is how many: all processes
   * together never get more than the limit in one window. A window that is more than its length ahead of
   * `now` comes from a clock that was set back, and counts as opened now. Windows need not survive a
   * crash of the engine.
   */
  takeRequests(
    wish: RequestWish,
    now: Instant,
  ): Promise<RequestWindow & { readonly granted: number }>;
  /** The last window of a key, which may be over. */
  findWindow(windowKey: string): Promise<RequestWindow | undefined>;
  /** Forgets windows that opened before `before` or after `after`. */
  forgetWindows(before: Instant, after: Instant): Promise<void>;
  /** Adds requests to those of their user and day. Like windows, the last ones may be lost in a power cut. */
  addRequestCounts(counts: readonly RequestCount[]): Promise<void>;
  /** Forgets the requests of days before `day`. */
  forgetRequestCounts(day: number): Promise<void>;
  /** The use of every user who has a credential or requests, up to the UTC day `today`, by ascending user. */
  listUse(today: number): Promise<UserUse[]>;
  /** When sign-ins under a hash failed, ascending. Like windows, the last ones may be lost in a power cut. */
  readFailures(keyHash: string): Promise<readonly Instant[]>;
  /**
   * Compare-and-set: replaces `from` by `to`, which has at least one instant. False if the stored
   * instants are no longer `from`. Instants that were forgotten in the meantime do not matter.
   */
  replaceFailures(
    kind: FailureKind,
    keyHash: string,
    from: readonly Instant[],
    to: readonly Instant[],
  ): Promise<boolean>;
  /**
   * Forgets hashes whose last failure is before `before` or after `after`, and all but the `most` that
   * failed last.
   */
  forgetFailures(kind: FailureKind, before: Instant, after: Instant, most: number): Promise<void>;
  /** Forgets every hash of a kind that begins with the text. */
  removeFailures(kind: FailureKind, hashStart: string): Promise<void>;
  /** Stores the hash of a one-time code. */
  addCode(codeHash: string, userName: string, madeAt: Instant): Promise<void>;
  /** Removes a code and resolves to it. Only one caller gets it. */
  takeCode(
    codeHash: string,
  ): Promise<{ readonly userName: string; readonly madeAt: Instant } | undefined>;
  /** Forgets codes made before `before` or after `after`, and all but the `most` newest. */
  forgetCodes(before: Instant, after: Instant, most: number): Promise<void>;
}

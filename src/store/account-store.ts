// Users, plans, credentials, and what limits them, as every store keeps them. What is common to all methods
// is said in store.ts.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { KeptAnswer } from '#store/series-store';

export interface Plan {
  readonly name: string;
  /** Identifier patterns with `*` for any run of characters. */
  readonly patterns: readonly string[];
  readonly requestsPerMinute: number;
  readonly pointsPerAnswer: number;
}

export interface User {
  readonly id: number;
  readonly name: string;
  /** PHC string; null for a user who cannot sign in with a password. */
  readonly passwordHash: string | null;
  readonly planName: string;
  readonly isDisabled: boolean;
  readonly createdAt: Instant;
}

/** A sign-in token or a named API key. Only the hash of the secret is ever stored. */
export interface Credential {
  readonly hash: string;
  readonly userId: number;
  /** An operator key also opens the operator interface. */
  readonly kind: 'token' | 'key' | 'operator';
  /** A key's name, unique among the user's keys; null for a token. */
  readonly name: string | null;
  readonly createdAt: Instant;
  /** First instant at which it no longer works; null means never. */
  readonly expiresAt: Instant | null;
}

/** A credential with everything a request needs to know of its owner. */
export interface Grant {
  readonly credential: Credential;
  readonly user: User;
  readonly plan: Plan;
}

/** Who changed which account. */
export interface AccountEntry {
  readonly id: number;
  readonly recordedAt: Instant;
  readonly actor: string;
  /** Such as `user-added`. */
  readonly kind: string;
  /** The user or plan it was about. */
  readonly name: string;
  /** A sentence; never a secret. */
  readonly detail: string;
}

/** A wish to take requests out of a key's window. */
export interface RequestWish {
  readonly windowKey: string;
  /** Requests a window. */
  readonly limit: number;
  /** So many are waiting. */
  readonly needed: number;
  /** So many may be taken ahead, where a sixteenth of what is left is as many. */
  readonly most: number;
  readonly windowMs: number;
}

/** A key's window as the store has it. */
export interface RequestWindow {
  readonly openedAt: Instant;
  /** Requests that all processes together have taken out of it. */
  readonly taken: number;
}

/** What failed sign-ins are counted by. */
export type FailureKind = 'user' | 'address';

export interface AccountStore {
  /**
   * Runs `work` as one transaction that no other of these overlaps: all that it changes through the
   * accounts it is given is kept, or nothing. Others wait meanwhile: what takes long is done before.
   */
  transact<T>(work: (accounts: AccountStore) => Promise<T>): Promise<T>;
  findUser(name: string): Promise<User | undefined>;
  listUsers(): Promise<User[]>;
  /** Resolves to undefined where the name is taken (without regard to case). */
  addUser(user: Omit<User, 'id'>): Promise<User | undefined>;
  /** Changes what is given; resolves to undefined where there is no such user. */
  updateUser(
    name: string,
    change: Partial<Pick<User, 'passwordHash' | 'planName' | 'isDisabled'>>,
  ): Promise<User | undefined>;
  findPlan(name: string): Promise<Plan | undefined>;
  listPlans(): Promise<Plan[]>;
  putPlan(plan: Plan): Promise<void>;
  /** Resolves to false where the user already has a key of that name. */
  addCredential(credential: Credential): Promise<boolean>;
  findGrant(hash: string): MaybePromise<Grant | undefined>;
  listKeys(userId: number): Promise<Credential[]>;
  /** Resolves to false where there was nothing to remove. */
  removeCredential(hash: string): Promise<boolean>;
  removeKey(userId: number, name: string): Promise<boolean>;
  /** Ends every token (not key) of a user: after a password change or a disable. */
  removeTokens(userId: number): Promise<void>;
  /** Forgets credentials with expiresAt ≤ now; resolves to how many. */
  removeExpired(now: Instant): Promise<number>;
  addEntry(entry: Omit<AccountEntry, 'id'>): Promise<void>;
  /** Newest first; `before` continues a listing. */
  listEntries(limit: number, before?: number): Promise<AccountEntry[]>;
  findAnswer(keyHash: string, after: Instant): Promise<KeptAnswer | undefined>;
  keepAnswer(keyHash: string, kept: KeptAnswer, now: Instant): Promise<void>;
  /**
   * Takes requests out of a key's window, opening one where none is open: never more than the limit in
   * one window, whoever takes. `granted` is how many. Windows need not survive a crash of the engine.
   * One that is more than its length ahead of `now` is of a clock set back: it counts as opened now.
   */
  takeRequests(
    wish: RequestWish,
    now: Instant,
  ): Promise<RequestWindow & { readonly granted: number }>;
  /** A key's window, which may be over. */
  findWindow(windowKey: string): Promise<RequestWindow | undefined>;
  /** Forgets windows that opened before an instant, or after another. */
  forgetWindows(before: Instant, after: Instant): Promise<void>;
  /** When sign-ins under a key (a hash) failed, ascending. */
  readFailures(keyHash: string): Promise<readonly Instant[]>;
  /**
   * Puts the instants `to` (one at least) in place of `from`. False, and nothing done, where they are
   * others than `from` by now; those that were forgotten meanwhile do not matter.
   */
  replaceFailures(
    kind: FailureKind,
    keyHash: string,
    from: readonly Instant[],
    to: readonly Instant[],
  ): Promise<boolean>;
  /** Keeps the `most` keys whose last failure is newest, of those not before or after two instants. */
  forgetFailures(kind: FailureKind, before: Instant, after: Instant, most: number): Promise<void>;
  /** Keeps the hash of a one-time code. */
  addCode(codeHash: string, userName: string, madeAt: Instant): Promise<void>;
  /** Removes a code; of all who try, one gets it. */
  takeCode(
    codeHash: string,
  ): Promise<{ readonly userName: string; readonly madeAt: Instant } | undefined>;
  /** Keeps the `most` newest codes, of those not made before or after two instants. */
  forgetCodes(before: Instant, after: Instant, most: number): Promise<void>;
}

// One-time sign-in codes: what a link carries instead of a password. They work once, at any process on
// the store, and end after 15 minutes. The store has their hashes only.

import { randomBytes } from 'node:crypto';
import { hashSecret } from '#accounts/secrets';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';

export const CODE_LIFETIME_MS = 15 * MINUTE_MS;
const MAX_CODES = 1_000;
const CODE_BYTES = 18;

export class SignInCodes {
  readonly #accounts: AccountStore;

  constructor(accounts: AccountStore) {
    this.#accounts = accounts;
  }

  /** A new code for a user; those that are too old go. */
  async make(userName: string, now: Instant): Promise<string> {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    await this.#accounts.addCode(hashSecret(code), userName, now);
    await this.#accounts.forgetCodes(now - CODE_LIFETIME_MS, now + CODE_LIFETIME_MS, MAX_CODES);
    return code;
  }

  /** The user a code stands for; the code is used up. Undefined where it is unknown or too old. */
  async take(code: string, now: Instant): Promise<string | undefined> {
    const held = await this.#accounts.takeCode(hashSecret(code));
    // A clock set back makes no code younger than it was when made.
    const isFresh = held !== undefined && Math.abs(now - held.madeAt) < CODE_LIFETIME_MS;
    return isFresh ? held.userName : undefined;
  }
}

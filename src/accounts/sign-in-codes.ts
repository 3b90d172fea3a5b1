// One-time sign-in codes, which a link carries instead of a password. A code works once, at any process on
// the store, and ends after 15 minutes. The store has its hash only.

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

  /** Makes a code for a user, and removes codes that are too old. */
  async make(userName: string, now: Instant): Promise<string> {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    await this.#accounts.addCode(hashSecret(code), userName, now);
    await this.#accounts.forgetCodes(now - CODE_LIFETIME_MS, now + CODE_LIFETIME_MS, MAX_CODES);
    return code;
  }

  /** Uses a code up and returns the name of its user; undefined if the code is unknown or too old. */
  async take(code: string, now: Instant): Promise<string | undefined> {
    const stored = await this.#accounts.takeCode(hashSecret(code));
    // `abs`: after the clock was set back, a code from far ahead is too old as well.
    const isFresh = stored !== undefined && Math.abs(now - stored.madeAt) < CODE_LIFETIME_MS;
    return isFresh ? stored.userName : undefined;
  }
}

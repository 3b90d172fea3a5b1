// One-time sign-in codes: what a link carries instead of a password. They live in this process only,
// work once, and end after 15 minutes or with the process.

import { randomBytes } from 'node:crypto';
import { hashSecret } from '#accounts/secrets';
import { type Instant, MINUTE_MS } from '#core/instant';

export const CODE_LIFETIME_MS = 15 * MINUTE_MS;
const MAX_CODES = 1_000;
const CODE_BYTES = 18;

interface HeldCode {
  readonly userName: string;
  readonly madeAt: Instant;
}

export class SignInCodes {
  /** By hash, in order of making, so that a look into memory shows no code. */
  readonly #held = new Map<string, HeldCode>();

  /** A new code for a user. */
  make(userName: string, now: Instant): string {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    this.#held.set(hashSecret(code), { userName, madeAt: now });
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= MAX_CODES) break;
      this.#held.delete(oldest);
    }
    return code;
  }

  /** The user a code stands for; the code is used up. Undefined where it is unknown or too old. */
  take(code: string, now: Instant): string | undefined {
    const hash = hashSecret(code);
    const held = this.#held.get(hash);
    this.#held.delete(hash);
    // A clock set back makes no code younger than it was when made.
    const isFresh = held !== undefined && Math.abs(now - held.madeAt) < CODE_LIFETIME_MS;
    return isFresh ? held.userName : undefined;
  }
}

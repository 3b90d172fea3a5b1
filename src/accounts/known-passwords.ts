// Remembers for ten minutes that a password was right. Existing programs sign in before every call, and
// argon2 for each would take the whole processor. From the second sign-in on it costs a microsecond.
//
// The price: an attacker who can read this process's memory could test guesses against these entries fast.
// So they are few and brief, keyed by a secret that dies with the process, and never contain a password.

import { createHmac, randomBytes } from 'node:crypto';
import type { Lane } from '#accounts/hash-queue';
import { verifyPassword } from '#accounts/passwords';
import { SteadyTime } from '#accounts/steady-time';
import { type Instant, MINUTE_MS } from '#core/time/instant';

const MAX_ENTRIES = 1_000;
const LIFETIME_MS = 10 * MINUTE_MS;

type Verify = typeof verifyPassword;

export class KnownPasswords {
  readonly #verify: Verify;
  readonly #maxEntries: number;
  readonly #key = randomBytes(32);
  readonly #time = new SteadyTime();
  /** The time at which each entry was verified, oldest first. */
  readonly #verifiedAt = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(settings: { readonly verify?: Verify; readonly maxEntries?: number } = {}) {
    this.#verify = settings.verify ?? verifyPassword;
    this.#maxEntries = settings.maxEntries ?? MAX_ENTRIES;
  }

  /** The number of remembered passwords. */
  get size(): number {
    return this.#verifiedAt.size;
  }

  /**
   * Like `verifyPassword`, for an owner (any text that identifies a user). Only right passwords are
   * remembered, each with the hash that it matched, so that a changed hash makes another entry.
   */
  async check(
    owner: string,
    phc: string | null,
    password: string,
    now: Instant,
    lane: Lane = 'stranger',
  ): Promise<boolean> {
    const entry = this.#entryOf(owner, phc, password);
    if (this.#isRemembered(entry, now)) return true;
    // A spreadsheet that opens with a hundred queries signs in a hundred times at once. One hash serves all.
    let verdict = this.#underWay.get(entry);
    if (!verdict) {
      verdict = this.#verify(password, phc, lane).finally(() => this.#underWay.delete(entry));
      this.#underWay.set(entry, verdict);
    }
    const isRight = await verdict;
    if (isRight) this.#remember(entry, now);
    return isRight;
  }

  /** Whether `check` would be true at once. */
  isKnown(owner: string, phc: string | null, password: string, now: Instant): boolean {
    return this.#isRemembered(this.#entryOf(owner, phc, password), now);
  }

  #entryOf(owner: string, phc: string | null, password: string): string {
    // As JSON, so that no two triples give the same text.
    const text = JSON.stringify([owner, phc, password]);
    return createHmac('sha256', this.#key).update(text).digest('base64');
  }

  #isRemembered(entry: string, now: Instant): boolean {
    const at = this.#time.at(now);
    const verifiedAt = this.#verifiedAt.get(entry);
    return verifiedAt !== undefined && at - verifiedAt < LIFETIME_MS;
  }

  #remember(entry: string, now: Instant): void {
    const at = this.#time.at(now);
    this.#verifiedAt.delete(entry);
    this.#verifiedAt.set(entry, at);
    for (const [oldest, verifiedAt] of this.#verifiedAt) {
      if (this.#verifiedAt.size <= this.#maxEntries && at - verifiedAt < LIFETIME_MS) return;
      this.#verifiedAt.delete(oldest);
    }
  }
}

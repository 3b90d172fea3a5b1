// Remembers for ten minutes that a password was right. Existing programs sign in before every call,
// and argon2 for each would take all of the processor; the second sign-in on costs a microsecond.
//
// The price: whoever can read this process's memory could test guesses against these entries fast.
// So they are few, brief, keyed by a secret that dies with the process, and never hold a password.

import { createHmac, randomBytes } from 'node:crypto';
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
  /** When each entry was verified, oldest first. */
  readonly #verifiedAt = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(settings: { readonly verify?: Verify; readonly maxEntries?: number } = {}) {
    this.#verify = settings.verify ?? verifyPassword;
    this.#maxEntries = settings.maxEntries ?? MAX_ENTRIES;
  }

  /** How many right passwords are remembered. */
  get size(): number {
    return this.#verifiedAt.size;
  }

  /**
   * `verifyPassword` for an owner (anything that tells users apart). Only right passwords are
   * remembered, and only beside the very hash they fitted: a changed one is a different entry.
   */
  async check(owner: string, phc: string | null, password: string, now: Instant): Promise<boolean> {
    const entry = this.#entryOf(owner, phc, password);
    if (this.#isHeld(entry, now)) return true;
    // A spreadsheet that opens with a hundred queries signs in a hundred times at once: one hash does.
    let verdict = this.#underWay.get(entry);
    if (!verdict) {
      verdict = this.#verify(password, phc).finally(() => this.#underWay.delete(entry));
      this.#underWay.set(entry, verdict);
    }
    const isRight = await verdict;
    if (isRight) this.#remember(entry, now);
    return isRight;
  }

  /** Whether `check` would be true at once. */
  isKnown(owner: string, phc: string | null, password: string, now: Instant): boolean {
    return this.#isHeld(this.#entryOf(owner, phc, password), now);
  }

  #entryOf(owner: string, phc: string | null, password: string): string {
    // As JSON, so that no two triples run together into the same text.
    const text = JSON.stringify([owner, phc, password]);
    return createHmac('sha256', this.#key).update(text).digest('base64');
  }

  #isHeld(entry: string, now: Instant): boolean {
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

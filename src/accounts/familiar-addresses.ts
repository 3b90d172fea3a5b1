// The addresses that a user has signed in from. At such an address the right password is accepted even while
// strangers elsewhere have used up the user's failures, and it is checked before theirs.

import { hash } from 'node:crypto';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';

/** How long an address stays familiar after the last sign-in from it. */
export const FAMILIAR_MS = 90 * DAY_MS;
/** A sign-in is stored again only after this time: most sign-ins write nothing here. */
const RENEW_AFTER_MS = DAY_MS;
const SWEEP_EVERY_MS = HOUR_MS;
/** Some 20 MB. */
const MAX_PAIRS = 200_000;
const MAX_REMEMBERED = 10_000;

/** The user's name as a hash, and the group of the address. */
export interface UserAtAddress {
  readonly user: string;
  readonly address: string;
}

export class FamiliarAddresses {
  readonly #accounts: AccountStore;
  /** The pairs that this process knows, each with the time that is stored. */
  readonly #remembered = new Map<string, Instant>();
  #sweptAt: Instant | undefined;

  constructor(accounts: AccountStore) {
    this.#accounts = accounts;
  }

  /** Whether the user has signed in from the address before. */
  async has(pair: UserAtAddress, now: Instant): Promise<boolean> {
    const key = keyOf(pair);
    const at = this.#remembered.get(key) ?? (await this.#read(key));
    return at !== undefined && Math.abs(now - at) < FAMILIAR_MS;
  }

  /** Remembers a sign-in that worked. */
  async remember(pair: UserAtAddress, now: Instant): Promise<void> {
    const key = keyOf(pair);
    const known = this.#remembered.get(key) ?? (await this.#read(key));
    if (known === undefined || Math.abs(now - known) >= RENEW_AFTER_MS) {
      // If another process stores the pair at the same moment, its time serves as well.
      const stored = known === undefined ? [] : [known];
      await this.#accounts.replaceFailures('familiar', key, stored, [now]);
      this.#keep(key, now);
      await this.#sweepWhenDue(now);
    } else this.#keep(key, known);
  }

  async #read(key: string): Promise<Instant | undefined> {
    return (await this.#accounts.readFailures(key)).at(-1);
  }

  #keep(key: string, at: Instant): void {
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(key, at);
  }

  async #sweepWhenDue(now: Instant): Promise<void> {
    if (this.#sweptAt !== undefined && Math.abs(now - this.#sweptAt) < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    const [before, after] = [now - FAMILIAR_MS, now + FAMILIAR_MS];
    await this.#accounts.forgetFailures('familiar', before, after, MAX_PAIRS);
  }
}

const keyOf = ({ user, address }: UserAtAddress): string =>
  hash('sha256', `familiar ${user} ${address}`, 'base64');

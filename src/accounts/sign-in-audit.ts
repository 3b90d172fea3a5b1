// Failed sign-ins of users in the journal: the first of five minutes, and each time that a limit is reached.
// All of them would let a stranger fill the disk; the log has them all.

import { recordChange } from '#accounts/account-journal';
import { MAX_FAILED_PER_USER, MAX_FAILED_SIGN_INS } from '#accounts/failure-throttle';
import { type Instant, SECOND_MS } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';

export interface FailedSignIn {
  readonly user: User;
  readonly address: string;
  /** The failures of the user from this address, and from all, within five minutes. */
  readonly atAddress: number;
  readonly inAll: number;
}

interface Note {
  readonly kind: 'sign-in-failed' | 'sign-ins-throttled';
  readonly name: string;
  readonly address: string;
  readonly detail: string;
  readonly now: Instant;
}

/** Entries are written together after this time. So no refusal takes longer because its user exists. */
const WRITE_AFTER_MS = SECOND_MS;
const MAX_NOTES = 1_000;

export class SignInAudit {
  readonly #accounts: AccountStore;
  #notes: Note[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(accounts: AccountStore) {
    this.#accounts = accounts;
  }

  noteFailure({ user, address, atAddress, inAll }: FailedSignIn, now: Instant): void {
    const { name } = user;
    if (inAll === 1) {
      this.#note({ kind: 'sign-in-failed', name, address, detail: 'A sign-in failed.', now });
    }
    if (atAddress === MAX_FAILED_SIGN_INS) {
      const detail = `${atAddress} sign-ins from one address failed: it has to wait.`;
      this.#note({ kind: 'sign-ins-throttled', name, address, detail, now });
    }
    if (inAll === MAX_FAILED_PER_USER) {
      const detail = `${inAll} sign-ins failed: addresses that never signed in have to wait.`;
      this.#note({ kind: 'sign-ins-throttled', name, address, detail, now });
    }
  }

  /** Writes what waits. If the store cannot take it, the entries are lost: the log has each failure. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const notes = this.#notes;
    this.#notes = [];
    if (notes.length === 0) return;
    const write = async (within: AccountStore): Promise<void> => {
      for (const { kind, name, address, detail, now } of notes) {
        await recordChange(within, { actor: `caller at ${address}`, now }, kind, name, detail);
      }
    };
    await this.#accounts.transact(write).catch(() => {});
  }

  #note(note: Note): void {
    if (this.#notes.length >= MAX_NOTES) return;
    this.#notes.push(note);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }
}

// Renewing sessions while they are used. A use is written every few minutes, not with every request, and no
// request waits for it.

import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore, Credential } from '#store/account-store';

export interface SessionLimits {
  /** A session ends after this time without use. */
  readonly idleMs: number;
  /** A session ends this long after the sign-in, however much it is used. */
  readonly maxMs: number;
}

/** A use is written if the last one that was written is this old. */
const WRITE_EVERY_MS = 5 * MINUTE_MS;
/** The share of a short idle time after which the use is written again. */
const SHARE_OF_IDLE = 1 / 12;
const MAX_REMEMBERED = 10_000;

/** The first instant at which a session no longer works, if it is used now. */
export const sessionEndOf = (
  { idleMs, maxMs }: SessionLimits,
  createdAt: Instant,
  now: Instant,
): Instant => Math.min(now + idleMs, createdAt + maxMs);

export class SessionRenewals {
  readonly #accounts: AccountStore;
  readonly #limits: SessionLimits;
  readonly #writeEveryMs: number;
  /** When this process last wrote the use of a session: grants are remembered, so they show it later. */
  readonly #writtenAt = new Map<string, Instant>();
  readonly #writing = new Set<Promise<void>>();

  constructor(accounts: AccountStore, limits: SessionLimits) {
    this.#accounts = accounts;
    this.#limits = limits;
    this.#writeEveryMs = Math.min(WRITE_EVERY_MS, limits.idleMs * SHARE_OF_IDLE);
  }

  /** Notes that a session is used. Does nothing for a token or a key. */
  note({ hash, createdAt, session }: Credential, address: string, now: Instant): void {
    if (!session || !this.#isDue(session.lastUsedAt, now)) return;
    const writtenAt = this.#writtenAt.get(hash);
    if (writtenAt !== undefined && !this.#isDue(writtenAt, now)) return;
    if (this.#writtenAt.size >= MAX_REMEMBERED) this.#writtenAt.clear();
    this.#writtenAt.set(hash, now);
    const expiresAt = sessionEndOf(this.#limits, createdAt, now);
    const writing = this.#accounts
      .renewSession(hash, { lastUsedAt: now, address }, expiresAt)
      // A store that cannot be written to takes the next use. The session works until its end.
      .catch(() => void this.#writtenAt.delete(hash))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Waits for the uses that are being written. */
  async flush(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** `abs`: after the clock was set back, a use from far ahead is replaced as well. */
  #isDue(usedAt: Instant, now: Instant): boolean {
    return Math.abs(now - usedAt) >= this.#writeEveryMs;
  }
}

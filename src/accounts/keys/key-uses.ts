// When keys and links for spreadsheets were last used. A use is written once a minute at most, and no request
// waits for it.

import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore, Credential } from '#store/account-store';

const WRITE_EVERY_MS = MINUTE_MS;
const MAX_REMEMBERED = 10_000;

export class KeyUses {
  readonly #accounts: AccountStore;
  /** When this process last wrote the use of a key: grants are remembered, so they show it later. */
  readonly #writtenAt = new Map<string, Instant>();
  readonly #writing = new Set<Promise<void>>();

  constructor(accounts: AccountStore) {
    this.#accounts = accounts;
  }

  /** Notes that a key or a link is used. Does nothing for a token or a session. */
  note({ hash, kind, keyUsedAt }: Credential, now: Instant): void {
    if (kind === 'token' || kind === 'session' || kind === 'provider') return;
    if (!isDue(this.#writtenAt.get(hash) ?? keyUsedAt, now)) return;
    if (this.#writtenAt.size >= MAX_REMEMBERED) this.#writtenAt.clear();
    this.#writtenAt.set(hash, now);
    const writing = this.#write(hash, kind === 'link', now)
      // A store that cannot be written to takes the use of the next minute.
      .catch(() => {})
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async #write(hash: string, isLink: boolean, now: Instant): Promise<void> {
    if (!isLink) return this.#accounts.noteKeyUse(hash, now, WRITE_EVERY_MS);
    return (await this.#accounts.links()).noteLinkUse(hash, now, WRITE_EVERY_MS);
  }

  /** Waits for the uses that are being written. */
  async flush(): Promise<void> {
    await Promise.all(this.#writing);
  }
}

/** `abs`: after the clock was set back, a use from far ahead is replaced as well. */
const isDue = (usedAt: Instant | undefined, now: Instant): boolean =>
  usedAt === undefined || Math.abs(now - usedAt) >= WRITE_EVERY_MS;

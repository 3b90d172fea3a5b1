// That assistants read, in the audit: the first call of a day of each key or token. All of them would fill the
// disk; the log and the figures have each request.

import { recordChange } from '#accounts/account-journal';
import type { Caller } from '#accounts/authenticate';
import { DAY_MS, type Instant } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';

const MOST_REMEMBERED = 10_000;

export class AssistantAudit {
  readonly #accounts: AccountStore;
  /** The last day that was noted, by the hash of a credential. */
  readonly #noted = new Map<string, number>();
  readonly #writing = new Set<Promise<void>>();

  constructor(accounts: AccountStore) {
    this.#accounts = accounts;
  }

  /** Notes a call. No call waits for the entry. */
  note({ user, credential }: Caller, tool: string, now: Instant): void {
    const day = Math.floor(now / DAY_MS);
    const { hash, kind, name } = credential;
    if (this.#noted.get(hash) === day) return;
    if (this.#noted.size >= MOST_REMEMBERED) this.#noted.clear();
    this.#noted.set(hash, day);
    const by = name === null ? `a ${kind}` : `key "${name}"`;
    const detail = `An assistant (MCP) read with ${by}; the first call of the day was ${tool}.`;
    const writing = this.#accounts
      .transact((within) =>
        recordChange(within, { actor: user.name, now }, 'assistant-read', user.name, detail),
      )
      // A store that cannot be written to takes the entry of the next call.
      .catch(() => void this.#noted.delete(hash))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Waits for the entries that are being written. */
  async flush(): Promise<void> {
    await Promise.all(this.#writing);
  }
}

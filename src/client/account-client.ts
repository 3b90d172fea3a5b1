// The typed client of what a user keeps: sessions, password and API keys. Only the page of the account needs it.

import type { KeyEntry, KeyMade, PasswordBody, PasswordChanged } from '#contract/account';
import type { SessionEntry } from '#contract/session';
import type { ReadOptions, Transport } from './transport.ts';

export class AccountClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The browsers that the user is signed in with. */
  sessions(options: ReadOptions = {}): Promise<SessionEntry[]> {
    return this.#transport.json('GET', '/api/v1/account/sessions', options);
  }

  async endSession(id: string): Promise<void> {
    await this.#transport.json('DELETE', `/api/v1/account/sessions/${encodeURIComponent(id)}`);
  }

  async endOtherSessions(): Promise<void> {
    await this.#transport.json('DELETE', '/api/v1/account/sessions');
  }

  /** Changes the user's own password. */
  changePassword(body: PasswordBody): Promise<PasswordChanged> {
    return this.#transport.json('POST', '/api/v1/account/password', { body });
  }

  keys(options: ReadOptions = {}): Promise<KeyEntry[]> {
    return this.#transport.json('GET', '/api/v1/account/keys', options);
  }

  /** Makes a key. Only the token of a sign-in may, with the user's password. `expires` is its last day. */
  /** `series`: patterns of the only series that the key is for; none: all of the plan. */
  addKey(
    name: string,
    password: string,
    expires = '',
    series: readonly string[] = [],
  ): Promise<KeyMade> {
    const scope = series.length === 0 ? {} : { series };
    const body = { name, password, ...scope, ...(expires === '' ? {} : { expires }) };
    return this.#transport.json('POST', '/api/v1/account/keys', { body });
  }

  async revokeKey(name: string, password: string): Promise<void> {
    const path = `/api/v1/account/keys/${encodeURIComponent(name)}`;
    await this.#transport.send('DELETE', path, { body: { password } });
  }
}

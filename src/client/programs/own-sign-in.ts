// The sign-in of a program that has a user name and a password: one token for all requests, until the server refuses
// it. When the token ends is left to the server, because the clocks may differ.

import type { LoginAnswer } from '#contract/fundamental';

export class OwnSignIn {
  readonly #signIn: () => Promise<LoginAnswer>;
  #asked: Promise<string> | undefined;
  #token: string | undefined;

  constructor(signIn: () => Promise<LoginAnswer>) {
    this.#signIn = signIn;
  }

  /** The token of the last sign-in, if one is known. */
  get known(): string | undefined {
    return this.#token;
  }

  /** Resolves to a token. Requests that are sent meanwhile wait for the same sign-in. */
  async token(): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<string> {
    try {
      this.#token = (await this.#signIn()).Token;
      return this.#token;
    } finally {
      this.#asked = undefined;
    }
  }

  /** Forgets a token that the server refused, unless another has taken its place. */
  forget(token: string): void {
    if (this.#token === token) this.#token = undefined;
  }
}

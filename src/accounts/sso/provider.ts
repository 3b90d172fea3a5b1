// The provider of single sign-on: what it says of itself, and its keys. Both are kept, and asked for again only at
// bounded intervals, so that strangers cannot make the server ask without end.

import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as keyFetch } from 'jose';
import * as oauth from 'oauth4webapi';
import { askProvider, ProviderDown } from '#accounts/sso/ask-provider';
import { mayBeAsked, type SsoSettings } from '#accounts/sso/sso-settings';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';

/** How long the provider's description is used before it is read again. */
const DESCRIPTION_MS = HOUR_MS;
const KEYS_MS = 10 * MINUTE_MS;
/** An unknown key makes the server ask for new ones, at most this often. */
export const KEYS_AGAIN_MS = 30 * SECOND_MS;
/** The pause after a failure, in which the provider is not asked. */
const PAUSE_MS = 5 * SECOND_MS;

/** The algorithms of signatures that are accepted: none without a key, and none with a shared one. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** The most by which the provider's clock may differ. */
export const CLOCK_TOLERANCE_SECONDS = 60;

export class Provider {
  readonly settings: SsoSettings;
  /** Milliseconds of a clock that is never set back. */
  readonly #elapsed: () => number;
  #description: { readonly server: oauth.AuthorizationServer; readonly readAt: number } | undefined;
  #reading: Promise<oauth.AuthorizationServer> | undefined;
  #keys: { readonly address: string; readonly find: JWTVerifyGetKey } | undefined;
  /** When a request of each kind failed last. */
  readonly #failedAt = new Map<string, number>();

  constructor(settings: SsoSettings, elapsed: () => number = () => performance.now()) {
    this.settings = settings;
    this.#elapsed = elapsed;
  }

  /** The options of requests to the provider. */
  get requestOptions() {
    return {
      [oauth.customFetch]: askProvider,
      // The door refuses http to other machines.
      [oauth.allowInsecureRequests]: this.settings.issuer.protocol === 'http:',
    };
  }

  /** What the provider says of itself. An old description is better than none. */
  async describe(): Promise<oauth.AuthorizationServer> {
    const known = this.#description;
    if (known && this.#elapsed() - known.readAt < DESCRIPTION_MS) return known.server;
    this.#reading ??= this.#pausing('description', () => this.#discover()).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading.catch((error) => {
      if (known) return known.server;
      throw error;
    });
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const { issuer } = this.settings;
    const response = await oauth.discoveryRequest(issuer, {
      algorithm: 'oidc',
      ...this.requestOptions,
    });
    const server = await oauth.processDiscoveryResponse(issuer, response).catch((error: Error) => {
      throw new ProviderDown(`${issuer.host} does not describe itself as OIDC_ISSUER`, {
        cause: error,
      });
    });
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      const address = server[name];
      if (!URL.canParse(address ?? '') || !mayBeAsked(new URL(address!))) {
        throw new ProviderDown(`${issuer.host} has no ${name} that may be asked`);
      }
    }
    this.#description = { server, readAt: this.#elapsed() };
    return server;
  }

  /** Finds the provider's key of a token. */
  async keys(): Promise<JWTVerifyGetKey> {
    const { jwks_uri: address } = await this.describe();
    if (this.#keys?.address !== address) {
      const find = createRemoteJWKSet(new URL(address!), {
        [keyFetch]: (url: string, options: object) =>
          this.#pausing('keys', async () => {
            const response = await askProvider(url, options);
            if (response.status === 200) return response;
            throw new ProviderDown(`${new URL(url).host} answered ${response.status}`);
          }),
        cacheMaxAge: KEYS_MS,
        cooldownDuration: KEYS_AGAIN_MS,
      });
      this.#keys = { address: address!, find };
    }
    return this.#keys!.find;
  }

  /** Runs a request unless one of its kind failed a moment ago. */
  async #pausing<T>(kind: string, ask: () => Promise<T>): Promise<T> {
    const failedAt = this.#failedAt.get(kind);
    if (failedAt !== undefined && this.#elapsed() - failedAt < PAUSE_MS) {
      throw new ProviderDown(`${this.settings.issuer.host} failed a moment ago`);
    }
    try {
      const result = await ask();
      this.#failedAt.delete(kind);
      return result;
    } catch (error) {
      this.#failedAt.set(kind, this.#elapsed());
      throw error;
    }
  }
}

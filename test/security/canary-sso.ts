// Single sign-on with secrets that are searched for: the client's, the browser's cookies, the provider's code and tokens.

import type { RefusalCode } from '#core/refusal-table';
import type { Lifetime } from '../../harness/lifetime.ts';
import { AUDIENCE, CLIENT_ID, ForgingProvider } from '../../harness/sso/forging-provider.ts';
import type { CanaryInstallation } from './canary-installation.ts';

type Claims = Record<string, unknown>;

export class CanarySso {
  readonly #installation: CanaryInstallation;
  readonly #provider: ForgingProvider;

  private constructor(installation: CanaryInstallation, provider: ForgingProvider) {
    this.#installation = installation;
    this.#provider = provider;
  }

  static async open(t: Lifetime, installation: CanaryInstallation): Promise<CanarySso> {
    return new CanarySso(installation, await ForgingProvider.open(t));
  }

  /** The settings of the server. */
  get env(): Record<string, string> {
    return {
      ...this.#provider.settings,
      OIDC_CLIENT_SECRET: this.#installation.canaries.plant('OIDC_CLIENT_SECRET'),
      OIDC_MAP: '[{"group":"gt-traders","plan":"all"}]',
    };
  }

  /** Signs in rightly and wrongly, and sends tokens of the provider. Returns the refusals that were met. */
  async exercise(url: string): Promise<Set<RefusalCode>> {
    const codes = new Set<RefusalCode>();
    for (const [title, claims] of [
      ['a right sign-in', {}],
      ['another nonce', { nonce: 'other' }],
      ['no group', { groups: [] }],
      ['a name that is taken', { preferred_username: 'anna', sub: 'other' }],
    ] as const) {
      const code = await this.#signIn(url, title, claims);
      if (code) codes.add(code);
    }
    await this.#sendTokens(url);
    await this.#sendLogouts(url);
    this.#provider.isDown = true;
    const code = await this.#signIn(url, 'a provider that is down', {});
    if (code) codes.add(code);
    return codes;
  }

  async #signIn(url: string, title: string, more: Claims): Promise<RefusalCode | undefined> {
    const { canaries } = this.#installation;
    const begun = await this.#ask(`${url}/sso/sign-in`, {}, title);
    const asked = new URL(begun.location!).searchParams;
    const providerCode = canaries.plant(`the provider’s code of ${title}`, true);
    this.#provider.answer = async (fields) => {
      canaries.add(`the verifier of ${title}`, fields.get('code_verifier')!);
      const idToken = await this.#provider.sign(
        this.#claimsOf({ nonce: asked.get('nonce'), ...more }),
      );
      return {
        body: {
          token_type: 'Bearer',
          access_token: canaries.plant(`the access token of ${title}`, true),
          id_token: canaries.add(`the ID token of ${title}`, idToken),
        },
      };
    };
    const query = new URLSearchParams({ code: providerCode, state: asked.get('state')! });
    const back = await this.#ask(`${url}/sso/callback?${query}`, { cookie: begun.cookie! }, title);
    if (back.code) return back.code;
    const body = JSON.stringify({ code: 'sso' });
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const cookie = back.cookie!;
    await this.#ask(`${url}/api/v1/session/code`, { ...headers, cookie }, title, body);
    return undefined;
  }

  #claimsOf(more: Claims): Claims {
    const seconds = Math.floor(Date.now() / 1_000);
    return {
      ...{ iss: this.#provider.issuer, aud: CLIENT_ID, sub: 'sub-of-carla', iat: seconds },
      ...{ exp: seconds + 300, preferred_username: 'carla', groups: ['gt-traders'], ...more },
    };
  }

  async #sendTokens(url: string): Promise<void> {
    for (const [title, more] of [
      ['a good token', { aud: AUDIENCE }],
      ['a token for others', { aud: 'others' }],
      ['a token that has ended', { aud: AUDIENCE, exp: 1 }],
    ] as const) {
      const token = await this.#provider.sign(this.#claimsOf(more));
      const bearer = this.#installation.canaries.add(`${title} of the provider`, token);
      const authorization = `Bearer ${bearer}`;
      await this.#ask(`${url}/api/v1/account`, { authorization }, title);
    }
  }

  /** Sends logout tokens as the provider does. A wrong one must not be repeated in a log or an answer either. */
  async #sendLogouts(url: string): Promise<void> {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    for (const [title, more] of [
      ['a logout token', { events, jti: 'logout-1' }],
      ['a logout token for others', { events, jti: 'logout-2', aud: 'others' }],
      ['a logout token without an event', { jti: 'logout-3' }],
    ] as const) {
      const signed = await this.#provider.sign(this.#claimsOf(more));
      const token = this.#installation.canaries.add(title, signed);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ logout_token: token }).toString();
      await this.#ask(`${url}/sso/back-channel-logout`, headers, title, body);
    }
  }

  /** Asks without following redirects. The answer is evidence, and its cookie is a secret that belongs there. */
  async #ask(address: string, headers: Record<string, string>, title: string, body?: string) {
    const { canaries, evidence } = this.#installation;
    const response = await fetch(address, {
      redirect: 'manual',
      headers,
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    const text = await response.text();
    const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]!);
    const secrets = cookies.map((pair) => pair.replace(/^[^=]*=/, '')).filter(Boolean);
    const { pathname } = new URL(address);
    for (const secret of secrets) canaries.add(`cookie of ${pathname}, ${title}`, secret);
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    evidence.add(
      `answer ${response.status} to ${pathname}, ${title}`,
      `${head}\n\n${text}`,
      secrets,
    );
    const code = response.status >= 400 ? (JSON.parse(text).code as RefusalCode) : undefined;
    const location = response.headers.get('location');
    return { code, location, cookie: cookies.find((pair) => !pair.endsWith('=')) };
  }
}

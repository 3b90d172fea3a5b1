// A world whose users sign in at a provider that signs what a test asks for.

import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import type { Lifetime } from '../../../../../harness/lifetime.ts';
import { CLIENT_ID, ForgingProvider } from '../../../../../harness/sso/forging-provider.ts';
import { WorldBrowser } from '../../../../../harness/sso/world-browser.ts';
import { type Answer, World, type WorldSettings } from '../../../../../harness/world/world.ts';

export const NOW = '2024-05-17T10:00:00Z';
const CODE = 'a-code-of-the-provider';

export type Claims = Record<string, unknown>;

/** What the provider does in one sign-in. */
export interface Forging {
  /** Claims that replace the right ones; undefined leaves one out. */
  readonly claims?: Claims;
  /** Makes the ID token of the claims; signs them by default. */
  readonly token?: (claims: Claims) => string | Promise<string>;
  /** Fields of the callback's query that replace the right ones; undefined leaves one out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
}

export class ForgedWorld {
  readonly world: World;
  readonly provider: ForgingProvider;

  private constructor(world: World, provider: ForgingProvider) {
    this.world = world;
    this.provider = provider;
  }

  static async open(
    t: Lifetime,
    {
      sso = {},
      elapsed,
      ...settings
    }: Partial<Omit<WorldSettings, 'sso'>> & {
      sso?: Record<string, string>;
      elapsed?: () => number;
    } = {},
  ): Promise<ForgedWorld> {
    const provider = await ForgingProvider.open(t);
    const world = await World.open(t, {
      now: NOW,
      ...settings,
      sso: provider.sso(sso, elapsed),
    });
    return new ForgedWorld(world, provider);
  }

  browser(address?: string): WorldBrowser {
    return new WorldBrowser(this.world, address);
  }

  /** Begins a sign-in: what the provider is asked. */
  async begin(browser: WorldBrowser, returnTo = '/account'): Promise<URLSearchParams> {
    const query = returnTo === '' ? '' : `?return=${encodeURIComponent(returnTo)}`;
    const { status, headers, text } = await browser.open(`/sso/sign-in${query}`);
    if (status !== 303) throw new Error(`${status}: ${text}`);
    return new URL(String(headers.location)).searchParams;
  }

  /** The claims of a right ID token for what the provider was asked. */
  claimsOf(asked: URLSearchParams, more: Claims = {}): Claims {
    const seconds = Math.floor(this.world.now / 1_000);
    const claims: Claims = {
      ...{ iss: this.provider.issuer, aud: CLIENT_ID, sub: 'sub-of-anna' },
      ...{ iat: seconds, exp: seconds + 300, nonce: asked.get('nonce') },
      ...{ preferred_username: 'anna', groups: ['gt-traders'] },
      ...more,
    };
    return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  }

  /** The callback's address for what the provider was asked. */
  callback(asked: URLSearchParams, query: Forging['query'] = {}): string {
    const fields = { code: CODE, state: asked.get('state')!, ...query };
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    return `/sso/callback?${new URLSearchParams(given as [string, string][])}`;
  }

  /** Signs in as far as the callback. */
  async signIn(browser: WorldBrowser, forging: Forging = {}): Promise<Answer> {
    const asked = await this.begin(browser);
    this.answerWith(forging.token ?? ((claims) => this.provider.sign(claims)), (fields) =>
      fields.get('code') === CODE ? this.claimsOf(asked, forging.claims) : undefined,
    );
    return browser.open(this.callback(asked, forging.query));
  }

  /** Has the token endpoint answer with a token of the claims; without claims it refuses the code. */
  answerWith(
    token: (claims: Claims) => string | Promise<string>,
    claimsFor: (fields: URLSearchParams) => Claims | undefined,
  ): void {
    this.provider.answer = async (fields) => {
      const claims = claimsFor(fields);
      if (!claims) return { status: 400, body: { error: 'invalid_grant' } };
      const body = { token_type: 'Bearer', access_token: 'opaque', expires_in: 300 };
      return { body: { ...body, id_token: await token(claims) } };
    };
  }

  /** Signs in to the end: the answer that starts the session. */
  async enter(browser: WorldBrowser, claims: Claims = {}): Promise<Answer> {
    const answer = await this.signIn(browser, { claims });
    if (answer.status !== 303) return answer;
    return browser.send('POST', '/api/v1/session/code', { code: 'sso' });
  }

  passMinutes(minutes: number): void {
    this.world.setNow(new Date(this.world.now + minutes * MINUTE_MS).toISOString());
  }

  passDays(days: number): void {
    this.passMinutes((days * DAY_MS) / MINUTE_MS);
  }
}

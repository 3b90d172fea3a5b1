// A real provider of single sign-on, oidc-provider from npm, with users, groups and forms of its own. A person types a
// login on its page; here a function does.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Lifetime } from '../lifetime.ts';
import { AUDIENCE, CLIENT_ID, MAP } from './forging-provider.ts';

export const CLIENT_SECRET = 'the-secret-of-the-client-at-the-provider';

export interface ProviderOptions {
  /** The address of the Gridtide server. */
  readonly origin: string;
  /** How the client authenticates: with its secret in a header or a field, or not at all. */
  readonly method?: 'client_secret_basic' | 'client_secret_post' | 'none';
}

/** Made once a process, as it takes a while. */
let key: KeyObject | undefined;

const HOUR_SECONDS = 3_600;

export class RealProvider {
  /** The groups of each login; a login without any signs in all the same. */
  readonly groups = new Map<string, readonly string[]>();
  /** Sends what the provider posts to the Gridtide server; resolves to the status of the answer. */
  deliver: (path: string, form: string) => Promise<number> = async () => 503;
  /** The browsers in which users signed in, by login. */
  readonly #visits = new Map<string, ProviderVisit>();
  readonly #server: Server;
  readonly #options: ProviderOptions;

  private constructor(server: Server, options: ProviderOptions) {
    this.#server = server;
    this.#options = options;
  }

  static async open(lifetime: Lifetime, options: ProviderOptions): Promise<RealProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    lifetime.after(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const provider = new RealProvider(server, options);
    // It warns about what is only for development.
    const { warn, info } = console;
    Object.assign(console, { warn: () => {}, info: () => {} });
    try {
      const oidc = new Provider(provider.issuer, provider.#configuration() as never);
      server.on('request', oidc.callback());
    } finally {
      Object.assign(console, { warn, info });
    }
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of the Gridtide server. */
  get settings(): Record<string, string> {
    return {
      ...{ OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_MAP: MAP },
      ...{ OIDC_LABEL: 'Example AG', OIDC_AUDIENCE: AUDIENCE },
      ...(this.#options.method === 'none' ? {} : { OIDC_CLIENT_SECRET: CLIENT_SECRET }),
    };
  }

  #configuration() {
    const { origin, method = 'client_secret_basic' } = this.#options;
    key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const secret = method === 'none' ? {} : { client_secret: CLIENT_SECRET };
    return {
      clients: [
        {
          client_id: CLIENT_ID,
          ...secret,
          token_endpoint_auth_method: method,
          redirect_uris: [`${origin}/sso/callback`],
          post_logout_redirect_uris: [`${origin}/`],
          backchannel_logout_uri: `${origin}/sso/back-channel-logout`,
          backchannel_logout_session_required: true,
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
        {
          client_id: 'robot',
          client_secret: CLIENT_SECRET,
          redirect_uris: [],
          response_types: [],
          grant_types: ['client_credentials'],
        },
      ],
      clientAuthMethods: [method, 'client_secret_basic'],
      cookies: { keys: ['a key of the provider'] },
      jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
      claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
      pkce: { required: () => true },
      ttl: Object.fromEntries(
        ['Interaction', 'Session', 'Grant', 'AccessToken', 'IdToken', 'ClientCredentials'].map(
          (kind) => [kind, HOUR_SECONDS],
        ),
      ),
      fetch: async (url: string, { body }: { readonly body: URLSearchParams }) =>
        new Response(null, { status: await this.deliver(new URL(url).pathname, String(body)) }),
      features: {
        devInteractions: { enabled: true },
        backchannelLogout: { enabled: true },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({
            scope: 'read',
            audience: AUDIENCE,
            accessTokenFormat: 'jwt',
          }),
        },
      },
      findAccount: (_context: unknown, login: string) => ({
        accountId: login,
        claims: () => ({
          sub: login,
          preferred_username: login.replace(/^sub-of-/, ''),
          groups: this.groups.get(login) ?? [],
        }),
      }),
    };
  }

  /** A token that a program gets with its own secret. */
  async tokenOfRobot(): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`robot:${CLIENT_SECRET}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: AUDIENCE }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  /** Signs in and agrees at the provider. Resolves to the address that it sends the browser back to. */
  async pass(address: string, login: string): Promise<string> {
    const visit = new ProviderVisit(this.issuer);
    this.#visits.set(login, visit);
    let page = await visit.open(address);
    const forms: Record<string, string>[] = [
      { prompt: 'login', login, password: 'any' },
      { prompt: 'consent' },
    ];
    for (const fields of forms) {
      if (page.leftFor !== undefined) break;
      const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
      if (action === undefined) throw new Error(`no form: ${page.text.slice(0, 500)}`);
      page = await visit.open(new URL(action, this.issuer).href, fields);
    }
    if (page.leftFor === undefined) throw new Error(`still at the provider: ${page.text}`);
    return page.leftFor;
  }

  /** Signs a user out at the provider's own page, which tells its clients. */
  async signOut(login: string): Promise<void> {
    const visit = this.#visits.get(login)!;
    const { text } = await visit.open(`${this.issuer}/session/end?client_id=${CLIENT_ID}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1];
    if (xsrf === undefined) throw new Error(`no form: ${text.slice(0, 500)}`);
    await visit.open(`${this.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
  }

  /** Refuses to sign in at the provider. */
  async abort(address: string): Promise<string> {
    const visit = new ProviderVisit(this.issuer);
    const { text } = await visit.open(address);
    const path = /href="([^"]*\/abort)"/.exec(text)?.[1];
    const { leftFor } = await visit.open(new URL(path!, this.issuer).href);
    return leftFor!;
  }
}

/** A browser at the provider: it keeps cookies and follows redirects there. */
class ProviderVisit {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  async open(
    address: string,
    fields?: Record<string, string>,
  ): Promise<{ readonly text: string; readonly leftFor?: string }> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    if (location === null) return { text };
    const next = new URL(location, address);
    return next.origin === this.#origin ? this.open(next.href) : { text, leftFor: next.href };
  }
}

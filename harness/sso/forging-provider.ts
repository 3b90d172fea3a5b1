// A provider of single sign-on that signs whatever a test asks for, right or wrong. The protocol's own rules are tried
// against a real provider (real-provider.ts); this one shows that wrong tokens are refused.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { SingleSignOn } from '#accounts/sso/single-sign-on';
import { readSsoSettings } from '#accounts/sso/sso-settings';
import type { Lifetime } from '../lifetime.ts';

export const CLIENT_ID = 'gridtide';
export const AUDIENCE = 'https://gridtide.example.com/api';
export const MAP = JSON.stringify([
  { group: 'gt-ops', plan: 'everything', role: 'operator' },
  { group: 'gt-desk', plan: 'everything', role: 'writer', series: ['de*', 'fr*'] },
  { group: 'gt-audit', plan: 'germany', role: 'auditor' },
  { group: 'gt-traders', plan: 'everything' },
  { group: 'gt-germany', plan: 'germany' },
]);

type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

export interface Signing {
  readonly alg?: Algorithm;
  /** Default the key's own. */
  readonly kid?: string;
}

/** What the token endpoint answers. */
export interface TokenAnswer {
  readonly status?: number;
  readonly body: unknown;
}

async function makeKeys(): Promise<ReadonlyMap<Algorithm, Keys>> {
  const keys = new Map<Algorithm, Keys>();
  for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA'] as const)
    keys.set(alg, await generateKeyPair(alg, { extractable: true }));
  return keys;
}

/** Made once a process, as it takes half a second. */
let making: Promise<ReadonlyMap<Algorithm, Keys>> | undefined;

export class ForgingProvider {
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  /** Whether every request is answered 503. */
  isDown = false;
  /** What the description says otherwise. */
  description: Record<string, unknown> = {};
  /** The answer of the token endpoint to the fields that it was sent. */
  answer: (fields: URLSearchParams, headers: IncomingMessage['headers']) => Promise<TokenAnswer> =
    async () => ({ status: 400, body: { error: 'invalid_grant' } });
  readonly #server: Server;
  readonly #keys: ReadonlyMap<Algorithm, Keys>;

  private constructor(server: Server, keys: ReadonlyMap<Algorithm, Keys>) {
    this.#server = server;
    this.#keys = keys;
  }

  static async open(lifetime: Lifetime): Promise<ForgingProvider> {
    making ??= makeKeys();
    const keys = await making;
    const server = createServer((request, response) => {
      provider.#answer(request, response).catch((error) => response.destroy(error));
    });
    const provider = new ForgingProvider(server, keys);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    lifetime.after(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a server that uses this provider. */
  get settings(): Record<string, string> {
    return {
      ...{ OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_MAP: MAP },
      ...{ OIDC_SCOPES: 'openid profile', OIDC_GROUPS_CLAIM: 'groups' },
      ...{ OIDC_NAME_CLAIM: 'preferred_username', OIDC_LABEL: 'Example AG' },
      ...{ OIDC_CLIENT_SECRET: 'a secret: of the client', OIDC_AUDIENCE: AUDIENCE },
    };
  }

  /** Single sign-on with this provider; `more` replaces settings. */
  sso(more: Readonly<Record<string, string>> = {}, elapsed?: () => number): SingleSignOn {
    return new SingleSignOn(readSsoSettings({ ...this.settings, ...more })!, elapsed);
  }

  /** Signs claims. */
  sign(claims: JWTPayload, { alg = 'RS256', kid = alg }: Signing = {}): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg, kid, typ: 'JWT' })
      .sign(this.#keys.get(alg)!.privateKey);
  }

  /** Signs claims with the text of the public key as a shared secret, as an attacker would. */
  async signByPublicKey(claims: JWTPayload): Promise<string> {
    const text = await exportSPKI(this.#keys.get('RS256')!.publicKey);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'RS256' })
      .sign(new TextEncoder().encode(text));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, this.issuer);
    this.asked.push(pathname);
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    let text = '';
    for await (const piece of request) text += String(piece);
    if (this.isDown) return send(503, {});
    if (pathname === '/.well-known/openid-configuration') return send(200, this.#describe());
    if (pathname === '/jwks') return send(200, await this.#publicKeys());
    if (pathname !== '/token') return send(404, {});
    const { status = 200, body } = await this.answer(new URLSearchParams(text), request.headers);
    return send(status, body);
  }

  #describe() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth?tenant=desk`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/end`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // A provider may allow weak ones: the server must not.
      id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA', 'HS256', 'none'],
      ...this.description,
    };
  }

  async #publicKeys() {
    const keys = [...this.#keys].map(async ([alg, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      ...{ kid: alg, alg, use: 'sig' },
    }));
    return { keys: await Promise.all(keys) };
  }
}

/** A token without a signature. */
export function unsigned(claims: JWTPayload): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

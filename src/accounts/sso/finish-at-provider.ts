// The second half of a sign-in at the provider: its answer is checked, the code is exchanged, and the ID token says who
// the user is. What is not accepted is refused with the check that failed, and without anything of the tokens.

import { jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import type { ProviderReturn } from '#accounts/sign-in-service';
import { ProviderDown } from '#accounts/sso/ask-provider';
import { ALGORITHMS, CLOCK_TOLERANCE_SECONDS, type Provider } from '#accounts/sso/provider';
import type { ProviderAttempt } from '#accounts/sso/provider-attempt';
import { issuerKeyOf } from '#accounts/sso/sso-settings';
import { Refusal } from '#core/errors';
import { type Instant, SECOND_MS } from '#core/time/instant';
import type { Identity } from '#store/identity-store';

/** A user as the provider describes one. */
export interface ProviderUser extends Identity {
  /** Undefined if the provider says none. */
  readonly name: string | undefined;
  readonly groups: readonly string[];
  /** The session at the provider; undefined if the provider names none. */
  readonly sessionId: string | undefined;
  /** When the ID token was issued, by the clock of the provider. */
  readonly issuedAt: Instant;
}

/** What came back with the browser. */
export type ProviderAnswer = Pick<ProviderReturn, 'query' | 'redirectUri'>;

type Claims = Readonly<Record<string, unknown>>;

const RETRY_SECONDS = 5;

/** Resolves to the user that the provider has signed in, or refuses. */
export async function finishAtProvider(
  provider: Provider,
  attempt: ProviderAttempt,
  answer: ProviderAnswer,
  now: Instant,
): Promise<ProviderUser> {
  try {
    return await finish(provider, attempt, answer, now);
  } catch (error) {
    throw refusalOfProvider(error as Error);
  }
}

async function finish(
  provider: Provider,
  { state, nonce, verifier }: ProviderAttempt,
  { query, redirectUri }: ProviderAnswer,
  now: Instant,
): Promise<ProviderUser> {
  const server = await provider.describe();
  const client = clientOf(provider, now);
  const parameters = oauth.validateAuthResponse(server, client, query, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticationOf(provider, server),
    parameters,
    redirectUri,
    verifier,
    provider.requestOptions,
  );
  if (response.status >= 500) throw new ProviderDown(`its token endpoint said ${response.status}`);
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  const { payload } = await jwtVerify(tokens.id_token!, await provider.keys(), {
    issuer: server.issuer,
    audience: client.client_id,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(now),
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
  });
  const subject = payload.sub!;
  const claims = await completeClaims(provider, server, client, tokens.access_token, {
    ...payload,
    sub: subject,
  });
  const name = claimOf(claims, provider.settings.nameClaim);
  return {
    issuer: issuerKeyOf(server.issuer),
    subject,
    name: typeof name === 'string' ? name : undefined,
    groups: groupsOf(claimOf(claims, provider.settings.groupsClaim)),
    sessionId: typeof payload.sid === 'string' ? payload.sid : undefined,
    issuedAt: issuedAtOf(payload.iat!, now),
  };
}

/** A whole number that every store can keep, whatever the provider wrote. */
const issuedAtOf = (iat: number, now: Instant): Instant =>
  Math.floor(Math.max(0, Math.min(iat * SECOND_MS, now + CLOCK_TOLERANCE_SECONDS * SECOND_MS)));

const clientOf = ({ settings }: Provider, now: Instant): oauth.Client => ({
  client_id: settings.clientId,
  [oauth.clockSkew]: Math.round((now - Date.now()) / SECOND_MS),
  [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
});

function authenticationOf(
  { settings: { clientSecret } }: Provider,
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  // Without a list, a provider supports the first (OpenID Connect Discovery).
  const isBasic = methods === undefined || methods.includes('client_secret_basic');
  return isBasic ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret);
}

/** Asks the provider for claims of the user that the ID token lacks, as some have them only there. */
async function completeClaims(
  provider: Provider,
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  accessToken: string,
  claims: Claims & { readonly sub: string },
): Promise<Claims> {
  const { groupsClaim, nameClaim } = provider.settings;
  const isWhole = [groupsClaim, nameClaim].every((name) => claimOf(claims, name) !== undefined);
  if (isWhole || server.userinfo_endpoint === undefined) return claims;
  const response = await oauth.userInfoRequest(
    server,
    client,
    accessToken,
    provider.requestOptions,
  );
  const more = await oauth.processUserInfoResponse(server, client, claims.sub, response);
  return { ...more, ...claims };
}

/** The claim of a name, such as `groups` or, in an object, `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Claims)[part];
  }
  return value;
}

const groupsOf = (claim: unknown): string[] =>
  [claim].flat().filter((group): group is string => typeof group === 'string');

/** What libraries and the provider say, as a refusal. The cause has the failed check for the log. */
export function refusalOfProvider(error: Error): Error {
  if (error instanceof Refusal) return error;
  if (error instanceof ProviderDown) {
    const detail = `The sign-in provider does not answer: ${error.message}. Try again in a moment.`;
    return new Refusal('sso_unavailable', detail, {
      retryAfterSeconds: RETRY_SECONDS,
      cause: error,
    });
  }
  const reason = reasonOf(error as LibraryError);
  if (reason === undefined) return error;
  const detail = `The answer of the sign-in provider is not accepted: ${reason}. Sign in again.`;
  return new Refusal('sso_refused', detail, { cause: error });
}

interface LibraryError extends Error {
  readonly code?: unknown;
  readonly claim?: unknown;
  /** The provider's own word for what it refused, such as invalid_grant. */
  readonly error?: unknown;
}

const WORD = /^[A-Za-z0-9_]{1,60}$/;

/** The failed check in a few words; undefined if the error is none of the libraries'. */
function reasonOf({ code, claim, error, cause }: LibraryError): string | undefined {
  if (typeof code !== 'string' || !/^(?:OAUTH|ERR_J)/.test(code)) return undefined;
  if (typeof error === 'string' && WORD.test(error)) return `it says ${error}`;
  const checked = claim ?? (cause as { claim?: unknown } | undefined)?.claim;
  return typeof checked === 'string' && WORD.test(checked)
    ? `${checked} of its token does not fit (${code})`
    : code;
}

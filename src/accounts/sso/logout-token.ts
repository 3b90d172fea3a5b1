// Logout tokens, which the provider itself sends to end the sessions of a user (OpenID Connect Back-Channel Logout
// 1.0). What cannot be a good token is refused before any key is looked for, and each token works once.

import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { recordChange } from '#accounts/account-journal';
import { hashSecret } from '#accounts/secrets';
import { refusalOfProvider } from '#accounts/sso/finish-at-provider';
import { ALGORITHMS, CLOCK_TOLERANCE_SECONDS, type Provider } from '#accounts/sso/provider';
import { ATTEMPT_LIFETIME_MS } from '#accounts/sso/provider-attempt';
import { issuerKeyOf } from '#accounts/sso/sso-settings';
import { Refusal, refuseField } from '#core/errors';
import { type Instant, SECOND_MS } from '#core/time/instant';
import type { AccountStore, IdentityStore, User } from '#store/account-store';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LONGEST_TOKEN = 8_192;
const LONGEST_NAME = 255;
const FORM = /^eyJ[\w-]{5,}\.eyJ[\w-]{5,}\.[\w-]{20,}$/;
const ACTOR = 'single sign-on';

interface LogoutClaims {
  readonly subject: string | undefined;
  readonly sessionId: string | undefined;
  readonly tokenId: string;
  /** The time of issue by the clock of the provider. */
  readonly issuedAt: Instant;
}

const refuse = (message: string, allowed?: readonly string[]): Refusal =>
  refuseField('field_invalid', 'logout_token', message, allowed);

/**
 * Ends the sessions and tokens of the user whom a logout token names, by the subject or by a session at the provider.
 * A user who is not known here has none: that is no fault.
 */
export async function endByLogoutToken(
  provider: Provider,
  accounts: AccountStore,
  token: string,
  now: Instant,
): Promise<void> {
  const claims = await checkToken(provider, token, now);
  const issuer = issuerKeyOf(provider.settings.issuer.href);
  // One transaction: a token that could not be carried out may be sent again.
  await accounts.transact(async (within) => {
    const identities = await within.identities();
    const hash = hashSecret(`logout ${issuer} ${claims.tokenId}`);
    if (!(await identities.spendAttempt(hash, now, now - 2 * ATTEMPT_LIFETIME_MS)))
      throw refuse('was used already');
    const user = await findUser(identities, issuer, claims);
    if (!user) return;
    await within.removeTokens(user.id, { ending: 'provider', endedAt: now });
    await identities.endTokens(user, claims.issuedAt, now);
    const detail = 'The provider signed the user out: sessions and tokens ended.';
    await recordChange(within, { actor: ACTOR, now }, 'sessions-ended', user.name, detail);
  });
}

const findUser = (
  identities: IdentityStore,
  issuer: string,
  { subject, sessionId }: LogoutClaims,
): Promise<User | undefined> =>
  subject === undefined
    ? identities.findUserOfSession(issuer, sessionId!)
    : identities.findUser({ issuer, subject });

async function checkToken(provider: Provider, token: string, now: Instant): Promise<LogoutClaims> {
  const claims = readToken(provider, token, now);
  try {
    const { issuer } = await provider.describe();
    await jwtVerify(token, await provider.keys(), {
      issuer,
      audience: provider.settings.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now),
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
    });
    return claims;
  } catch (error) {
    const refusal = refusalOfProvider(error as Error);
    if (refusal instanceof Refusal && refusal.code === 'sso_refused')
      throw refuse('has a signature that fits no key of the provider');
    throw refusal;
  }
}

/** The claims of a token whose signature is not checked yet. */
function readToken({ settings }: Provider, token: string, now: Instant): LogoutClaims {
  const { alg, claims } = decode(token);
  if (!ALGORITHMS.includes(alg))
    throw refuse('is signed in a way that is not accepted', ALGORITHMS);
  const { iss, aud, iat, exp, jti, sub, sid } = claims;
  if (typeof iss !== 'string' || issuerKeyOf(iss) !== issuerKeyOf(settings.issuer.href))
    throw refuse('is of another issuer than OIDC_ISSUER');
  if (![aud].flat().includes(settings.clientId))
    throw refuse('is for another client than OIDC_CLIENT_ID');
  if (!hasEvent(claims)) throw refuse(`has not the event ${EVENT}`);
  if ('nonce' in claims) throw refuse('has a nonce, as only ID tokens have');
  if (!isName(jti)) throw refuse('has no jti');
  if (sub === undefined && sid === undefined) throw refuse('has neither sub nor sid');
  if (![sub, sid].every((name) => name === undefined || isName(name)))
    throw refuse('has a sub or sid that is no name');
  const issuedAt = requireTimes(iat, exp, now);
  const sessionId = sid as string | undefined;
  return { subject: sub, sessionId, tokenId: jti, issuedAt };
}

function decode(token: string): { readonly alg: string; readonly claims: JWTPayload } {
  if (token.length > LONGEST_TOKEN || !FORM.test(token)) throw refuse('is not a signed token');
  try {
    const { alg = '', crit } = decodeProtectedHeader(token);
    // A header that must be understood is understood here by no word of it.
    return { alg: crit === undefined ? alg : '', claims: decodeJwt(token) };
  } catch {
    throw refuse('is not a signed token');
  }
}

/** A token is remembered for 20 minutes, so that none can be used twice: an older one is refused. */
function requireTimes(iat: unknown, exp: unknown, now: Instant): Instant {
  const tolerance = CLOCK_TOLERANCE_SECONDS * SECOND_MS;
  if (typeof iat !== 'number' || typeof exp !== 'number') throw refuse('has no iat or no exp');
  if (exp * SECOND_MS <= now - tolerance) throw refuse('has expired');
  const issuedAt = iat * SECOND_MS;
  if (issuedAt > now + tolerance) throw refuse('was issued in the future');
  if (issuedAt < now - ATTEMPT_LIFETIME_MS - tolerance)
    throw refuse('was issued more than 10 minutes ago');
  return issuedAt;
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;

function hasEvent({ events }: JWTPayload): boolean {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return false;
  const event = (events as Record<string, unknown>)[EVENT];
  return typeof event === 'object' && event !== null;
}

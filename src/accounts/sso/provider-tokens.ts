// Tokens of the provider that programs send as Bearer. A token is checked once: its hash is then stored as a credential
// of the linked user, until it ends or for an hour. What cannot be a good token is refused before any key is looked for.

import { hash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { type Caller, findHolder } from '#accounts/authenticate';
import { limitSignIns, storeCredential } from '#accounts/sign-in';
import type { SignInService } from '#accounts/sign-in-service';
import { refusalOfProvider } from '#accounts/sso/finish-at-provider';
import { ALGORITHMS, CLOCK_TOLERANCE_SECONDS, type Provider } from '#accounts/sso/provider';
import { issuerKeyOf } from '#accounts/sso/sso-settings';
import { Refusal } from '#core/errors';
import type { MaybePromise } from '#core/maybe-promise';
import { HOUR_MS, type Instant, SECOND_MS } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';

const LONGEST_TOKEN = 8_192;
const FORM = /^eyJ[\w-]{5,}\.eyJ[\w-]{5,}\.[\w-]{20,}$/;
const MOST_SUBJECT = 255;
/** The time after which a token is checked again, so that a withdrawn key ends it. */
const CHECK_AGAIN_MS = HOUR_MS;
/** Claims of ID tokens, which are for the client that a user signed in with and open nothing. */
const ID_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash'];

interface CheckedToken {
  readonly subject: string;
  /** Negative infinity if the token does not say it. */
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

export class ProviderTokens {
  readonly #provider: Provider;
  readonly #audience: string;

  constructor(provider: Provider, audience: string) {
    this.#provider = provider;
    this.#audience = audience;
  }

  /** The hash that a token is stored by; undefined if it has not the form of one. Other settings, other hashes. */
  hashOf(token: string): string | undefined {
    if (token.length > LONGEST_TOKEN || !FORM.test(token)) return undefined;
    const { issuer } = this.#provider.settings;
    return hash('sha256', `${issuer.href} ${this.#audience} ${token}`, 'hex');
  }

  /** The caller of a token that is not stored yet; undefined if it is not accepted. */
  admit(service: SignInService, token: string, now: Instant): MaybePromise<Caller | undefined> {
    const tokenHash = this.hashOf(token);
    return tokenHash !== undefined && this.#mayBeGood(token, now)
      ? this.#admitChecked(service, token, tokenHash, now)
      : undefined;
  }

  /** Whether the unchecked words of a token are those of a good one. */
  #mayBeGood(token: string, now: Instant): boolean {
    try {
      const { alg, crit } = decodeProtectedHeader(token);
      const { iss, aud, sub, exp, ...claims } = decodeJwt(token);
      const { issuer } = this.#provider.settings;
      return (
        ALGORITHMS.includes(alg ?? '') &&
        crit === undefined &&
        typeof iss === 'string' &&
        issuerKeyOf(iss) === issuerKeyOf(issuer.href) &&
        [aud].flat().includes(this.#audience) &&
        isSubject(sub) &&
        typeof exp === 'number' &&
        exp * SECOND_MS > now - CLOCK_TOLERANCE_SECONDS * SECOND_MS &&
        !ID_TOKEN_CLAIMS.some((name) => name in claims) &&
        claims.typ !== 'ID'
      );
    } catch {
      return false;
    }
  }

  async #admitChecked(
    service: SignInService,
    token: string,
    tokenHash: string,
    now: Instant,
  ): Promise<Caller | undefined> {
    const checked = await this.#check(token, now);
    if (!checked) return undefined;
    const { accounts } = service;
    const user = await this.#findUser(service, checked.subject);
    if (!user || user.isDisabled) return undefined;
    if (await isEnded(accounts, user, checked)) return undefined;
    await limitSignIns(service, user, now);
    await storeCredential(
      service,
      user,
      {
        hash: tokenHash,
        userId: user.id,
        kind: 'provider',
        name: null,
        createdAt: now,
        expiresAt: Math.min(checked.expiresAt, now + CHECK_AGAIN_MS),
      },
      now,
    );
    return findHolder(accounts, tokenHash, now);
  }

  async #findUser({ accounts }: SignInService, subject: string): Promise<User | undefined> {
    const { issuer } = await this.#provider.describe();
    const identities = await accounts.identities();
    return identities.findUser({ issuer: issuerKeyOf(issuer), subject });
  }

  /** Checks signature, issuer, audience and times. Refuses if the provider's keys cannot be read. */
  async #check(token: string, now: Instant): Promise<CheckedToken | undefined> {
    try {
      const { issuer } = await this.#provider.describe();
      const { payload } = await jwtVerify(token, await this.#provider.keys(), {
        issuer,
        audience: this.#audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now),
        requiredClaims: ['sub', 'exp'],
      });
      return checkedOf(payload);
    } catch (error) {
      const refusal = refusalOfProvider(error as Error);
      if (refusal instanceof Refusal && refusal.code === 'sso_refused') return undefined;
      throw refusal;
    }
  }
}

const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= MOST_SUBJECT;

/** Whether the provider has signed the user out since the token was issued. Both times are the provider's. */
async function isEnded(
  accounts: AccountStore,
  { id }: User,
  { issuedAt }: CheckedToken,
): Promise<boolean> {
  const endedAt = await (await accounts.identities()).tokensEndedAt(id);
  return endedAt !== undefined && issuedAt <= endedAt;
}

const checkedOf = ({ sub, iat, exp }: JWTPayload): CheckedToken => ({
  subject: sub!,
  issuedAt: iat === undefined ? Number.NEGATIVE_INFINITY : iat * SECOND_MS,
  expiresAt: (exp! + CLOCK_TOLERANCE_SECONDS) * SECOND_MS,
});

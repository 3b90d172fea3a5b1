// Finding the user that a secret belongs to, and what that user may do.

import { hashSecret, isLinkSecret, isSessionSecret, looksLikeSecret } from '#accounts/secrets';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { AccountStore, Credential, Grant } from '#store/account-store';
import { StoreUnavailable } from '#store/store';

/** The user of a request, the plan, and the token, key or session that was presented. */
export type Caller = Grant;

/**
 * Whether a caller may use the operator interface: with an operator key, or with a session of a user who is an
 * operator. No plan gives that right, and a token or read key of an operator does not either.
 */
export const isOperator = ({ credential, user }: Caller): boolean =>
  credential.kind === 'operator' || (credential.kind === 'session' && user.isOperator);

/** The caller of a token or key; undefined if it is unknown, has expired, or its user is disabled. */
export function findCaller(
  accounts: AccountStore,
  secret: string,
  now: Instant,
): MaybePromise<Caller | undefined> {
  if (!looksLikeSecret(secret) || isSessionSecret(secret) || isLinkSecret(secret)) return undefined;
  return findHolder(accounts, hashSecret(secret), now);
}

/** Like `findCaller`, of the secret in a browser's cookie: a session's and no other. */
export function findSessionCaller(
  accounts: AccountStore,
  secret: string,
  now: Instant,
): MaybePromise<Caller | undefined> {
  if (!looksLikeSecret(secret) || !isSessionSecret(secret)) return undefined;
  return findHolder(accounts, hashSecret(secret), now);
}

/** Like `findCaller`, by the hash of a secret that was presented. */
export function findHolder(
  accounts: AccountStore,
  hash: string,
  now: Instant,
): MaybePromise<Caller | undefined> {
  return whenReady(accounts.findGrant(hash), (grant) => {
    if (!grant) return undefined;
    if (isOver(grant.credential, now)) return forget(accounts, grant.credential, now);
    return grant.user.isDisabled ? undefined : grant;
  });
}

/** Whether a credential or a link has expired, or was made by a clock so far ahead that it would outlast its lifetime. */
export function isOver(
  { createdAt, expiresAt }: Pick<Credential, 'createdAt' | 'expiresAt'>,
  now: Instant,
): boolean {
  if (expiresAt === null) return false;
  return expiresAt <= now || createdAt - now > expiresAt - createdAt;
}

/**
 * Removes a credential that was refused as expired, so that a clock set back later cannot revive it. Another
 * process may have renewed a session in this moment, so a session is removed only if the store says so too.
 */
async function forget(
  accounts: AccountStore,
  { hash, kind, expiresAt }: Credential,
  now: Instant,
): Promise<undefined> {
  try {
    if (kind === 'session' && expiresAt! <= now) await accounts.removeExpired(now);
    else await accounts.removeCredential(hash);
  } catch (error) {
    // The credential is refused either way. This fails only while another process writes.
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

// Who a secret belongs to, and what that user may do.

import { hashSecret, looksLikeSecret } from '#accounts/secrets';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { AccountStore, Credential, Grant } from '#store/account-store';
import { StoreUnavailable } from '#store/store';

/** The user behind a request, the plan, and the token or key that was presented. */
export type Caller = Grant;

/** The caller a token or key stands for, or undefined where it is unknown, expired or its user disabled. */
export function findCaller(
  accounts: AccountStore,
  secret: string,
  now: Instant,
): MaybePromise<Caller | undefined> {
  return looksLikeSecret(secret) ? findHolder(accounts, hashSecret(secret), now) : undefined;
}

/** The same by the hash of a secret, for whoever knows that it was presented. */
export function findHolder(
  accounts: AccountStore,
  hash: string,
  now: Instant,
): MaybePromise<Caller | undefined> {
  return whenReady(accounts.findGrant(hash), (grant) => {
    if (!grant) return undefined;
    if (isOver(grant.credential, now)) return forget(accounts, grant.credential.hash);
    return grant.user.isDisabled ? undefined : grant;
  });
}

/** One that was made by a clock far ahead would be good for longer than its lifetime. */
function isOver({ createdAt, expiresAt }: Credential, now: Instant): boolean {
  if (expiresAt === null) return false;
  return expiresAt <= now || createdAt - now > expiresAt - createdAt;
}

/** A credential once refused as expired is removed, so that a clock set back later cannot revive it. */
async function forget(accounts: AccountStore, hash: string): Promise<undefined> {
  try {
    await accounts.removeCredential(hash);
  } catch (error) {
    // Refused it is either way; only while another process writes can this fail.
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

// From the secret in an address to the question that its link asks, and to the plan that answers it.

import { addressGroupOf } from '#accounts/address-group';
import { type Caller, isOver } from '#accounts/authenticate';
import { hashSecret, isLinkSecret, looksLikeSecret } from '#accounts/secrets';
import type { SignInService } from '#accounts/sign-in-service';
import { Refusal } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { Credential, LinkGrant } from '#store/account-store';
import type { Question } from '#store/link-store';
import { StoreUnavailable } from '#store/store';

export interface OpenedLink {
  readonly question: Question;
  /** The owner, by whose plan the question is answered. */
  readonly caller: Caller;
}

/**
 * Opens a link, with its owner and the owner's plan as they are now. What is unknown, was revoked, has ended or
 * belongs to a disabled user is refused alike. Nothing is remembered: what another process ends, ends at once.
 */
export async function openLink(
  service: SignInService,
  secret: string,
  address: string,
  now: Instant,
): Promise<OpenedLink> {
  await service.clock.notice(now);
  const grant = await findLink(service, secret, now);
  if (!grant) return refuseUnknown(service, address, now);
  const { link, user, plan } = grant;
  const { hash, name, path, query, createdAt, expiresAt, lastUsedAt } = link;
  const credential: Credential = {
    hash,
    userId: user.id,
    kind: 'link',
    name,
    createdAt,
    expiresAt,
    ...(lastUsedAt === null ? {} : { keyUsedAt: lastUsedAt }),
  };
  service.keyUses.note(credential, now);
  return { question: { path, query }, caller: { credential, user, plan } };
}

async function findLink(
  { accounts }: SignInService,
  secret: string,
  now: Instant,
): Promise<LinkGrant | undefined> {
  if (!looksLikeSecret(secret) || !isLinkSecret(secret)) return undefined;
  const links = await accounts.links();
  const grant = await links.findLink(hashSecret(secret));
  if (!grant) return undefined;
  if (!isOver(grant.link, now)) return grant.user.isDisabled ? undefined : grant;
  // Forgotten, so that a clock set back later cannot revive it.
  await links.removeLink(grant.link.hash).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
  });
  return undefined;
}

/**
 * Refuses, and counts the failure of the address as those of sign-ins are counted. Only unknown links are refused
 * for that: one address may be that of an office or of a spreadsheet service, whose other links go on.
 */
async function refuseUnknown(
  { addressFailures }: SignInService,
  address: string,
  now: Instant,
): Promise<never> {
  const seconds = await countFailure(addressFailures, `link ${addressGroupOf(address)}`, now);
  if (seconds === 0) {
    throw new Refusal('link_unknown', 'nothing is here: the link is unknown, revoked or ended');
  }
  const detail = `this address asked for too many links that do not exist; wait ${seconds} s`;
  throw new Refusal('rate_exceeded', detail, { retryAfterSeconds: seconds });
}

/** A store that cannot be written counts nothing; the link is unknown either way. */
async function countFailure(
  failures: SignInService['addressFailures'],
  subject: string,
  now: Instant,
): Promise<number> {
  try {
    return await failures.record(subject, now);
  } catch (error) {
    if (error instanceof StoreUnavailable) return 0;
    throw error;
  }
}

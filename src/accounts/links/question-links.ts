// Links for spreadsheets. A link is a credential for exactly one question: it shows what its owner's plan sees,
// to everyone who has its address. Its secret is shown once, when it is made.

import { type ChangedBy, describeLink, recordChange } from '#accounts/account-journal';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { Refusal, refuseField } from '#core/errors';
import { formatUtc, type Instant } from '#core/time/instant';
import type { AccountStore, Grant, User } from '#store/account-store';
import type { Question, QuestionLink } from '#store/link-store';

export const MAX_LINKS_PER_USER = 100;
export const LONGEST_LINK_NAME = 80;

const ID_DIGITS = 16;
/** What no name of one line has. */
const NOT_IN_NAME = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

type Owner = Pick<User, 'id' | 'name'>;

/** A link as its owner sees it, without its secret or the secret's hash. */
export interface LinkSummary extends Omit<QuestionLink, 'hash' | 'userId'> {
  /** Names the link in a request that revokes it. It says nothing about the secret. */
  readonly id: string;
}

export interface NewLink extends Question {
  readonly name: string;
  readonly expiresAt: Instant | null;
}

const summaryOf = ({ hash, userId: _, ...facts }: QuestionLink): LinkSummary => ({
  id: hash.slice(0, ID_DIGITS),
  ...facts,
});

/** Reads the name of a link; empty if it has none. */
export function checkLinkName(given: string | undefined): string {
  const name = (given ?? '').trim();
  if (name.length <= LONGEST_LINK_NAME && !NOT_IN_NAME.test(name)) return name;
  const message = `a link’s name is one line of at most ${LONGEST_LINK_NAME} characters`;
  throw refuseField('field_invalid', 'name', message);
}

/** A user's links that still work, the newest first. */
export async function listLinks(
  accounts: AccountStore,
  { id }: Owner,
  now: Instant,
): Promise<LinkSummary[]> {
  const links = await (await accounts.links()).listLinks(id);
  return links
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map((link) => summaryOf(link));
}

/** Makes a link. Its secret belongs into its address, and is never shown again. */
export async function addLink(
  accounts: AccountStore,
  { user, credential }: Pick<Grant, 'user' | 'credential'>,
  { name, path, query, expiresAt }: NewLink,
  now: Instant,
): Promise<LinkSummary & { readonly secret: string }> {
  const secret = makeSecret('link');
  const times = { createdAt: now, expiresAt, lastUsedAt: null };
  const link = { hash: hashSecret(secret), userId: user.id, name, path, query, ...times };
  await accounts.transact(async (within) => {
    await requireSignedIn(within, credential.hash);
    const links = await within.links();
    if ((await listLinks(within, user, now)).length >= MAX_LINKS_PER_USER) {
      const message = `there are ${MAX_LINKS_PER_USER} links, the most a user can have; revoke one first`;
      throw refuseField('field_invalid', 'name', message);
    }
    await links.addLink(link);
    const end = expiresAt === null ? '' : ` It ends at ${formatUtc(expiresAt)}.`;
    const detail = `${describeLink(link)} was made.${end}`;
    await recordChange(within, { actor: user.name, now }, 'link-added', user.name, detail);
  });
  return { ...summaryOf(link), secret };
}

/** Refuses a token or session that ended after the request was admitted: the link would outlive that. */
async function requireSignedIn(within: AccountStore, hash: string): Promise<void> {
  const grant = await within.findGrant(hash);
  if (grant && !grant.user.isDisabled) return;
  throw new Refusal('token_invalid', 'the sign-in was ended in the meantime; sign in again');
}

/** Revokes the link with an id, or refuses if the user has none. */
export const revokeLink = (
  accounts: AccountStore,
  user: Owner,
  id: string,
  by: ChangedBy,
): Promise<void> =>
  accounts.transact(async (within) => {
    const links = await within.links();
    const revoked = (await links.listLinks(user.id)).filter((link) => summaryOf(link).id === id);
    if (revoked.length === 0) {
      throw new Refusal('link_unknown', 'no link has this id; it may have been revoked or ended');
    }
    for (const link of revoked) {
      await links.removeLink(link.hash);
      const detail = `${describeLink(link)} was revoked.`;
      await recordChange(within, by, 'link-ended', user.name, detail);
    }
  });

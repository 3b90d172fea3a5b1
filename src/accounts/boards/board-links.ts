// Links to the pictures of a board. A link is a credential: it shows what its owner's plan may see, to everyone
// who has its address. Its secret is shown once, when it is made.

import { recordOwnChange } from '#accounts/account-journal';
import { findOwnBoard } from '#accounts/boards/boards';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { Refusal, refuseField } from '#core/errors';
import { DAY_MS, formatUtc, type Instant } from '#core/time/instant';
import type { AccountStore, Grant, User } from '#store/account-store';
import type { BoardLink } from '#store/board-store';

export const MAX_LINKS_PER_BOARD = 20;
export const DEFAULT_LINK_DAYS = 30;
export const MAX_LINK_DAYS = 366;

const ID_DIGITS = 16;

/** A link as its owner sees it, without its secret or the secret's hash. */
export interface LinkSummary extends Pick<BoardLink, 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  /** Names the link in a request that ends it. It says nothing about the secret. */
  readonly id: string;
}

export interface NewLink extends LinkSummary {
  /** Belongs into the address of the picture, and is never shown again. */
  readonly secret: string;
}

const summaryOf = ({ hash, createdAt, expiresAt, lastUsedAt }: BoardLink): LinkSummary => ({
  ...{ id: hash.slice(0, ID_DIGITS), createdAt, expiresAt, lastUsedAt },
});

/** The links of an own board that still work, the newest first. */
export async function listLinks(
  accounts: AccountStore,
  user: User,
  boardId: string,
  now: Instant,
): Promise<LinkSummary[]> {
  await findOwnBoard(accounts, user, boardId);
  const links = await accounts.boards.listLinks(boardId);
  return links.filter(({ expiresAt }) => expiresAt > now).map(summaryOf);
}

/** Makes a link to the pictures of an own board, which ends after `days` of 24 hours. */
export async function addLink(
  accounts: AccountStore,
  { user, credential }: Pick<Grant, 'user' | 'credential'>,
  boardId: string,
  days: number | undefined,
  now: Instant,
): Promise<NewLink> {
  const expiresAt = now + checkDays(days) * DAY_MS;
  const secret = makeSecret('link');
  const times = { createdAt: now, expiresAt, lastUsedAt: null };
  const link: BoardLink = { hash: hashSecret(secret), boardId, ...times };
  await accounts.transact(async (within) => {
    const { name } = await findOwnBoard(within, user, boardId);
    await requireSignedIn(within, credential.hash);
    await within.boards.removeExpiredLinks(now);
    if ((await within.boards.listLinks(boardId)).length >= MAX_LINKS_PER_BOARD) {
      const message = `the board has ${MAX_LINKS_PER_BOARD} links, the most it can have; end one first`;
      throw refuseField('field_invalid', 'days', message);
    }
    await within.boards.addLink(link);
    const detail = `A link to pictures of board "${name}" was made. It ends at ${formatUtc(expiresAt)}.`;
    await recordOwnChange(within, user, now, 'link-added', detail);
  });
  return { ...summaryOf(link), secret };
}

function checkDays(days = DEFAULT_LINK_DAYS): number {
  if (days >= 1 && days <= MAX_LINK_DAYS) return days;
  const message = `a link lasts 1 to ${MAX_LINK_DAYS} days; given: ${days}`;
  throw refuseField('field_invalid', 'days', message);
}

/** Refuses a token or session that ended after the request was admitted: the link would outlive that. */
async function requireSignedIn(within: AccountStore, hash: string): Promise<void> {
  const grant = await within.findGrant(hash);
  if (grant && !grant.user.isDisabled) return;
  throw new Refusal('token_invalid', 'the sign-in was ended in the meantime; sign in again');
}

/** Ends the link with an id, or refuses if the board has none. */
export const endLink = (
  accounts: AccountStore,
  user: User,
  boardId: string,
  linkId: string,
  now: Instant,
): Promise<void> =>
  accounts.transact(async (within) => {
    const { name } = await findOwnBoard(within, user, boardId);
    const links = await within.boards.listLinks(boardId);
    const ended = links.filter((link) => summaryOf(link).id === linkId);
    if (ended.length === 0) {
      throw new Refusal('link_unknown', 'no link of this board has this id; it may have ended');
    }
    for (const { hash } of ended) await within.boards.removeLink(hash);
    const detail = `A link to pictures of board "${name}" was ended.`;
    await recordOwnChange(within, user, now, 'link-ended', detail);
  });

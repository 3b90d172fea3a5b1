// From the secret of a link to the board that it shows and to the plan that it shows the board with.

import { type Caller, isOver } from '#accounts/authenticate';
import { hashSecret, isLinkSecret, looksLikeSecret } from '#accounts/secrets';
import { type Instant, MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import type { Board, BoardLink, BoardStore } from '#store/board-store';
import { StoreUnavailable } from '#store/store';

/** A use is written if the last one that was written is this old. */
const WRITE_EVERY_MS = MINUTE_MS;

/** A board, and the owner as the caller by whose plan its pictures are drawn. */
export interface PictureLink {
  readonly board: Board;
  readonly caller: Caller;
}

/**
 * The board of a link, with its owner and the owner's plan as they are now. Undefined if the link is unknown or
 * has ended, or if its owner is disabled. Nothing is remembered: what another process ends, ends at once.
 */
export async function resolvePictureLink(
  accounts: AccountStore,
  secret: string,
  now: Instant,
): Promise<PictureLink | undefined> {
  if (!looksLikeSecret(secret) || !isLinkSecret(secret)) return undefined;
  const { boards } = accounts;
  const link = await boards.findLink(hashSecret(secret));
  if (!link) return undefined;
  if (isOver(link, now)) {
    // Forgotten, so that a clock set back later cannot revive it.
    await unlessUnwritable(boards.removeLink(link.hash));
    return undefined;
  }
  const board = await boards.findBoard(link.boardId);
  const user = board && (await accounts.findUser(board.ownerName));
  const plan = user && (await accounts.findPlan(user.planName));
  if (!plan || user.isDisabled) return undefined;
  await noteUse(boards, link, now);
  const { hash, createdAt, expiresAt } = link;
  const times = { createdAt, expiresAt };
  const credential = { hash, userId: user.id, kind: 'link', name: null, ...times } as const;
  return { board, caller: { credential, user, plan } };
}

/** `abs`: after the clock was set back, a use from far ahead is replaced as well. */
async function noteUse(boards: BoardStore, { hash, lastUsedAt }: BoardLink, now: Instant) {
  const isDue = lastUsedAt === null || Math.abs(now - lastUsedAt) >= WRITE_EVERY_MS;
  if (isDue) await unlessUnwritable(boards.noteLinkUse(hash, now, WRITE_EVERY_MS));
}

/** Waits for a write that the answer does not depend on: it may fail while another process writes. */
async function unlessUnwritable(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

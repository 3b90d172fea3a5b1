// Boards of a user, and those that others share with the user's plan. Only its owner changes a board.

import { randomBytes } from 'node:crypto';
import { recordOwnChange } from '#accounts/account-journal';
import { type BoardDraft, checkChange, checkNewBoard } from '#accounts/boards/check-board';
import { Refusal, refuseField } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { AccountStore, User } from '#store/account-store';
import type { Board, BoardContent, BoardSummary } from '#store/board-store';

export const MAX_BOARDS_PER_USER = 100;
/** The most boards that a list has: the user's own, and the first of the plan by name. */
export const MAX_LISTED = 1_000;

const ID_BYTES = 8;
const ID_FORM = /^[0-9a-f]{16}$/;

/** A user's own boards, then those that other users of the same plan share, both in order of name. */
export const listBoards = (accounts: AccountStore, user: User): Promise<BoardSummary[]> =>
  accounts.boards.listBoards(user.id, user.planName, MAX_LISTED);

/** Finds a board that the user may see. An unknown one and one of another plan are refused alike. */
export async function findBoardOrRefuse(
  { boards }: AccountStore,
  user: User,
  id: string,
): Promise<Board> {
  const board = ID_FORM.test(id) ? await boards.findBoard(id) : undefined;
  if (board && maySee(user, board)) return board;
  throw new Refusal('board_unknown', 'no board of yours or of your plan has this id');
}

const maySee = ({ id, planName }: User, { ownerId, ownerPlan, isShared }: Board): boolean =>
  ownerId === id || (isShared && ownerPlan === planName);

/** Finds a board of the user. One that another user shares is refused. */
export async function findOwnBoard(accounts: AccountStore, user: User, id: string): Promise<Board> {
  const board = await findBoardOrRefuse(accounts, user, id);
  if (board.ownerId === user.id) return board;
  const detail = 'the board is shared by another user, and only its owner changes it';
  throw new Refusal('board_not_own', detail);
}

export async function addBoard(
  accounts: AccountStore,
  user: User,
  draft: BoardDraft,
  now: Instant,
): Promise<Board> {
  const content = checkNewBoard(draft);
  const id = randomBytes(ID_BYTES).toString('hex');
  const facts = { id, ownerId: user.id, changedAt: now };
  await accounts.transact(async (within) => {
    if ((await within.boards.countBoards(user.id)) >= MAX_BOARDS_PER_USER) {
      const message = `there are ${MAX_BOARDS_PER_USER} boards, the most a user can have; remove one first`;
      throw refuseField('field_invalid', 'name', message);
    }
    await within.boards.addBoard({ ...facts, ...content });
    const detail = `Board "${content.name}" was made.${tellSharing(false, content)}`;
    await recordOwnChange(within, user, now, 'board-added', detail);
  });
  return { ...facts, ...content, ownerName: user.name, ownerPlan: user.planName, version: 1 };
}

/** A change of a board, with the version that it was made from. */
export type BoardChange = BoardDraft & { readonly version?: number };

/** Replaces the content of a board. Refuses if another change came first. */
export async function changeBoard(
  accounts: AccountStore,
  user: User,
  id: string,
  { version, ...draft }: BoardChange,
  now: Instant,
): Promise<Board> {
  const content = checkChange(draft);
  if (version === undefined) {
    throw refuseField('field_missing', 'version', 'the version of the board as read is needed');
  }
  return accounts.transact(async (within) => {
    const stored = await findOwnBoard(within, user, id);
    // The stored version comes first: a number that no engine can store never reaches one.
    const isReplaced =
      stored.version === version && (await within.boards.replaceBoard(id, version, content, now));
    if (!isReplaced) throw refuseOldVersion(version, stored.version);
    const detail = `Board "${content.name}" was changed.${tellName(stored, content)}${tellSharing(stored.isShared, content)}`;
    await recordOwnChange(within, user, now, 'board-changed', detail);
    return { ...stored, ...content, version: version + 1, changedAt: now };
  });
}

function refuseOldVersion(given: number, stored: number): Refusal {
  const message = `the board was changed in the meantime: version ${given} was given, version ${stored} is stored`;
  return new Refusal('board_changed', message, {
    faults: [{ field: 'version', message, allowed: [String(stored)] }],
  });
}

/** Removes a board and ends its links. */
export const removeBoard = (
  accounts: AccountStore,
  user: User,
  id: string,
  now: Instant,
): Promise<void> =>
  accounts.transact(async (within) => {
    const { name } = await findOwnBoard(within, user, id);
    const links = await within.boards.listLinks(id);
    await within.boards.removeBoard(id);
    const ended = links.length === 0 ? '' : ` Its links to pictures ended: ${links.length}.`;
    const detail = `Board "${name}" was removed.${ended}`;
    await recordOwnChange(within, user, now, 'board-removed', detail);
  });

const tellName = (before: BoardContent, { name }: BoardContent): string =>
  before.name === name ? '' : ` Its name was "${before.name}".`;

function tellSharing(wasShared: boolean, { isShared }: BoardContent): string {
  if (wasShared === isShared) return '';
  return isShared ? ' It is shared with the plan now.' : ' It is no longer shared.';
}

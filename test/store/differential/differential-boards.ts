// Every method of boards and their links as a random command.

import fc from 'fast-check';
import type { AccountStore } from '#store/account-store';
import type { BoardContent } from '#store/board-store';
import { HASHES, idOf, planName, userName } from './differential-accounts.ts';
import type { Action, Scope } from './differential-actions.ts';
import { aside, text } from './differential-inputs.ts';

function board<Input>(
  input: fc.Arbitrary<Input>,
  perform: (accounts: AccountStore, input: Input, scope: Scope) => unknown,
): Action<AccountStore> {
  return { input, perform };
}

/** Ids that sequences share, so boards of earlier ones are found too. */
const id = fc.constantFrom('b1', 'b2', 'ä');
const hash = fc.constantFrom(...HASHES);
const content: fc.Arbitrary<BoardContent> = fc.record({
  name: fc.oneof(userName, text),
  isShared: fc.boolean(),
  panels: fc.array(
    fc.record({
      view: text,
      title: text,
      part: fc.constantFrom('view', 'figures'),
      width: fc.constantFrom('half', 'full'),
    }),
    { maxLength: 2 },
  ),
});

export const BOARD_ACTIONS: Readonly<Record<string, Action<AccountStore>>> = {
  listBoards: board(
    fc.tuple(userName, planName, fc.constantFrom(0, 1, 9)),
    async (accounts, [user, plan, limit]) =>
      accounts.boards.listBoards(await idOf(accounts, user), plan, limit),
  ),
  countBoards: board(userName, async (accounts, user) =>
    accounts.boards.countBoards(await idOf(accounts, user)),
  ),
  findBoard: board(fc.oneof(id, text), ({ boards }, of) => boards.findBoard(of)),
  addBoard: board(fc.tuple(userName, id, content), async (accounts, [user, of, made], { now }) => {
    const ownerId = await idOf(accounts, user);
    return accounts.boards.addBoard({ ...made, id: of, ownerId, changedAt: now });
  }),
  replaceBoard: board(
    fc.tuple(id, fc.constantFrom(1, 1, 2, 3), content),
    ({ boards }, [of, version, made], { now }) => boards.replaceBoard(of, version, made, now),
  ),
  removeBoard: board(id, ({ boards }, of) => boards.removeBoard(of)),
  addLink: board(fc.tuple(hash, id, aside), ({ boards }, [of, boardId, by], { now }) =>
    boards.addLink({ hash: of, boardId, createdAt: now, expiresAt: now + by, lastUsedAt: null }),
  ),
  findLink: board(hash, ({ boards }, of) => boards.findLink(of)),
  listLinks: board(id, ({ boards }, of) => boards.listLinks(of)),
  listLinksOfUser: board(userName, async (accounts, user) =>
    accounts.boards.listLinksOfUser(await idOf(accounts, user)),
  ),
  removeLink: board(hash, ({ boards }, of) => boards.removeLink(of)),
  removeExpiredLinks: board(aside, ({ boards }, by, { now }) =>
    boards.removeExpiredLinks(now + by),
  ),
  noteLinkUse: board(fc.tuple(hash, aside), ({ boards }, [of, by], { now }) =>
    boards.noteLinkUse(of, now + by, 60_000),
  ),
};

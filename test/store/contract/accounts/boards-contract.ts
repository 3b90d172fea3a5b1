// Boards and the links to their pictures.

import assert from 'node:assert/strict';
import type { AccountStore, User } from '#store/account-store';
import type { Board, BoardLink, NewBoard, Panel } from '#store/board-store';
import { NOW } from '../sample-series.ts';
import type { StoreTest } from '../store-contract.ts';

const PANELS: readonly Panel[] = [
  { view: '/s/dehrprice?from=today-7', title: 'Preis "DE" €', part: 'view', width: 'half' },
  { view: '/', title: '', part: 'figures', width: 'full' },
];

const addUser = async (accounts: AccountStore, name: string, planName = 'all'): Promise<User> => {
  const facts = { passwordHash: null, isDisabled: false, createdAt: NOW };
  return (await accounts.addUser({ name, planName, ...facts }))!;
};

const boardOf = ({ id: ownerId }: User, id: string, more: Partial<NewBoard> = {}): NewBoard => ({
  ...{ id, ownerId, name: `Board ${id}`, isShared: false, panels: PANELS, changedAt: NOW },
  ...more,
});

/** The board as it is found after it was added. */
const added = (board: NewBoard, { name: ownerName, planName: ownerPlan }: User): Board => ({
  ...board,
  ...{ ownerName, ownerPlan, version: 1 },
});

const linkOf = (boardId: string, hash: string, createdAt = NOW): BoardLink => ({
  ...{ hash, boardId, createdAt, expiresAt: createdAt + 100, lastUsedAt: null },
});

export function boardsContract(storeTest: StoreTest): void {
  storeTest('a board is found as it was added, with its owner', async ({ accounts }) => {
    const { boards } = accounts;
    const anna = await addUser(accounts, 'Änna');
    const board = boardOf(anna, 'b1', { name: 'Morgen ☀', isShared: true });
    assert.equal(await boards.addBoard(board), true);
    assert.deepEqual(await boards.findBoard('b1'), added(board, anna));
    assert.equal(await boards.findBoard('B1'), undefined);
    const empty = boardOf(anna, 'b2', { panels: [] });
    await boards.addBoard(empty);
    assert.deepEqual(await boards.findBoard('b2'), added(empty, anna));
  });

  storeTest('an id that is taken adds no board', async ({ accounts }) => {
    const { boards } = accounts;
    const [anna, bert] = [await addUser(accounts, 'anna'), await addUser(accounts, 'bert')];
    await boards.addBoard(boardOf(anna, 'b1'));
    assert.equal(await boards.addBoard(boardOf(bert, 'b1', { name: 'other' })), false);
    assert.deepEqual(await boards.findBoard('b1'), added(boardOf(anna, 'b1'), anna));
    assert.equal(await boards.countBoards(bert.id), 0);
  });

  storeTest(
    'own boards are listed first, then the shared ones of the plan, each by name in any case',
    async ({ accounts }) => {
      const { boards } = accounts;
      const anna = await addUser(accounts, 'anna');
      const bert = await addUser(accounts, 'bert');
      const cora = await addUser(accounts, 'cora', 'few');
      for (const [owner, id, name, isShared] of [
        [anna, 'b1', 'zebra', false],
        [anna, 'b2', 'Ähre', true],
        [anna, 'b3', 'Apfel', false],
        [bert, 'b4', 'beta', true],
        [bert, 'b5', 'Alpha', true],
        [bert, 'b6', 'a secret one', false],
        [cora, 'b7', 'of another plan', true],
      ] as const) {
        await boards.addBoard(boardOf(owner, id, { name, isShared }));
      }
      const idsOf = async (user: User, limit = 10) =>
        (await boards.listBoards(user.id, user.planName, limit)).map(({ id }) => id);
      assert.deepEqual(await idsOf(anna), ['b3', 'b1', 'b2', 'b5', 'b4']);
      assert.deepEqual(await idsOf(anna, 4), ['b3', 'b1', 'b2', 'b5']);
      assert.deepEqual(await idsOf(bert), ['b6', 'b5', 'b4', 'b2']);
      assert.deepEqual(await idsOf(cora), ['b7']);
      const [, , , fourth] = await boards.listBoards(bert.id, 'all', 4);
      const { panels: _, ...facts } = (await boards.findBoard('b2'))!;
      assert.deepEqual(fourth, { ...facts, panelCount: 2 });
      assert.equal(await boards.countBoards(anna.id), 3);
    },
  );

  storeTest('the sharing of a board follows its owner to another plan', async ({ accounts }) => {
    const { boards } = accounts;
    const anna = await addUser(accounts, 'anna');
    const bert = await addUser(accounts, 'bert');
    await boards.addBoard(boardOf(anna, 'b1', { isShared: true }));
    await accounts.updateUser('anna', { planName: 'few' });
    assert.equal((await boards.findBoard('b1'))!.ownerPlan, 'few');
    assert.deepEqual(await boards.listBoards(bert.id, 'all', 9), []);
    assert.equal((await boards.listBoards(bert.id, 'few', 9)).length, 1);
  });

  storeTest('a change needs the stored version, and adds one to it', async ({ accounts }) => {
    const { boards } = accounts;
    const anna = await addUser(accounts, 'anna');
    await boards.addBoard(boardOf(anna, 'b1'));
    await boards.addBoard(boardOf(anna, 'b2'));
    const content = { name: 'Neu', isShared: true, panels: PANELS.slice(1) };
    for (const version of [0, 2]) {
      assert.equal(await boards.replaceBoard('b1', version, content, NOW + 5), false);
    }
    assert.equal(await boards.replaceBoard('b3', 1, content, NOW + 5), false);
    assert.equal((await boards.findBoard('b1'))!.version, 1);
    assert.equal(await boards.replaceBoard('b1', 1, content, NOW + 5), true);
    assert.equal(await boards.replaceBoard('b1', 1, content, NOW + 6), false);
    const changed = added({ ...boardOf(anna, 'b1'), ...content, changedAt: NOW + 5 }, anna);
    assert.deepEqual(await boards.findBoard('b1'), { ...changed, version: 2 });
    assert.deepEqual(
      (await boards.listBoards(anna.id, 'all', 9)).map(({ id, panelCount }) => [id, panelCount]),
      [
        ['b2', 2],
        ['b1', 1],
      ],
    );
    assert.deepEqual(await boards.findBoard('b2'), added(boardOf(anna, 'b2'), anna));
  });

  storeTest('a removed board takes its links with it, and no others', async ({ accounts }) => {
    const { boards } = accounts;
    const anna = await addUser(accounts, 'anna');
    for (const id of ['b1', 'b2']) {
      await boards.addBoard(boardOf(anna, id));
      await boards.addLink(linkOf(id, `link of ${id}`));
    }
    assert.equal(await boards.removeBoard('b1'), true);
    assert.equal(await boards.removeBoard('b1'), false);
    assert.equal(await boards.findBoard('b1'), undefined);
    assert.equal(await boards.findLink('link of b1'), undefined);
    assert.deepEqual(await boards.findLink('link of b2'), linkOf('b2', 'link of b2'));
  });

  storeTest('links are listed by board and by user, the newest first', async ({ accounts }) => {
    const { boards } = accounts;
    const [anna, bert] = [await addUser(accounts, 'anna'), await addUser(accounts, 'bert')];
    await boards.addBoard(boardOf(anna, 'b1', { name: 'One' }));
    await boards.addBoard(boardOf(anna, 'b2', { name: 'Two' }));
    await boards.addBoard(boardOf(bert, 'b3'));
    const [first, second] = [linkOf('b1', 'h1', NOW), linkOf('b1', 'h2', NOW + 1)];
    const other = linkOf('b2', 'h3', NOW + 2);
    for (const link of [first, second, other, linkOf('b3', 'h4')]) await boards.addLink(link);
    assert.deepEqual(await boards.listLinks('b1'), [second, first]);
    assert.deepEqual(await boards.listLinks('gone'), []);
    assert.deepEqual(await boards.listLinksOfUser(anna.id), [
      { ...other, boardName: 'Two' },
      { ...second, boardName: 'One' },
      { ...first, boardName: 'One' },
    ]);
    assert.equal(await boards.removeLink('h2'), true);
    assert.equal(await boards.removeLink('h2'), false);
    assert.deepEqual(await boards.listLinks('b1'), [first]);
  });

  storeTest(
    'links are forgotten with expired credentials, at the instant they expire',
    async ({ accounts }) => {
      const { boards } = accounts;
      await boards.addBoard(boardOf(await addUser(accounts, 'anna'), 'b1'));
      for (const by of [-1, 0, 1]) await boards.addLink(linkOf('b1', `h${by}`, NOW + by));
      assert.equal(await accounts.removeExpired(NOW + 100), 2);
      assert.equal(await boards.removeExpiredLinks(NOW + 100), 0);
      assert.deepEqual(await boards.listLinks('b1'), [linkOf('b1', 'h1', NOW + 1)]);
    },
  );

  storeTest('the use of a link is stored at most once in a given time', async ({ accounts }) => {
    const { boards } = accounts;
    await boards.addBoard(boardOf(await addUser(accounts, 'anna'), 'b1'));
    await boards.addLink(linkOf('b1', 'h1'));
    await boards.addLink(linkOf('b1', 'h2'));
    for (const [now, expected] of [
      [NOW, NOW],
      [NOW + 59, NOW],
      [NOW - 59, NOW],
      [NOW + 60, NOW + 60],
      // The clock was set back.
      [NOW, NOW],
    ] as const) {
      await boards.noteLinkUse('h1', now, 60);
      assert.equal((await boards.findLink('h1'))!.lastUsedAt, expected);
    }
    await boards.noteLinkUse('never', NOW, 60);
    assert.equal((await boards.findLink('h2'))!.lastUsedAt, null);
  });

  storeTest('boards of a transaction that fails are not kept', async ({ accounts }) => {
    const anna = await addUser(accounts, 'anna');
    const given = accounts.transact(async (within) => {
      await within.boards.addBoard(boardOf(anna, 'b1'));
      assert.ok(await within.boards.findBoard('b1'));
      throw new Error('given up');
    });
    await assert.rejects(given, /given up/);
    assert.equal(await accounts.boards.findBoard('b1'), undefined);
  });
}

// Editing a board: by keyboard and by buttons, undone, saved, refused by a newer version, and left.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';
import { boardsOf, makeBoard, panelOf } from './boards-server.ts';

const PANELS = ['First', 'Second', 'Third'].map((title) => ({ view: '/s/dehrprice', title }));

const titlesOf = (page: Page): Promise<string[]> =>
  page.locator('.panel-head h2').allTextContents();

const edit = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};

describe('editing a board', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.itLong('panels are moved by Alt and an arrow, which is said aloud', async (visit) => {
    const { page } = visit;
    const { id } = await makeBoard(explorer, 'By keys', PANELS);
    await visit.open(`/boards/${id}`);
    await edit(page);
    const first = panelOf(page, 'First');
    await first.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('status').getByText('Moved to place 2 of 3').waitFor();
    assert.deepEqual(await titlesOf(page), ['Second', 'First', 'Third']);
    // The panel keeps the focus, so that it can be moved on.
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('status').getByText('Moved to place 3 of 3').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('status').getByText('Stays at place 3 of 3').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    const { panels, version } = await (await boardsOf(explorer, 'demo')).read(id);
    assert.deepEqual(
      panels.map(({ title }) => title),
      ['Second', 'Third', 'First'],
    );
    assert.equal(version, 2);
  });

  explorer.it(
    'buttons move, widen, name and remove panels, and undo takes back one change at a time',
    { reducedMotion: 'reduce' },
    async (visit) => {
      const { page } = visit;
      const { id } = await makeBoard(explorer, 'By buttons', PANELS);
      await visit.open(`/boards/${id}`);
      await edit(page);
      const later = page.getByRole('button', { name: 'Move First later' });
      await later.click();
      await eventually(async () =>
        assert.deepEqual(await titlesOf(page), ['Second', 'First', 'Third']),
      );
      assert.ok(await later.evaluate((one) => one === one.ownerDocument.activeElement));
      const tools = page.getByRole('group', { name: 'Edit Second' });
      await tools.getByRole('button', { name: 'Full' }).click();
      await tools.getByRole('button', { name: 'Figures' }).click();
      await tools.getByLabel('Title').fill('Renamed');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove Third' }).click();
      await eventually(async () => assert.deepEqual(await titlesOf(page), ['Renamed', 'First']));
      const left = panelOf(page, 'First');
      assert.ok(await left.evaluate((one) => one === one.ownerDocument.activeElement));
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(async () =>
        assert.deepEqual(await titlesOf(page), ['Renamed', 'First', 'Third']),
      );
      await lookOver(visit, 'boards-edit');
      await page.getByLabel('Name', { exact: true }).fill('Another name');
      await page.getByLabel('Share with my plan').check();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Another name', exact: true }).waitFor();
      const board = await (await boardsOf(explorer, 'demo')).read(id);
      assert.ok(board.shared);
      assert.deepEqual(
        board.panels.map(({ title, width, part }) => `${title} ${width} ${part}`),
        ['Renamed full figures', 'First half view', 'Third half view'],
      );
    },
  );

  for (const way of ['theirs', 'copy'] as const) {
    explorer.itLong(
      `a board that another tab saved first is ${way === 'copy' ? 'saved as a copy' : 'shown'}`,
      { faults: [/^409 .*boards/] },
      async (visit) => {
        const { page } = visit;
        const name = `Twice ${way}`;
        const board = await makeBoard(explorer, name, PANELS);
        await visit.open(`/boards/${board.id}`);
        await edit(page);
        await page.getByRole('button', { name: 'Remove Third' }).click();
        const boards = await boardsOf(explorer, 'demo');
        const theirs = [{ view: '/changes', title: 'Theirs' }];
        await boards.change(board.id, { name, shared: false, panels: theirs, version: 1 });
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'This board was changed elsewhere' });
        await dialog.waitFor();
        if (way === 'theirs') {
          await dialog.getByRole('button', { name: 'Show theirs' }).click();
          await eventually(async () => assert.deepEqual(await titlesOf(page), ['Theirs']));
          assert.equal(addressOf(page), `/boards/${board.id}`);
        } else {
          await dialog.getByRole('button', { name: 'Save mine as a copy' }).click();
          await page.getByRole('heading', { level: 1, name: `${name} (copy)` }).waitFor();
          assert.deepEqual(await titlesOf(page), ['First', 'Second']);
        }
        const stored = await boards.read(board.id);
        assert.deepEqual(
          stored.panels.map(({ title }) => title),
          ['Theirs'],
        );
      },
    );
  }

  explorer.itLong('leaving with unsaved changes asks, by link and by Back', async (visit) => {
    const { page } = visit;
    const { id } = await makeBoard(explorer, 'Left', PANELS);
    await visit.open('/boards');
    await page.getByRole('link', { name: 'Left', exact: true }).click();
    await edit(page);
    await page.getByRole('button', { name: 'Remove Third' }).click();
    await page.getByRole('link', { name: 'API', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    assert.deepEqual(await titlesOf(page), ['First', 'Second']);
    await page.evaluate('history.back()');
    await dialog.waitFor();
    assert.equal(addressOf(page), `/boards/${id}`);
    await dialog.getByRole('button', { name: 'Discard the changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Boards' }).waitFor();
    assert.equal((await (await boardsOf(explorer, 'demo')).read(id)).version, 1);
  });

  explorer.itLong('cancel takes back everything without a question', async (visit) => {
    const { page } = visit;
    const { id } = await makeBoard(explorer, 'Cancelled', PANELS);
    await visit.open(`/boards/${id}`);
    await edit(page);
    await page.getByRole('button', { name: 'Remove Third' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await eventually(async () =>
      assert.deepEqual(await titlesOf(page), ['First', 'Second', 'Third']),
    );
    await page.getByRole('link', { name: 'All boards' }).click();
    await page.getByRole('heading', { level: 1, name: 'Boards' }).waitFor();
  });
});

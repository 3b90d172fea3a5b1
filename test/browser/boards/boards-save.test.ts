// Saving views to boards: by key and by button, on a new board and on one that exists.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { boardsOf, makeBoard } from './boards-server.ts';

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save to board…' });
const saving = (page: Page) => page.getByRole('dialog', { name: 'Save to board' });

describe('saving to a board', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('the key b saves the view to a new board, and leads to it', async (visit) => {
    const { page } = visit;
    await makeBoard(explorer, 'Another', []);
    await visit.open('/s/frhrprice?from=today-7&to=today');
    await page.locator('.chart canvas').waitFor();
    await page.keyboard.press('b');
    const dialog = saving(page);
    await dialog.getByLabel('Title of the panel').waitFor();
    await dialog.getByLabel('Board', { exact: true }).selectOption({ label: 'New board…' });
    await dialog.getByLabel('Name of the new board').fill('By key');
    assert.match(await dialog.getByLabel('Title of the panel').inputValue(), /France/);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Saved' }).getByRole('link', { name: 'By key' }).click();
    await page.getByRole('heading', { level: 1, name: 'By key' }).waitFor();
    await page.locator('.board-panel .chart canvas').waitFor();
    const list = await (await boardsOf(explorer, 'demo')).list();
    const made = list.find(({ name }) => name === 'By key')!;
    const { panels } = await (await boardsOf(explorer, 'demo')).read(made.id);
    assert.deepEqual(
      panels.map(({ view, part, width }) => [view, part, width]),
      [['/s/frhrprice?from=today-7&to=today', 'view', 'half']],
    );
  });

  for (const [page_, path, saved] of [
    ['Start', '/?category=hrcons', '/?category=hrcons'],
    ['Compare', '/compare?s=dehrprice&s=frhrprice&tab=duration', undefined],
    ['Forecasts', '/f/FR?category=hrcons', undefined],
    ['Changes', '/changes?since=7d', undefined],
  ] as const) {
    explorer.itLong(`${page_} has a button that adds it to a board that exists`, async (visit) => {
      const { page } = visit;
      const board = await makeBoard(explorer, `For ${page_}`, []);
      await visit.open(path);
      await saveButton(page).click();
      const dialog = saving(page);
      await dialog.getByLabel('Board', { exact: true }).selectOption(board.id);
      await dialog.getByRole('button', { name: 'Only its figures' }).click();
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('dialog', { name: 'Saved' }).waitFor();
      const { panels } = await (await boardsOf(explorer, 'demo')).read(board.id);
      assert.deepEqual(
        panels.map(({ view, part }) => [view, part]),
        [[saved ?? path, 'figures']],
      );
    });
  }

  explorer.itLong(
    'a board that another tab changes in between keeps both panels',
    { faults: [/^409 .*boards/] },
    async (visit) => {
      const { page } = visit;
      const board = await makeBoard(explorer, 'Two tabs', []);
      const boards = await boardsOf(explorer, 'demo');
      await visit.open('/s/dehrprice');
      await saveButton(page).click();
      const dialog = saving(page);
      await dialog.getByLabel('Board', { exact: true }).selectOption(board.id);
      const theirs = { view: '/changes', title: 'Theirs' };
      let isFirst = true;
      await page.route(`**/api/v1/boards/${board.id}`, async (route) => {
        if (route.request().method() === 'PUT' && isFirst) {
          isFirst = false;
          const { name, shared, version } = board;
          await boards.change(board.id, { name, shared, version, panels: [theirs] });
        }
        await route.continue();
      });
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('dialog', { name: 'Saved' }).waitFor();
      const { panels } = await boards.read(board.id);
      assert.deepEqual(
        panels.map(({ view }) => view),
        ['/changes', '/s/dehrprice'],
      );
    },
  );

  explorer.itLong('a page that is no view says so', async (visit) => {
    await visit.open('/account');
    await visit.page.keyboard.press('b');
    await visit.page.getByRole('dialog', { name: 'Nothing to save here' }).waitFor();
    await visit.page.keyboard.press('Escape');
    assert.equal(await visit.page.getByRole('dialog').count(), 0);
  });

  explorer.itLong(
    'the dialog has no axe violation, in light and dark',
    { reducedMotion: 'reduce' },
    async (visit) => {
      const { page } = visit;
      await makeBoard(explorer, 'Looked over', []);
      await visit.open('/s/dehrprice');
      await saveButton(page).click();
      await saving(page).getByLabel('Title of the panel').waitFor();
      await lookOver(visit, 'boards-save');
    },
  );
});

// The list of boards: the first one, making, naming, sharing, copying and removing.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer } from '../open-explorer.ts';
import { boardsOf, COLLEAGUE, makeBoard, startWithColleague } from './boards-server.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });

describe('the list of boards', () => {
  const explorer = openExplorer(startWithColleague);

  explorer.itLong(
    'a user without boards reads what a board is, and makes a first one',
    { reducedMotion: 'reduce' },
    async (visit) => {
      const { page } = visit;
      await visit.open('/boards', 'demo-nordic');
      await page.getByText('A board is a page of panels.').waitFor();
      await lookOver(visit, 'boards-empty');
      await page.getByRole('button', { name: 'Make a first board' }).click();
      await page.getByRole('heading', { level: 1, name: 'My board' }).waitFor();
      await page.getByRole('rowheader', { name: 'Norway 1, Oslo' }).waitFor();
    },
  );

  explorer.it('a board is made, renamed, copied and removed', async (visit) => {
    const { page } = visit;
    await visit.open('/boards');
    await page.getByRole('button', { name: 'New board…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New board' });
    await dialog.getByLabel('Name').fill('  Spreads ');
    await dialog.getByRole('button', { name: 'Make board' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spreads' }).waitFor();
    await page.getByText('This board has no panels yet.').waitFor();

    await page.getByRole('link', { name: 'All boards' }).click();
    await rowOf(page, 'Spreads').getByRole('button', { name: 'Rename' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename “Spreads”' });
    await renaming.getByLabel('Name').fill('Borders');
    await page.keyboard.press('Enter');
    await rowOf(page, 'Borders').getByRole('button', { name: 'Duplicate' }).click();
    await rowOf(page, 'Borders (copy)').getByRole('button', { name: 'Remove' }).click();
    const removing = page.getByRole('dialog', { name: 'Remove “Borders (copy)”?' });
    await removing.getByRole('button', { name: 'Remove' }).click();
    await rowOf(page, 'Borders (copy)').waitFor({ state: 'detached' });
    const list = await (await boardsOf(explorer, 'demo')).list();
    assert.deepEqual(
      list.map(({ name }) => name),
      ['Borders'],
    );
  });

  explorer.it(
    'a shared board is seen by the plan, and saved as one’s own',
    { reducedMotion: 'reduce', faults: [/^404 .*boards/] },
    async (visit) => {
      const { page } = visit;
      const board = await makeBoard(explorer, 'Of a colleague', [{ view: '/changes' }], COLLEAGUE);
      await visit.open(`/boards/${board.id}`);
      await page.getByRole('heading', { name: 'This board does not exist' }).waitFor();

      const theirs = await boardsOf(explorer, COLLEAGUE);
      const { name, panels, version } = board;
      await theirs.change(board.id, { name, panels, version, shared: true });
      await page.getByRole('link', { name: 'See your boards' }).click();
      const row = rowOf(page, 'Of a colleague');
      await row.getByText('by demo-colleague').waitFor();
      assert.equal(await row.getByRole('button', { name: 'Remove' }).count(), 0);
      await lookOver(visit, 'boards-list');
      await page.setViewportSize({ width: 1280, height: 900 });
      await row.getByRole('link').click();
      await page.getByText('Shared by demo-colleague').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0);
      assert.equal(await page.getByRole('button', { name: 'Picture link…' }).count(), 0);
      await page.getByRole('button', { name: 'Save as my own' }).click();
      await page.getByText('Yours alone').waitFor();
      await page.getByRole('button', { name: 'Edit' }).waitFor();
    },
  );

  explorer.itLong('a board is shared and no longer shared from the list', async (visit) => {
    const { page } = visit;
    const board = await makeBoard(explorer, 'To share', []);
    await visit.open('/boards');
    await rowOf(page, 'To share')
      .getByRole('button', { name: /^Share/ })
      .click();
    await rowOf(page, 'To share').getByText('shared with your plan').waitFor();
    const theirs = await boardsOf(explorer, COLLEAGUE);
    assert.ok((await theirs.list()).some(({ id }) => id === board.id));
    await rowOf(page, 'To share')
      .getByRole('button', { name: /^Stop sharing/ })
      .click();
    await rowOf(page, 'To share').getByText('yours alone').waitFor();
    await eventually(async () =>
      assert.ok(!(await theirs.list()).some(({ id }) => id === board.id)),
    );
  });
});

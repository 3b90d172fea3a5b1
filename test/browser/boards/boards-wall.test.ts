// Wallboards: nothing but the panels, asked for again every minute, and kept when the connection is lost.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';
import { boardsOf, makeBoard, panelOf } from './boards-server.ts';

const PANELS = [
  { view: '/s/dehrprice' },
  { view: '/compare?s=dehrprice&s=frhrprice', title: 'Lines' },
  { view: '/f/DE' },
  { view: '/s/dehrprice', title: 'Figures', part: 'figures' as const },
];
const WALL = { viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' as const };

/** Waits until all panels are drawn, and the head says when. */
async function drawn(page: Page): Promise<void> {
  for (const at of [0, 1, 2]) await page.locator('.board-panel canvas').nth(at).waitFor();
  await page.getByText(/^updated \d\d:\d\d:\d\d$/).waitFor();
}

const MINUTE = 61_000;

describe('a wallboard', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('a wallboard fills 1920 × 1080 with nothing but the panels', WALL, async (visit) => {
    const { page } = visit;
    const { id } = await makeBoard(explorer, 'On the wall', PANELS);
    await visit.open(`/boards/${id}?wall=1`);
    await drawn(page);
    assert.ok(!(await page.locator('.shell-header').isVisible()));
    await page.getByText('10:0', { exact: false }).first().waitFor();
    const height = await page.evaluate('document.scrollingElement.scrollHeight');
    assert.ok(Number(height) <= 1080, String(height));
    await visit.keepPicture('boards-wall');
    await page.keyboard.press('Escape');
    await page.locator('.shell-header').waitFor();
    assert.equal(addressOf(page), `/boards/${id}`);
  });

  explorer.itLong(
    'a wallboard has no axe violation and fits a phone, in light and dark',
    WALL,
    async (visit) => {
      const { id } = await makeBoard(explorer, 'Looked over', PANELS);
      await visit.open(`/boards/${id}?wall=1`);
      await drawn(visit.page);
      await lookOver(visit, 'boards-wall');
    },
  );

  explorer.itLong('the key f enters and leaves, and so does the button', async (visit) => {
    const { page } = visit;
    const { id } = await makeBoard(explorer, 'By key', PANELS.slice(0, 1));
    await visit.open(`/boards/${id}`);
    await page.locator('.board-panel canvas').waitFor();
    await page.keyboard.press('f');
    await page.waitForURL(/\?wall=1$/);
    await page.locator('.wall-head').waitFor();
    await page.keyboard.press('f');
    await page.locator('.shell-header').waitFor();
    await page.getByRole('button', { name: /^Full screen/ }).click();
    await page.locator('.wall-head').waitFor();
    await page.getByRole('button', { name: /^Leave/ }).click();
    await page.locator('.shell-header').waitFor();
    assert.equal(addressOf(page), `/boards/${id}`);
  });

  explorer.itLong('all panels ask again every minute while the page is in sight', async (visit) => {
    const { page } = visit;
    const { id } = await makeBoard(explorer, 'Rounds', PANELS);
    await page.clock.install();
    await visit.open(`/boards/${id}?wall=1`);
    await drawn(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.runFor(MINUTE);
    await eventually(async () => {
      for (const path of ['/series/dehrprice', '/series/frhrprice', '/issue-times'])
        assert.ok(
          asked.some((one) => one.endsWith(path)),
          path,
        );
    });
    await drawn(page);
  });

  explorer.itLong(
    'a board that was changed is shown on the wall with the next round, and a removed one is named',
    { faults: [/404/] },
    async (visit) => {
      const { page } = visit;
      const board = await makeBoard(explorer, 'As it was', PANELS.slice(0, 1));
      await page.clock.install();
      await visit.open(`/boards/${board.id}?wall=1`);
      await page.locator('.board-panel canvas').waitFor();
      const api = await boardsOf(explorer, 'demo');
      const { version, shared } = board;
      const panels = [{ view: '/s/frhrprice', title: 'France instead' }];
      await api.change(board.id, { version, shared, name: 'As it is', panels });
      await page.clock.runFor(MINUTE);
      await page.getByRole('heading', { name: 'As it is' }).waitFor();
      await panelOf(page, 'France instead').locator('canvas').waitFor();
      await page.locator('.wall-head').waitFor();
      await api.remove(board.id);
      await page.clock.runFor(MINUTE);
      await page.getByRole('heading', { name: 'This board does not exist' }).waitFor();
      await page.locator('.shell-header').waitFor();
    },
  );

  explorer.itLong(
    'a lost connection keeps the last picture and says so; later everything is up to date again',
    { faults: [/^failed: .*ERR_INTERNET_DISCONNECTED/] },
    async (visit) => {
      const { page } = visit;
      const { id } = await makeBoard(explorer, 'Lost', PANELS);
      await page.clock.install();
      await visit.open(`/boards/${id}?wall=1`);
      await drawn(page);
      await page.context().setOffline(true);
      await page.clock.runFor(MINUTE);
      await page.getByText(/^updated .*, no connection$/).waitFor();
      assert.equal(await page.locator('.board-panel canvas').count(), 3);
      assert.equal(await page.getByText('This comes when the server').count(), 0);
      await visit.keepPicture('boards-wall-lost');
      await page.context().setOffline(false);
      await page.clock.runFor(MINUTE);
      await drawn(page);
    },
  );
});

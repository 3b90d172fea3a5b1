// A board: panels of every page, one that fails, zooming in a panel, paper, and links to its picture.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';
import { boardsOf, makeBoard, panelOf } from './boards-server.ts';

const FIGURES = { part: 'figures' as const };

describe('a board', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.itLong(
    'a board draws every page as its view and as its figures',
    { reducedMotion: 'reduce' },
    async (visit) => {
      const { page } = visit;
      const { id } = await makeBoard(explorer, 'All kinds', [
        { view: '/s/dehrprice?from=2026-11-02&to=2026-11-08' },
        { view: '/s/dehrprice?from=2026-11-02&to=2026-11-08', title: 'Price figures', ...FIGURES },
        { view: '/compare?s=dehrprice&s=frhrprice&f=dehrprice-frhrprice', title: 'Lines' },
        { view: '/compare?s=dehrprice&s=frhrprice', title: 'Line figures', ...FIGURES },
        { view: '/f/DE' },
        { view: '/f/DE', title: 'Forecast figures', ...FIGURES },
        { view: '/changes' },
        { view: '/', title: 'Start figures', ...FIGURES },
        { view: '/?category=hrcons' },
      ]);
      await visit.open(`/boards/${id}`);
      const price = panelOf(page, 'Germany day-ahead price');
      await price.locator('canvas').waitFor();
      const mean = panelOf(page, 'Price figures').locator('dd.figure').nth(1);
      await mean.waitFor();
      const { values } = await (await explorer.askAs('demo')).columns('dehrprice', {
        ...{ from: '2026-11-02', to: '2026-11-08' },
      });
      const sum = values.reduce((total: number, value) => total + value!, 0);
      assert.equal(await mean.textContent(), (sum / values.length).toFixed(2));
      await panelOf(page, 'Lines').locator('canvas').waitFor();
      await panelOf(page, 'Lines').getByRole('button', { name: 'dehrprice − frhrprice' }).waitFor();
      await panelOf(page, 'Line figures').getByRole('columnheader', { name: 'Mean' }).waitFor();
      await panelOf(page, 'Germany: forecast of day-ahead price').scrollIntoViewIfNeeded();
      await panelOf(page, 'Germany: forecast of day-ahead price').locator('canvas').waitFor();
      await panelOf(page, 'Forecast figures').getByText('Change', { exact: true }).waitFor();
      await panelOf(page, 'What changed since yesterday').scrollIntoViewIfNeeded();
      await panelOf(page, 'What changed since yesterday').getByRole('rowheader').first().waitFor();
      await panelOf(page, 'Start figures').getByText('Today, highest base').waitFor();
      await panelOf(page, 'Today and tomorrow: consumption').scrollIntoViewIfNeeded();
      await panelOf(page, 'Today and tomorrow: consumption')
        .getByRole('rowheader')
        .first()
        .waitFor();
      await lookOver(visit, 'boards-board');
      await page.setViewportSize({ width: 1280, height: 900 });
      await price.getByRole('link', { name: 'Germany day-ahead price' }).click();
      await page.waitForURL(/\/s\/dehrprice\?from=2026-11-02&to=2026-11-08$/);
    },
  );

  explorer.it(
    'a panel that fails says so in its frame, and the others are drawn',
    { reducedMotion: 'reduce', faults: [/^403 .*dehrprice/, /^404 .*nosuch/] },
    async (visit) => {
      const { page } = visit;
      const panels = [
        { view: '/s/dehrprice', title: 'Outside' },
        { view: '/s/nosuch', title: 'Unknown' },
        { view: '/s', title: 'No view' },
        { view: '/compare?s=no1hrprice&s=nosuch', title: 'Half a comparison' },
        { view: '/s/no1hrprice', title: 'Inside' },
      ];
      const { id } = await makeBoard(explorer, 'Faults', panels, 'demo-nordic');
      await visit.open(`/boards/${id}`, 'demo-nordic');
      await panelOf(page, 'Outside').getByText('Outside your plan.').waitFor();
      await panelOf(page, 'Unknown').getByText('Not found.').waitFor();
      await panelOf(page, 'No view').getByText('The address of this panel is no view.').waitFor();
      const half = panelOf(page, 'Half a comparison');
      await half.locator('canvas').waitFor();
      await half
        .getByRole('list', { name: 'Lines that are not shown' })
        .getByText('nosuch')
        .first()
        .waitFor();
      await panelOf(page, 'Inside').scrollIntoViewIfNeeded();
      await panelOf(page, 'Inside').locator('canvas').waitFor();
      await lookOver(visit, 'boards-faults');
    },
  );

  explorer.itLong('a panel far below loads when it comes near', async (visit) => {
    const { page } = visit;
    const full = { width: 'full' as const };
    const { id } = await makeBoard(explorer, 'Long', [
      ...Array.from({ length: 6 }, () => ({ view: '/s/dehrprice', title: 'Again', ...full })),
      { view: '/s/frhrprice', title: 'Far', ...full },
    ]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const isAsked = (): boolean => asked.some((url) => url.includes('/series/frhrprice'));
    await visit.open(`/boards/${id}`);
    await page.locator('.board-panel canvas').first().waitFor();
    await visit.rest();
    assert.ok(!isAsked());
    await panelOf(page, 'Far').scrollIntoViewIfNeeded();
    await panelOf(page, 'Far').locator('canvas').waitFor();
    assert.ok(isAsked());
  });

  explorer.itLong('a zoom stays in its panel, and can be taken back', async (visit) => {
    const { page } = visit;
    const { id } = await makeBoard(explorer, 'Zoomed', [{ view: '/s/dehrprice', title: 'Price' }]);
    await visit.open(`/boards/${id}`);
    const panel = panelOf(page, 'Price');
    await panel.locator('canvas').waitFor();
    const readout = panel.locator('.chart-readout');
    const whole = await readout.textContent();
    await panel.getByRole('application').press('+');
    const reset = panel.getByRole('button', { name: 'As saved' });
    await reset.waitFor();
    await visit.rest();
    assert.notEqual(await readout.textContent(), whole);
    await reset.click();
    await eventually(async () => assert.equal(await readout.textContent(), whole));
    assert.equal(addressOf(page), `/boards/${id}`);
  });

  explorer.itLong('paper has the panels without buttons, each in one piece', async (visit) => {
    const { page } = visit;
    const panels = ['/s/dehrprice', '/s/frhrprice', '/s/nlhrprice'].map((view) => ({ view }));
    const { id } = await makeBoard(explorer, 'Printed', panels);
    await visit.open(`/boards/${id}`);
    await page.locator('.board-panel canvas').nth(2).waitFor();
    await page.locator('.print-foot').waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    assert.ok(!(await page.getByRole('button', { name: 'Edit' }).isVisible()));
    assert.ok(!(await page.locator('.shell-header').isVisible()));
    assert.ok(await page.getByRole('heading', { name: 'Printed' }).isVisible());
    const breaks = await page
      .locator('.board-panel')
      .evaluateAll((all: never[]) =>
        all.map((one) => (globalThis as never as Styles).getComputedStyle(one).breakInside),
      );
    assert.deepEqual(breaks, ['avoid', 'avoid', 'avoid']);
    await visit.keepPicture('boards-print');
  });

  explorer.itLong('Print loads the panels out of sight first', async (visit) => {
    const { page } = visit;
    const full = { width: 'full' as const };
    const panels = Array.from({ length: 8 }, () => ({ view: '/s/dehrprice', ...full }));
    const { id } = await makeBoard(explorer, 'Long paper', panels);
    await page.addInitScript(
      'window.print = () => { window.printed = document.querySelectorAll(".board-panel canvas").length; };',
    );
    await visit.open(`/boards/${id}`);
    await page.locator('.board-panel canvas').first().waitFor();
    await page.getByRole('button', { name: 'Print' }).click();
    await eventually(async () => assert.equal(await page.evaluate('window.printed'), 8));
  });

  explorer.itLong(
    'a link to the picture is made, shown once, listed and ended',
    { reducedMotion: 'reduce' },
    async (visit) => {
      const { page } = visit;
      const { id } = await makeBoard(explorer, 'Mailed', [{ view: '/changes' }]);
      await visit.open(`/boards/${id}`);
      await page.getByRole('button', { name: 'Picture link…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Picture of “Mailed”' });
      await dialog.getByText('This board has no link.').waitFor();
      await dialog.getByLabel(/^Days until it ends/).fill('7');
      await dialog.getByRole('button', { name: 'Make a link' }).click();
      const address = dialog.getByLabel('Address of the picture');
      await address.waitFor();
      const shown = await address.inputValue();
      assert.match(shown, /^http:\/\/localhost:\d+\/api\/v1\/pictures\/[\w.~-]+\.png$/);
      // Without a cookie: the link alone shows the picture.
      const picture = await fetch(shown.replace(/png$/, 'svg'));
      assert.equal(picture.status, 200);
      assert.match(await picture.text(), /^<svg[\s\S]*Mailed/);
      await dialog.getByText('ends Fri 20 Nov 2026').waitFor();
      await lookOver(visit, 'boards-links');
      await dialog.getByRole('button', { name: /^End/ }).click();
      await dialog.getByText('This board has no link.').waitFor();
      assert.equal(await address.count(), 0);
      assert.deepEqual(await (await boardsOf(explorer, 'demo')).links(id), []);
    },
  );
});

/** What the page has of the browser: tests are checked without its types. */
interface Styles {
  getComputedStyle(element: unknown): { readonly breakInside: string };
}

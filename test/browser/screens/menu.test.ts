// The menu of the header: theme, times, numbers, CSV files, and the ways that belong to a person.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { parameterOf } from '../page-address.ts';
import { saveShown } from '../take-shown.ts';

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'demo', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('group', { name: 'Theme' }).waitFor();
  return menu;
};

const backgroundOf = (page: Page): Promise<unknown> =>
  page.evaluate('getComputedStyle(document.documentElement).backgroundColor');

/** The colour of the axis's writing, as the canvas was told. */
const inkOf = (page: Page): Promise<unknown> =>
  page.evaluate(
    "getComputedStyle(document.querySelector('.chart')).getPropertyValue('--ink').trim()",
  );

const DARK = 'rgb(14, 19, 24)';
const LIGHT = 'rgb(244, 246, 248)';

describe('the menu', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('the theme is chosen, kept and shared by tabs', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    assert.equal(await backgroundOf(page), LIGHT);
    const menu = await openMenu(page);
    await menu.getByRole('button', { name: 'Dark' }).click();
    await eventually(async () => assert.equal(await backgroundOf(page), DARK));
    assert.equal(await inkOf(page), '#f5f7fa');
    const second = await page.context().newPage();
    await second.goto(`${explorer.app.url}/s/dehrprice`);
    await second.locator('.chart').waitFor();
    assert.equal(await backgroundOf(second), DARK);
    await menu.getByRole('button', { name: 'Light' }).click();
    await eventually(async () => assert.equal(await backgroundOf(second), LIGHT));
    // The system decides again, and it is dark.
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await backgroundOf(page), LIGHT);
    await menu.getByRole('button', { name: 'System' }).click();
    await eventually(async () => assert.equal(await backgroundOf(page), DARK));
  });

  explorer.itLong('numbers follow the chosen marks, on the axis too', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrcons?from=2026-11-02&to=2026-11-03');
    const figure = page.locator('.explore-stats .figure').first();
    const plain = (await figure.textContent())!;
    assert.match(plain, /^\d+,\d{3}/);
    const menu = await openMenu(page);
    await menu.getByRole('button', { name: '1.234,5' }).click();
    const turned = plain.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
    await eventually(async () => assert.equal(await figure.textContent(), turned));
    await menu.getByRole('button', { name: '1\u202f234,5' }).click();
    await eventually(async () =>
      assert.equal(await figure.textContent(), turned.replaceAll('.', '\u202f')),
    );
    await page.reload();
    await visit.rest();
    assert.equal(await figure.textContent(), turned.replaceAll('.', '\u202f'));
  });

  explorer.itLong(
    'a browser in German has its marks in figures, table and tiles before any choice',
    { locale: 'de-DE' },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrcons?from=2026-11-02&to=2026-11-02&tab=table');
      const figures = page.locator('.explore-stats .figure');
      assert.match((await figures.first().textContent())!, /^\d+\.\d{3}/);
      const value = page.locator('.value-table tbody td').filter({ hasText: /^\d+\.\d{3}$/ });
      assert.ok((await value.count()) > 0);
      await visit.open('/f/DE');
      const tile = page.locator('.tile-figure').filter({ hasText: /^−?\d+,\d/ });
      assert.ok((await tile.count()) > 5);
      assert.equal(
        await page
          .locator('.tile-figure')
          .filter({ hasText: /^−?\d+\.\d/ })
          .count(),
        0,
      );
    },
  );

  explorer.itLong(
    'a CSV file has semicolons and decimal commas if they are chosen',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice?from=2026-11-02&to=2026-11-02');
      const menu = await openMenu(page);
      await menu.getByRole('button', { name: 'a;b · 1,5' }).click();
      await page.keyboard.press('Escape');
      const { bytes } = await saveShown(page, 'CSV');
      const lines = bytes.toString('utf8').trim().split('\n');
      assert.match(lines[0]!, /^time_utc;time_local;value/);
      assert.equal(lines.length, 25);
      for (const line of lines.slice(1)) assert.match(line, /^[^;]+;[^;]+;-?\d+(?:,\d+)?(?:;|$)/);
    },
  );

  explorer.itLong('times are chosen for this view and for those that follow', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-11-02&to=2026-11-02');
    const menu = await openMenu(page);
    await menu.getByRole('button', { name: 'UTC', exact: true }).click();
    assert.equal(parameterOf(page, 'zone'), 'utc');
    await page.goto(`${explorer.app.url}/s/frhrprice?from=2026-11-02&to=2026-11-02`);
    await visit.rest();
    const readout = page.locator('.chart-readout');
    assert.equal(await readout.textContent(), 'Sun 1 Nov 2026, 23:00 – Mon 2 Nov 2026, 23:00');
    await page.getByRole('main').getByRole('button', { name: 'CET/CEST' }).click();
    await eventually(async () => assert.equal(await readout.textContent(), 'Mon 2 Nov 2026'));
    assert.equal(parameterOf(page, 'zone'), null);
  });

  explorer.itLong(
    'the menu of a phone leads to what changed, which the bar has no room for',
    { viewport: { width: 390, height: 844 } },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      await (await openMenu(page)).getByRole('link', { name: 'What changed' }).click();
      await page.getByRole('heading', { level: 1, name: 'What changed' }).waitFor();
      await page.setViewportSize({ width: 1280, height: 900 });
      const menu = await openMenu(page);
      assert.ok(!(await menu.getByRole('link', { name: 'What changed' }).isVisible()));
    },
  );

  explorer.itLong('the menu leads to the keys, the guides, the account, and out', async (visit) => {
    const { page } = visit;
    await visit.open('/f/DE');
    await (await openMenu(page)).getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Full screen').waitFor();
    await page.keyboard.press('Escape');
    await (await openMenu(page)).getByRole('link', { name: 'Guides' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
    await (await openMenu(page)).getByRole('link', { name: /^Account/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await (await openMenu(page)).getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // Without a sign-in the menu still has the theme.
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('group', { name: 'Theme' }).waitFor();
  });

  explorer.itLong(
    'the open menu has no axe violation, in light and dark',
    { reducedMotion: 'reduce' },
    async (visit) => {
      await visit.open('/s/dehrprice');
      await openMenu(visit.page);
      await lookOver(visit, 'menu');
    },
  );
});

// Screens of every size: a wide one is used, a phone shows the chart first, upright and on its side.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { firstCases } from '../../../harness/rounds.ts';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { parameterOf } from '../page-address.ts';

const PHONE = { width: 390, height: 844 };
const ON_ITS_SIDE = { width: 844, height: 390 };
const WIDE = { width: 2560, height: 1440 };

const chartBox = async (page: Page) => (await page.locator('.chart-plot').first().boundingBox())!;

describe('screens', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.itLong('a wide screen is used to its edges', { viewport: WIDE }, async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    const { width, height } = await chartBox(page);
    assert.ok(width > 2_100 && height > 800, `${width} × ${height}`);
    await visit.keepPicture('explore-wide');
    await visit.open('/compare?s=dehrprice&s=frhrprice');
    assert.ok((await chartBox(page)).width > 1_900);
    await visit.keepPicture('compare-wide');
    for (const path of ['/', '/f/DE', '/docs']) {
      await visit.open(path);
      await visit.keepPicture(`wide-${path.slice(1).replaceAll('/', '-')}`);
      const overhang = await page.evaluate('document.scrollingElement.scrollWidth - innerWidth');
      assert.ok(Number(overhang) <= 0, path);
    }
  });

  explorer.it(
    'a phone shows the chart before anything else',
    { viewport: PHONE },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      const { y, height } = await chartBox(page);
      assert.ok(y < 400 && y + height < 844, `the chart is at ${y}`);
      await visit.keepPicture('explore-phone');
      const summary = page.getByRole('button', { name: 'Fri 30 Oct – Fri 20 Nov 2026' });
      assert.ok(!(await page.getByLabel('From').isVisible()));
      await summary.click();
      const sheet = page.getByRole('dialog', { name: 'Span and resolution' });
      await sheet.getByLabel('Resolution').selectOption('day');
      await eventually(async () => assert.equal(parameterOf(page, 'resolution'), 'day'));
      await visit.keepPicture('explore-phone-sheet');
      await sheet.getByRole('button', { name: 'Done' }).click();
      await sheet.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Fri 30 Oct – Fri 20 Nov 2026 · day' }).waitFor();
    },
  );

  explorer.itLong('From is chosen in the sheet of a phone', { viewport: PHONE }, async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-11-02&to=2026-11-08');
    await page.getByRole('button', { name: 'Mon 2 Nov – Sun 8 Nov 2026' }).click();
    const sheet = page.getByRole('dialog', { name: 'Span and resolution' });
    await sheet.getByLabel('From').click();
    await sheet.getByRole('button', { name: 'Last week' }).waitFor();
    await visit.keepPicture('explore-phone-dates');
    await sheet.getByRole('button', { name: 'Last week' }).click();
    await eventually(async () => assert.equal(parameterOf(page, 'from'), 'week-1'));
  });

  for (const path of ['/s/dehrprice', '/compare?s=dehrprice&s=frhrprice', '/f/DE']) {
    explorer.itLong(
      `a phone on its side shows most of the chart at ${path}`,
      { viewport: ON_ITS_SIDE },
      async (visit) => {
        const { page } = visit;
        await visit.open(path);
        const { y, height } = await chartBox(page);
        const shown = Math.min(height, ON_ITS_SIDE.height - y);
        assert.ok(height > 200 && shown > 0.8 * height, `${shown} px of ${height} at ${y}`);
        const overhang = await page.evaluate('document.scrollingElement.scrollWidth - innerWidth');
        assert.ok(Number(overhang) <= 0, `${overhang} px`);
        const header = (await page.locator('.shell-header').boundingBox())!;
        const find = (await page.locator('.shell-find').boundingBox())!;
        assert.ok(find.width > 80 && find.y + find.height <= header.y + header.height);
        await visit.keepPicture(`on-its-side-${path.slice(1, 3).replace('/', '')}`);
      },
    );
  }

  explorer.itLong(
    'the chart of Forecasts is near the top of a phone, its controls in a sheet',
    { viewport: PHONE },
    async (visit) => {
      const { page } = visit;
      await visit.open('/f/DE');
      const { y } = await chartBox(page);
      assert.ok(y <= 400, `the chart is at ${y}`);
      const actions = (await page.locator('.forecasts-actions').boundingBox())!;
      assert.ok(actions.y > y, `the buttons are at ${actions.y}`);
      await visit.keepPicture('forecasts-phone');
      await page.getByRole('button', { name: 'DE Germany · Price' }).click();
      const sheet = page.getByRole('dialog', { name: 'Area and category' });
      await sheet.getByLabel('Area').selectOption('FR');
      await sheet.getByRole('button', { name: 'Production' }).click();
      await visit.keepPicture('forecasts-phone-sheet');
      await sheet.getByRole('button', { name: 'Done' }).click();
      await sheet.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'FR France · Production' }).waitFor();
      await page.getByRole('heading', { name: 'France: production' }).waitFor();
    },
  );

  explorer.itLong(
    'the chart of Compare is near the top of a phone',
    { viewport: PHONE },
    async (visit) => {
      const { page } = visit;
      await visit.open('/compare?s=dehrprice&s=frhrprice');
      const { y } = await chartBox(page);
      await visit.keepPicture('compare-phone');
      assert.ok(y < 440, `the chart is at ${y}`);
      const actions = (await page.locator('.compare-actions').boundingBox())!;
      assert.ok(actions.y > y, `the buttons are at ${actions.y}`);
    },
  );

  explorer.itLong(
    'the chart of Changes is near the top of a phone, its controls in a sheet',
    { viewport: PHONE },
    async (visit) => {
      const { page } = visit;
      await visit.open('/changes');
      await visit.keepPicture('changes-phone');
      const { y } = await chartBox(page);
      assert.ok(y < 420, `the chart is at ${y}`);
      await page.getByRole('button', { name: /^Since yesterday · .* · demo-naive/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Since when, and of what' });
      await sheet.getByRole('button', { name: 'last week' }).click();
      await eventually(async () => assert.equal(parameterOf(page, 'since'), '7d'));
      await visit.keepPicture('changes-phone-sheet');
      await sheet.getByRole('button', { name: 'Done' }).click();
      await sheet.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: /^Since last week · / }).waitFor();
    },
  );

  const paths = [
    ...['/', '/s/dehrprice', '/s/dehrprice?tab=table', '/compare?s=dehrprice', '/f/DE'],
    ...['/changes', '/account', '/docs', '/docs/guides'],
  ];
  for (const path of firstCases(paths, 2)) {
    explorer.it(
      `what is pressed at ${path} is 24 px high on a phone`,
      { viewport: PHONE },
      async (visit) => {
        const { page } = visit;
        await visit.open(path);
        const small = (await page.evaluate(`
        [...document.querySelectorAll('a, button, input, select, summary, textarea')]
          .filter((one) => one.checkVisibility() && !one.closest('.hidden-text, .shell-skip'))
          // The label of a choice is pressed too.
          .map((one) => [one.outerHTML.slice(0, 120), (one.closest('label') ?? one).getBoundingClientRect()])
          .filter(([, { height, width }]) => width > 1 && height < 24)
          .map(([text, { height }]) => Math.round(height) + ' px: ' + text)`)) as string[];
        assert.deepEqual(small, []);
      },
    );
  }

  explorer.itLong('f shows the chart on the full screen, and again leaves it', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    const { height } = await chartBox(page);
    await page.getByRole('application').focus();
    await page.keyboard.press('f');
    await eventually(async () =>
      assert.equal(await page.evaluate('document.fullscreenElement?.tagName'), 'SECTION'),
    );
    await eventually(async () => assert.ok((await chartBox(page)).height > height));
    await visit.keepPicture('full-screen');
    await page.keyboard.press('f');
    await eventually(async () => assert.equal((await chartBox(page)).height, height));
    // A field takes the letter.
    await page.getByLabel('From').fill('');
    await page.getByLabel('From').press('f');
    assert.equal(await page.evaluate('document.fullscreenElement'), null);
  });

  explorer.it(
    'large numbers stay within their column of the figures',
    { viewport: PHONE },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrcons');
      const beyond = (await page.evaluate(`
        [...document.querySelectorAll('.explore-stats .figure')]
          .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`)) as string[];
      assert.deepEqual(beyond, []);
    },
  );

  explorer.itLong(
    'the sheet of a phone has no axe violation',
    { viewport: PHONE, reducedMotion: 'reduce' },
    async (visit) => {
      await visit.open('/s/dehrprice');
      await visit.page.getByRole('button', { name: /^Fri 30 Oct/ }).click();
      await visit.page.getByRole('dialog', { name: 'Span and resolution' }).waitFor();
      await lookOver(visit, 'sheet');
    },
  );
});

// Find, by keyboard only: no test uses the mouse.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Find a series' });
const fieldOf = (page: Page): Locator => dialogOf(page).getByRole('combobox');
const countOf = (page: Page): Locator => dialogOf(page).getByRole('status');

/** The row that the text field names as the active one. */
async function activeRow(page: Page): Promise<string> {
  const id = await fieldOf(page).getAttribute('aria-activedescendant');
  return (await page.locator(`#${id}`).textContent())!;
}

async function press(page: Page, key: 'Control+k' | '/'): Promise<void> {
  await page.keyboard.press(key);
  await fieldOf(page).waitFor();
}

/** Types, and waits until the list counts the expected matches. */
async function typeWords(page: Page, words: string, expected: number): Promise<void> {
  await page.keyboard.type(words);
  await countOf(page)
    .filter({ hasText: new RegExp(`^${expected} series$`) })
    .waitFor();
}

describe('find', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it(
    'Find opens with Ctrl+K, follows words and arrows, and opens the series',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const matches = await api.metadata({ q: 'germany wind', all: 'true', limit: '1000' });
      await visit.open('/s/dehrprice?from=today-7&zone=utc');
      await press(page, 'Control+k');
      await typeWords(page, 'germany wind', matches.length);
      await visit.keepPicture('find');
      const first = await activeRow(page);
      await page.keyboard.press('ArrowDown');
      const second = await activeRow(page);
      assert.notEqual(second, first);
      await page.keyboard.press('ArrowUp');
      assert.equal(await activeRow(page), first);
      await page.keyboard.press('Enter');
      await dialogOf(page).waitFor({ state: 'detached' });
      await visit.rest();
      const chosen = matches.find(({ seriesId }) => first.startsWith(seriesId))!;
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), chosen.description);
      // The span that was on the screen stays.
      assert.equal(addressOf(page), `/s/${chosen.seriesId}?from=today-7&zone=utc`);
    },
  );

  explorer.itLong('Find loses no key that is typed before it opens', async ({ page, open }) => {
    await open('/s/dehrprice');
    // All keys arrive at once, before the search has loaded.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('frhrprice');
    await fieldOf(page).waitFor();
    await page.waitForFunction(`document.querySelector('dialog input')?.value === 'frhrprice'`);
  });

  explorer.itLong(
    'Find opens with /, but not while text is being typed',
    async ({ page, open }) => {
      await open('/s/dehrprice');
      await page.getByLabel('From').focus();
      await page.keyboard.press('End');
      await page.keyboard.type('/');
      assert.equal(await page.getByLabel('From').inputValue(), 'today-14/');
      assert.equal(await dialogOf(page).count(), 0);
      await page.keyboard.press('Escape');
      await page.getByRole('application').focus();
      await press(page, '/');
      assert.equal(await fieldOf(page).inputValue(), '');
      await page.keyboard.press('Escape');
      await dialogOf(page).waitFor({ state: 'detached' });
      // The focus is back on the chart.
      assert.equal(
        await page.evaluate(`document.activeElement.getAttribute('role')`),
        'application',
      );
    },
  );

  explorer.itLong(
    'Find lists every series and has only the rows in sight in the page',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const { seriesCount } = await api.about();
      await visit.open('/');
      await press(page, 'Control+k');
      await typeWords(page, '', seriesCount);
      const rows = dialogOf(page).getByRole('option');
      const inPage = await rows.count();
      assert.ok(inPage > 5 && inPage < 60, `${inPage} rows`);
      assert.equal(await rows.first().getAttribute('aria-setsize'), String(seriesCount));
      await page.keyboard.press('PageDown');
      await page.keyboard.press('PageDown');
      await page.keyboard.press('PageDown');
      const active = await fieldOf(page).getAttribute('aria-activedescendant');
      assert.ok(await page.locator(`#${active}`).isVisible());
    },
  );

  explorer.itLong('typed filters narrow Find to an area and to a resolution', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const inFinland = await api.metadata({ area: 'FI', all: 'true', limit: '1000' });
    const hourly = inFinland.filter(({ resolution }) => resolution === 'Hourly');
    assert.ok(hourly.length < inFinland.length);
    await visit.open('/');
    await press(page, 'Control+k');
    await typeWords(page, 'area:FI', inFinland.length);
    await typeWords(page, ' res:hour', hourly.length);
    for (const text of await dialogOf(page).getByRole('option').allTextContents())
      assert.match(text, /^fihr/);
  });

  explorer.itLong('Find says that nothing matches', async ({ page, open }) => {
    await open('/');
    await press(page, 'Control+k');
    await typeWords(page, 'no such words', 0);
    await dialogOf(page).getByText('No series matches.').waitFor();
    await page.keyboard.press('Enter');
    assert.ok(await dialogOf(page).isVisible());
  });

  explorer.itLong('Ctrl+Enter in Find adds a series to Compare', async ({ page, open }) => {
    await open('/s/dehrprice');
    await press(page, 'Control+k');
    await typeWords(page, 'frhrprice', 1);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor();
    assert.equal(addressOf(page), '/compare?s=dehrprice&s=frhrprice');
  });

  explorer.itLong('Find lists the latest choice first', async ({ page, open, rest }) => {
    await open('/');
    await press(page, 'Control+k');
    await typeWords(page, 'no1hrprice', 1);
    await page.keyboard.press('Enter');
    await rest();
    await press(page, 'Control+k');
    await page.getByText('recent', { exact: true }).first().waitFor();
    assert.match(await activeRow(page), /^no1hrprice/);
  });

  explorer.itLong(
    'Find shows series outside the plan with a lock and the reason',
    { faults: [/^403 .*\/api\/v1\/series\/dehrprice/] },
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo-nordic');
      const matches = await api.metadata({ q: 'hrprice', all: 'true', limit: '1000' });
      const granted = matches.filter(({ subscribed }) => subscribed);
      assert.ok(granted.length > 0 && granted.length < matches.length);
      await visit.open('/s/no1hrprice', 'demo-nordic');
      await press(page, 'Control+k');
      await typeWords(page, 'hrprice', matches.length);
      await page.keyboard.press('PageDown');
      await visit.rest();
      await visit.keepPicture('find-locked');
      let lockedCount = 0;
      for (const row of await dialogOf(page).getByRole('option').all()) {
        const text = (await row.textContent())!;
        const found = matches.find(({ seriesId }) => text.startsWith(`${seriesId} `))!;
        const isLocked = /outside your plan nordic: ask the operator/.test(text);
        assert.equal(isLocked, !found.subscribed, text);
        if (isLocked) lockedCount++;
      }
      assert.ok(lockedCount > 0);
      await page.keyboard.press('Control+a');
      await typeWords(page, 'dehrprice', 1);
      await page.keyboard.press('Enter');
      await page.getByText('Outside your plan.').waitFor();
    },
  );
});

// Find as people use it: words of other languages, mistakes, pins, and the values of the active row.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Find a series' });
const fieldOf = (page: Page): Locator => dialogOf(page).getByRole('combobox');
const previewOf = (page: Page): Locator =>
  dialogOf(page).getByRole('region', { name: 'The active series' });

async function openFind(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await fieldOf(page).waitFor();
}

async function closeFind(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
}

/** Types a text and waits until the series is the active one. */
async function expectFirst(page: Page, typed: string, code: string): Promise<void> {
  await fieldOf(page).fill(typed);
  await dialogOf(page)
    .locator('[aria-selected="true"]')
    .filter({ hasText: new RegExp(`^${code} `) })
    .waitFor();
}

describe('the words of Find', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('Find understands adjectives, synonyms, other languages and areas', async (visit) => {
    const { page } = visit;
    await visit.open('/s/no1hrprice');
    await openFind(page);
    await expectFirst(page, 'french wind', 'frhrwind');
    await expectFirst(page, 'german load', 'dehrcons');
    await expectFirst(page, 'de price', 'dehrprice');
    await expectFirst(page, 'norsk pris', 'no1hrprice');
    await expectFirst(page, 'spot frankreich', 'frhrprice');
    await page.keyboard.press('Enter');
    await visit.rest();
    assert.equal(addressOf(page), '/s/frhrprice');
  });

  explorer.itLong('Find mends one mistake and says for what it shows', async ({ page, open }) => {
    await open('/s/no1hrprice');
    await openFind(page);
    await expectFirst(page, 'wnd fr', 'frhrwind');
    await dialogOf(page).getByText('series for “wind fr”').waitFor();
  });

  explorer.itLong('Find names the area at the first row of each', async ({ page, open }) => {
    await open('/s/no1hrprice');
    await openFind(page);
    await expectFirst(page, 'price', 'dehrprice');
    const rows = dialogOf(page).getByRole('option');
    assert.match((await rows.nth(0).textContent())!, /Germany EUR\/MWh · hour · DE/);
    assert.doesNotMatch((await rows.nth(1).textContent())!, /Germany EUR\/MWh/);
  });

  explorer.itLong('the active row of Find is drawn small, with its last value', async (visit) => {
    const { page } = visit;
    await visit.open('/s/no1hrprice');
    await openFind(page);
    await expectFirst(page, 'dehrprice', 'dehrprice');
    await previewOf(page)
      .getByText(/^-?[\d,.]+ EUR\/MWh$/)
      .waitFor();
    const line = await previewOf(page).locator('path').first().getAttribute('d');
    assert.ok(line!.length > 500, line!);
    await visit.keepPicture('find-preview');
  });

  explorer.itLong('a pin is set by keyboard or star, stays, and comes first', async (visit) => {
    const { page } = visit;
    await visit.open('/s/no1hrprice');
    await openFind(page);
    await expectFirst(page, 'uk price', 'ukhrprice');
    await page.keyboard.press('Shift+Enter');
    await previewOf(page).getByRole('button', { name: 'Unpin ukhrprice' }).waitFor();
    await expectFirst(page, 'pl price', 'plhrprice');
    await dialogOf(page).locator('[aria-selected="true"] [title="Pin"]').click();
    await closeFind(page);
    await page.reload();
    await visit.rest();
    await openFind(page);
    await expectFirst(page, '', 'ukhrprice');
    const second = dialogOf(page).getByRole('option').nth(1);
    assert.match((await second.textContent())!, /^plhrprice .*pinned/);
    await previewOf(page).getByRole('button', { name: 'Unpin ukhrprice' }).click();
    await closeFind(page);
    await openFind(page);
    await expectFirst(page, '', 'plhrprice');
  });
});

// Links for spreadsheets: made in Explore, pasted elsewhere, listed and revoked on the account page.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { lookOver, STATES } from '../look-over.ts';
import { openExplorer } from '../open-explorer.ts';
import { entryOf } from '../take-shown.ts';

const VIEW = '/s/dehrprice?from=today-1&to=today&resolution=day';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Link for a spreadsheet' });
const pasted = (page: Page) => dialogOf(page).getByLabel('What to paste');
const links = (page: Page) => page.getByRole('region', { name: 'Links for spreadsheets' });

/** Makes a link of what Explore shows, and returns the text to paste. */
async function makeLink(page: Page, entry: string, name: string, lastDay = ''): Promise<string> {
  await (await entryOf(page, entry)).click();
  await dialogOf(page).getByLabel('Name in your list of links').fill(name);
  await dialogOf(page).getByLabel('Last day, or nothing').fill(lastDay);
  await dialogOf(page).getByRole('button', { name: 'Make the link' }).click();
  return pasted(page).inputValue();
}

const read = async (address: string): Promise<{ status: number; type: string; text: string }> => {
  const answer = await fetch(address);
  const type = answer.headers.get('content-type') ?? '';
  return { status: answer.status, type, text: await answer.text() };
};

describe('links for spreadsheets', () => {
  const explorer = openExplorer();

  explorer.it(
    'a link is made in Explore, read as each program reads it, and revoked',
    async (visit) => {
      const { page } = visit;
      const { origin } = new URL(explorer.app.url);
      await visit.open(VIEW);
      const forExcel = await makeLink(page, 'Link for Excel…', 'Prices for the desk', '2027-01-31');
      assert.match(forExcel, new RegExp(`^${origin}/l/gtl_\\w{49}\\?format=xlsx$`));
      await visit.keepPicture('sheet-link-excel');
      assert.match((await read(forExcel)).type, /spreadsheetml/);
      const address = forExcel.split('?')[0]!;

      await dialogOf(page).getByRole('tab', { name: 'Google Sheets' }).click();
      assert.equal(await pasted(page).inputValue(), `=IMPORTDATA("${address}")`);
      const { status, text } = await read(address);
      assert.equal(status, 200, text);
      const [head, ...rows] = text.trimEnd().split('\n');
      assert.equal(head, 'time,value,kind');
      assert.deepEqual(
        rows.map((row) => row.split(',')[0]),
        ['2026-11-12', '2026-11-13'],
      );

      await dialogOf(page).getByRole('tab', { name: 'Power Query' }).click();
      const code = await pasted(page).inputValue();
      assert.ok(
        code.includes(
          `Web.Contents("${origin}", [RelativePath = "${address.slice(origin.length + 1)}"])`,
        ),
        code,
      );
      await dialogOf(page).getByRole('button', { name: 'Done' }).click();
      await dialogOf(page).waitFor({ state: 'detached' });

      await visit.open('/account');
      const row = links(page).getByRole('row', { name: /Prices for the desk/ });
      await row.waitFor();
      const said = await row.innerText();
      assert.match(said, /dehrprice, from today-1, to today, resolution day/);
      assert.match(said, /Mon 1 Feb 2027, 00:00/);
      assert.ok(!(await page.content()).includes('gtl_'));
      await row.getByRole('button', { name: 'Revoke the link Prices for the desk' }).click();
      const dialog = page.getByRole('dialog', { name: /Revoke the link “Prices for the desk”/ });
      await dialog.getByRole('button', { name: 'Keep it' }).click();
      await row.getByRole('button', { name: 'Revoke the link Prices for the desk' }).click();
      await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
      await links(page).getByText('You have no links.').waitFor();
      assert.equal((await read(address)).status, 404);
    },
  );

  explorer.itLong(
    'a reader of decimal commas gets a formula that asks for them',
    { locale: 'de-DE' },
    async (visit) => {
      const { page } = visit;
      await visit.open(VIEW);
      const formula = await makeLink(page, 'Link for Google Sheets…', '');
      const [, address] = /^=IMPORTDATA\("(.*\?decimal=comma)"\)$/.exec(formula)!;
      assert.match(
        (await read(address!)).text,
        /^time;value;kind\n2026-11-12;-?\d+,\d+;observed\n/,
      );
      await page.keyboard.press('Escape');
      await dialogOf(page).waitFor({ state: 'detached' });
    },
  );

  explorer.itLong(
    'on a phone the entries lie within the screen',
    { viewport: { width: 390, height: 844 } },
    async (visit) => {
      const { page } = visit;
      await visit.open(VIEW);
      const last = await entryOf(page, 'Power Query…');
      await last.scrollIntoViewIfNeeded();
      await visit.keepPicture('sheet-link-menu-phone');
      const { x, width } = (await last.boundingBox())!;
      assert.ok(x >= 0 && x + width <= 390, `${x} to ${x + width}`);
    },
  );

  explorer.itLong(
    'the dialog and the list look right in light, dark and on a phone',
    { reducedMotion: 'reduce' },
    async (visit) => {
      const { page } = visit;
      await visit.open(VIEW);
      await (await entryOf(page, 'Power Query…')).click();
      await lookOver(visit, 'sheet-link-new', STATES);
      await dialogOf(page).getByRole('button', { name: 'Make the link' }).click();
      await pasted(page).waitFor();
      await lookOver(visit, 'sheet-link-made', STATES);
      await visit.open('/account');
      await links(page)
        .getByRole('row', { name: /dehrprice/ })
        .first()
        .waitFor();
      await links(page).scrollIntoViewIfNeeded();
      await lookOver(visit, 'account-links', STATES);
      await links(page).scrollIntoViewIfNeeded();
      await visit.keepPicture('account-links-phone');
    },
  );

  explorer.it(
    'a link of what was forecast reads that, with the actual values beside it',
    async ({ page, open }) => {
      await open(`${VIEW}&ahead=1d`);
      const formula = await makeLink(page, 'Link for Google Sheets…', 'Forecasts');
      await dialogOf(page)
        .getByText(/as it was forecast 1 day ahead, any source, with/)
        .waitFor();
      const { status, text } = await read(/"(.*)"/.exec(formula)![1]!);
      assert.equal(status, 200, text);
      const [head, row] = text.trimEnd().split('\n');
      assert.match(head!, /^time,value,.*,actual,error/);
      assert.match(row!, /^2026-11-12,[\d.]+,/);
    },
  );
});

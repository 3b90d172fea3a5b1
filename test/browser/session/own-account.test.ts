// The account page: the browsers that are signed in, ending them, and a new password.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { openExplorer, PASSWORD, type Visit } from '../open-explorer.ts';
import { meetEnd } from './meet-end.ts';

const NEW_PASSWORD = 'wind over the Kattegat';

/** Opens a second browser of the same user, which has cookies of its own. */
async function openOther(visit: Visit, userName: 'demo' | 'demo-nordic', url: string) {
  const context = await visit.page.context().browser()!.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const page = await context.newPage();
  await page.goto(`${url}/account`);
  await signIn(page, userName, PASSWORD);
  return page;
}

async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(userName);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

const browsers = (page: Page) => page.getByRole('region', { name: 'Signed-in browsers' });
const rowsOf = async (page: Page): Promise<string[]> =>
  browsers(page).locator('li').allInnerTexts();

describe('the own account', () => {
  const explorer = openExplorer();

  explorer.it(
    'the account page lists the signed-in browsers and ends one of them',
    async (visit) => {
      const { page } = visit;
      const other = await openOther(visit, 'demo', explorer.app.url);
      try {
        await visit.open('/account');
        await browsers(page).getByText('Firefox on Windows').waitFor();
        await visit.keepPicture('account-sessions');
        const rows = await rowsOf(page);
        assert.equal(rows.length, 2);
        assert.match(rows.find((row) => row.includes('this browser'))!, /Chrome on Linux/);
        await browsers(page)
          .getByRole('button', { name: /^End the session of Firefox/ })
          .click();
        await browsers(page).getByText('Firefox on Windows is signed out.').waitFor();
        await visit.rest();
        assert.equal((await rowsOf(page)).length, 1);
        await meetEnd(other);
        await other.getByRole('heading', { name: 'Sign in' }).waitFor();
        const why =
          'You were signed out: the session was ended on the account page; sign in again. You come back to the same page.';
        await other.getByRole('status').filter({ hasText: why }).waitFor();
        await page.reload();
        await page.getByRole('button', { name: 'Sign out' }).waitFor();
      } finally {
        await other.context().close();
      }
    },
  );

  explorer.itLong('one button ends all other sessions', async (visit) => {
    const { page } = visit;
    const others = [
      await openOther(visit, 'demo-nordic', explorer.app.url),
      await openOther(visit, 'demo-nordic', explorer.app.url),
    ];
    try {
      await visit.open('/account', 'demo-nordic');
      await browsers(page).getByRole('button', { name: 'End all others' }).click();
      await browsers(page).getByText('All other browsers are signed out.').waitFor();
      await visit.rest();
      assert.equal((await rowsOf(page)).length, 1);
      assert.equal(await browsers(page).getByRole('button', { name: 'End all others' }).count(), 0);
      for (const other of others) {
        await meetEnd(other);
        await other.getByRole('heading', { name: 'Sign in' }).waitFor();
      }
    } finally {
      for (const other of others) await other.context().close();
    }
  });

  explorer.itLong(
    'a new password that is refused says so beneath its field',
    { faults: [/^403 .*\/account\/password$/, /^400 .*\/account\/password$/] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/account');
      const card = page.getByRole('region', { name: 'Password', exact: true });
      await card.getByLabel('Current password').fill('not-the-password');
      await card.getByLabel('New password').fill(NEW_PASSWORD);
      await card.getByRole('button', { name: 'Change password' }).click();
      await card.getByText('this is not the password you sign in with').waitFor();
      await card.getByLabel('Current password').fill(PASSWORD);
      await card.getByLabel('New password').fill('short');
      await card.getByRole('button', { name: 'Change password' }).click();
      await card.getByText('must be 12 to 128 characters long').waitFor();
      await visit.keepPicture('account-password-refused');
    },
  );

  explorer.it(
    'a new password ends other browsers and keys, and this browser stays',
    async (visit) => {
      const { page } = visit;
      const other = await openOther(visit, 'demo', explorer.app.url);
      try {
        await visit.open('/account');
        await page.getByLabel('Name of a new key').fill('nightly');
        await page.getByLabel('Your password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Make key' }).click();
        await page.getByRole('cell', { name: 'nightly', exact: true }).waitFor();
        const card = page.getByRole('region', { name: 'Password', exact: true });
        await card.getByLabel('Current password').fill(PASSWORD);
        await card.getByLabel('New password').fill(NEW_PASSWORD);
        await card.getByLabel('API keys and links').selectOption('since');
        await card.getByRole('button', { name: 'Change password' }).click();
        await card.getByText(/Your password is changed.*“nightly”/).waitFor();
        await visit.keepPicture('account-password');
        await page.getByText('You have no keys.').waitFor();
        await visit.rest();
        assert.equal((await rowsOf(page)).length, 1);
        await meetEnd(other);
        await other.getByRole('heading', { name: 'Sign in' }).waitFor();
        await signIn(other, 'demo', NEW_PASSWORD);
        await page.reload();
        await page.getByRole('button', { name: 'Sign out' }).waitFor();
      } finally {
        await other.context().close();
      }
    },
  );
});

// Signing in, staying, and leaving: the address that a person came for is never lost.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { openExplorer, PASSWORD, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';
import { meetEnd } from './meet-end.ts';

const PAGE_ADDRESS = '/s/dehrwind?from=2026-11-01&to=2026-11-07&resolution=day';

async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(userName);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The Cookie header of the page's session. */
async function cookieOf(page: Page): Promise<string> {
  const [cookie, ...more] = await page.context().cookies();
  assert.deepEqual(more, [], 'one cookie');
  return `${cookie!.name}=${cookie!.value}`;
}

describe('sign-in', () => {
  const explorer = openExplorer();

  describe('signing in', SIDE_BY_SIDE, () => {
    explorer.itLong('the sign-in page leads to the page that the address names', async (visit) => {
      const { page } = visit;
      await visit.open(PAGE_ADDRESS, null);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await visit.keepPicture('sign-in');
      await signIn(page, 'demo', PASSWORD);
      await page.getByRole('heading', { level: 1, name: /^Germany wind/ }).waitFor();
      assert.equal(addressOf(page), PAGE_ADDRESS);
      assert.equal(await page.getByLabel('From').inputValue(), '2026-11-01');
      assert.equal(await page.getByRole('button', { name: 'demo', exact: true }).count(), 1);
    });

    explorer.it('a person can sign in by keyboard alone', async ({ page, open }) => {
      await open('/', null);
      await page.getByLabel('User name').waitFor();
      await page.keyboard.type('demo');
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    });

    explorer.it(
      'a wrong password is refused without saying whether the user exists',
      { faults: [/^401 .*\/api\/v1\/session$/] },
      async ({ page, open }) => {
        await open(PAGE_ADDRESS, null);
        const words: (string | null)[] = [];
        for (const userName of ['demo', 'nobody-of-this-name']) {
          await signIn(page, userName, 'not-the-password');
          words.push(await page.getByRole('alert').textContent());
          await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
        }
        assert.deepEqual(words, Array(2).fill('User name or password not accepted.'));
        const password = page.getByRole('textbox', { name: 'Password' });
        assert.equal(await password.getAttribute('aria-invalid'), 'true');
        assert.equal(addressOf(page), PAGE_ADDRESS);
        await signIn(page, 'demo', PASSWORD);
        await page.getByRole('heading', { level: 1, name: /^Germany wind/ }).waitFor();
      },
    );

    explorer.itLong('the button Show shows the password', async ({ page, open }) => {
      await open('/', null);
      const field = page.getByRole('textbox', { name: 'Password' });
      await field.fill('seen');
      assert.equal(await field.getAttribute('type'), 'password');
      await page.getByRole('button', { name: 'Show password' }).click();
      assert.equal(await field.getAttribute('type'), 'text');
      await page.getByRole('button', { name: 'Hide password' }).click();
      assert.equal(await field.getAttribute('type'), 'password');
    });

    explorer.it(
      'the link of a demo start signs in once, and says so the second time',
      { faults: [/^401 .*\/api\/v1\/session\/code$/] },
      async ({ page }) => {
        const link = await explorer.app.makeSignInLink('demo');
        await page.goto(link);
        await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
        assert.doesNotMatch(page.url(), /code/);
        await page.context().clearCookies();
        await page.evaluate('localStorage.clear()');
        await page.goto(link);
        const alert = page.getByRole('alert');
        await alert.waitFor();
        assert.match((await alert.textContent())!, /works once, for 15 minutes/);
        assert.doesNotMatch(page.url(), /code/);
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      },
    );

    explorer.it(
      'a reload asks for no sign-in, and no script can read the session',
      async ({ page, open }) => {
        await open(PAGE_ADDRESS);
        await page.getByRole('heading', { level: 1, name: /^Germany wind/ }).waitFor();
        await page.reload();
        await page.getByRole('heading', { level: 1, name: /^Germany wind/ }).waitFor();
        const [cookie] = await page.context().cookies();
        assert.ok(cookie!.httpOnly);
        assert.equal(cookie!.sameSite, 'Strict');
        const seen = await page.evaluate(
          'document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)',
        );
        assert.ok(!String(seen).includes(cookie!.value.slice(0, 12)), String(seen));
      },
    );

    explorer.it(
      'Sign out ends the session, and a copy of its cookie is refused from then on',
      async (visit) => {
        const { page } = visit;
        await visit.open('/account');
        const cookie = await cookieOf(page);
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        assert.equal(await page.evaluate('localStorage.length'), 0);
        assert.deepEqual(await page.context().cookies(), []);
        const headers = { cookie };
        const answer = await fetch(`${explorer.app.url}/api/v1/account`, { headers });
        assert.equal(answer.status, 401);
      },
    );
  });

  // These run after the others, one after another: the clock is put forward.
  describe('when a session ends', () => {
    explorer.itLong(
      'a session that was not used asks for a sign-in at the same address',
      { faults: [/^401 .*\/api\/v1\/series\/dehrwind/] },
      async (visit) => {
        const { page } = visit;
        await visit.open(PAGE_ADDRESS);
        // A request that is still running would be the first to be refused.
        await page.waitForLoadState('networkidle');
        explorer.passMinutes(12 * 60 + 1);
        await page.getByLabel('Resolution').selectOption('week');
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        await visit.keepPicture('session-ended');
        const why =
          'You were signed out: the session was not used for 12 hours; sign in again. You come back to the same page.';
        await page.getByRole('status').filter({ hasText: why }).waitFor();
        assert.equal(await page.getByLabel('User name').inputValue(), 'demo');
        await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: /^Germany wind/ }).waitFor();
        assert.equal(addressOf(page), PAGE_ADDRESS.replace('day', 'week'));
      },
    );

    explorer.it(
      'a session that was ended elsewhere asks for a sign-in',
      { faults: [/^401 /] },
      async ({ page, open }) => {
        await open('/f/FI');
        const headers = { cookie: await cookieOf(page), origin: explorer.app.url };
        await fetch(`${explorer.app.url}/api/v1/session`, { method: 'DELETE', headers });
        await meetEnd(page);
        await signIn(page, 'demo', PASSWORD);
        await page.getByRole('heading', { level: 2, name: 'Finland: day-ahead price' }).waitFor();
        assert.equal(addressOf(page), '/f/FI');
      },
    );
  });
});

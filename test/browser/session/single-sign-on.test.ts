// Signing in at a real provider, in a real browser: there and back to the page that the person came for, and out.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { findFreePort } from '../../../harness/free-port.ts';
import { RealProvider } from '../../../harness/sso/real-provider.ts';
import { copyDemo } from '../demo-store.ts';
import { openExplorer } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const PAGE_ADDRESS = '/s/dehrwind?from=2026-11-01&to=2026-11-07&resolution=day';

describe('single sign-on in a browser', () => {
  const explorer = openExplorer(async (folder, _clock, password) => {
    const path = join(folder, 'demo.db');
    await copyDemo(path);
    const port = await findFreePort();
    const provider = await RealProvider.open({ after }, { origin: `http://localhost:${port}` });
    provider.groups.set('sub-of-anna', ['gt-demo']);
    const env = {
      ...{ PORT: `${port}`, STORE: `sqlite:${path}`, DEMO_PASSWORD: password, FORECASTS: 'false' },
      ...provider.settings,
      OIDC_MAP: '[{"group":"gt-demo","plan":"everything","role":"operator"}]',
      PASSWORDS: 'off',
    };
    // The provider's tokens have the machine's time.
    return startApp(readConfig(env), { isDemo: true, logger: pino({ level: 'silent' }) });
  });

  explorer.it(
    'a person signs in at the provider, comes back to the page, makes a key, and signs out',
    { faults: [/^other host: (?:http:\/\/127\.0\.0\.1:\d+|https:\/\/fonts\.googleapis\.com)\//] },
    async ({ page, open, rest, keepPicture }) => {
      // The provider's pages ask for a font.
      await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ body: '' }));
      await open(PAGE_ADDRESS, null);
      await keepPicture('sign-in-provider');
      assert.equal(await page.getByLabel('User name').count(), 0);
      await page.getByRole('link', { name: 'Sign in with Example AG' }).click();
      await page.getByPlaceholder('Enter any login').fill('sub-of-anna');
      await page.getByPlaceholder('and password').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { level: 1, name: /^Germany wind/ }).waitFor();
      assert.equal(addressOf(page), PAGE_ADDRESS);
      assert.equal(await page.getByRole('button', { name: 'anna', exact: true }).count(), 1);
      const cookies = await page.context().cookies(explorer.app.url);
      assert.deepEqual(
        cookies.map(({ name, httpOnly, sameSite }) => [
          name.replace(/\d+/, 'N'),
          httpOnly,
          sameSite,
        ]),
        [['gridtide-session-N', true, 'Strict']],
      );

      await page.goto(`${explorer.app.url}/account`);
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
      await rest();
      assert.equal(await page.getByRole('heading', { name: 'Password' }).count(), 0);
      await page.getByLabel('Name of a new key').fill('nightly');
      await page.getByRole('button', { name: 'Make key' }).click();
      const made = await page.getByLabel('Key nightly', { exact: true }).inputValue();
      assert.match(made, /^gtk_/);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL(/127\.0\.0\.1:\d+\/session\/end/);
      await page.getByRole('button', { name: /yes/i }).click();
      await page.getByRole('link', { name: 'Sign in with Example AG' }).waitFor();
      assert.equal(new URL(page.url()).origin, explorer.app.url);
    },
  );
});

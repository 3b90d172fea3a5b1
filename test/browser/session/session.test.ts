// One session in a real browser: its tabs share it, it outlives the server, and other sites cannot use it.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe } from 'node:test';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { readConfig } from '#config';
import type { Clock } from '#core/time/instant';
import { type App, startApp } from '#serve/app';
import { copyDemo } from '../demo-store.ts';
import { openExplorer, PASSWORD } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const PAGE_ADDRESS = '/s/dehrwind?from=2026-11-01&to=2026-11-07&resolution=day';
const wind = (page: Page) => page.getByRole('heading', { level: 1, name: /^Germany wind/ });
const signInPage = (page: Page) => page.getByRole('heading', { name: 'Sign in' });

/** A server that can be stopped and started again on its port and store. */
class Restarted {
  #running: App | undefined;
  #clock: Clock = Date.now;
  #env: Record<string, string> = {};

  start = async (folder: string, clock: Clock, password: string): Promise<App> => {
    const path = join(folder, 'demo.db');
    await copyDemo(path);
    this.#clock = clock;
    this.#env = { STORE: `sqlite:${path}`, DEMO_PASSWORD: password, FORECASTS: 'false', PORT: '0' };
    const first = await this.#open();
    this.#env.PORT = new URL(first.url).port;
    return {
      ...first,
      makeSignInLink: (userName) => this.#running!.makeSignInLink(userName),
      close: async () => this.#running?.close(),
    };
  };

  async restart(): Promise<void> {
    await this.#running!.close();
    await this.#open();
  }

  async #open(): Promise<App> {
    const options = { isDemo: true, clock: this.#clock, logger: pino({ level: 'silent' }) };
    this.#running = await startApp(readConfig(this.#env), options);
    return this.#running;
  }
}

describe('a session', () => {
  const server = new Restarted();
  const explorer = openExplorer(server.start);

  explorer.itLong('a link that is opened in a second tab is signed in', async (visit) => {
    const { page } = visit;
    await visit.open('/account');
    const second = await page.context().newPage();
    await second.goto(explorer.app.url + PAGE_ADDRESS);
    await wind(second).waitFor();
    assert.equal(await signInPage(second).count(), 0);
  });

  explorer.it('a link of the page that is opened in a new tab is signed in', async (visit) => {
    const { page } = visit;
    await visit.open('/account');
    const path = await page
      .getByRole('link', { name: 'Compare', exact: true })
      .getAttribute('href');
    const second = await page.context().newPage();
    await second.goto(explorer.app.url + path);
    await second.getByRole('button', { name: 'demo', exact: true }).waitFor();
    assert.equal(await signInPage(second).count(), 0);
  });

  explorer.it(
    'signing out in one tab signs the others out, and signing in brings them back',
    async (visit) => {
      const { page } = visit;
      await visit.open(PAGE_ADDRESS);
      const second = await page.context().newPage();
      await second.goto(`${explorer.app.url}/account`);
      await second.getByRole('button', { name: 'Sign out' }).click();
      await signInPage(page).waitFor();
      await page.getByRole('status').filter({ hasText: 'signed out in another tab' }).waitFor();
      await second.getByLabel('User name').fill('demo');
      await second.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await second.keyboard.press('Enter');
      await second.getByRole('button', { name: 'Sign out' }).waitFor();
      await wind(page).waitFor();
      assert.equal(addressOf(page), PAGE_ADDRESS);
    },
  );

  explorer.itLong('a restart of the server ends no session', async (visit) => {
    const { page } = visit;
    await visit.open(PAGE_ADDRESS);
    // A page that is open would ask in the meantime.
    await page.goto('about:blank');
    await server.restart();
    await page.goto(explorer.app.url + PAGE_ADDRESS);
    await wind(page).waitFor();
    await page.getByLabel('Resolution').selectOption('week');
    await visit.rest();
    assert.equal(await signInPage(page).count(), 0);
  });

  explorer.it('the cookie ends with the browser, unless the user keeps it', async (visit) => {
    const { page } = visit;
    await visit.open(PAGE_ADDRESS, null);
    for (const isKept of [false, true]) {
      await page.getByLabel('User name').fill('demo');
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByLabel(/Keep me signed in/).setChecked(isKept);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await wind(page).waitFor();
      const [cookie] = await page.context().cookies();
      assert.equal(cookie!.expires > 0, isKept);
      await page.getByRole('button', { name: 'demo', exact: true }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await signInPage(page).waitFor();
      await page.goto(explorer.app.url + PAGE_ADDRESS);
    }
  });

  explorer.it(
    'a form on another site starts no session, and its page reads nothing',
    {
      faults: [
        /^other host: http:\/\/evil\.example\//,
        /^403 .*\/api\/v1\/session$/,
        /CORS policy/,
        /^failed: .*\/api\/v1\/account net::ERR_FAILED$/,
      ],
    },
    async (visit) => {
      const { page } = visit;
      await visit.open('/account');
      const before = await page.context().cookies();
      const other = await page.context().newPage();
      const target = explorer.app.url;
      await other.route('http://evil.example/**', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<form method="post" enctype="text/plain" action="${target}/api/v1/session">
            <input name='{"username":"demo","password":"${PASSWORD}","x":"' value='"}'>
            <button>Win</button></form>`,
        }),
      );
      await other.goto('http://evil.example/');
      const read = await other.evaluate(
        `fetch('${target}/api/v1/account', { credentials: 'include' }).then((a) => a.status, () => 'blocked')`,
      );
      assert.equal(read, 'blocked');
      await other.getByRole('button', { name: 'Win' }).click();
      await other.waitForURL(`${target}/api/v1/session`);
      assert.match(await other.content(), /cross_site_refused/);
      assert.deepEqual(await page.context().cookies(), before);
    },
  );
});

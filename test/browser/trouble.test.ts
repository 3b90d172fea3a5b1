// Faults are reported with what a person can do: a series outside the plan or unknown, an empty span, a
// store that is down, no connection.

import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { pino } from 'pino';
import type { Locator, Page } from 'playwright-core';
import { readConfig } from '#config';
import { type App, startApp } from '#serve/app';
import { openExplorer, PASSWORD, SIDE_BY_SIDE } from './open-explorer.ts';
import { addressOf, parameterOf } from './page-address.ts';

/** Presses the button, unless the page has repeated the request in the meantime. */
async function tryAgain(alert: Locator): Promise<void> {
  const button = alert.getByRole('button', { name: 'Try again' });
  await button.click({ timeout: 1_500 }).catch(() => alert.waitFor({ state: 'detached' }));
}

describe('trouble', () => {
  const explorer = openExplorer();
  let broken: App;

  // A second server whose store is closed: it answers as the first one would with its store down.
  before(async () => {
    broken = await startApp(readConfig({ PORT: '0', STORE: 'sqlite::memory:' }), {
      isDemo: false,
      logger: pino({ level: 'silent' }),
    });
    await broken.store.close();
  });
  after(() => broken?.server.close());

  /** Sends the page's requests to the server without a store. */
  const breakStore = async (page: Page, pattern: string): Promise<void> => {
    await page.route(pattern, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const url = broken.url + pathname + search;
      // The name of the session's cookie has the server's port.
      const { cookie = '', ...others } = await route.request().allHeaders();
      const { port } = new URL(broken.url);
      const headers = { ...others, cookie: cookie.replace(/-session-\d+=/, `-session-${port}=`) };
      await route.fulfill({ response: await route.fetch({ url, headers }) });
    });
  };

  describe('with an answer', SIDE_BY_SIDE, () => {
    explorer.it(
      'a series outside the plan is refused with what the plan has',
      { faults: [/^403 .*\/series\/dehrprice/] },
      async (visit) => {
        const { page } = visit;
        await visit.open('/s/dehrprice', 'demo-nordic');
        const panel = page.getByRole('tabpanel', { name: 'Chart' });
        assert.match((await panel.getByRole('alert').textContent())!, /^Outside your plan\./);
        const api = await explorer.askAs('demo-nordic');
        const { plan } = await api.account();
        assert.deepEqual(await panel.locator('code').allTextContents(), plan.series);
        await visit.keepPicture('outside-plan');
        // Nothing of the series leaks, and nothing can be saved.
        assert.ok(await page.getByRole('button', { name: 'Download' }).isDisabled());
        await panel.getByRole('link', { name: 'your account' }).click();
        await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
      },
    );

    explorer.itLong(
      'an unknown series leads to the nearest one',
      { faults: [/^404 .*\/series\/dehrprise/] },
      async (visit) => {
        const { page } = visit;
        await visit.open('/s/dehrprise?from=today-3');
        assert.match((await page.getByRole('alert').textContent())!, /^Not found\./);
        await visit.keepPicture('unknown-series');
        await page.getByRole('link', { name: 'Open dehrprice' }).click();
        await visit.rest();
        assert.equal(addressOf(page), '/s/dehrprice?from=today-3');
        await page.locator('.chart').waitFor();
      },
    );

    explorer.itLong('a span without a value says why and leads to values', async (visit) => {
      const { page } = visit;
      await visit.open('/s/hpddanoresa?from=1990-01-01&to=1990-12-31');
      await page.getByText('No value in this span.').waitFor();
      await page.getByText(/The series begins later, on Mon 4 Sep 2000/).waitFor();
      await visit.keepPicture('explore-empty');
      await page.getByRole('button', { name: 'Go to the newest values' }).click();
      await page.locator('.chart').waitFor();
      assert.equal(parameterOf(page, 'to'), 'last');
    });

    explorer.itLong(
      'an address with a word that is no date is refused with the nearest keyword',
      { faults: [/^400 .*from=todya/] },
      async ({ page, open }) => {
        await open('/s/dehrprice?from=todya');
        assert.match((await page.getByRole('alert').textContent())!, /did you mean today\?/);
      },
    );

    explorer.it(
      'a store that is down is reported with the request id and a button that tries again',
      { faults: [/^503 .*\/api\/v1\/series\/dehrprice/] },
      async (visit) => {
        const { page } = visit;
        await visit.open('/s/dehrprice');
        await breakStore(page, '**/api/v1/series/**');
        const [answer] = await Promise.all([
          page.waitForResponse('**/api/v1/series/**'),
          page.getByRole('button', { name: '7d', exact: true }).click(),
        ]);
        const alert = page.getByRole('alert');
        await alert.waitFor();
        const text = (await alert.textContent())!;
        assert.match(text, /^The server could not answer\./);
        const requestId = answer.headers()['x-request-id']!;
        assert.ok(requestId.length > 5 && text.includes(`Request id ${requestId}`), text);
        await visit.keepPicture('store-down');
        await page.unroute('**/api/v1/series/**');
        await tryAgain(alert);
        await visit.rest();
        assert.equal(await alert.count(), 0);
        await page.getByText('Fri 6 Nov 2026 – Fri 20 Nov 2026').waitFor();
      },
    );

    explorer.itLong(
      'a page opened while the store is down says so and comes up later',
      { faults: [/^503 .*\/api\/v1\/about/] },
      async (visit) => {
        const { page } = visit;
        await breakStore(page, '**/api/v1/about');
        await page.goto(`${explorer.app.url}/s/dehrprice`);
        const alert = page.getByRole('alert');
        await alert.waitFor();
        assert.match((await alert.textContent())!, /could not answer.*Request id \S+/);
        await page.unroute('**/api/v1/about');
        await tryAgain(alert);
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      },
    );

    explorer.itLong(
      'a lost connection is reported, and the page goes on when it is back',
      { faults: [/^failed: .*ERR_INTERNET_DISCONNECTED/] },
      async (visit) => {
        const { page } = visit;
        await visit.open('/s/dehrprice');
        await page.context().setOffline(true);
        await page.getByRole('button', { name: '7d', exact: true }).click();
        const alert = page.getByRole('alert');
        await alert.waitFor();
        assert.match((await alert.textContent())!, /^No connection\./);
        await page.context().setOffline(false);
        // No button is pressed: the page repeats the request.
        await alert.waitFor({ state: 'detached' });
        await visit.rest();
        await page.getByText('Fri 6 Nov 2026 – Fri 20 Nov 2026').waitFor();
      },
    );

    explorer.itLong(
      'a search that could not be preloaded for want of a connection loads when it is opened',
      { faults: [/^failed: .*ERR_INTERNET_DISCONNECTED/] },
      async (visit) => {
        const { page } = visit;
        await visit.open('/s/dehrprice');
        const failed = page.waitForEvent('requestfailed');
        await page.context().setOffline(true);
        await failed;
        await page.context().setOffline(false);
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').waitFor();
      },
    );
  });

  describe('with a part that cannot be loaded', SIDE_BY_SIDE, () => {
    explorer.it(
      'a page whose files are gone says so and keeps the frame, and another page still opens',
      { faults: [/compare-page/] },
      async (visit) => {
        const { page } = visit;
        await visit.open('/s/dehrprice');
        await page.route('**/assets/compare-page-*', (route) => route.fulfill({ status: 404 }));
        await page.getByRole('link', { name: 'Compare', exact: true }).click();
        const alert = page.getByRole('alert');
        await alert.waitFor();
        assert.match((await alert.textContent())!, /could not be shown/);
        await alert.getByRole('button', { name: 'Load the page again' }).waitFor();
        await page.getByRole('link', { name: 'Explore', exact: true }).click();
        await page.locator('.chart').waitFor();
      },
    );
  });

  // These run after the others, one after another: they change the plan and block sign-ins for a while.
  describe('with limits', () => {
    explorer.it(
      'a span with too many points offers the resolution that fits',
      { faults: [/^4\d\d .*\/series\/dehrprice/] },
      async (visit) => {
        const { page } = visit;
        const { accounts } = explorer.app.store;
        const plan = (await accounts.findPlan('nordic'))!;
        await accounts.putPlan({ ...plan, patterns: ['*'], pointsPerAnswer: 5_000 });
        try {
          await visit.open('/s/dehrprice?from=first&to=', 'demo-nordic');
          await page.getByRole('alert').waitFor();
          await page.getByRole('button', { name: 'Show by day' }).click();
          await page.locator('.chart').waitFor();
        } finally {
          await accounts.putPlan(plan);
        }
      },
    );

    explorer.itLong(
      'too many failed sign-ins are refused with the time of the next attempt',
      { faults: [/^429 /] },
      async (visit) => {
        const { page } = visit;
        const api = await explorer.askAs('demo-nordic');
        for (let attempt = 0; attempt < 20; attempt++)
          await assert.rejects(api.signIn('demo-nordic', 'not-the-password'));
        await visit.open('/', null);
        await page.getByLabel('User name').fill('demo-nordic');
        await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
        await page.keyboard.press('Enter');
        const alert = page.getByRole('alert');
        await alert.waitFor();
        assert.match((await alert.textContent())!, /^Too many failed sign-ins\. Try again in /);
      },
    );
  });
});

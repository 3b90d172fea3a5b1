// A slow network and a server that is down: a frame at once, one line in the header, and everything comes back by
// itself.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';

const LOST = /^failed: .*ERR_INTERNET_DISCONNECTED/;

describe('the connection', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('the frame is shown before any code has arrived', async ({ page }) => {
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(`${explorer.app.url}/docs/guides`, { waitUntil: 'commit' });
    const brand = page.locator('.shell-header .shell-brand');
    await brand.waitFor();
    const before = await brand.boundingBox();
    const { height } = (await page.locator('.shell-skeleton').boundingBox())!;
    assert.ok(height > 300);
    code.resolve();
    await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
    assert.deepEqual(await brand.boundingBox(), before);
  });

  explorer.itLong('a slow answer is waited for under a thin line', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/v1/series/**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: '7d', exact: true }).click();
    await page.locator('.shell-progress[data-on="true"]').waitFor({ state: 'attached' });
    answer.resolve();
    await page.locator('.shell-progress[data-on="false"]').waitFor({ state: 'attached' });
  });

  explorer.it(
    'a lost connection is told once, also for a page that is not loaded yet, which then comes',
    { faults: [LOST, /^error: .*(?:preload CSS|imported module)/] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      await page.context().setOffline(true);
      await page.getByRole('button', { name: '7d', exact: true }).click();
      await page.getByRole('link', { name: 'Compare', exact: true }).click();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      assert.equal(await alert.textContent(), 'No connection. Trying again…');
      await page.getByText('This part of the page comes when').waitFor();
      assert.equal(await page.getByText(/preload|updated since/).count(), 0);
      await visit.keepPicture('no-connection');
      await page.context().setOffline(false);
      // No button is pressed.
      await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor();
      await alert.waitFor({ state: 'detached' });
    },
  );

  explorer.itLong(
    'an open page notices a lost connection without a request of its own',
    { faults: [] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/docs/guides', null);
      await page.evaluate("window.dispatchEvent(new Event('offline'))");
      const alert = page.getByRole('alert');
      await alert.waitFor();
      // The server answers the next look.
      await alert.waitFor({ state: 'detached' });
    },
  );

  explorer.itLong(
    'a page out of sight asks nothing, and asks at once when it is back',
    async (visit) => {
      const { page } = visit;
      await page.clock.install();
      await visit.open('/docs/guides', null);
      let looks = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/v1/about')) looks++;
      });
      const look = () => page.waitForRequest((request) => request.url().endsWith('/api/v1/about'));
      const setSight = (state: string) =>
        page.evaluate(`
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
        document.dispatchEvent(new Event('visibilitychange'))`);
      const first = look();
      await page.clock.fastForward('00:31');
      await first;
      await visit.rest();
      await setSight('hidden');
      const before = looks;
      await page.clock.fastForward('10:00');
      await visit.rest();
      assert.equal(looks, before);
      const back = look();
      await setSight('visible');
      await back;
    },
  );
});

// The live page, view by view: what is marked, what asks again, and what waits.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { makeBoard, panelOf } from '../boards/boards-server.ts';
import { eventually } from '../eventually.ts';
import { lookOver, STATES } from '../look-over.ts';
import { openExplorer } from '../open-explorer.ts';
import { following, openLive, writeRun, writeValue } from './live-server.ts';

const rowOf = (page: Page, area: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: area }) });

/** The paths that a page asks for from now on. */
function watchAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

describe('the views of the live page', () => {
  const explorer = openExplorer();

  explorer.itLong(
    'the cells of the start page that changed are marked, and no others',
    { reducedMotion: 'reduce' },
    async (visit) => {
      const { page } = visit;
      await openLive(visit, '/');
      const asked = watchAsked(page);
      await writeValue(explorer, 'dehrprice', '2026-11-13T01:00:00Z', 2_400);
      const marked = page.locator('td[data-fresh]');
      await rowOf(page, 'Germany').locator('td[data-fresh]').first().waitFor();
      assert.equal(
        await marked.count(),
        await rowOf(page, 'Germany').locator('td[data-fresh]').count(),
      );
      const timing =
        'getComputedStyle(document.querySelector("[data-fresh]")).animationTimingFunction';
      assert.equal(await page.evaluate(timing), 'steps(1)');
      await visit.keepPicture('live-start');
      assert.deepEqual(
        asked.filter((path) => path.startsWith('/api/')),
        ['/api/v1/power-balance-forecast/days'],
      );
      await lookOver(visit, 'live-start-marked', STATES);
    },
  );

  explorer.itLong('another category is no change of the cells', async (visit) => {
    const { page } = visit;
    await openLive(visit, '/');
    await page.getByRole('button', { name: 'Consumption' }).click();
    await page.getByRole('heading', { name: 'Today and tomorrow MWh' }).waitFor();
    await visit.rest();
    assert.equal(await page.locator('[data-fresh]').count(), 0);
  });

  explorer.itLong(
    'a new run marks the tile of its area and joins the list of runs',
    async (visit) => {
      const { page } = visit;
      await openLive(visit, '/f/FR');
      await writeRun(explorer, 'frhrprice', '2026-11-13T08:50:00Z', '2026-11-13T23:00:00Z', 77);
      await page.locator('.tile[data-fresh]').waitFor();
      const marked = page.locator('.tile[data-fresh]');
      assert.deepEqual(
        await marked.evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-area'))),
        ['FR'],
      );
      await page.getByText('09:50').first().waitFor();
      await visit.keepPicture('live-forecasts');
      const asked = watchAsked(page);
      await writeRun(explorer, 'dehrprice', '2026-11-13T08:50:00Z', '2026-11-13T23:00:00Z', 78);
      await page.locator('.tile[data-area="DE"][data-fresh]').waitFor();
      assert.ok(!asked.some((path) => path.endsWith('/issue-times')), asked.join('\n'));
    },
  );

  explorer.itLong('a comparison follows each of its series', async (visit) => {
    const { page } = visit;
    await openLive(visit, '/compare?s=nlhrprice&s=behrprice&from=2026-11-02&to=2026-11-08');
    const asked = watchAsked(page);
    await writeValue(explorer, 'behrprice', '2026-11-05T10:00:00Z', 4_001);
    await page.getByText('4,001').first().waitFor();
    assert.equal(await page.locator('.is-stale').count(), 0);
    assert.ok(asked.some((path) => path.endsWith('/behrprice')));
  });

  explorer.itLong('only the panel that a change concerns asks again', async (visit) => {
    const { page } = visit;
    const { id } = await makeBoard(explorer, 'Live', [
      { view: '/s/athrprice?from=2026-11-02&to=2026-11-08', title: 'Austria', part: 'figures' },
      { view: '/s/chhrprice?from=2026-11-02&to=2026-11-08', title: 'Switzerland', part: 'figures' },
    ]);
    await openLive(visit, `/boards/${id}`);
    const asked = watchAsked(page);
    await writeValue(explorer, 'athrprice', '2026-11-05T10:00:00Z', 4_002);
    await panelOf(page, 'Austria').getByText('4,002').first().waitFor();
    assert.ok(!asked.some((path) => path.includes('chhrprice')), asked.join('\n'));
    await page.keyboard.press('f');
    await page.locator('.wall-head').waitFor();
    await writeValue(explorer, 'chhrprice', '2026-11-05T10:00:00Z', 4_003);
    await panelOf(page, 'Switzerland').getByText('4,003').first().waitFor();
    await page.getByText(/^updated \d\d:\d\d:\d\d$/).waitFor();
  });

  explorer.itLong(
    'an open dialog is not disturbed; new values come when it is closed',
    async (visit) => {
      const { page } = visit;
      await openLive(visit, '/s/plhrprice?from=2026-11-02&to=2026-11-08');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      const asked = watchAsked(page);
      await writeValue(explorer, 'plhrprice', '2026-11-05T10:00:00Z', 4_004);
      await page.waitForTimeout(1_500);
      assert.deepEqual(asked, []);
      await page.keyboard.press('Escape');
      await page.getByText('4,004').first().waitFor();
    },
  );

  explorer.itLong(
    'a request that fails in the background takes nothing away',
    { faults: [/^503 /] },
    async (visit) => {
      const { page } = visit;
      await openLive(visit, '/s/czhrprice?from=2026-11-02&to=2026-11-08');
      let failures = 0;
      await page.route('**/api/v1/series/czhrprice?**', async (route) => {
        failures++;
        await route.fulfill({ status: 503, json: { detail: 'the store is away' } });
      });
      await writeValue(explorer, 'czhrprice', '2026-11-05T10:00:00Z', 4_005);
      await eventually(async () => assert.ok(failures > 0));
      await visit.rest();
      await page.locator('.chart canvas').waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      await page.unroute('**/api/v1/series/czhrprice?**');
      await writeValue(explorer, 'czhrprice', '2026-11-05T11:00:00Z', 4_006);
      await page.getByText('4,006').first().waitFor();
    },
  );

  explorer.itLong('without locks each tab has a stream of its own', async (visit) => {
    const { page } = visit;
    await page.addInitScript('delete Navigator.prototype.locks');
    await openLive(visit, '/s/huhrprice?from=2026-11-02&to=2026-11-08');
    await following(page);
    await writeValue(explorer, 'huhrprice', '2026-11-05T10:00:00Z', 4_007);
    await page.getByText('4,007').first().waitFor();
  });
});

// The live page: what is written comes in by itself, and nothing that a person does is disturbed.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { lookOver, STATES } from '../look-over.ts';
import { openExplorer } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';
import {
  following,
  liveSwitch,
  openLive,
  setSight,
  watchStreams,
  writeValue,
} from './live-server.ts';

const WEEK = '/s/dehrprice?from=2026-11-02&to=2026-11-08';
const shows = (page: Page, text: string): Promise<void> =>
  page.locator('.explore-stats').getByText(text).first().waitFor();

describe('the live page', () => {
  const explorer = openExplorer();

  explorer.it(
    'a value that is written appears without a reload, and zoom and focus stay',
    async (visit) => {
      const { page } = visit;
      await openLive(visit, WEEK);
      const plot = page.getByRole('application');
      await plot.focus();
      await page.keyboard.press('+');
      await page.getByRole('button', { name: 'Show all' }).waitFor();
      await eventually(async () => assert.notEqual(addressOf(page), WEEK));
      await visit.rest();
      const address = addressOf(page);
      await page.evaluate('window.isSame = true');
      await writeValue(explorer, 'dehrprice', '2026-11-05T10:00:00Z', 5_001);
      await shows(page, '5,001');
      await visit.keepPicture('live-changed');
      assert.equal(await page.evaluate('window.isSame'), true);
      assert.equal(addressOf(page), address);
      await page.getByRole('button', { name: 'Show all' }).waitFor();
      assert.equal(await page.evaluate('document.activeElement.role'), 'application');
      await page.getByText(/^New values of dehrprice at \d\d:\d\d$/).waitFor({ state: 'attached' });
    },
  );

  explorer.itLong('a pause ends the stream, and so does signing out', async (visit) => {
    const { page } = visit;
    const streams = watchStreams(explorer);
    await openLive(visit, WEEK);
    await page.keyboard.press('p');
    assert.equal(await liveSwitch(page).getAttribute('aria-checked'), 'false');
    await eventually(async () => assert.equal(streams.open, 0));
    await writeValue(explorer, 'dehrprice', '2026-11-05T11:00:00Z', 5_002);
    await page.waitForTimeout(1_500);
    assert.equal(await page.getByText('5,002').count(), 0);
    await liveSwitch(page).click();
    await shows(page, '5,002');
    assert.equal(streams.open, 1);
    await page.getByRole('button', { name: 'demo', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await liveSwitch(page).waitFor({ state: 'detached' });
    await eventually(async () => assert.deepEqual(streams, { open: 0, opened: 2 }));
  });

  explorer.it('two tabs share one stream, and a hidden tab hands it over', async (visit) => {
    const { page } = visit;
    const streams = watchStreams(explorer);
    await openLive(visit, WEEK);
    const other = await page.context().newPage();
    await other.goto(`${explorer.app.url}/s/frhrprice?from=2026-11-02&to=2026-11-08`);
    await following(other);
    assert.deepEqual(streams, { open: 1, opened: 1 });
    await writeValue(explorer, 'frhrprice', '2026-11-05T10:00:00Z', 5_003);
    await shows(other, '5,003');
    await setSight(page, 'hidden');
    await eventually(async () => assert.deepEqual(streams, { open: 1, opened: 2 }));
    await writeValue(explorer, 'frhrprice', '2026-11-05T11:00:00Z', 5_004);
    await writeValue(explorer, 'dehrprice', '2026-11-05T12:00:00Z', 5_005);
    await shows(other, '5,004');
    assert.equal(await page.getByText('5,005').count(), 0);
    await setSight(other, 'hidden');
    await eventually(async () => assert.equal(streams.open, 0));
    await setSight(page, 'visible');
    await shows(page, '5,005');
    await other.close();
  });

  explorer.itLong(
    'a lost connection is said once, and what changed meanwhile is shown after it',
    { faults: [/^failed: .*about net::ERR_INTERNET_DISCONNECTED/] },
    async (visit) => {
      const { page } = visit;
      await openLive(visit, WEEK);
      const looked = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/about'),
      );
      await page.context().setOffline(true);
      const alert = page.getByRole('alert');
      await alert.waitFor();
      assert.equal(await alert.count(), 1);
      await writeValue(explorer, 'dehrprice', '2026-11-05T13:00:00Z', 5_006);
      await looked;
      await page.context().setOffline(false);
      await shows(page, '5,006');
      await alert.waitFor({ state: 'detached' });
      await following(page);
    },
  );

  explorer.itLong('the page of a series with the switch has no axe violation', async (visit) => {
    await openLive(visit, WEEK);
    await lookOver(visit, 'live', STATES);
    await visit.page.keyboard.press('p');
    await lookOver(visit, 'live-paused', STATES);
  });
});

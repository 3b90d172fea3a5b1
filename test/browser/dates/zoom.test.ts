// The zoom of a chart is From and To: by mouse, by wheel, over a clock change, and in what is taken away.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { openExplorer, SIDE_BY_SIDE, type Visit } from '../open-explorer.ts';
import { addressOf, parameterOf } from '../page-address.ts';
import { saveShown } from '../take-shown.ts';

const plotBox = async (page: Page) => (await page.locator('.chart .u-over').boundingBox())!;

/** Drags over a part of the chart, given in shares of its width. */
async function drag({ page }: Visit, from: number, to: number, key?: string): Promise<void> {
  const { x, y, width, height } = await plotBox(page);
  const at = (share: number) => [x + width * share, y + height / 2] as const;
  if (key) await page.keyboard.down(key);
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at((from + to) / 2), { steps: 3 });
  await page.mouse.move(...at(to), { steps: 3 });
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
}

const settled = (page: Page, from: string, to: string): Promise<void> =>
  eventually(async () => {
    assert.equal(parameterOf(page, 'from'), from);
    assert.equal(parameterOf(page, 'to'), to);
  });

describe('the zoom', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it(
    'a zoomed link, the table and the CSV file are of the part shown',
    { permissions: ['clipboard-read', 'clipboard-write'] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice?from=2026-11-02&to=2026-11-08');
      await drag(visit, 1 / 7, 2 / 7);
      await settled(page, '2026-11-03', '2026-11-03');
      await visit.rest();
      await page.getByRole('button', { name: 'Copy link', exact: true }).click();
      const link = `${explorer.app.url}/s/dehrprice?from=2026-11-03&to=2026-11-03`;
      await eventually(async () =>
        assert.equal(await page.evaluate('navigator.clipboard.readText()'), link),
      );
      const { bytes } = await saveShown(page, 'CSV');
      const lines = bytes.toString('utf8').trimEnd().split('\n');
      assert.equal(lines.length, 25);
      assert.match(lines[1]!, /^2026-11-02T23:00:00Z,/);
      await page.getByRole('tab', { name: 'Table' }).click();
      assert.equal(addressOf(page), '/s/dehrprice?from=2026-11-03&to=2026-11-03&tab=table');
      await page.goBack();
    },
  );

  explorer.itLong('the day of a clock change is zoomed to with all its hours', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-10-24&to=2026-10-26');
    // 73 hours, of which the second day has 25.
    await drag(visit, 24 / 73, 49 / 73);
    await settled(page, '2026-10-25', '2026-10-25');
    await visit.rest();
    await page.getByText(/as stored · 25 values/).waitFor();
    await page.locator('.chart').dblclick({ position: { x: 300, y: 200 } });
    await settled(page, '2026-10-24', '2026-10-26');
  });

  explorer.itLong('Shift and a drag pans beyond what is loaded', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-10-05&to=2026-10-11');
    await drag(visit, 1 / 7, 3 / 7, 'Shift');
    await settled(page, '2026-10-03', '2026-10-09');
    await visit.rest();
    await page.getByText(/as stored · 168 values/).waitFor();
    await page.mouse.move(5, 5);
    await page.locator('.chart-readout').getByText('Sat 3 Oct 2026 – Fri 9 Oct 2026').waitFor();
  });

  explorer.itLong('the wheel with Ctrl zooms out and loads more', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-10-05&to=2026-10-11');
    const { x, y, width, height } = await plotBox(page);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, 300);
    await page.keyboard.up('Control');
    await eventually(async () => assert.match(parameterOf(page, 'from')!, /^2026-10-01T1[12]:00$/));
    await visit.rest();
    await page.getByText(/as stored · 33[5-7] values/).waitFor();
  });

  explorer.itLong('a zoom on Compare is From and To of all lines', async (visit) => {
    const { page } = visit;
    await visit.open('/compare?s=dehrprice&s=frhrprice~-7&from=2026-10-05&to=2026-10-11');
    await drag(visit, 2 / 7, 4 / 7);
    await settled(page, '2026-10-07', '2026-10-08');
    await visit.rest();
    await page.mouse.move(5, 5);
    await page.locator('.chart-readout').getByText('Wed 7 Oct 2026 – Thu 8 Oct 2026').waitFor();
    await drag(visit, 1 / 2, 1, 'Shift');
    await settled(page, '2026-10-06', '2026-10-07');
    await visit.rest();
    await page.locator('.chart').getByRole('button', { name: 'Show all' }).click();
    await settled(page, '2026-10-05', '2026-10-11');
    await visit.rest();
    await page.mouse.move(5, 5);
    await page.locator('.chart-readout').getByText('Mon 5 Oct 2026 – Sun 11 Oct 2026').waitFor();
  });

  explorer.itLong('From and To that are typed end the zoom', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-11-02&to=2026-11-08');
    await drag(visit, 1 / 7, 2 / 7);
    await settled(page, '2026-11-03', '2026-11-03');
    await visit.rest();
    const showAll = page.locator('.chart').getByRole('button', { name: 'Show all' });
    assert.equal(await showAll.count(), 1);
    const from = page.getByLabel('From', { exact: true });
    await from.fill('2026-11-01');
    await from.press('Enter');
    await visit.rest();
    await settled(page, '2026-11-01', '2026-11-03');
    assert.equal(await showAll.count(), 0);
    await page.getByText(/as stored · 72 values/).waitFor();
  });
});

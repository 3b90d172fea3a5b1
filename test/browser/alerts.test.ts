// The page of alerts: a rule is tried, made, seen on the chart, silenced and removed.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { lookOver } from './look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from './open-explorer.ts';

describe('the page of alerts', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it(
    'an alert is tried over the past, made, looked at, silenced and removed',
    { reducedMotion: 'reduce', faults: [/^400 /] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/alerts');
      await page.getByText('There are none yet.').waitFor();
      const condition = page.getByLabel('Condition');
      await page.getByLabel('Name', { exact: true }).fill('Low prices');
      await condition.fill('dehrprice < 20 witin today');
      await page.getByRole('button', { name: 'Try over the past year' }).click();
      await page.getByText('"witin" at character 16 (did you mean within?)').waitFor();
      await condition.fill('dehrprice < 20 for 2h within today');
      await page.getByRole('button', { name: 'Try over the past year' }).click();
      await page.getByText(/^Would have fired \d+ times$/).waitFor();
      await lookOver(visit, 'alerts-list');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Make alert' }).click();
      await page.getByText('The alert “Low prices” is made.').waitFor();
      await page.getByRole('link', { name: 'Low prices' }).click();
      await page.waitForURL(/\/alerts\/[0-9a-f]{16}$/);
      await page.locator('canvas').first().waitFor();
      await page.getByRole('button', { name: 'would have fired' }).waitFor();
      await page.getByRole('button', { name: 'Silence for 1 hour' }).click();
      await page.getByText(/silenced until/).waitFor();
      await lookOver(visit, 'alerts-one');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'End the silence' }).click();
      await page.getByText(/silenced until/).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('There are none yet.').waitFor();
      assert.equal(new URL(page.url()).pathname, '/alerts');
    },
  );
});

// The tiles of areas whose newest run has only a part of the day: hatched, with the number of hours.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import type { Store } from '#store/store';
import { startScoredServer } from '../forecasts/scored-server.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer } from '../open-explorer.ts';

/** France's run ends at 10:00 of the day after it. */
async function loadShortRun(store: Store): Promise<void> {
  await store.write(async (writer) => {
    const facts = { unit: 'EUR/MWh', resolution: 'hour', area: 'FR', category: 'hrprice' } as const;
    const { key } = await writer.defineSeries({
      code: 'frhrprice',
      description: 'France',
      ...facts,
    });
    const analyzedAt = Date.parse('2026-11-13T06:00:00Z');
    const firstIndex = Date.parse('2026-11-13T23:00:00Z') / HOUR_MS;
    const values = new Float64Array(10).fill(500);
    const run = { analyzedAt, updatedAt: analyzedAt, firstIndex, values, source: 'elsewhere' };
    await writer.writeRun(key, run, analyzedAt);
  });
}

describe('areas whose runs have a part of the day', () => {
  const explorer = openExplorer(async (...parts) => {
    const app = await startScoredServer(...parts);
    await loadShortRun(app.store);
    return app;
  });

  explorer.it('a tile of 10 hours is hatched, says so, and has no colour', async (visit) => {
    const { page } = visit;
    await visit.open('/f/DE');
    const tile = page.locator('[data-area="FR"]');
    assert.equal(await tile.locator('.tile-day').textContent(), '10/24 h');
    assert.match(
      (await tile.getAttribute('title'))!,
      /500.*, mean of 10 of 24 h of Sat 14 Nov, elsewhere$/,
    );
    assert.ok(!(await tile.getAttribute('style'))!.includes('--tile-light:'));
    assert.match((await tile.getAttribute('class'))!, /is-partial/);
    assert.doesNotMatch((await page.locator('[data-area="DE"]').getAttribute('class'))!, /partial/);
    await page.getByText('Ranked, highest first').click();
    const rows = await page.locator('.forecasts-ranking tbody tr').allTextContents();
    assert.match(rows.at(-1)!, /^FR.*10 of 24 h/);
    await lookOver(visit, 'periods-tiles');
  });
});

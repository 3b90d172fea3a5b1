// Figures of areas whose runs stopped: each says its own day, and none looks like today's.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import type { Store } from '#store/store';
import { firstCases } from '../../../harness/rounds.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer } from '../open-explorer.ts';
import { startScoredServer } from './scored-server.ts';

const AREAS: readonly (readonly [area: string, runAt: string, mean: number])[] = [
  ['NC', '2018-12-23T12:00:00Z', 51.7],
  ['NL', '2026-11-11T12:00:00Z', 140],
  ['FR', '2026-11-12T12:00:00Z', 30],
];

async function loadRuns(store: Store): Promise<void> {
  await store.write(async (writer) => {
    for (const [area, runAt, mean] of AREAS) {
      const facts = { unit: 'EUR/MWh', resolution: 'hour', area, category: 'hrprice' } as const;
      const code = `${area.toLowerCase()}hrprice`;
      const { key } = await writer.defineSeries({ code, description: code, ...facts });
      const analyzedAt = Date.parse(runAt);
      const values = new Float64Array(180).fill(mean);
      const run = { analyzedAt, updatedAt: analyzedAt, firstIndex: analyzedAt / HOUR_MS, values };
      await writer.writeRun(key, { ...run, source: 'elsewhere' }, analyzedAt);
    }
  });
}

describe('areas whose runs stopped', () => {
  const explorer = openExplorer(async (...parts) => {
    const app = await startScoredServer(...parts);
    await loadRuns(app.store);
    return app;
  });

  for (const [name, setting] of firstCases([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { viewport: { width: 390, height: 844 } }],
  ] as const)) {
    explorer.it(`old figures are marked and dated in the ${name} page`, setting, async (visit) => {
      const { page } = visit;
      await visit.open('/f/DE');
      await visit.keepPicture(`forecasts-old-${name}`);
      const tile = (area: string) => page.locator(`[data-area="${area}"]`);
      const heading = page.getByRole('heading', { name: /^Newest runs/ });
      assert.equal(
        await heading.textContent(),
        'Newest runs of elsewhere and gridtide, mean of Sat 14 Nov',
      );
      assert.equal(await tile('DE').locator('.tile-day').count(), 0);
      assert.equal(await tile('NC').locator('.tile-day').textContent(), 'Dec ’18');
      assert.equal(await tile('NL').locator('.tile-day').textContent(), '12 Nov');
      assert.equal(await tile('FR').locator('.tile-day').textContent(), '13 Nov');
      for (const [area, isOld] of Object.entries({ DE: false, FR: false, NL: true, NC: true })) {
        const style = (await tile(area).getAttribute('style'))!;
        assert.equal(style.includes('--tile-light:'), !isOld, area);
        const classes = (await tile(area).getAttribute('class'))!.split(' ');
        assert.equal(classes.includes('is-old'), isOld, area);
      }
      assert.match(
        (await tile('NC').getAttribute('title'))!,
        /: 51\.70 EUR\/MWh, mean of Mon 24 Dec 2018, elsewhere, an old run$/,
      );
      const notice = page.getByText('2 areas have old runs: dashed, with the day of the mean.');
      assert.equal(await notice.count(), 1);
      await page.getByText('Ranked, highest first').click();
      const rows = await page.locator('.forecasts-ranking tbody tr').allTextContents();
      assert.equal(rows.length, 4);
      assert.match(rows[2]!, /^NL .*elsewhereThu 12 Nov, old140\.00–$/);
      assert.match(rows[3]!, /^NC .*elsewhereMon 24 Dec 2018, old51\.70–$/);
      // No text of a tile is cut off.
      const isCut = await page
        .locator('.tile')
        .evaluateAll(
          (tiles) => tiles.filter((one) => one.scrollWidth > one.clientWidth + 1).length,
        );
      assert.equal(isCut, 0);
    });
  }

  explorer.itLong('the page with old figures has no fault of accessibility', async (visit) => {
    await visit.open('/f/DE');
    await lookOver(visit, 'forecasts-old');
  });

  explorer.itLong(
    'if every run is old, the page says so and no tile has a colour',
    async (visit) => {
      explorer.passMinutes(4 * 24 * 60);
      const { page } = visit;
      await visit.open('/f/DE');
      assert.equal(await page.getByText('Every run is old: these days are over.').count(), 1);
      assert.equal(await page.locator('.tile[style*="--tile-light"]').count(), 0);
    },
  );
});

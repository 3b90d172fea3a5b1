// The page on the server's own model runs: when the last were made, and whether they are late or failed.
// All tests share a clock and follow each other through a day.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { NOW } from '../demo-store.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer } from '../open-explorer.ts';
import { startScoredServer } from './scored-server.ts';

const JOB = 'forecast';
const MORNING = Date.parse('2026-11-13T06:00:00Z');
const NOON = Date.parse('2026-11-13T12:00:00Z');

const runsOf = (page: Page) => page.getByRole('region', { name: 'Model runs' });

describe('the model runs of a day', () => {
  const explorer = openExplorer(startScoredServer);

  explorer.it('runs that were made are named without a warning', async (visit) => {
    const { store } = explorer.app;
    assert.ok(await store.claimJob(JOB, MORNING, MORNING));
    await store.endJob(JOB, MORNING, MORNING + 120_000, 'done', '3 made');
    await visit.open('/f/DE');
    const text = (await runsOf(visit.page).textContent())!;
    assert.ok(
      text.includes(
        'The last scheduled model run was that of Fri 13 Nov 07:00 CET. The next is due at Fri 13 Nov 13:00 CET.',
      ),
      text,
    );
    assert.equal(await visit.page.getByRole('alert').count(), 0);
  });

  explorer.it('runs that are being made are named without a warning', async (visit) => {
    explorer.passMinutes((NOON - NOW) / 60_000 + 5);
    await explorer.app.store.claimJob(JOB, NOON, NOON);
    await visit.open('/f/DE');
    const text = (await runsOf(visit.page).textContent())!;
    assert.ok(text.includes('The runs of Fri 13 Nov 13:00 CET are being made.'), text);
    assert.equal(await visit.page.getByRole('alert').count(), 0);
  });

  explorer.it('late runs raise a warning', async (visit) => {
    explorer.passMinutes(30);
    await visit.open('/f/DE');
    const text = await visit.page.getByRole('alert').textContent();
    assert.equal(
      text,
      'Late. The model runs of Fri 13 Nov 13:00 CET are still being made. The values shown may be older: ' +
        'the last runs were those of Fri 13 Nov 07:00 CET.',
    );
  });

  explorer.it('failed runs raise a warning with the server’s note', async (visit) => {
    const { page } = visit;
    const why = '2 made, 0 there already, 0 not possible; DE hrprice: out of memory';
    await explorer.app.store.endJob(JOB, NOON, NOON + 2_400_000, 'failed', why);
    await visit.open('/f/DE');
    const text = (await page.getByRole('alert').textContent())!;
    assert.ok(text.startsWith('Failed. The model runs of Fri 13 Nov 13:00 CET failed.'), text);
    assert.ok(text.endsWith(`The server said: ${why}`), text);
    await page.getByRole('button', { name: 'UTC' }).click();
    await visit.rest();
    assert.match((await page.getByRole('alert').textContent())!, /of Fri 13 Nov 12:00 UTC failed/);
    await lookOver(visit, 'forecast-failed');
  });

  explorer.itLong('the warning appears also for an area without a run', async (visit) => {
    await visit.open('/f/FR');
    assert.match((await visit.page.getByRole('alert').first().textContent())!, /^Failed\./);
  });
});

// The forecast part of Explore: its run, its source and its bands.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { numberText } from '../expected-text.ts';
import { startScoredServer } from '../forecasts/scored-server.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const PAGE_ADDRESS = '/s/dehrprice?from=today&to=today%2B3';
const BANDS = { name: 'bands' };
// The newest run begins at midnight UTC: the hour before is of the run of the day before.
const RUN =
  'Forecast: gridtide, run of Thu 12 Nov 07:00; from Sat 14 Nov 2026, 01:00: run of Fri 13 Nov 07:00; with the 80 % and 90 % band';

const runOf = (page: Page) => page.locator('.chart-runs');

describe('the bands of Explore', SIDE_BY_SIDE, () => {
  const explorer = openExplorer(startScoredServer);

  explorer.it(
    'the forecast part names run and source, and its bands are read with the cursor',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const { data } = await api.forecasts.bands({
        ...{ area: 'DE', balanceCategory: 'hrprice', issueTime: '2026-11-13T06:00:00Z' },
        ...{ startDate: '2026-11-16T22:00:00Z', endDate: '2026-11-16T22:00:00Z' },
      });
      await visit.open(PAGE_ADDRESS);
      await eventually(async () => assert.equal(await runOf(page).textContent(), RUN));
      await visit.rest();
      const plot = page.getByRole('application', { name: /^Germany hrprice/ });
      await plot.focus();
      await plot.press('End');
      const readout = page.locator('.chart-readout');
      await eventually(async () => {
        const text = (await readout.textContent())!;
        for (const { level, lower, upper } of data[0]!.bands)
          assert.ok(
            text.includes(`${level} % band ${numberText(lower!, 2)} to ${numberText(upper!, 2)}`),
            text,
          );
      });
      await visit.keepPicture('explore-bands');
      await lookOver(visit, 'explore-bands');
    },
  );

  explorer.itLong('bands are switched off by their button and by the link', async (visit) => {
    const { page } = visit;
    await visit.open(PAGE_ADDRESS);
    const toggle = page.getByRole('button', BANDS);
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
    await toggle.click();
    await eventually(async () => assert.equal(addressOf(page), `${PAGE_ADDRESS}&bands=off`));
    await eventually(async () =>
      assert.equal(await runOf(page).textContent(), RUN.split('; with')[0]),
    );
    await page.reload();
    assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
    await toggle.click();
    await eventually(async () => assert.equal(addressOf(page), PAGE_ADDRESS));
  });

  explorer.itLong(
    'the bands are those known at the time of the page, in its currency',
    async (visit) => {
      const { page } = visit;
      const asked: URLSearchParams[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith('/bands')) asked.push(searchParams);
      });
      // The store of the tests was filled at 09:00.
      explorer.passMinutes(10);
      await visit.open(`${PAGE_ADDRESS}&asOf=2026-11-13T09:05Z`);
      await eventually(async () => assert.equal(await runOf(page).textContent(), RUN));
      assert.deepEqual(
        asked.map((query) => [query.get('issueTime'), query.get('asOf'), query.get('currency')]),
        [
          ['2026-11-12T06:00:00Z', '2026-11-13T09:05Z', 'EUR'],
          ['2026-11-13T06:00:00Z', '2026-11-13T09:05Z', 'EUR'],
        ],
      );
    },
  );

  explorer.itLong('a time before the first value was known is said to have none', async (visit) => {
    const { page } = visit;
    await visit.open(`${PAGE_ADDRESS}&asOf=2026-11-12T12:00Z`);
    await page.getByText('No value of it was known then.').waitFor();
  });

  explorer.itLong('averages and observed values have no bands, and ask for none', async (visit) => {
    const { page } = visit;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visit.open('/s/dehrprice?from=today-7&to=today%2B3&resolution=day');
    await page.getByRole('button', { name: 'straight lines' }).waitFor();
    await visit.rest();
    assert.equal(await page.getByRole('button', BANDS).count(), 0);
    await visit.open('/s/dehrprice?from=today-7&to=yesterday');
    await page.getByRole('button', { name: 'straight lines' }).waitFor();
    await visit.rest();
    assert.equal(await runOf(page).count(), 0);
    assert.ok(!asked.some((path) => path.endsWith('/bands')));
  });
});

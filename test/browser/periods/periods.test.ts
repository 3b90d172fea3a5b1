// Periods that are not complete: hatched and only to now, counted in the table, left out of the figures
// and, if asked, of everything. It is Friday 13 November 2026, 10:00 in the market.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { numberText } from '../expected-text.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';
import { figuresOf } from './shown-figures.ts';

const WEEKS = { from: '2026-10-28', to: 'today', resolution: 'week' };
const PAGE_ADDRESS = '/s/dehrwind?from=2026-10-28&to=today&resolution=week';

/** The share of the plot's columns, from a time to another, that have a mark of the first series. */
const inkBetween = (page: Page, from: number, to: number, span: readonly [number, number]) =>
  page.evaluate(
    `(([from, to, start, end]) => {
      const canvas = document.querySelector('.chart canvas');
      const over = document.querySelector('.u-over').getBoundingClientRect();
      const box = canvas.getBoundingClientRect();
      const ratio = canvas.width / box.width;
      const x = (time) => Math.round((over.left - box.left + ((time - start) / (end - start)) * over.width) * ratio);
      const top = Math.round((over.top - box.top) * ratio);
      const height = Math.round(over.height * ratio);
      const colour = getComputedStyle(canvas).getPropertyValue('--series-1').trim();
      const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
      const pen = copy.getContext('2d', { willReadFrequently: true });
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
      pen.clearRect(0, 0, 1, 1);
      pen.drawImage(canvas, 0, 0);
      const [left, right] = [x(from) + 3, x(to) - 3];
      const { data, width } = pen.getImageData(left, top, right - left, height);
      let columns = 0;
      for (let column = 0; column < width; column++) {
        let has = false;
        for (let row = 0; row < height && !has; row++) {
          const at = 4 * (row * width + column);
          has = Math.abs(data[at] - r) + Math.abs(data[at + 1] - g) + Math.abs(data[at + 2] - b) < 60 && data[at + 3] > 60;
        }
        if (has) columns++;
      }
      return columns / width;
    })(${JSON.stringify([from, to, ...span])})`,
  ) as Promise<number>;

describe('periods that are not complete', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('the running week is left out of the figures, which say so', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { values, counts, expected } = await api.columns('dehrwind', {
      ...WEEKS,
      counts: 'true',
    });
    // The first week begins on Wednesday, the last one is running.
    assert.deepEqual(
      [counts, expected],
      [
        [120, 168, 106],
        [168, 168, 168],
      ],
    );
    await visit.open(PAGE_ADDRESS);
    await visit.keepPicture('periods-week');
    const figures = await figuresOf(page, 'Figures in MWh');
    const whole = numberText(values[1]!, 2);
    assert.deepEqual(figures.Last, [whole, 'Mon 2 Nov 2026']);
    assert.deepEqual(figures.Mean, [whole, 'of 1 complete period, 2 not complete left out']);
    assert.equal(figures.Min![0], whole);
    assert.equal(figures.Max![0], whole);
  });

  explorer.itLong(
    'the readout and the table say of how many hours a week is made',
    async (visit) => {
      const { page } = visit;
      await visit.open(PAGE_ADDRESS);
      assert.match(
        (await page.locator('.chart-caption').textContent())!,
        /hatched: the period is not complete/,
      );
      const plot = page.getByRole('application');
      await plot.focus();
      await plot.press('End');
      assert.match((await page.locator('.chart-readout').textContent())!, /MWh \(106 of 168 h\)$/);
      await page.getByRole('tab', { name: 'Table' }).click();
      const rows = page.getByRole('table').locator('tbody tr[data-kind]');
      await rows.first().waitFor();
      assert.deepEqual(await page.locator('.explore-table-count').allTextContents(), [
        '120 of 168 h',
        '168 of 168 h',
        '106 of 168 h',
      ]);
      assert.equal(await rows.nth(1).getAttribute('data-partial'), 'false');
      assert.equal(await rows.nth(2).getAttribute('data-partial'), 'true');
      await visit.keepPicture('periods-table');
    },
  );

  explorer.itLong('the running week is drawn only up to now', async (visit) => {
    const { page } = visit;
    await visit.open(PAGE_ADDRESS);
    const at = (text: string): number => Date.parse(text) / 1000;
    const span = [at('2026-10-25T23:00Z'), at('2026-11-15T23:00Z')] as const;
    const now = at('2026-11-13T09:00Z');
    assert.ok((await inkBetween(page, at('2026-11-08T23:00Z'), now, span)) > 0.95);
    assert.equal(await inkBetween(page, now, span[1], span), 0);
  });

  explorer.itLong('quarter hours are counted without a unit', async (visit) => {
    const { page } = visit;
    await visit.open('/s/deqhprice?from=today&to=today&resolution=day&tab=table');
    await page.locator('.explore-table-count').first().waitFor();
    const [text] = await page.locator('.explore-table-count').allTextContents();
    assert.match(text!, /^\d+ of 96$/);
  });

  explorer.it(
    'complete periods only are shown by a switch, which is in the address and in the request',
    async (visit) => {
      const { page } = visit;
      await visit.open(PAGE_ADDRESS);
      await page.getByRole('button', { name: 'complete only' }).click();
      await visit.rest();
      assert.equal(addressOf(page), `${PAGE_ADDRESS}&complete=true`);
      assert.match(
        (await page.getByRole('region', { name: 'Request' }).locator('pre').textContent())!,
        /complete=true/,
      );
      await page.getByRole('tab', { name: 'Table' }).click();
      const rows = page.getByRole('table').locator('tbody tr[data-kind]');
      await rows.first().waitFor();
      const kinds = await Promise.all(
        (await rows.all()).map((row) => row.locator('td').last().textContent()),
      );
      assert.deepEqual(kinds, ['gap', 'observed', 'gap']);
      await page.getByRole('button', { name: 'all', exact: true }).click();
      await visit.rest();
      assert.equal(addressOf(page), `${PAGE_ADDRESS}&tab=table`);
    },
  );

  explorer.itLong('a series by the hour has no switch, and no counts are loaded', async (visit) => {
    const { page } = visit;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visit.open('/s/dehrprice');
    assert.equal(await page.getByRole('button', { name: 'complete only' }).count(), 0);
    assert.ok(asked.some((url) => url.includes('/api/v1/series/dehrprice')));
    assert.ok(!asked.some((url) => url.includes('counts=')));
  });

  explorer.itLong('the heatmap says which cells are means', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-10-20&to=2026-10-30&tab=heatmap');
    await page
      .getByText('mean of two hours, as the clock was set back: 25 Oct 2026 02:00')
      .waitFor();
    // Quarter hours have rows of their own: only those that the clock showed twice are means.
    await visit.open('/s/deqhprice?from=2026-10-20&to=2026-10-30&tab=heatmap');
    await page
      .getByText(
        'mean of two values, as the clock was set back: 25 Oct 2026 02:00, 25 Oct 2026 02:15, 25 Oct 2026 02:30, 1 more',
        { exact: true },
      )
      .waitFor();
  });

  explorer.itLong('Compare leaves the running week out', async (visit) => {
    const { page } = visit;
    await visit.open('/compare?from=2026-10-28&to=today&resolution=week&s=dehrwind&s=frhrwind');
    const api = await explorer.askAs('demo');
    const { values } = await api.columns('dehrwind', WEEKS);
    const figures = page.getByRole('region', { name: 'Figures' });
    const row = figures.locator('tbody tr').first();
    const cells = await row.locator('td').allTextContents();
    assert.deepEqual(cells.slice(1, 5), new Array(4).fill(numberText(values[1]!, 2)));
    await figures.getByText('of observed values of complete periods').waitFor();
    await visit.keepPicture('periods-compare');
    await page.getByRole('button', { name: 'complete only' }).click();
    await visit.rest();
    assert.match(addressOf(page), /complete=true/);
  });

  explorer.itLong('axe finds nothing in periods, on chart, table and Compare', async (visit) => {
    await visit.open('/s/dehrprice?from=today-21&to=today%2B7&resolution=week');
    await lookOver(visit, 'periods-chart');
    await visit.open(`${PAGE_ADDRESS}&tab=table`);
    await lookOver(visit, 'periods-table');
    await visit.open('/compare?from=today-21&to=today%2B7&resolution=week&s=dehrprice&s=dehrwind');
    await lookOver(visit, 'periods-compare');
  });
});

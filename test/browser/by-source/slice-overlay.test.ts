// A slice over the values of a series: a dashed line, columns in the table, and the mean error beside.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import type { GridtideClient } from '#client/programs/gridtide-client';
import type { SliceColumns } from '#contract/slices';
import { momentText, numberText } from '../expected-text.ts';
import { startScoredServer } from '../forecasts/scored-server.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf, parameterOf } from '../page-address.ts';
import { saveShown } from '../take-shown.ts';

const SPAN = { from: 'today-14', to: 'today+7' };
const SLICED = '/s/dehrprice?ahead=1d&before=12%3A00';

const sliceOf = (
  api: GridtideClient,
  query: Readonly<Record<string, string>>,
): Promise<SliceColumns> =>
  api.transport.json('GET', '/api/v1/forecasts/dehrprice/sliced', {
    query: { ...SPAN, ...query, actual: 'true', format: 'columns' },
  });

/** The sentence that the page must write for an answer. */
function expectedError({ errors, unit }: SliceColumns): string {
  const known = errors!.filter((error) => error !== null);
  const mean = known.reduce((sum, error) => sum + error, 0) / known.length;
  const absolute = known.reduce((sum, error) => sum + Math.abs(error), 0) / known.length;
  const sign = mean > 0.005 ? '+' : '';
  const caution = known.length < 500 ? ' Fewer than 500: a rough figure.' : '';
  return `Mean error ${sign}${numberText(mean, 2)} ${unit} (forecast less actual), mean absolute error ${numberText(absolute, 2)}, over ${numberText(known.length, 0)} values.${caution}`;
}

const controlsOf = (page: Page) => page.getByRole('region', { name: 'As forecast' });
const legendOf = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Lines' }).first().getByRole('listitem').allTextContents();

describe('a slice over a series', SIDE_BY_SIDE, () => {
  const explorer = openExplorer(startScoredServer);

  explorer.it('a button lays the forecasts of the day before over the values', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    await visit.open('/s/dehrprice');
    assert.deepEqual(await legendOf(page), ['dehrprice']);
    await page.getByRole('button', { name: 'As forecast…' }).click();
    await visit.rest();
    assert.equal(addressOf(page), SLICED);
    assert.deepEqual(await legendOf(page), ['1 day ahead, before 12:00, any source', 'dehrprice']);
    const answer = await sliceOf(api, { daysAhead: '1', issuedBefore: '12:00' });
    const text = await controlsOf(page).locator('.slice-error').textContent();
    assert.equal(text, expectedError(answer));
    // Nothing stands outside the card.
    const card = (await page.locator('.explore-main').boundingBox())!;
    for (const selector of ['.slice-controls', '.explore-actions', '.chart']) {
      const box = (await page.locator(selector).boundingBox())!;
      assert.ok(box.x > card.x && box.x + box.width < card.x + card.width, selector);
    }
  });

  explorer.itLong('the forecast line is dashed and read by the cursor', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const answer = await sliceOf(api, { daysAhead: '1', issuedBefore: '12:00', source: 'vendor' });
    await visit.open(`${SLICED}&source=vendor`);
    const entry = page.getByRole('listitem').filter({ hasText: '1 day ahead' });
    const dash = await entry.locator('line, path').first().getAttribute('stroke-dasharray');
    assert.match(String(dash), /^6/);
    const plot = page.getByRole('application');
    await plot.focus();
    await plot.press('ArrowRight');
    // The first key reads what is now: 10:00 in the market.
    const at = answer.times.indexOf(Date.parse('2026-11-13T09:00:00Z') / 1000);
    const readout = (await page.locator('.chart-readout').textContent())!;
    const value = numberText(answer.values[at]!, 2);
    assert.ok(readout.includes(`1 day ahead, before 12:00, vendor ${value}`), readout);
  });

  explorer.itLong(
    'lead, time and source are chosen by fields and kept in the address',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      await visit.open(SLICED);
      const controls = controlsOf(page);
      await controls.getByLabel('As forecast').selectOption({ label: '2 days ahead' });
      await controls.getByLabel('Source').selectOption('gridtide');
      const before = controls.getByLabel('Issued before');
      await before.fill('25:00');
      await before.press('Enter');
      assert.equal(await before.getAttribute('aria-invalid'), 'true');
      assert.equal(parameterOf(page, 'before'), '12:00');
      await before.fill('06:30');
      await before.press('Enter');
      await visit.rest();
      assert.equal(addressOf(page), '/s/dehrprice?ahead=2d&before=06%3A30&source=gridtide');
      // The runs of gridtide are issued at 07:00.
      assert.equal(
        await controls.locator('.slice-error').textContent(),
        'No run fits in this span.',
      );
      assert.deepEqual(await legendOf(page), ['dehrprice']);
      await before.fill('');
      await before.press('Enter');
      await visit.rest();
      await page.reload();
      await visit.rest();
      assert.equal(addressOf(page), '/s/dehrprice?ahead=2d&source=gridtide');
      const answer = await sliceOf(api, { daysAhead: '2', source: 'gridtide' });
      assert.equal(await controls.locator('.slice-error').textContent(), expectedError(answer));
      await controls.getByRole('button', { name: 'Remove' }).click();
      await visit.rest();
      assert.equal(addressOf(page), '/s/dehrprice');
      assert.deepEqual(await legendOf(page), ['dehrprice']);
    },
  );

  explorer.itLong(
    'the table has the forecast, its error and its run in each row',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const answer = await sliceOf(api, { daysAhead: '1', issuedBefore: '12:00' });
      await visit.open(`${SLICED}&tab=table`);
      const heads = await page.locator('.explore-table th').allTextContents();
      assert.deepEqual(heads.slice(-3), ['1 day ahead, before 12:00, any source', 'Error', 'Run']);
      const rows = await page
        .locator('.explore-table tbody tr[data-kind]')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent!)));
      assert.ok(rows.length >= 10);
      for (const row of rows.slice(0, 10)) {
        const at = answer.times.indexOf(Date.parse(row[1]!) / 1000);
        // The runs begin an hour after midnight: that hour has no forecast of the day before.
        const [value, error] = [answer.values[at]!, answer.errors![at]!];
        assert.deepEqual(
          row.slice(-3),
          value === null
            ? ['–', '–', '–']
            : [
                numberText(value, 2),
                `${error > 0.005 ? '+' : ''}${numberText(error, 2)}`,
                `${answer.sources[at]}, ${momentText(answer.analyzedTimes[at]!)}`,
              ],
        );
      }
    },
  );

  explorer.itLong('the CSV file has the forecast and its error', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const answer = await sliceOf(api, { daysAhead: '1', issuedBefore: '12:00' });
    await visit.open(SLICED);
    const { bytes } = await saveShown(page, 'CSV');
    const [head, ...lines] = bytes.toString('utf8').trim().split('\n');
    assert.equal(head, 'time_utc,time_local,value,kind,run,forecast,error');
    for (const line of lines.slice(0, 50)) {
      const [time, , , , , forecast, error] = line.split(',');
      const at = answer.times.indexOf(Date.parse(time!) / 1000);
      assert.equal(forecast, String(answer.values[at] ?? ''));
      assert.equal(error, String(answer.errors![at] ?? ''));
    }
  });

  explorer.itLong(
    'a lead that is none is refused in words',
    { faults: [/^400 /] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice?ahead=99d');
      const alert = controlsOf(page).getByRole('alert');
      await alert.waitFor();
      assert.match((await alert.textContent())!, /0 to 14|not a whole number/);
      // The values themselves are shown.
      assert.deepEqual(await legendOf(page), ['dehrprice']);
    },
  );

  explorer.itLong(
    'the slice has no axe violation and fits the screen, in light and dark',
    { reducedMotion: 'reduce' },
    async (visit) => {
      await visit.open(`${SLICED}&source=vendor`);
      await lookOver(visit, 'slice');
      await visit.open(`${SLICED}&tab=table`);
      await lookOver(visit, 'slice-table');
    },
  );
});

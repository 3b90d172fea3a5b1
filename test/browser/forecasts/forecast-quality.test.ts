// The certainty of a run and the accuracy of forecasts: bands behind the line, how a run was made, and
// the figures of the scorecard. Everything is compared with what the API answers.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { DAY_MS } from '#core/time/instant';
import { numberText } from '../expected-text.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';
import { startScoredServer } from './scored-server.ts';

const QUERY = { area: 'DE', balanceCategory: 'hrprice' };
const BAND = { name: '80 % and 90 % band' };

/** Makes canvases count the areas of their last drawing. Call it before the page is opened. */
const countAreas = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const { clearRect, fill } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      this.canvas.areas = 0;
      return clearRect.apply(this, area);
    };
    CanvasRenderingContext2D.prototype.fill = function (...path) {
      this.canvas.areas++;
      return fill.apply(this, path);
    };
  }`);

const areasOf = (page: Page): Promise<unknown> =>
  page
    .locator('.forecasts-chart .uplot canvas')
    .evaluate((canvas) => (canvas as unknown as { areas: number }).areas);

describe('the quality of forecasts', SIDE_BY_SIDE, () => {
  const explorer = openExplorer(startScoredServer);

  explorer.itLong(
    'bands are drawn behind the run, unless the link leaves them out',
    async (visit) => {
      const { page } = visit;
      await countAreas(page);
      await visit.open('/f/DE?source=gridtide');
      const toggle = page.getByRole('button', BAND);
      assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
      assert.equal(await areasOf(page), 2);
      await toggle.click();
      assert.equal(addressOf(page), '/f/DE?source=gridtide&bands=off');
      assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
      assert.equal(await areasOf(page), 0);
      await page.reload();
      await visit.rest();
      assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
      assert.equal(await areasOf(page), 0);
      await toggle.click();
      assert.equal(addressOf(page), '/f/DE?source=gridtide');
    },
  );

  explorer.itLong('the cursor reads the bounds of the bands', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { data } = await api.forecasts.bands({
      ...QUERY,
      source: 'gridtide',
      startDate: '2026-11-13T00:00:00Z',
    });
    await visit.open('/f/DE?source=gridtide');
    const plot = page.getByRole('application', { name: /model runs and actual/ });
    await plot.focus();
    await plot.press('End');
    const last = data.at(-1)!;
    const readout = (await page.locator('.forecasts-chart .chart-readout').textContent())!;
    for (const { level, lower, upper } of last.bands) {
      const text = `${level} % band ${numberText(lower!, 2)} to ${numberText(upper!, 2)}`;
      assert.ok(readout.includes(text), `${readout} lacks ${text}`);
    }
  });

  explorer.itLong('the page says which source made the run, from what and how', async (visit) => {
    const { page } = visit;
    await visit.open('/f/DE?source=gridtide');
    const making = page.getByRole('region', { name: 'How this run was made' });
    const text = (await making.locator('p').first().textContent())!;
    assert.equal(
      text,
      'Made by gridtide from 3 years of history (1,120 days) with a blend of 4 methods and 2 drivers: ' +
        'day-ahead forecast of consumption (dehrconsforecast), ' +
        'day-ahead forecast of wind power (dehrwindforecast).',
    );
    const methods = await making.getByRole('listitem').allTextContents();
    assert.deepEqual(methods, [
      'Gaussian process, 364 days50 %',
      'Lasso, 84 days20 %',
      'Lasso, 56 days15 %',
      'Lasso, 1,092 days15 %',
    ]);
    const rest = await making.textContent();
    assert.match(rest!, /worse than naive lately: Gaussian process, 728 days\./);
    assert.match(
      rest!,
      /Besides: dehrsolarforecast was not used: it covers 12 of 1120 days of history\.$/,
    );
  });

  explorer.itLong(
    'a run whose source gives no details has no bands and no score',
    async (visit) => {
      const { page } = visit;
      await visit.open('/f/DE?category=hrcons');
      const making = page.getByRole('region', { name: 'How this run was made' });
      const text = 'Made by import, which gives no details. It has no bands.';
      assert.equal(await making.textContent(), text);
      assert.equal(await page.getByRole('button', { name: / band$/ }).count(), 0);
      const accuracy = page.getByRole('region', { name: 'Accuracy' });
      assert.match((await accuracy.textContent())!, /Nothing is scored yet\./);
    },
  );

  explorer.it('the scorecard shows the figures of the chosen run’s source', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { sources, unit } = await api.forecasts.accuracy({ area: 'DE', category: 'hrprice' });
    const { dayAhead } = sources.find(({ source }) => source === 'gridtide')!;
    assert.ok(dayAhead.scored > 900 && dayAhead.bands.length === 2);
    await visit.open('/f/DE?source=gridtide');
    const card = page.getByRole('region', { name: 'Accuracy', exact: true });
    const figures = await card
      .locator('dl > div')
      .evaluateAll((all) =>
        all.map((one) => [...one.children].map((child) => child.textContent!.trim())),
      );
    const percent = (share: number): string => `${numberText(share * 100, 1)} %`;
    assert.deepEqual(
      figures.map(([title, value]) => [title, value]),
      [
        ['MAE', `${numberText(dayAhead.mae!, 2)} ${unit}`],
        ['rMAE', numberText(dayAhead.rmaeWeekly!, 2)],
        ['Bias', `+${numberText(dayAhead.bias!, 2)} ${unit}`],
        ['CRPS', `${numberText(dayAhead.crps!, 2)} ${unit}`],
        ...dayAhead.bands.map(({ level, coverage }) => [
          `Hit rate of the ${level} % band`,
          percent(coverage),
        ]),
      ],
    );
    assert.match(figures[1]![2]!, /^\d+ % better than repeating last week$/);
    assert.equal(figures[2]![2], 'too high on average');
    const { scored, rmaeWeeklyScored, crpsScored, bands } = dayAhead;
    const counts = [
      scored,
      rmaeWeeklyScored,
      scored,
      crpsScored,
      ...bands.map((one) => one.scored),
    ];
    assert.deepEqual(
      figures.map(([, , , count]) => count),
      counts.map((count) => `${numberText(count, 0)} values`),
    );
    assert.match((await card.textContent())!, /the last run before 12:00 on the market day before/);
    assert.match((await card.textContent())!, /forecasts by gridtide, last 90 days/);

    const sourcesGroup = page.getByRole('group', { name: 'Source', exact: true });
    await sourcesGroup.getByRole('button', { name: 'vendor' }).click();
    await visit.rest();
    assert.match((await card.textContent())!, /forecasts by vendor, last 90 days/);
  });

  explorer.itLong(
    'the scorecard shows another source, and saves the rows of its figures',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const { sources } = await api.forecasts.accuracy({ area: 'DE', category: 'hrprice' });
      const { dayAhead, byMonth } = sources.find(({ source }) => source === 'vendor')!;
      await visit.open('/f/DE?source=gridtide');
      const card = page.getByRole('region', { name: 'Accuracy', exact: true });
      const choice = card.getByRole('group', { name: 'Scored source' });
      await choice.getByRole('button', { name: 'vendor' }).click();
      assert.match((await card.textContent())!, /forecasts by vendor, last 90 days/);
      assert.equal(addressOf(page), '/f/DE?source=gridtide');
      const saved = page.waitForEvent('download');
      await card.getByRole('button', { name: 'Rows as CSV' }).click();
      const file = await (await saved).path();
      const [header, ...rows] = (await readFile(file, 'utf8')).trimEnd().split('\n');
      assert.match(header!, /^time,value,analyzedTime,.*,actual,error$/);
      const errors = rows.map((row) => row.split(',').at(-1)!).filter((error) => error !== '');
      assert.equal(errors.length, dayAhead.scored);
      const mae = errors.reduce((sum, error) => sum + Math.abs(Number(error)), 0) / errors.length;
      assert.ok(Math.abs(mae - dayAhead.mae!) < 1e-9);
      assert.equal(
        await card.getByRole('button', { name: /^[A-Z][a-z]{2} \d{4}$/ }).count(),
        byMonth.length,
      );
    },
  );

  explorer.itLong('the scorecard scores the days that are chosen', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    await visit.open('/f/DE?source=gridtide');
    const card = page.getByRole('region', { name: 'Accuracy', exact: true });
    const spans = card.getByRole('group', { name: 'Days scored' });
    const { to } = await api.forecasts.accuracy({ area: 'DE', category: 'hrprice' });
    const scored = new Set<string>();
    for (const days of [30, 365, 90]) {
      await spans.getByRole('button', { name: String(days), exact: true }).click();
      const from = new Date((Math.ceil(Date.parse(to) / DAY_MS) - days) * DAY_MS).toISOString();
      const { sources } = await api.forecasts.accuracy({ area: 'DE', category: 'hrprice', from });
      const { dayAhead } = sources.find(({ source }) => source === 'gridtide')!;
      await card.getByText(`last ${days} days: ${numberText(dayAhead.scored, 0)} values`).waitFor();
      const mae = (await card.locator('.accuracy-value').allInnerTexts())[0]!;
      assert.ok(mae.startsWith(numberText(dayAhead.mae!, 2)), mae);
      scored.add(mae);
    }
    assert.ok(scored.size > 1, 'the figures differ');
    await lookOver(visit, 'accuracy-days');
  });

  explorer.itLong('the table compares the sources on the same hours', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { sources, sameHours } = await api.forecasts.accuracy({
      area: 'DE',
      category: 'hrprice',
    });
    await visit.open('/f/DE?source=gridtide');
    const table = page.getByRole('table', { name: /^Sources on the same/ });
    const caption = (await table.locator('caption').textContent())!;
    assert.equal(caption, `Sources on the same ${numberText(sameHours, 0)} values, best first`);
    const rows = await table
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent)),
      );
    const expected = ['gridtide', 'vendor'].map((name) => {
      const { mae, rmaeWeekly } = sources.find(({ source }) => source === name)!.sameHours;
      return [name, numberText(mae!, 2), numberText(rmaeWeekly!, 2)];
    });
    assert.deepEqual(rows, expected);
  });

  explorer.itLong('the bars show that errors grow with the days ahead', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { sources } = await api.forecasts.accuracy({ area: 'DE', category: 'hrprice' });
    const { byLeadDay, byMonth } = sources.find(({ source }) => source === 'gridtide')!;
    await visit.open('/f/DE?source=gridtide');
    const valuesOf = (name: RegExp): Promise<string[]> =>
      page.getByRole('table', { name }).locator('td:last-child').allTextContents();
    const texts = (groups: readonly { mae: number | null }[]): string[] =>
      groups.map(({ mae }) => numberText(mae!, 2));
    assert.equal(byLeadDay.length, 7);
    assert.deepEqual(await valuesOf(/^MAE by days ahead/), texts(byLeadDay));
    assert.deepEqual(await valuesOf(/^MAE by month/), texts(byMonth));
    const widths = await page
      .getByRole('table', { name: /^MAE by days ahead/ })
      .locator('rect')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    assert.deepEqual(
      widths,
      widths.toSorted((a, b) => a - b),
    );
    assert.ok(widths[6]! > 1.5 * widths[0]!);
  });

  explorer.itLong('a mark on each bar shows the bias, and its column says it', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { sources } = await api.forecasts.accuracy({ area: 'DE', category: 'hrprice' });
    await visit.open('/f/DE?source=gridtide');
    await page.getByText('Errors by hours ahead').click();
    const table = page.getByRole('table', { name: /^MAE by hours ahead/ });
    const headings = await table.getByRole('columnheader').allTextContents();
    assert.deepEqual(headings, ['Ahead', 'n', 'Bias', 'MAE']);
    const choice = page.getByRole('group', { name: 'Scored source' });
    for (const [name, sign, mark] of [
      ['gridtide', '+', 'high'],
      ['vendor', '−', 'low'],
    ] as const) {
      await choice.getByRole('button', { name }).click();
      await lookOver(visit, `forecast-bias-${name}`);
      const { byLeadHour } = sources.find(({ source }) => source === name)!;
      const rows = await table
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) => [
            row.querySelector('td:nth-child(4)')!.textContent,
            row.querySelector('.bias-mark')?.getAttribute('data-sign'),
          ]),
        );
      assert.ok(rows.length > 20);
      assert.deepEqual(
        rows,
        byLeadHour.map(({ bias }) => [`${sign}${numberText(Math.abs(bias!), 2)}`, mark]),
      );
    }
  });

  explorer.itLong('a run in the list is marked as chosen before it is loaded', async (visit) => {
    const { page } = visit;
    await visit.open('/f/DE?source=gridtide');
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/short-term/multiseries?*', async (route) => {
      await answered;
      await route.continue();
    });
    const third = page.getByRole('radio').nth(2);
    await third.click();
    await page.locator('.forecasts-chart.is-stale').waitFor();
    assert.ok(await third.isChecked());
    answer();
    await visit.rest();
    assert.ok(await third.isChecked());
  });

  explorer.itLong(
    'the scored forecasts have no axe violation, in light and dark, on a desktop and on a phone',
    { reducedMotion: 'reduce' },
    async (visit) => {
      await visit.open('/f/DE?source=gridtide');
      await lookOver(visit, 'forecast-quality');
    },
  );
});

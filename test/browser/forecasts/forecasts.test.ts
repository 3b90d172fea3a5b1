// Forecasts: all areas at a glance, an older run beside the newest, one hour across all runs.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import type { ForecastAnswer } from '#contract/forecast';
import { clockText, dayText, momentText, numberText } from '../expected-text.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf, parameterOf } from '../page-address.ts';

const tileOf = (page: Page, area: string) => page.locator(`[data-area="${area}"]`);

/** Writes `Fri 13 Nov 07:00`. */
function issueText(run: string): string {
  const seconds = Date.parse(run) / 1000;
  return `${dayText(seconds).replace(/ \d{4}$/, '')} ${clockText(seconds)}`;
}

/** Maps hours to values. */
const valuesOf = ({ data }: ForecastAnswer): Map<string, number> =>
  new Map(data.flatMap(({ validTime, value }) => (value === null ? [] : [[validTime, value]])));

/** What tells apart two areas whose names say nearly the same. */
const NOTES: Readonly<Record<string, string>> = {
  UK: ' (with Northern Ireland)',
  GB: ' (without Northern Ireland)',
};

describe('forecasts', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it(
    'each of the 35 areas has a tile with the newest run’s mean and change',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const { areas } = await api.forecasts.overview({ balanceCategory: 'hrprice' });
      const days = await api.forecasts.days({ balanceCategory: 'hrprice' });
      const todayOf = (name: string) =>
        days.areas.find(({ area }) => area === name)!.days[1]!.base!;
      await visit.open('/f/DE');
      await visit.keepPicture('forecasts');
      assert.equal(areas.length, 35);
      assert.equal(await page.locator('.tile').count(), 35);
      for (const { area, description, mean } of areas) {
        const tile = tileOf(page, area);
        const short = (value: number) => numberText(value, Math.abs(value) < 99.95 ? 1 : 0);
        assert.equal(todayOf(area).count, 24);
        const change = mean! - todayOf(area).mean;
        const words = `${numberText(Math.abs(change), 2)} ${change < 0 ? 'less' : 'more'} than today`;
        const sign = change > 0 && /[1-9]/.test(short(change)) ? '+' : '';
        const text = `${area}${short(mean!)} EUR/MWh, mean of Sat 14 Nov, demo-naive, ${words}${sign}${short(change)}, ${description}${NOTES[area] ?? ''}`;
        assert.equal(await tile.textContent(), text);
      }
      assert.equal(await tileOf(page, 'DE').getAttribute('aria-pressed'), 'true');
    },
  );

  explorer.itLong('the arrow keys move from tile to tile', async (visit) => {
    const { page } = visit;
    await visit.open('/f/DE');
    // The tiles are one stop for the Tab key, on the chosen tile.
    assert.equal(await page.locator('.tile[tabindex="0"]').count(), 1);
    await tileOf(page, 'DE').focus();
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.dataset.area');
    await page.keyboard.press('ArrowUp');
    const above = await focused();
    assert.notEqual(above, 'DE');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'DE');
    await page.keyboard.press('ArrowLeft');
    const left = await focused();
    assert.ok(left !== 'DE' && left !== above);
    assert.equal(addressOf(page), '/f/DE');
    await page.keyboard.press('Enter');
    await visit.rest();
    assert.equal(addressOf(page), `/f/${left}`);
    assert.equal(await tileOf(page, String(left)).getAttribute('aria-pressed'), 'true');
  });

  explorer.itLong('the tiles and the chart follow the category', async (visit) => {
    const { page } = visit;
    await visit.open('/f/NO2');
    await page.getByRole('button', { name: 'Consumption' }).click();
    await visit.rest();
    assert.equal(addressOf(page), '/f/NO2?category=hrcons');
    await page
      .getByRole('heading', { level: 2, name: 'Norway 2, Kristiansand: consumption' })
      .waitFor();
    assert.match((await tileOf(page, 'NO2').textContent())!, /MWh/);
  });

  explorer.itLong(
    'the list opens an older run, with its difference to the newest',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const runs = await api.forecasts.issueTimes({ area: 'DE', balanceCategory: 'hrprice' });
      const vintage = runs[3]!;
      await visit.open('/f/DE');
      await page.getByRole('heading', { name: 'Newest run minus the one before' }).waitFor();
      const list = page.getByRole('region', { name: 'List of runs' });
      await list.getByRole('radio', { name: issueText(vintage) }).click();
      await visit.rest();
      await visit.keepPicture('forecasts-vintage');
      // The link names the source too: it shows the same run if the order of sources changes.
      assert.equal(addressOf(page), `/f/DE?source=demo-naive&run=${encodeURIComponent(vintage)}`);

      // The chart has both runs and the actual values.
      const legend = await page.getByRole('list', { name: 'Lines' }).first().textContent();
      for (const text of [
        `demo-naive, run ${issueText(vintage)}`,
        `demo-naive, newest run ${issueText(runs[0]!)}`,
        'actual',
      ])
        assert.ok(legend!.includes(text), text);

      const query = { area: 'DE', balanceCategory: 'hrprice' };
      const whole = { startDate: vintage, endDate: '2027-01-01T00:00:00Z' };
      const [older, newest] = await Promise.all(
        [vintage, runs[0]!].map(async (issueTime) =>
          valuesOf(await api.forecasts.shortTerm({ ...query, ...whole, issueTime })),
        ),
      );
      const differences = [...older!].flatMap(([hour, value]) =>
        newest!.has(hour) ? [newest!.get(hour)! - value] : [],
      );
      const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
      const card = page.getByRole('region', { name: 'Newest run minus the chosen one' });
      const text = (await card.locator('p').first().textContent())!;
      assert.ok(text.includes(`${differences.length} common hours`), text);
      const shown = Number(/^[+−]?([\d.]+)/.exec(text)![0].replace('−', '-'));
      assert.ok(Math.abs(shown - mean) < 0.006, `${text}: ${mean}`);
      const words = (await card.locator('p').nth(1).textContent())!;
      const size = `${numberText(Math.abs(mean), 2)} EUR/MWh`;
      assert.equal(
        words,
        `The newest is ${size} ${mean > 0 ? 'higher' : 'lower'} on average than the chosen one.`,
      );

      await page.reload();
      await visit.rest();
      assert.ok(await list.getByRole('radio', { name: issueText(vintage) }).isChecked());
    },
  );

  explorer.itLong('the slider moves between older and newer runs', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const runs = await api.forecasts.issueTimes({ area: 'DE', balanceCategory: 'hrprice' });
    await visit.open('/f/DE');
    const slider = page.getByRole('slider', { name: 'Run, oldest to newest' });
    const spoken = (): Promise<string | null> => slider.getAttribute('aria-valuetext');
    assert.equal(await spoken(), `${momentText(Date.parse(runs[0]!) / 1000)}, newest`);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await spoken(), momentText(Date.parse(runs[2]!) / 1000));
    await page.waitForURL((url) => url.searchParams.get('run') === runs[2]);
    await visit.rest();
    await page.keyboard.press('End');
    await page.waitForURL((url) => !url.searchParams.has('run'));
  });

  explorer.itLong('the hour card follows one delivery hour across all runs', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    await visit.open('/f/DE');
    const card = page.getByRole('region', { name: 'One delivery hour across all runs' });
    await card.getByRole('button', { name: /^Highest of/ }).click();
    await visit.rest();
    const hour = parameterOf(page, 'hour')!;
    const query = { area: 'DE', balanceCategory: 'hrprice' };
    const newest = valuesOf(await api.forecasts.shortTerm(query));
    const tomorrow = [...newest].filter(
      ([time]) => time >= '2026-11-13T23' && time < '2026-11-14T23',
    );
    const [[highest, value]] = tomorrow.sort(([, a], [, b]) => b - a) as [[string, number]];
    assert.equal(hour, highest);
    const runs = await api.forecasts.shortTermRuns({ ...query, startDate: hour, endDate: hour });
    const values = runs.flatMap((run) => [...valuesOf(run).values()]);
    assert.ok(values.length > 3);
    const text = (await card.locator('p strong').locator('..').textContent())!;
    assert.ok(text.startsWith(`${numberText(value, 2)} EUR/MWh newest`), text);
    const range = `${numberText(Math.min(...values), 2)} to ${numberText(Math.max(...values), 2)}`;
    assert.ok(text.includes(`${range} over ${values.length} runs`), text);
    // Another hour by the fields.
    await card.getByLabel('Hour').selectOption({ label: '03:00' });
    await visit.rest();
    assert.equal(parameterOf(page, 'hour'), '2026-11-14T02:00:00Z');
    await visit.keepPicture('forecasts-hour');
  });

  explorer.itLong('Enter on the chart picks a delivery hour', async (visit) => {
    const { page } = visit;
    await visit.open('/f/DE');
    const plot = page.getByRole('application', { name: /model runs and actual/ });
    await plot.focus();
    await plot.press('ArrowRight');
    await plot.press('Enter');
    await visit.rest();
    assert.equal(parameterOf(page, 'hour'), '2026-11-13T09:00:00Z');
  });

  explorer.itLong(
    'areas outside the plan have a lock, and opening one says so',
    { faults: [/^403 /] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/f/NO1', 'demo-nordic');
      assert.match((await tileOf(page, 'DE').textContent())!, /outside your plan/);
      assert.doesNotMatch((await tileOf(page, 'SE3').textContent())!, /outside your plan/);
      await tileOf(page, 'DE').click();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      assert.match((await alert.textContent())!, /^Outside your plan\./);
      await page.getByRole('link', { name: 'See what your plan includes' }).waitFor();
    },
  );
});

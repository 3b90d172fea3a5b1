// Forecasts by source: one source chosen, others beside it, differences within a source, steps from run
// to run, and a link that stays with a run. Everything is compared with what the API answers.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import type { GridtideClient } from '#client/programs/gridtide-client';
import type { ForecastAnswer } from '#contract/forecast';
import type { RunsAnswer, SourcesAnswer } from '#contract/slices';
import { clockText, dayText, momentText, numberText } from '../expected-text.ts';
import { startScoredServer } from '../forecasts/scored-server.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf, parameterOf } from '../page-address.ts';

const QUERY = { area: 'DE', balanceCategory: 'hrprice' };
const ISSUE_TIMES = '/api/v1/power-balance-forecast/issue-times';

const secondsOf = (time: string): number => Date.parse(time) / 1000;

/** Writes `Fri 13 Nov 07:00`. */
const issueText = (run: string): string =>
  `${dayText(secondsOf(run)).replace(/ \d{4}$/, '')} ${clockText(secondsOf(run))}`;

const runsOf = (api: GridtideClient, source: string): Promise<string[]> =>
  api.transport.json('GET', ISSUE_TIMES, { query: { ...QUERY, source } });

const chip = (page: Page, group: string, source: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name: source });

const legendOf = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Lines' }).first().getByRole('listitem').allTextContents();

const listOf = (page: Page) => page.getByRole('region', { name: 'List of runs' });

const chosenIn = async (page: Page): Promise<string> =>
  (await listOf(page).locator('tr[data-chosen="true"] td').first().textContent())!.trim();

/** Newer less older, hour by hour over the hours that both have. */
function meanChange(newer: ForecastAnswer, older: ForecastAnswer): number {
  const before = new Map(older.data.map(({ validTime, value }) => [validTime, value]));
  const changes = newer.data.flatMap(({ validTime, value }) =>
    before.has(validTime) ? [value! - before.get(validTime)!] : [],
  );
  return changes.reduce((sum, change) => sum + change, 0) / changes.length;
}

describe('forecasts by source', SIDE_BY_SIDE, () => {
  const explorer = openExplorer(startScoredServer);

  explorer.itLong(
    'the first in the order of sources is shown, and named in the list',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const { sources } = await api.transport.json<SourcesAnswer>(
        'GET',
        '/api/v1/forecasts/dehrprice/sources',
      );
      assert.deepEqual(
        sources.map(({ source }) => source),
        ['vendor', 'gridtide'],
      );
      await visit.open('/f/DE');
      assert.equal(addressOf(page), '/f/DE');
      assert.equal(await chip(page, 'Source', 'vendor').getAttribute('aria-pressed'), 'true');
      assert.equal(await chip(page, 'Source', 'gridtide').getAttribute('aria-pressed'), 'false');
      await page.getByRole('heading', { name: 'Model runs of vendor' }).waitFor();
      const runs = await runsOf(api, 'vendor');
      const rows = await listOf(page).locator('tbody tr label').allTextContents();
      assert.deepEqual(
        rows.map((row) => row.trim()),
        runs.map(issueText),
      );
      assert.equal(await listOf(page).locator('th').first().textContent(), 'Issued by vendor');
    },
  );

  explorer.it('a chosen source is kept in the address, also after a reload', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    await visit.open('/f/DE');
    await chip(page, 'Source', 'gridtide').click();
    await visit.rest();
    assert.equal(addressOf(page), '/f/DE?source=gridtide');
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await visit.rest();
      await page.getByRole('heading', { name: 'Model runs of gridtide' }).waitFor();
      const [newest] = await runsOf(api, 'gridtide');
      assert.equal((await legendOf(page))[0], `gridtide, newest run ${issueText(newest!)}`);
    }
  });

  explorer.itLong(
    'differences are within a source and newer less older, in words too',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      for (const source of ['vendor', 'gridtide']) {
        const [newest, before] = await runsOf(api, source);
        const [newer, older] = await Promise.all(
          [newest!, before!].map((issueTime) =>
            api.forecasts.shortTerm({
              ...QUERY,
              source,
              issueTime,
              startDate: '2026-11-11T00:00:00Z',
            }),
          ),
        );
        const mean = meanChange(newer!, older!);
        await visit.open(`/f/DE?source=${source}`);
        const card = page.getByRole('region', { name: 'Newest run minus the one before' });
        const [figure, words] = await card.locator('p').allTextContents();
        const size = numberText(Math.abs(mean), 2);
        const sign = size === '0.00' ? '' : mean > 0 ? '+' : '−';
        assert.ok(figure!.startsWith(`${sign}${size} EUR/MWh on average`), `${figure}`);
        assert.equal(
          words,
          size === '0.00'
            ? 'The newest is on average the same as the one before.'
            : `The newest is ${size} EUR/MWh ${mean > 0 ? 'higher' : 'lower'} on average than the one before.`,
        );
        const label = await card.getByRole('list', { name: 'Lines' }).textContent();
        assert.equal(label, `${source}, ${issueText(newest!)} minus ${issueText(before!)}`);
      }
    },
  );

  explorer.itLong(
    'the list gives newest less this run, with an arrow of the same sign',
    async (visit) => {
      const { page } = visit;
      await visit.open('/f/DE?source=gridtide');
      const heads = await listOf(page).locator('th').allTextContents();
      assert.equal(heads[2], 'Newest − this');
      const rows = await listOf(page)
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) => [...row.children].slice(1).map((cell) => cell.textContent!)),
        );
      const newest = Number(rows[0]![0]);
      assert.equal(rows[0]![1], 'newest');
      const compared = rows.slice(1).filter(([mean]) => mean !== '–');
      assert.ok(compared.length >= 6);
      for (const [mean, change] of compared) {
        const expected = newest - Number(mean);
        const [, arrow = '', sign = '', size] = /^(?:([▲▼]) )?([+−]?)([\d.]+)$/.exec(change!)!;
        assert.ok(Math.abs(Math.abs(expected) - Number(size)) < 0.011, `${mean} ${change}`);
        if (Number(size) === 0) assert.equal(arrow + sign, '');
        else assert.equal(arrow + sign, expected > 0 ? '▲+' : '▼−', `${mean} ${change}`);
      }
    },
  );

  explorer.itLong(
    'another source is laid beside as a line of its own, by its name',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      await visit.open('/f/DE');
      const beside = chip(page, 'Beside it', 'gridtide');
      assert.equal(await beside.getAttribute('aria-pressed'), 'false');
      await beside.click();
      await visit.rest();
      await visit.keepPicture('forecasts-beside');
      assert.equal(addressOf(page), '/f/DE?beside=gridtide');
      const [newest] = await runsOf(api, 'gridtide');
      const label = `gridtide, run ${issueText(newest!)}`;
      assert.ok((await legendOf(page)).includes(label));
      // The cursor reads its value beside the others.
      const { data } = await api.forecasts.shortTerm({
        ...QUERY,
        source: 'gridtide',
        startDate: '2026-11-13T00:00:00Z',
      });
      const plot = page.getByRole('application', { name: /model runs and actual/ });
      await plot.focus();
      await plot.press('End');
      const readout = (await page.locator('.forecasts-chart .chart-readout').textContent())!;
      assert.ok(readout.includes(`${label} ${numberText(data.at(-1)!.value!, 2)}`), readout);
      await beside.click();
      await visit.rest();
      assert.equal(addressOf(page), '/f/DE');
      assert.ok(!(await legendOf(page)).includes(label));
    },
  );

  explorer.itLong(
    'beside a fixed run stands what another source had issued by then',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const fixed = (await runsOf(api, 'vendor'))[4]!;
      const known = (await runsOf(api, 'gridtide')).find((run) => run <= fixed)!;
      await visit.open(`/f/DE?source=vendor&beside=gridtide&run=${fixed}`);
      const legend = await legendOf(page);
      assert.ok(legend.includes(`vendor, run ${issueText(fixed)}`), legend.join('; '));
      assert.ok(legend.includes(`gridtide, run ${issueText(known)}`), legend.join('; '));
    },
  );

  explorer.itLong('one delivery hour is followed across the runs of each source', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const hour = '2026-11-14T17:00:00Z';
    await visit.open(`/f/DE?beside=gridtide&hour=${hour}`);
    const card = page.getByRole('region', { name: 'One delivery hour across all runs of vendor' });
    const labels = await card.getByRole('listitem').allTextContents();
    assert.deepEqual(labels, ['vendor', 'gridtide']);
    const query = { ...QUERY, source: 'vendor', startDate: hour, endDate: hour };
    const runs = (await api.forecasts.shortTermRuns(query)).filter(({ data }) => data.length > 0);
    const text = (await card.locator('p strong').locator('..').textContent())!;
    assert.ok(text.includes(` over ${runs.length} runs`), text);
  });

  explorer.itLong(
    'the list of runs stands beside the chart, and below it on a phone',
    async (visit) => {
      const { page } = visit;
      await visit.open('/f/DE');
      for (const [width, isBeside] of [
        [1920, true],
        [1440, true],
        [1280, true],
        [1000, true],
        [390, false],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        const chart = (await page.locator('.forecasts-chart').boundingBox())!;
        const list = (await page.locator('.forecasts-runs').boundingBox())!;
        if (isBeside) {
          assert.ok(
            list.x >= chart.x + chart.width,
            `${width}: ${JSON.stringify({ chart, list })}`,
          );
          assert.equal(list.y, chart.y, String(width));
        } else {
          assert.ok(list.y >= chart.y + chart.height, `${width}`);
          // Only the buttons of the page stand between them.
          const actions = (await page.locator('.forecasts-actions').boundingBox())!;
          const gap = list.y - chart.y - chart.height - actions.height;
          assert.ok(gap < 40, `${width}: ${gap} px between them`);
        }
        assert.ok(chart.width > 340, `${width}: the chart is ${chart.width} px wide`);
      }
    },
  );

  explorer.itLong('the arrow keys step through runs, and the buttons say so', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const runs = await runsOf(api, 'vendor');
    await visit.open('/f/DE');
    const older = page.getByRole('button', { name: '← Older' });
    const newer = page.getByRole('button', { name: 'Newer →' });
    assert.equal(await newer.getAttribute('aria-disabled'), 'true');
    assert.equal(await older.getAttribute('aria-keyshortcuts'), 'ArrowLeft');
    // With the focus on no part of the page.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL((url) => url.searchParams.get('run') === runs[3]);
    await visit.rest();
    assert.equal(await chosenIn(page), issueText(runs[3]!));
    assert.ok((await legendOf(page)).includes(`vendor, run ${issueText(runs[3]!)}`));
    await page.keyboard.press('ArrowRight');
    await page.waitForURL((url) => url.searchParams.get('run') === runs[2]);
    // By a button, which keeps the focus and shows it.
    await visit.rest();
    await older.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('run') === runs[3]);
    await visit.rest();
    assert.equal(await page.evaluate('document.activeElement.textContent'), '← Older');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    assert.equal(outline, 'solid');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL((url) => url.searchParams.get('run') === runs[2]);
  });

  explorer.itLong(
    'the arrows in the list step as elsewhere, and the focus goes along',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const runs = await runsOf(api, 'vendor');
      await visit.open('/f/DE');
      await listOf(page).getByRole('radio').first().focus();
      await page.keyboard.press('ArrowLeft');
      await page.waitForURL((url) => url.searchParams.get('run') === runs[1]);
      await visit.rest();
      const focused = await page.evaluate('document.activeElement.closest("tr").dataset.run');
      assert.equal(focused, runs[1]);
    },
  );

  explorer.itLong('fields, tiles and charts keep their arrows', async (visit) => {
    const { page } = visit;
    await visit.open('/f/DE?hour=2026-11-14T17%3A00%3A00Z');
    const controls = [
      page.getByLabel('Area', { exact: true }),
      page.getByLabel('Day', { exact: true }),
      page.locator('.tile[tabindex="0"]'),
      page.getByRole('application', { name: /model runs and actual/ }),
    ];
    for (const control of controls) {
      await control.focus();
      await page.keyboard.press('ArrowLeft');
      await page.waitForTimeout(200);
      assert.equal(parameterOf(page, 'run'), null);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Code or words' }).fill('de');
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(200);
    assert.equal(parameterOf(page, 'run'), null);
  });

  explorer.itLong('a link with a run shows that very run until it is released', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const runs = await runsOf(api, 'gridtide');
    const fixed = runs[5]!;
    await visit.open(`/f/DE?source=gridtide&run=${fixed}`);
    assert.ok((await legendOf(page)).includes(`gridtide, run ${issueText(fixed)}`));
    const card = page.getByRole('region', { name: 'Model runs of gridtide' });
    const note = card.getByText('The address is fixed to this run. 5 newer ones exist.');
    assert.equal(await note.count(), 1);
    await card.getByRole('button', { name: 'Show the newest' }).click();
    await visit.rest();
    assert.equal(addressOf(page), '/f/DE?source=gridtide');
    assert.equal(await chosenIn(page), issueText(runs[0]!));
    assert.equal(await card.getByRole('button', { name: 'Show the newest' }).count(), 0);
  });

  explorer.itLong(
    'the copied link with a fixed run names the run and its source, also of the newest',
    { permissions: ['clipboard-read', 'clipboard-write'] },
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const [newest] = await runsOf(api, 'vendor');
      await visit.open('/f/DE');
      await page.getByRole('button', { name: 'Copy link, run fixed' }).click();
      const link = new URL((await page.evaluate('navigator.clipboard.readText()')) as string);
      assert.equal(link.searchParams.get('run'), newest);
      assert.equal(link.searchParams.get('source'), 'vendor');
      // A newer run does not move it.
      const { store } = explorer.app;
      const later = Date.parse(newest!) + 3_600_000;
      const { key } = (await store.findSeries('dehrprice'))!;
      const values = new Float64Array(100).fill(50);
      const run = { analyzedAt: later, updatedAt: later, firstIndex: later / 3_600_000, values };
      await store.write((writer) => writer.writeRun(key, { ...run, source: 'vendor' }, later));
      try {
        await page.goto(link.href);
        await visit.rest();
        assert.ok((await legendOf(page)).includes(`vendor, run ${issueText(newest!)}`));
        const note = page.getByText('The address is fixed to this run. 1 newer one exists.');
        assert.equal(await note.count(), 1);
        await page.getByRole('button', { name: 'Show the newest' }).click();
        await visit.rest();
      } finally {
        const issueTime = new Date(later).toISOString().replace('.000', '');
        assert.ok((await runsOf(api, 'vendor')).includes(issueTime));
      }
    },
  );

  explorer.itLong('a run that does not exist is not silently another one', async (visit) => {
    const { page } = visit;
    await visit.open('/f/DE?source=gridtide&run=2026-11-12T09:30:00Z');
    const text = 'The run that the address names does not exist: this is the one before it.';
    assert.equal(await page.getByText(text).count(), 1);
    assert.equal(await chosenIn(page), 'Thu 12 Nov 07:00');
  });

  explorer.itLong(
    'a source without runs here is named, and the others can be chosen',
    async (visit) => {
      const { page } = visit;
      await visit.open('/f/DE?source=elsewhere');
      await page.getByText('No run of elsewhere exists here.').waitFor();
      await chip(page, 'Source', 'vendor').click();
      await visit.rest();
      await page.getByRole('heading', { name: 'Model runs of vendor' }).waitFor();
    },
  );

  explorer.itLong('the tiles follow a chosen source', async (visit) => {
    const { page } = visit;
    await visit.open('/f/DE?source=gridtide');
    const heading = page.getByRole('heading', { name: /^Newest runs/ });
    assert.equal(await heading.textContent(), 'Newest runs of gridtide, mean of Sat 14 Nov');
  });

  explorer.itLong('the page says when a run was known here', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { runs } = await api.transport.json<RunsAnswer>(
      'GET',
      '/api/v1/forecasts/dehrprice/runs',
      { query: { source: 'gridtide', limit: '1' } },
    );
    await visit.open('/f/DE?source=gridtide');
    const known = momentText(secondsOf(runs[0]!.recordedAt!));
    const text = `This run of gridtide is known here since ${known} CET.`;
    assert.equal(await page.getByText(text).count(), 1);
  });

  explorer.itLong(
    'the forecasts of two sources have no axe violation, in light and dark, on a desktop and on a phone',
    { reducedMotion: 'reduce' },
    async (visit) => {
      await visit.open('/f/DE?source=gridtide&beside=vendor&run=2026-11-12T06%3A00%3A00Z');
      await lookOver(visit, 'forecast-sources');
    },
  );
});

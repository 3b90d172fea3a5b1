// What the API can, the page can: aggregation, currency, and every format of file, each of the span shown.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { firstCases } from '../../../harness/rounds.ts';
import { eventually } from '../eventually.ts';
import { numberText } from '../expected-text.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { parameterOf } from '../page-address.ts';
import { figuresOf } from '../periods/shown-figures.ts';
import { entryOf, saveShown } from '../take-shown.ts';

const SPAN = 'from=2026-11-01&to=2026-11-10';
const DAYS = { from: '2026-11-01', to: '2026-11-10', resolution: 'day' };

describe('what the API can, the page can', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('values of a period are aggregated as the API does', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    await visit.open(`/s/dehrcons?${SPAN}`);
    // Values as stored are not aggregated.
    assert.equal(await page.getByLabel('Aggregation').count(), 0);
    await page.getByLabel('Resolution').selectOption('day');
    const select = page.getByLabel('Aggregation');
    for (const aggregation of ['sum', 'min', 'max', 'count']) {
      await select.selectOption(aggregation);
      await eventually(async () => assert.equal(parameterOf(page, 'aggregation'), aggregation));
      await visit.rest();
      const { values } = await api.columns('dehrcons', { ...DAYS, aggregation });
      const unit = aggregation === 'count' ? 'values' : 'MWh';
      const figures = await figuresOf(page, `Figures in ${unit}`);
      const digits = aggregation === 'count' ? 0 : (figures.Last![0]!.split('.')[1]?.length ?? 0);
      assert.equal(figures.Last![0], numberText(values.at(-1)!, digits));
      await page.getByText(`${aggregation} · 10 values`).waitFor();
    }
    await select.selectOption('mean');
    await eventually(async () => assert.equal(parameterOf(page, 'aggregation'), null));
    await page.getByLabel('Resolution').selectOption('hour');
    await eventually(async () => assert.equal(await select.count(), 0));
  });

  explorer.itLong(
    'a price is shown in another currency; other series offer none',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      await visit.open(`/s/dehrprice?${SPAN}`);
      await page.getByLabel('Currency').selectOption('NOK');
      await eventually(async () => assert.equal(parameterOf(page, 'currency'), 'NOK'));
      await visit.rest();
      const { values } = await api.columns('dehrprice', {
        ...DAYS,
        resolution: 'hour',
        currency: 'NOK',
      });
      const figures = await figuresOf(page, 'Figures in NOK/MWh');
      assert.equal(figures.Last![0], numberText(values.at(-1)!, 2));
      await page.getByLabel('Currency').selectOption('EUR');
      await eventually(async () => assert.equal(parameterOf(page, 'currency'), null));
      await visit.open(`/s/dehrcons?${SPAN}`);
      assert.equal(await page.getByLabel('Currency').count(), 0);
    },
  );

  explorer.itLong(
    'files are saved as the API makes them, and each entry names its span',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      await visit.open(`/s/dehrprice?${SPAN}&resolution=day&aggregation=max&currency=NOK`);
      for (const [title, format] of [
        ['Excel', 'xlsx'],
        ['Parquet', 'parquet'],
        ['Arrow', 'arrow'],
      ] as const) {
        const entry = await entryOf(page, title);
        assert.match((await entry.textContent())!, /Sun 1 Nov 2026 – Tue 10 Nov 2026/);
        await page.keyboard.press('Escape');
        const { name, bytes } = await saveShown(page, title);
        assert.equal(name, `dehrprice_2026-11-01_2026-11-10.${format}`);
        const response = await api.transport.send('GET', '/api/v1/series/dehrprice', {
          query: {
            ...DAYS,
            aggregation: 'max',
            currency: 'NOK',
            counts: true,
            kinds: true,
            format,
          },
        });
        const expected = Buffer.from(await response.arrayBuffer());
        // The parts of a workbook carry the time at which they were packed.
        if (format === 'xlsx') assert.equal(bytes.length, expected.length);
        else assert.deepEqual(bytes, expected);
      }
    },
  );

  for (const [locale, sign] of firstCases([
    ['de-DE', ','],
    ['en-GB', '.'],
  ] as const))
    explorer.it(
      `what is copied for Excel has the decimal sign of ${locale}`,
      { locale, permissions: ['clipboard-read', 'clipboard-write'] },
      async (visit) => {
        const { page } = visit;
        const api = await explorer.askAs('demo');
        await visit.open('/s/dehrprice?from=2026-10-25&to=2026-10-25');
        await (await entryOf(page, 'Copy for Excel')).click();
        await page.getByText('Copy for Excel done').waitFor();
        const text = (await page.evaluate('navigator.clipboard.readText()')) as string;
        const [head, ...rows] = text
          .trimEnd()
          .split(/\r?\n/)
          .map((line) => line.split('\t'));
        assert.deepEqual(head!.slice(0, 3), [
          'Time (Europe/Berlin)',
          'dehrprice (EUR/MWh)',
          'kind',
        ]);
        const query = { from: '2026-10-25', to: '2026-10-25' };
        const { values } = await api.columns('dehrprice', query);
        assert.equal(rows.length, 25);
        assert.deepEqual(
          rows.map(([, value]) => value),
          values.map((value) => String(value).replace('.', sign)),
        );
        assert.deepEqual(
          rows.slice(1, 5).map(([time]) => time),
          ['2026-10-25 01:00', '2026-10-25 02:00', '2026-10-25 02:00', '2026-10-25 03:00'],
        );
      },
    );

  explorer.itLong(
    'with a wrong From the chart is dimmed and nothing can be saved',
    async (visit) => {
      const { page } = visit;
      await visit.open(`/s/dehrprice?${SPAN}`);
      const from = page.getByLabel('From');
      const download = page.getByRole('button', { name: 'Download', exact: true });
      assert.ok(await download.isEnabled());
      await from.fill('todya');
      await page.locator('.explore-panel .is-stale').waitFor();
      assert.ok(await download.isDisabled());
      assert.match((await download.getAttribute('title'))!, /^The span is not valid: .*todya/);
      await from.press('Escape');
      await eventually(async () => assert.ok(await download.isEnabled()));
      assert.equal(await page.locator('.explore-panel .is-stale').count(), 0);
    },
  );

  explorer.itLong('a tab with a notice has no picture, and says so', async (visit) => {
    const { page } = visit;
    await visit.open('/s/no1wkreservoir?tab=heatmap');
    await page.getByText('No hours or days to show.').waitFor();
    const entry = await entryOf(page, 'PNG');
    assert.ok(await entry.isDisabled());
    assert.match((await entry.textContent())!, /the notice in place of the chart/);
  });

  explorer.itLong('the buttons of Explore lie on one line beside the tabs', async (visit) => {
    const { page } = visit;
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await visit.open(`/s/dehrprice?${SPAN}&resolution=day`);
      await visit.keepPicture(`explore-toolbar-${width}`);
      const buttons = page.locator('.explore-actions').locator('button, a');
      const boxes = await Promise.all((await buttons.all()).map((one) => one.boundingBox()));
      const tops = new Set(boxes.map((box) => Math.round(box!.y)));
      assert.equal(tops.size, 1, `${width}: ${[...tops]}`);
    }
  });

  explorer.itLong(
    'the open entries have no axe violation and fit the screen',
    { reducedMotion: 'reduce' },
    async (visit) => {
      await visit.open(`/s/dehrprice?${SPAN}&resolution=day&aggregation=sum`);
      await (await entryOf(visit.page, 'CSV')).waitFor();
      await lookOver(visit, 'explore-download');
    },
  );
});

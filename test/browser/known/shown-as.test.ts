// The heatmap, the table, the picture and the chart's own switches on Explore.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually } from '../eventually.ts';
import { numberText } from '../expected-text.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { parameterOf } from '../page-address.ts';
import { saveShown } from '../take-shown.ts';

const PAGE_ADDRESS = '/s/dehrprice?from=2026-11-01&to=2026-11-10';

describe('what Explore shows a series as', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.itLong('a long heatmap keeps the hours in sight and says what is', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2023-01-01&to=2026-10-31&tab=heatmap');
    const heatmap = page.getByRole('application', { name: /Arrow keys read cells/ });
    const gutter = heatmap.locator('.explore-heatmap-gutter');
    const isAtEdge = async (): Promise<void> => {
      const [box, hours] = [(await heatmap.boundingBox())!, (await gutter.boundingBox())!];
      assert.ok(Math.abs(hours.x - box.x) < 2, `${hours.x} ${box.x}`);
    };
    await isAtEdge();
    const span = page.locator('.explore-heatmap-span');
    const rest = 'Scroll for the rest of Sun 1 Jan 2023 – Sat 31 Oct 2026.';
    await eventually(async () => {
      const text = (await span.textContent())!;
      assert.ok(text.endsWith(` – Sat 31 Oct 2026. ${rest}`), text);
    });
    await heatmap.focus();
    await heatmap.press('Home');
    await eventually(async () =>
      assert.match((await span.textContent())!, /^In sight: Sun 1 Jan 2023 – /),
    );
    await isAtEdge();
    await visit.keepPicture('explore-heatmap-long');
  });

  explorer.it('quarter hours have 96 rows and days a calendar', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    await visit.open('/s/deqhprice?from=2026-11-01&to=2026-11-10&tab=heatmap');
    const heatmap = page.getByRole('application', { name: /Arrow keys read cells/ });
    const reading = page.locator('.explore-heatmap').getByRole('status');
    await heatmap.focus();
    await heatmap.press('ArrowDown');
    const query = { from: '2026-11-10', to: '2026-11-10' };
    const { values } = await api.columns('deqhprice', query);
    assert.equal(
      await reading.textContent(),
      `Tue 10 Nov 2026, 00:15–00:30 · ${numberText(values[1]!, 2)} EUR/MWh`,
    );
    await visit.keepPicture('explore-heatmap-quarters');
    await visit.open('/s/dehrprice?from=2026-01-01&to=2026-10-31&resolution=day&tab=heatmap');
    await heatmap.focus();
    await heatmap.press('ArrowDown');
    const days = await api.columns('dehrprice', {
      ...{ from: '2026-10-27', to: '2026-10-27', resolution: 'day' },
    });
    assert.ok(
      (await reading.textContent())!.startsWith(
        `Tue 27 Oct 2026 · ${numberText(days.values[0]!, 2)} EUR/MWh`,
      ),
    );
    await page.getByText('Thu 1 Jan 2026 – Sat 31 Oct 2026').waitFor();
    await visit.keepPicture('explore-heatmap-calendar');
  });

  explorer.itLong('the heatmap is saved as a picture', async (visit) => {
    const { page } = visit;
    await visit.open(`${PAGE_ADDRESS}&tab=heatmap`);
    const { name, bytes } = await saveShown(page, 'PNG');
    assert.equal(name, 'dehrprice_2026-11-01_2026-11-10.png');
    assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    assert.ok(width >= 720 && height >= 440, `${width} × ${height}`);
    assert.ok(bytes.length > 5_000, `${bytes.length} bytes`);
  });

  explorer.itLong(
    'rows are sorted by value and by change, and all of them are copied',
    {
      permissions: ['clipboard-read', 'clipboard-write'],
    },
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const { values } = await api.columns('dehrprice', { from: '2026-11-01', to: '2026-11-10' });
      await visit.open(`${PAGE_ADDRESS}&tab=table`);
      const first = page.locator('.explore-table tbody tr[data-kind]').first().locator('td');
      const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
      await head('EUR/MWh').click();
      const greatest = numberText(Math.max(...(values as number[])), 2);
      await eventually(async () => assert.equal(await first.nth(2).textContent(), greatest));
      await head('EUR/MWh').click();
      const least = numberText(Math.min(...(values as number[])), 2);
      await eventually(async () => assert.equal(await first.nth(2).textContent(), least));
      await head('Change').click();
      const rises = values.slice(1).map((value, i) => value! - values[i]!);
      const steepest = `+${numberText(Math.max(...rises), 2)}`;
      await eventually(async () => assert.equal(await first.nth(3).textContent(), steepest));
      await page.getByRole('button', { name: 'Copy all rows' }).click();
      await eventually(async () => {
        const text = (await page.evaluate('navigator.clipboard.readText()')) as string;
        assert.equal(text.trimEnd().split('\n').length, 241);
      });
    },
  );

  explorer.itLong('rows of the table are found by their words', async (visit) => {
    const { page } = visit;
    await visit.open(`${PAGE_ADDRESS}&tab=table`);
    const rows = page.locator('.explore-table tbody tr[data-kind]');
    await rows.first().waitFor();
    await page.getByLabel('Find rows').fill('9 nov 12:');
    await page.getByRole('status').filter({ hasText: '1 of 240 rows' }).waitFor();
    assert.match((await rows.first().textContent())!, /^Mon 9 Nov 2026, 12:00/);
    assert.equal(await rows.count(), 1);
    await visit.keepPicture('explore-table-found');
    await page.getByLabel('Find rows').fill('');
    await eventually(async () => assert.ok((await rows.count()) > 10));
  });

  explorer.itLong(
    'the chart’s axis begins at zero if it is asked to, also by its link',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrcons?from=2026-11-01&to=2026-11-10');
      const zero = page.getByRole('button', { name: 'axis from 0' });
      assert.equal(await zero.getAttribute('aria-pressed'), 'false');
      await zero.click();
      await eventually(async () => assert.equal(parameterOf(page, 'zero'), 'true'));
      await page.reload();
      await visit.rest();
      assert.equal(await zero.getAttribute('aria-pressed'), 'true');
      await visit.keepPicture('explore-zero');
    },
  );

  explorer.itLong(
    'the axis is logarithmic or the line an area if asked to, each by its link',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrwind?from=2026-11-01&to=2026-11-10');
      const look = (name: string) => page.getByRole('button', { name });
      const inkOf = () =>
        page
          .locator('.chart canvas')
          .evaluate((one) => (one as unknown as { toDataURL(): string }).toDataURL());
      const line = await inkOf();
      await look('log axis').click();
      await eventually(async () => assert.equal(parameterOf(page, 'log'), 'true'));
      await eventually(async () => assert.notEqual(await inkOf(), line));
      const log = await inkOf();
      await visit.keepPicture('explore-log');
      await look('area').click();
      await eventually(async () => assert.equal(parameterOf(page, 'area'), 'true'));
      assert.equal(parameterOf(page, 'log'), null);
      await eventually(async () => assert.ok(![line, log].includes(await inkOf())));
      await visit.keepPicture('explore-area');
      await page.reload();
      await visit.rest();
      assert.equal(await look('area').getAttribute('aria-pressed'), 'true');
      assert.equal(await look('log axis').getAttribute('aria-pressed'), 'false');
    },
  );

  explorer.itLong(
    'lines are straight if asked to, on Explore and Compare, each by its link',
    async (visit) => {
      const { page } = visit;
      const straight = page.getByRole('button', { name: 'straight lines' });
      const inkOf = () =>
        page
          .locator('.chart canvas')
          .evaluate((one) => (one as unknown as { toDataURL(): string }).toDataURL());
      for (const address of [
        '/s/dehrwind?from=2026-11-01&to=2026-11-03',
        '/compare?s=dehrwind&s=frhrwind&from=2026-11-01&to=2026-11-03',
      ]) {
        await visit.open(address);
        assert.equal(await straight.getAttribute('aria-pressed'), 'false');
        const steps = await inkOf();
        await straight.click();
        await eventually(async () => assert.equal(parameterOf(page, 'line'), 'straight'));
        await eventually(async () => assert.notEqual(await inkOf(), steps));
        await visit.keepPicture(address.startsWith('/s') ? 'explore-straight' : 'compare-straight');
        await page.reload();
        await visit.rest();
        assert.equal(await straight.getAttribute('aria-pressed'), 'true');
        await straight.click();
        await eventually(async () => assert.equal(parameterOf(page, 'line'), null));
        await eventually(async () => assert.equal(await inkOf(), steps));
      }
    },
  );

  explorer.itLong('an axis of values below zero cannot be logarithmic', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { values } = await api.columns('dehrprice', { from: '2026-10-01', to: '2026-11-13' });
    assert.ok(values.some((value) => value !== null && value <= 0));
    await visit.open('/s/dehrprice?from=2026-10-01&to=2026-11-13');
    const log = page.getByRole('button', { name: 'log axis' });
    assert.ok(await log.isDisabled());
    assert.equal(await log.getAttribute('title'), 'Only for values above zero');
  });

  explorer.itLong('the cursor is read beside it, and the plot does not move', async (visit) => {
    const { page } = visit;
    await visit.open(PAGE_ADDRESS);
    const plot = page.locator('.chart-plot');
    const before = (await plot.boundingBox())!;
    const tip = page.locator('.chart-tip');
    assert.ok(await tip.isHidden());
    for (const share of [0.2, 0.9]) {
      await page.mouse.move(before.x + before.width * share, before.y + 150);
      await tip.waitFor();
      const [time, value] = await tip.locator('div').allTextContents();
      assert.ok((await page.locator('.chart-readout').textContent())!.startsWith(time!));
      assert.match(value!, /^dehrprice [−\d.]+ EUR\/MWh$/);
      const box = (await tip.boundingBox())!;
      assert.ok(box.x >= before.x && box.x + box.width <= before.x + before.width);
      assert.ok(Math.abs(box.x + box.width / 2 - (before.x + before.width * share)) < 200);
      assert.deepEqual(await plot.boundingBox(), before);
    }
    await visit.keepPicture('explore-tip');
  });

  explorer.itLong('the figures of forecasts name the run that they are of', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=today-1&to=today%2B3');
    await page.getByText(/^Forecast · run of Fri 13 Nov 2026, 07:00$/).waitFor();
  });

  explorer.itLong(
    'a calendar of days has no axe violation and fits the screen',
    { reducedMotion: 'reduce' },
    async (visit) => {
      await visit.open('/s/dehrprice?from=2026-01-01&resolution=day&tab=heatmap');
      await lookOver(visit, 'explore-calendar');
    },
  );
});

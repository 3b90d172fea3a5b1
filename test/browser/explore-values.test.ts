// Explore: the same values as figures, table, heatmap, request, file and picture, each compared with
// what the API answers.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { describe } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { clockText, dayText, momentText, numberText, utcText } from './expected-text.ts';
import { openExplorer, PASSWORD, SIDE_BY_SIDE } from './open-explorer.ts';
import { entryOf, saveShown } from './take-shown.ts';

const SPAN = { from: '2026-11-01', to: '2026-11-10' };
const PAGE_ADDRESS = `/s/dehrprice?from=${SPAN.from}&to=${SPAN.to}`;

/** The figures beneath the chart: name → value and note. */
async function figuresOf(page: Page): Promise<Map<string, readonly [string, string]>> {
  const rows = await page.getByLabel('Figures in EUR/MWh').locator('> div').all();
  const entries = rows.map(async (row) => {
    const [value = '', note = ''] = await row.locator('dd').allTextContents();
    return [(await row.locator('dt').textContent())!, [value, note]] as const;
  });
  return new Map(await Promise.all(entries));
}

const signed = (change: number): string =>
  `${Number(change.toFixed(2)) > 0 ? '+' : ''}${numberText(change, 2)}`;

const meanOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + value!, 0) / values.length;

describe('the values of Explore', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('the figures beneath the chart agree with the API', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { times, values } = await api.columns('dehrprice', SPAN);
    const [peak, offpeak] = await Promise.all(
      ['peak', 'offpeak'].map((resolution) => api.columns('dehrprice', { ...SPAN, resolution })),
    );
    await visit.open(PAGE_ADDRESS);
    await visit.keepPicture('explore');
    const [min, max] = [Math.min(...(values as number[])), Math.max(...(values as number[]))];
    const at = (value: number): string => momentText(times[values.indexOf(value)]!);
    assert.deepEqual(
      [...(await figuresOf(page))],
      [
        ['Last', [numberText(values.at(-1)!, 2), momentText(times.at(-1)!)]],
        ['Mean', [numberText(meanOf(values), 2), 'of 240 values']],
        ['Min', [numberText(min, 2), at(min)]],
        ['Max', [numberText(max, 2), at(max)]],
        [
          'Peak / off-peak',
          [
            `${numberText(meanOf(peak!.values), 2)} / ${numberText(meanOf(offpeak!.values), 2)}`,
            '09:00–20:00, 11 h / 00:00–08:00, 20:00–24:00, 12 h; 1 h in neither',
          ],
        ],
      ],
    );
  });

  explorer.itLong(
    'the table has only the rows in sight in the page, with gaps and forecasts named',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const { times, values, lastObserved } = await api.columns('dehrprice', {
        from: '2026-10-01',
        to: 'today+3',
      });
      await visit.open('/s/dehrprice?from=2026-10-01&to=today%2B3&tab=table');
      const table = page.getByRole('tabpanel', { name: 'Table' }).getByRole('table');
      assert.equal(await table.getAttribute('aria-rowcount'), String(times.length + 1));
      const check = async (): Promise<number[]> => {
        const seen: number[] = [];
        for (const row of await table.locator('tbody tr[data-kind]').all()) {
          const index = Number(await row.getAttribute('aria-rowindex')) - 2;
          const kind = times[index]! * 1000 > Date.parse(lastObserved!) ? 'forecast' : 'observed';
          const cells = await row.locator('td').allTextContents();
          const time = momentText(times[index]!);
          // The hour that the clock shows twice carries its offset.
          assert.equal(cells[0]!.replace(/ \(\+0\d:00\)$/, ''), time);
          const [value, earlier] = [values[index]!, values[index - 1]];
          const change = typeof earlier === 'number' ? signed(value - earlier) : '–';
          const rest = [utcText(times[index]!), numberText(value, 2), change, kind];
          assert.deepEqual(cells.slice(1), rest);
          seen.push(index);
        }
        return seen;
      };
      const atTop = await check();
      assert.equal(atTop[0], 0);
      assert.ok(atTop.length < 100 && times.length > 1000);
      await visit.keepPicture('explore-table');
      await page.getByRole('region', { name: /^Values of/ }).focus();
      await page.keyboard.press('End');
      await table.locator(`[aria-rowindex="${times.length + 1}"]`).waitFor();
      assert.equal((await check()).at(-1), times.length - 1);
    },
  );

  explorer.itLong('the arrow keys and the mouse read the cells of the heatmap', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { times, values } = await api.columns('dehrprice', SPAN);
    await visit.open(`${PAGE_ADDRESS}&tab=heatmap`);
    const heatmap = page.getByRole('application', { name: /Arrow keys read cells/ });
    const reading = page.locator('.explore-heatmap').getByRole('status');
    const textOf = (index: number): string => {
      const [time, next] = [times[index]!, times[index]! + 3600];
      const end = clockText(next) === '00:00' ? '24:00' : clockText(next);
      return `${dayText(time)}, ${clockText(time)}–${end} · ${numberText(values[index]!, 2)} EUR/MWh`;
    };
    await heatmap.focus();
    // From midnight of the newest day: an hour down, then a day back.
    await heatmap.press('ArrowDown');
    assert.equal(await reading.textContent(), textOf(9 * 24 + 1));
    await heatmap.press('ArrowLeft');
    assert.equal(await reading.textContent(), textOf(8 * 24 + 1));
    const { x, y, width, height } = (await heatmap.locator('canvas').last().boundingBox())!;
    await page.mouse.move(x + width - 8, y + height / 3);
    assert.match((await reading.textContent())!, /^Tue 10 Nov 2026, \d\d:00–\d\d:00 · /);
    await visit.keepPicture('explore-heatmap');
  });

  explorer.itLong(
    'values of a week or longer have no heatmap, but a button that leads to one',
    async (visit) => {
      const { page } = visit;
      await visit.open(`${PAGE_ADDRESS}&tab=heatmap&resolution=week`);
      await page.getByRole('button', { name: 'Show by hour' }).click();
      await page.getByRole('application', { name: /Arrow keys read cells/ }).waitFor();
    },
  );

  explorer.it('the CSV file has exactly what the API answers', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    // With the autumn's clock change, a gap and a forecast.
    const query = { from: '2026-09-20', to: 'today+7' };
    for (const [zone, firstDay] of [
      ['market', '2026-09-20'],
      ['utc', '2026-09-19'],
    ] as const) {
      await visit.open(`/s/ithrcons?from=2026-09-20&zone=${zone}`);
      const { name, bytes } = await saveShown(page, 'CSV');
      assert.equal(name, `ithrcons_${firstDay}_2026-11-20.csv`);
      const lines = bytes.toString('utf8').split('\n');
      assert.equal(lines.shift(), 'time_utc,time_local,value,kind,run');
      assert.equal(lines.pop(), '');
      const rows = lines.map((line) => line.split(','));
      const [, ...expected] = (await api.csv('ithrcons', query)).trimEnd().split(/\r?\n/);
      assert.ok(
        expected.some((line) => line.endsWith(',')),
        'the answer has a gap',
      );
      assert.deepEqual(
        rows.map(([utc, , value]) => `${utc},${value}`),
        expected,
      );
      for (const [utc, local] of rows) {
        assert.equal(Date.parse(local!), Date.parse(utc!));
        const timeZone = zone === 'utc' ? 'UTC' : 'Europe/Berlin';
        assert.equal(local!.slice(11, 16), clockText(Date.parse(utc!) / 1000, timeZone));
      }
    }
  });

  explorer.itLong('the chart is saved as a picture', async ({ page, open }) => {
    await open(PAGE_ADDRESS);
    const { name, bytes } = await saveShown(page, 'PNG');
    assert.equal(name, 'dehrprice_2026-11-01_2026-11-10.png');
    assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    assert.ok(width >= 800 && height >= 400, `${width} × ${height}`);
    // A blank picture of this size is a few kilobytes.
    assert.ok(bytes.length > 20_000, `${bytes.length} bytes`);
    await page.getByRole('tab', { name: 'Table' }).click();
    assert.ok(await (await entryOf(page, 'PNG')).isDisabled());
  });

  explorer.itLong(
    'the request card shows the request in four languages, without the token',
    { permissions: ['clipboard-read', 'clipboard-write'] },
    async (visit) => {
      const { page } = visit;
      await visit.open(`${PAGE_ADDRESS}&resolution=day`);
      const card = page.getByRole('region', { name: 'Request' });
      const tokens = /gt[a-z]_/;
      const texts: string[] = [];
      for (const language of ['curl', 'TypeScript', 'Python', 'Excel / Power Query']) {
        await card.getByRole('tab', { name: language }).click();
        await visit.rest();
        const text = (await card.locator('pre').textContent())!;
        assert.ok(text.includes(explorer.app.url) && text.includes('dehrprice'), language);
        assert.match(text, /2026-11-01[\s\S]*2026-11-10[\s\S]*day/);
        assert.doesNotMatch(text, tokens);
        texts.push(text);
      }
      await card.getByRole('button', { name: 'Copy' }).click();
      await card.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), texts.at(-1));
      // Another copy takes the word with it.
      await page.getByRole('button', { name: 'Copy link', exact: true }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Copied' }).count(), 1);
      if (spawnSync('bash', ['-c', 'curl --version'], { stdio: 'ignore' }).status !== 0) return;
      // The first of them, pasted into a shell.
      const api = await explorer.askAs('demo');
      const { Token } = await api.signIn('demo', PASSWORD);
      const env = { ...process.env, TOKEN: Token, NO_PROXY: 'localhost', no_proxy: 'localhost' };
      const { stdout } = await promisify(execFile)('bash', ['-c', texts[0]!], { env });
      assert.equal(stdout, await api.csv('dehrprice', { ...SPAN, resolution: 'day' }));
    },
  );
});

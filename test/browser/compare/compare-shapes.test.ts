// Compare in other shapes: scatter, duration, typical week, season and mix, each with its readings.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { momentText, numberText } from '../expected-text.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const SPAN = { from: '2026-10-19', to: '2026-11-01' };
const RANGE = `from=${SPAN.from}&to=${SPAN.to}`;
const TWO = `${RANGE}&s=dehrprice&s=frhrprice`;

const readout = (page: Page) => page.locator('.chart-readout').first();
const plotOf = (page: Page, name: RegExp) => page.getByRole('application', { name });

describe('shapes of Compare', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('a scatter has a point for each hour that both lines have', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const [wind, price] = await Promise.all(
      ['dehrwind', 'dehrprice'].map((code) => api.columns(code, SPAN)),
    );
    const least = wind!.values.indexOf(Math.min(...wind!.values.map((value) => value!)));
    await visit.open(`/compare?${RANGE}&s=dehrwind&s=dehrprice`);
    await page.getByRole('tab', { name: 'Scatter' }).click();
    await visit.rest();
    assert.match(addressOf(page), /tab=scatter/);
    await page.getByText(`${wind!.times.length} hours that both have · correlation −`).waitFor();
    const plot = plotOf(page, /^dehrprice over dehrwind$/);
    await plot.focus();
    await plot.press('Home');
    const [x, y] = [numberText(wind!.values[least]!, 0), numberText(price!.values[least]!, 2)];
    const text = `${momentText(wind!.times[least]!)} · dehrwind ${x} MWh · dehrprice ${y} EUR/MWh`;
    await eventually(async () => assert.equal(await readout(page).textContent(), text));
    await page.getByRole('button', { name: 'Swap' }).click();
    await plotOf(page, /^dehrwind over dehrprice$/).waitFor();
    assert.match(addressOf(page), /x=dehrprice&y=dehrwind/);
    await page.getByLabel('Up').selectOption('dehrprice');
    await plotOf(page, /^dehrprice over dehrprice$/).waitFor();
  });

  explorer.itLong(
    'a duration curve reads what is reached for a share of the time',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const { values } = await api.columns('dehrprice', SPAN);
      const falling = values.map((value) => value!).sort((a, b) => b - a);
      await visit.open(`/compare?${TWO}&tab=duration`);
      const plot = plotOf(page, /^Duration curves of dehrprice; frhrprice$/);
      await plot.focus();
      for (const [key, percent] of [
        ['Home', 0],
        ['PageDown', 5],
        ['End', 100],
      ] as const) {
        await plot.press(key);
        const index = Math.min(Math.floor((percent / 100) * falling.length), falling.length - 1);
        const value = numberText(falling[index]!, 2);
        const start = `${percent} % of the time at least: dehrprice ${value} · frhrprice `;
        await eventually(async () =>
          assert.ok((await readout(page).textContent())!.startsWith(start), start),
        );
      }
    },
  );

  explorer.itLong('a typical week counts the hour of the long night twice', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { times, values } = await api.columns('dehrprice', SPAN);
    const nights = ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-11-01T01:00Z'];
    const three = nights.map((night) => values[times.indexOf(Date.parse(night) / 1000)]!);
    await visit.open(`/compare?${TWO}&tab=week`);
    const plot = plotOf(page, /^Typical week of/);
    await plot.focus();
    await plot.press('End');
    for (let step = 0; step < 21; step++) await plot.press('ArrowLeft');
    const mean = numberText(three.reduce((a, b) => a + b, 0) / 3, 2);
    const start = `Sun 02:00–03:00: dehrprice ${mean} (of 3) · frhrprice `;
    await eventually(async () => assert.ok((await readout(page).textContent())!.startsWith(start)));
  });

  explorer.itLong('a typical week of days is refused in words', async (visit) => {
    await visit.open(`/compare?${RANGE}&s=dehrprice&s=dedayprice&tab=week`);
    await visit.page.getByText('A typical week needs values of an hour or finer').waitFor();
  });

  explorer.itLong('a season lays this year between the years before', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const days = await api.columns('frhrprice', {
      from: '2021-01-01',
      to: '2026-01-01',
      resolution: 'day',
      counts: 'true',
    });
    const valueOn = (year: number): number | undefined => {
      const index = days.times.indexOf(Date.parse(`${year - 1}-12-31T23:00Z`) / 1000);
      return days.counts?.[index] === 24 ? days.values[index]! : undefined;
    };
    const past = [2021, 2022, 2023, 2024, 2025].flatMap((year) => valueOn(year) ?? []);
    assert.ok(past.length > 1);
    await visit.open(`/compare?${TWO}&tab=season`);
    await page.getByLabel('Season of', { exact: true }).selectOption('frhrprice');
    await visit.rest();
    assert.match(addressOf(page), /of=frhrprice/);
    const plot = plotOf(page, /^Season of frhrprice, 2026$/);
    await plot.focus();
    await plot.press('Home');
    const [least, greatest] = [Math.min(...past), Math.max(...past)].map((value) =>
      value.toFixed(2),
    );
    await eventually(async () => {
      const text = (await readout(page).textContent())!.replaceAll('−', '-');
      assert.match(text, /^Thu 1 Jan 2026 · 2026 /);
      const [, from, to, years] = /years before (\S+) to (\S+) \((\d) years\)/.exec(text)!;
      assert.deepEqual([Number(from).toFixed(2), Number(to).toFixed(2)], [least, greatest]);
      assert.equal(Number(years), past.length);
    });
  });

  explorer.itLong(
    'a mix stacks the lines of one unit, names the others and reads their sum',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const [de, fr] = await Promise.all(
        ['dehrwind', 'frhrwind'].map((code) => api.columns(code, SPAN)),
      );
      await visit.open(`/compare?${RANGE}&s=dehrwind&s=frhrwind&s=dehrprice&tab=mix`);
      await page.getByText('Left out, because they are not in MWh: dehrprice (EUR/MWh).').waitFor();
      const plot = plotOf(page, /^Mix of dehrwind; frhrwind$/);
      await plot.focus();
      await plot.press('Home');
      const [a, b] = [de!.values[0]!, fr!.values[0]!];
      const parts = `dehrwind ${numberText(a, 0)}, frhrwind ${numberText(b, 0)}`;
      const text = `${momentText(de!.times[0]!)} · sum ${numberText(a + b, 0)} MWh · ${parts}`;
      await eventually(async () => assert.equal(await readout(page).textContent(), text));
      await page.getByRole('button', { name: 'frhrwind', exact: true }).click();
      await plotOf(page, /^Mix of dehrwind$/).waitFor();
      assert.match(addressOf(page), /hide=frhrwind/);
    },
  );

  explorer.itLong(
    'the chosen tab is in sight on a phone',
    { viewport: { width: 390, height: 844 } },
    async (visit) => {
      await visit.open(`/compare?${TWO}&tab=mix`);
      const tab = visit.page.getByRole('tab', { name: 'Mix', selected: true });
      const { x, width } = (await tab.boundingBox())!;
      assert.ok(x >= 0 && x + width <= 390, `${x} to ${x + width}`);
    },
  );

  explorer.itLong('years of five series go from shape to shape', async (visit) => {
    const { page } = visit;
    const codes = ['dehrprice', 'frhrprice', 'nlhrprice', 'dehrwind', 'dehrcons'];
    const series = codes.map((code) => `s=${code}`).join('&');
    await visit.open(`/compare?from=2023-01-01&to=2026-11-08&${series}&f=dehrcons-dehrwind`);
    for (const name of ['Scatter', 'Duration', 'Typical week', 'Mix', 'Table', 'Season', 'Chart']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await visit.rest();
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
    }
    assert.equal(await page.getByRole('application').count(), 2);
  });

  for (const tab of ['table', 'scatter', 'duration', 'week', 'season', 'mix']) {
    explorer.itLong(
      `axe finds nothing on Compare as ${tab}, in light and dark, on a desk and a phone`,
      { reducedMotion: 'reduce' },
      async (visit) => {
        await visit.open(`/compare?${TWO}&f=dehrprice-frhrprice&f=dehrprice%2B&tab=${tab}`);
        await lookOver(visit, `compare-${tab}`);
      },
    );
  }
});

// Compare: up to five series, a panel for each unit, shifted if asked, and side by side in one file.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { drawnTexts, rememberTexts } from './drawn-labels.ts';
import { momentText, numberText } from './expected-text.ts';
import { openExplorer, SIDE_BY_SIDE } from './open-explorer.ts';
import { addressOf } from './page-address.ts';

const SPAN = { from: '2026-11-02', to: '2026-11-08' };
const RANGE = `from=${SPAN.from}&to=${SPAN.to}`;
const WEEK = 7 * 86_400;

const rowsOf = (page: Page) =>
  page.getByRole('list', { name: 'Compared series' }).getByRole('listitem');
const legendOf = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Lines' }).getByRole('button').allTextContents();

describe('compare', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.itLong('an empty Compare offers ideas, one click each', async (visit) => {
    const { page } = visit;
    await visit.open('/compare');
    await page.getByRole('heading', { name: 'Nothing to compare yet' }).waitFor();
    await page.getByRole('link', { name: /with the week before/ }).click();
    await visit.rest();
    assert.equal(addressOf(page), '/compare?s=dehrprice&s=dehrprice%7E-7');
    assert.deepEqual(await legendOf(page), ['dehrprice', 'dehrprice, a week earlier']);
  });

  explorer.it(
    'Compare gives each unit a panel, with solid lines named at their ends',
    async (visit) => {
      const { page } = visit;
      await rememberTexts(page);
      await visit.open(`/compare?${RANGE}&s=dehrprice&s=dehrwind&s=frhrprice`);
      await visit.keepPicture('compare');
      const panels = page.locator('.chart');
      assert.equal(await panels.count(), 2);
      assert.deepEqual(await legendOf(page), ['dehrprice', 'frhrprice', 'dehrwind']);
      const [prices, wind] = await Promise.all([
        drawnTexts(panels.nth(0)),
        drawnTexts(panels.nth(1)),
      ]);
      const beside = ({ texts, width }: typeof prices): string[] =>
        texts.filter(({ text, x }) => text !== '' && x > width).map(({ text }) => text);
      assert.deepEqual(beside(prices).sort(), ['dehrprice', 'frhrprice']);
      assert.deepEqual(beside(wind), ['dehrwind']);
      assert.ok(prices.texts.some(({ text }) => text === 'EUR/MWh'));
      assert.ok(wind.texts.some(({ text }) => text === 'MWh'));
      // Both plots have the same width, so that one cursor is right for both.
      assert.equal(prices.width, wind.width);
      const samples = await page.locator('.chart-legend line').all();
      const dashes = await Promise.all(
        samples.map((line) => line.getAttribute('stroke-dasharray')),
      );
      assert.deepEqual(dashes, ['', '', '']);
    },
  );

  explorer.itLong('Compare adds a series by keyboard and removes one', async (visit) => {
    const { page } = visit;
    await visit.open(`/compare?${RANGE}&s=dehrprice`);
    await page.getByRole('combobox', { name: 'Add a series' }).focus();
    await page.keyboard.type('france price');
    await page.getByRole('option', { name: /^frhrprice/ }).waitFor();
    const found = page.getByRole('listbox', { name: 'Series found' });
    const options = await found.getByRole('option').allTextContents();
    const steps = options.findIndex((text) => text.startsWith('frhrprice'));
    for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await visit.rest();
    assert.equal(addressOf(page), `/compare?${RANGE}&s=dehrprice&s=frhrprice`);
    assert.equal(await rowsOf(page).count(), 2);
    await page.getByRole('button', { name: 'Remove dehrprice' }).press('Enter');
    await visit.rest();
    assert.equal(addressOf(page), `/compare?${RANGE}&s=frhrprice`);
    assert.deepEqual(await legendOf(page), ['frhrprice']);
  });

  explorer.itLong(
    'a series shifted by a week has each hour beside the same hour a week before',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const wide = await api.columns('dehrprice', { from: '2026-10-20', to: SPAN.to });
      const valueAt = new Map(wide.times.map((time, i) => [time, wide.values[i]!]));
      await visit.open(`/compare?${RANGE}&s=dehrprice&s=dehrprice`);
      await page.getByLabel('Shift of dehrprice').nth(1).selectOption({ label: 'a week earlier' });
      await visit.rest();
      assert.equal(addressOf(page), `/compare?${RANGE}&s=dehrprice&s=dehrprice%7E-7`);
      const plot = page.getByRole('application');
      await plot.focus();
      await plot.press('Home');
      await plot.press('ArrowRight');
      const time = Date.parse('2026-11-02T00:00Z') / 1000;
      const [now, before] = [time, time - WEEK].map((at) => numberText(valueAt.get(at)!, 2));
      assert.equal(
        await page.locator('.chart-readout').textContent(),
        `${momentText(time)} · dehrprice ${now} · dehrprice, a week earlier ${before} EUR/MWh`,
      );
      // The table of figures reads the same moment.
      const figures = page.getByRole('region', { name: 'Figures' });
      assert.equal(await figures.locator('th.compare-at').textContent(), momentText(time));
      assert.deepEqual(await figures.locator('td.compare-at').allTextContents(), [now, before]);
    },
  );

  explorer.itLong('Compare takes five series and no more', async (visit) => {
    const { page } = visit;
    const codes = ['dehrprice', 'frhrprice', 'nlhrprice', 'behrprice', 'athrprice'];
    const address = `/compare?${RANGE}&${codes.map((code) => `s=${code}`).join('&')}`;
    await visit.open(`${address}&s=fihrprice`);
    assert.deepEqual(await legendOf(page), codes);
    await page.getByText('At most five series').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Add a series' }).count(), 0);
    // The sixth is named, stays in the address, and is drawn when another is removed.
    await page.getByText('The address has 6 series, and at most five are drawn.').waitFor();
    assert.equal(addressOf(page), `${address}&s=fihrprice`);
    await page.getByRole('button', { name: 'Remove frhrprice' }).click();
    await visit.rest();
    assert.deepEqual(await legendOf(page), [
      ...codes.filter((code) => code !== 'frhrprice'),
      'fihrprice',
    ]);
    assert.equal(await page.getByText('at most five are drawn').count(), 0);
    const samples = await page.locator('.chart-legend svg').all();
    const colours = await Promise.all(samples.map((sample) => sample.getAttribute('class')));
    assert.equal(new Set(colours).size, 5);
  });

  explorer.itLong(
    'the controls of Compare change span, resolution and zone for all series at once',
    async (visit) => {
      const { page } = visit;
      await visit.open('/compare?s=dehrprice&s=dehrcons');
      await page.getByLabel('From').fill('2026-06-01');
      await page.getByLabel('From').press('Enter');
      await page.getByRole('button', { name: 'UTC', exact: true }).click();
      await page.getByLabel('Resolution').selectOption('month');
      await visit.rest();
      assert.equal(
        addressOf(page),
        '/compare?from=2026-06-01&resolution=month&zone=utc&s=dehrprice&s=dehrcons',
      );
      for (const row of await rowsOf(page).all())
        assert.match((await row.textContent())!, /· month/);
    },
  );

  explorer.itLong(
    'the CSV of Compare has all series side by side, as the API answers them',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const price = await api.columns('dehrprice', SPAN);
      const daily = await api.columns('dedayprice', SPAN);
      const earlier = await api.columns('dehrprice', { from: '2026-10-26', to: '2026-11-01' });
      await visit.open(`/compare?${RANGE}&s=dehrprice&s=dehrprice~-7&s=dedayprice`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      const text = await readFile(await download.path(), 'utf8');
      const [head, ...rows] = text.trimEnd().split('\n');
      assert.equal(head, 'time_utc,time_local,dehrprice,dehrprice 7 days earlier,dedayprice');
      assert.equal(rows.length, price.times.length);
      const byDay = new Map(daily.times.map((time, i) => [time, daily.values[i]]));
      rows.forEach((row, i) => {
        const [utc, , first, second, third] = row.split(',');
        assert.equal(Date.parse(utc!) / 1000, price.times[i]);
        assert.equal(Number(first), price.values[i]);
        assert.equal(Number(second), earlier.values[i]);
        assert.equal(third, String(byDay.get(price.times[i]!) ?? ''));
      });
    },
  );

  explorer.itLong(
    'Compare shows the other series if one is refused',
    { faults: [/^403 .*\/series\/dehrprice/, /^404 .*\/series\/nosuchcode/] },
    async (visit) => {
      const { page } = visit;
      await visit.open(`/compare?${RANGE}&s=no1hrprice&s=dehrprice&s=nosuchcode`, 'demo-nordic');
      const alerts = await page.getByRole('alert').allTextContents();
      assert.equal(alerts.length, 2);
      assert.match(alerts[0]!, /^Outside your plan: /);
      assert.deepEqual(await legendOf(page), ['no1hrprice']);
    },
  );
});

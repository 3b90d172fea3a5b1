// The chart by keyboard and by mouse: it shows what the API answers.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { SeriesColumns } from '#contract/forecast';
import { eventually } from './eventually.ts';
import { dayText, momentText, numberText } from './expected-text.ts';
import { openExplorer, SIDE_BY_SIDE } from './open-explorer.ts';
import { parameterOf } from './page-address.ts';

const SPAN = { from: '2026-11-09', to: '2026-11-15' };
/** Bands have tests of their own. */
const PAGE_ADDRESS = `/s/dehrprice?from=${SPAN.from}&to=${SPAN.to}&bands=off`;

const plotOf = (page: Page): Locator =>
  page.getByRole('application', { name: /^Germany day-ahead/ });
/** Waits until the chart announces a text. */
const waitForAnnouncement = (page: Page, text: string): Promise<void> =>
  eventually(async () =>
    assert.equal(await page.locator('.chart').getByRole('status').textContent(), text),
  );
const readout = async (page: Page): Promise<string> =>
  (await page.locator('.chart-readout').textContent())!;

/** The text that the chart should show for a value. */
function readingOf({ times, values, lastObserved }: SeriesColumns, index: number): string {
  const value = numberText(values[index]!, 2);
  const isForecast = times[index]! * 1000 > Date.parse(lastObserved!);
  const note = isForecast ? ' (forecast)' : '';
  return `${momentText(times[index]!)} · dehrprice ${value} EUR/MWh${note}`;
}

describe('the chart', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('the arrow keys read the chart value by value and day by day', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const answer = await api.columns('dehrprice', SPAN);
    await visit.open(PAGE_ADDRESS);
    const plot = plotOf(page);
    await plot.focus();
    const press = async (key: string, index: number): Promise<void> => {
      await plot.press(key);
      const expected = readingOf(answer, index);
      await waitForAnnouncement(page, expected);
      assert.equal(await readout(page), expected, key);
    };
    const now = answer.times.indexOf(Date.parse('2026-11-13T09:00:00Z') / 1000);
    const last = answer.times.length - 1;
    // The first key reads what is now.
    await press('ArrowRight', now);
    await press('ArrowRight', now + 1);
    await press('ArrowLeft', now);
    await press('Shift+ArrowLeft', now - 24);
    await press('Shift+ArrowRight', now);
    await press('Home', 0);
    await press('ArrowLeft', 0);
    await press('ArrowRight', 1);
    await press('End', last);
    await press('ArrowRight', last);
    assert.match(readingOf(answer, last), /\(forecast\)$/);
    await plot.press('Escape');
    assert.equal(
      await readout(page),
      `${dayText(answer.times[0]!)} – ${dayText(answer.times[last]!)}`,
    );
  });

  explorer.itLong(
    'keys zoom and pan the chart, which announces what it shows, and 0 shows the whole',
    async (visit) => {
      const { page } = visit;
      await visit.open(PAGE_ADDRESS);
      const plot = plotOf(page);
      await plot.focus();
      await plot.press('Home');
      const steps = [
        // Seven days from 9 Nov. The cursor at their beginning keeps its place, to the whole hour.
        ['+', 'Showing Mon 9 Nov 2026, 00:00 – Thu 12 Nov 2026, 12:00'],
        ['.', 'Showing Tue 10 Nov 2026, 18:00 – Sat 14 Nov 2026, 06:00'],
        ['.', 'Showing Thu 12 Nov 2026, 12:00 – Mon 16 Nov 2026, 00:00'],
        [',', 'Showing Tue 10 Nov 2026, 18:00 – Sat 14 Nov 2026, 06:00'],
        ['-', 'Showing Mon 9 Nov 2026 – Sun 15 Nov 2026'],
        ['+', undefined],
        ['0', 'Showing Mon 9 Nov 2026 – Sun 15 Nov 2026'],
      ] as const;
      for (const [key, text] of steps) {
        await plot.press(key);
        if (text !== undefined) await waitForAnnouncement(page, text);
        const isWhole = text === 'Showing Mon 9 Nov 2026 – Sun 15 Nov 2026';
        const reset = page.locator('.chart').getByRole('button', { name: 'Show all' });
        assert.equal(await reset.count(), isWhole ? 0 : 1);
      }
    },
  );

  explorer.itLong('the key ? lists the keys of the chart', async (visit) => {
    const { page } = visit;
    await visit.open(PAGE_ADDRESS);
    await plotOf(page).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    const keys = await dialog.locator('kbd').allTextContents();
    for (const key of ['Ctrl K', '/', '←', 'Shift →', '+', '−', ',', '.', '?'])
      assert.ok(keys.includes(key), key);
    await visit.keepPicture('keys');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('From').focus();
    await page.keyboard.type('?');
    assert.equal(await dialog.count(), 0);
  });

  explorer.itLong('the chart reads the value under the mouse', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const answer = await api.columns('dehrprice', SPAN);
    await visit.open(PAGE_ADDRESS);
    const { x, y, width, height } = (await page.locator('.chart .u-over').boundingBox())!;
    for (const index of [10, 77, 150]) {
      await page.mouse.move(x + (width * (index + 0.5)) / answer.times.length, y + height / 2);
      assert.equal(await readout(page), readingOf(answer, index));
    }
  });

  explorer.itLong('a part of the chart marked by dragging is From and To', async (visit) => {
    const { page } = visit;
    await visit.open(PAGE_ADDRESS);
    const { x, y, width, height } = (await page.locator('.chart .u-over').boundingBox())!;
    // Tuesday and Wednesday: the second and third of seven days.
    await page.mouse.move(x + width / 7 + 1, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
    await page.mouse.move(x + (width * 3) / 7 - 1, y + height / 2);
    await page.mouse.up();
    await eventually(async () => assert.equal(parameterOf(page, 'from'), '2026-11-10'));
    await visit.rest();
    assert.equal(parameterOf(page, 'to'), '2026-11-11');
    assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '2026-11-10');
    // The figures are of the part shown.
    const api = await explorer.askAs('demo');
    const { values } = await api.columns('dehrprice', { from: '2026-11-10', to: '2026-11-11' });
    assert.equal(values.length, 48);
    await page.getByText('of 48 values').waitFor();
    await page.locator('.chart').getByRole('button', { name: 'Show all' }).click();
    await visit.rest();
    assert.equal(parameterOf(page, 'from'), SPAN.from);
    assert.equal(parameterOf(page, 'to'), SPAN.to);
    assert.equal(await page.locator('.chart').getByRole('button', { name: 'Show all' }).count(), 0);
  });

  explorer.itLong('panning beyond the values loaded loads more', async (visit) => {
    const { page } = visit;
    await visit.open(PAGE_ADDRESS);
    const plot = plotOf(page);
    await plot.focus();
    await plot.press(',');
    await waitForAnnouncement(page, 'Showing Thu 5 Nov 2026, 12:00 – Thu 12 Nov 2026, 12:00');
    await eventually(async () => assert.equal(parameterOf(page, 'from'), '2026-11-05T12:00'));
    await visit.rest();
    assert.equal(parameterOf(page, 'to'), '2026-11-12T11:00');
    await page.getByText(/as stored · 168 values/).waitFor();
    await plot.press('-');
    await waitForAnnouncement(page, 'Showing Mon 2 Nov 2026 – Sun 15 Nov 2026');
    await eventually(async () => assert.equal(parameterOf(page, 'from'), '2026-11-02'));
    await visit.rest();
    assert.equal(parameterOf(page, 'to'), '2026-11-15');
    await page.getByText(/as stored · 336 values/).waitFor();
  });

  explorer.itLong('the caption of the chart names the gaps and what is forecast', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const query = { from: '2026-09-01', to: '2026-10-31' };
    const { times, values } = await api.columns('ithrcons', query);
    const gaps = values.filter((value, i) => value === null && values[i - 1] !== null);
    assert.ok(gaps.length > 0);
    await visit.open(`/s/ithrcons?from=${query.from}&to=${query.to}`);
    const caption = (await page.locator('.chart-caption').textContent())!;
    assert.equal(caption.match(/gap /g)?.length, gaps.length);
    const first = times[values.indexOf(null)]!;
    const [day] = dayText(first).split(/ 2026/);
    assert.ok(caption.startsWith(`gap ${day} `), caption);
    assert.doesNotMatch(caption, /forecast|after now/);
    await visit.open('/s/dehrprice');
    assert.match(
      (await page.locator('.chart-caption').textContent())!,
      /thin and dashed: forecast · shaded: after now/,
    );
  });
});

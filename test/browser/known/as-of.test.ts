// Explore as of an earlier time: the page shows what the API answers with asOf, and says so.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually } from '../eventually.ts';
import { momentText, numberText } from '../expected-text.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { parameterOf } from '../page-address.ts';
import { figuresOf } from '../periods/shown-figures.ts';

const SPAN = 'from=2026-11-11&to=2026-11-14';

describe('as of an earlier time', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it(
    'the slider steps over the times of change, and the figures follow',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const { times } = await api.changeTimes('dehrprice');
      assert.ok(times.length > 3, `${times.length} changes`);
      await visit.open(`/s/dehrprice?${SPAN}`);
      await page.getByRole('button', { name: 'As of…' }).click();
      const controls = page.getByRole('region', { name: 'As of' });
      const slider = controls.getByRole('slider');
      await slider.waitFor();
      assert.equal(await slider.getAttribute('aria-valuetext'), 'now');
      for (const asOf of times.slice(0, 3)) {
        await slider.press('ArrowLeft');
        await eventually(async () => assert.equal(parameterOf(page, 'asOf'), asOf));
        await visit.rest();
        const query = { from: '2026-11-11', to: '2026-11-14', asOf, kinds: 'true' };
        const answer = await api.columns('dehrprice', query);
        const lastAt = answer.times.indexOf(Date.parse(answer.lastObserved!) / 1000);
        const figures = await figuresOf(page, 'Figures in EUR/MWh');
        assert.equal(figures.Last![0], numberText(answer.values[lastAt]!, 2));
        const seconds = Date.parse(asOf) / 1000;
        const head = page.locator('.explore-as-of');
        assert.ok((await head.textContent())!.startsWith(`As known on ${momentText(seconds)}`));
      }
      await visit.keepPicture('explore-as-of');
      await controls.getByRole('button', { name: 'Back to now' }).click();
      await page.getByRole('button', { name: 'As of…' }).waitFor();
      assert.equal(parameterOf(page, 'asOf'), null);
      assert.equal(await page.locator('.explore-as-of').count(), 0);
    },
  );

  explorer.itLong(
    'a link as of a keyword means its end, and its keywords go by that time',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice?from=today&to=tomorrow&asOf=yesterday-1');
      const head = page.locator('.explore-as-of');
      assert.match((await head.textContent())!, /^As known on Wed 11 Nov 2026, 23:59 CET/);
      // Today was the eleventh.
      await page.getByText('Wed 11 Nov 2026 – Thu 12 Nov 2026').waitFor();
      const field = page.getByRole('textbox', { name: 'As of' });
      assert.equal(await field.inputValue(), 'yesterday-1');
      await field.fill('2026-11-12T10:00');
      await field.press('Enter');
      await eventually(async () => assert.equal(parameterOf(page, 'asOf'), '2026-11-12T10:00'));
      // Tomorrow is the thirteenth.
      await page.getByText('until Sat 14 Nov 2026, 00:00').waitFor();
      assert.match(
        (await page.locator('.snippet-card pre').textContent())!,
        /asOf=2026-11-12T10:00/,
      );
    },
  );

  explorer.itLong(
    'a time that is none is refused beneath its field and is not applied',
    async (visit) => {
      const { page } = visit;
      await visit.open(`/s/dehrprice?${SPAN}&asOf=2026-11-12T10:00`);
      const field = page.getByRole('textbox', { name: 'As of' });
      await field.fill('yesterdya');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      await page.getByText(/did you mean yesterday\?/).waitFor();
      await field.press('Enter');
      assert.equal(parameterOf(page, 'asOf'), '2026-11-12T10:00');
      await field.press('Escape');
      assert.equal(await field.inputValue(), '2026-11-12T10:00');
    },
  );

  explorer.itLong(
    'the page as of an earlier time has no axe violation and fits the screen',
    { reducedMotion: 'reduce' },
    async (visit) => {
      await visit.open(`/s/dehrprice?${SPAN}&asOf=2026-11-12T10:00`);
      await visit.page.getByRole('slider').waitFor();
      await lookOver(visit, 'explore-as-of');
    },
  );
});

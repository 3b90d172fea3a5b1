// Explore: every control decides what is shown, and the address has the whole state.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { openExplorer, SIDE_BY_SIDE } from './open-explorer.ts';
import { addressOf, parameterOf } from './page-address.ts';

/** The note beneath a field. */
async function noteOf(field: Locator): Promise<string> {
  const id = await field.getAttribute('aria-describedby');
  return (await field.page().locator(`[id="${id}"]`).textContent())!;
}

const pressed = (page: Page, group: string): Promise<string[]> =>
  page.getByRole('group', { name: group }).locator('[aria-pressed="true"]').allTextContents();

describe('the controls of Explore', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('From and To take keywords and dates and show the resolved times', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })];
    assert.equal(await noteOf(from), 'Fri 30 Oct 2026, 00:00');
    assert.equal(await noteOf(to), 'until Sat 21 Nov 2026, 00:00');
    await from.fill('month');
    // The note follows what is typed; the page follows Enter.
    assert.equal(await noteOf(from), 'Sun 1 Nov 2026, 00:00');
    assert.equal(parameterOf(page, 'from'), null);
    await from.press('Enter');
    await to.fill('2026-11-10');
    await to.press('Tab');
    await visit.rest();
    assert.equal(addressOf(page), '/s/dehrprice?from=month&to=2026-11-10');
    assert.equal(await noteOf(to), 'until Wed 11 Nov 2026, 00:00');
    assert.equal(await noteOf(page.getByLabel('Resolution')), 'as stored · 240 values');
    await page.getByText('Sun 1 Nov 2026 – Tue 10 Nov 2026').waitFor();
  });

  explorer.it(
    'a word that is no date is refused beneath its field, with the nearest keyword',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      const to = page.getByLabel('To', { exact: true });
      await to.fill('todya');
      assert.match(await noteOf(to), /"todya" \(did you mean today\?\)/);
      assert.equal(await to.getAttribute('aria-invalid'), 'true');
      await visit.keepPicture('explore-todya');
      await to.press('Enter');
      await to.press('Tab');
      await visit.rest();
      assert.equal(parameterOf(page, 'to'), null);
      await to.focus();
      await to.press('Escape');
      assert.equal(await to.inputValue(), 'today+7');
      assert.equal(await to.getAttribute('aria-invalid'), 'false');
    },
  );

  explorer.itLong(
    'a From after To is reported beneath From',
    { faults: [/^400 /] },
    async ({ page, open }) => {
      await open('/s/dehrprice?from=today&to=today-3');
      assert.equal(await noteOf(page.getByLabel('From')), 'From is after To');
      assert.equal(await page.getByLabel('From').getAttribute('aria-invalid'), 'true');
    },
  );

  explorer.itLong('Resolution resamples and extracts, as the API does', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    await visit.open('/s/dehrprice?from=2026-01-01&to=2026-10-31');
    const select = page.getByLabel('Resolution');
    const groups = await select.locator('optgroup').all();
    assert.equal(groups.length, 2);
    const names: string[] = [];
    for (const group of groups) {
      for (const option of await group.locator('option:not([disabled])').all())
        names.push((await option.getAttribute('value'))!);
    }
    const { blocks } = await api.about();
    assert.deepEqual(
      names.slice(-blocks.length),
      blocks.map(({ name }) => name),
    );
    assert.ok(names.includes('week') && names.includes('year') && names.includes('peak'));
    for (const resolution of names) {
      await select.selectOption(resolution);
      await visit.rest();
      const shown = parameterOf(page, 'resolution');
      assert.equal(shown, resolution === 'native' ? null : resolution);
      const query = { from: '2026-01-01', to: '2026-10-31', resolution };
      const { times, hours } = await api.columns('dehrprice', query);
      const count = times.length.toLocaleString('en-GB');
      const note = await noteOf(select);
      assert.ok(note.includes(` · ${count} value`), `${resolution}: ${note}`);
      const clock = hours?.replaceAll(/(\d\d)-(\d\d)/g, '$1:00–$2:00');
      if (clock !== undefined) assert.ok(note.startsWith(`mean of ${clock}`), note);
    }
  });

  explorer.itLong(
    'a finer resolution than the series has cannot be chosen',
    async ({ page, open }) => {
      await open('/s/hpddanoresa?from=today-365');
      const select = page.getByLabel('Resolution');
      assert.equal(await select.locator('option:checked').textContent(), 'native (week)');
      const isDisabled = (name: string) => select.locator(`option[value="${name}"]`).isDisabled();
      assert.deepEqual(
        await Promise.all(['hour', 'day', 'week', 'month', 'peak'].map(isDisabled)),
        [true, true, false, false, true],
      );
    },
  );

  explorer.itLong('presets are keywords, one step of the history each', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrcons');
    assert.deepEqual(await pressed(page, 'Range'), ['14d']);
    const expected = [
      ['7d', '?from=today-7'],
      ['MTD', '?from=month&to=today'],
      ['YTD', '?from=year&to=today'],
      ['1y', '?from=today-365&to=today'],
      ['All', '?from=first&to='],
      ['14d', ''],
    ] as const;
    for (const [name, search] of expected) {
      await page.getByRole('button', { name, exact: true }).click();
      await visit.rest();
      assert.equal(addressOf(page), `/s/dehrcons${search}`);
      assert.deepEqual(await pressed(page, 'Range'), [name]);
    }
    await page.goBack();
    await page.goBack();
    await visit.rest();
    assert.equal(parameterOf(page, 'from'), 'today-365');
    assert.deepEqual(await pressed(page, 'Range'), ['1y']);
  });

  explorer.it('CET and UTC change the names of times, not the values shown', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-11-02&to=2026-11-02');
    const span = page.locator('.chart-readout');
    assert.equal(await span.textContent(), 'Mon 2 Nov 2026');
    await page.getByRole('button', { name: 'UTC', exact: true }).click();
    assert.equal(parameterOf(page, 'zone'), 'utc');
    assert.equal(await span.textContent(), 'Sun 1 Nov 2026, 23:00 – Mon 2 Nov 2026, 23:00');
    assert.equal(await noteOf(page.getByLabel('From')), 'Sun 1 Nov 2026, 23:00');
    await page.getByRole('button', { name: 'CET/CEST', exact: true }).click();
    assert.equal(parameterOf(page, 'zone'), null);
    assert.equal(await noteOf(page.getByLabel('From')), 'Mon 2 Nov 2026, 00:00');
  });

  explorer.itLong('tabs follow the mouse and the arrow keys', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    const panel = page.getByRole('tabpanel', { name: /Chart|Table|Heatmap/ });
    await page.getByRole('tab', { name: 'Table' }).click();
    await panel.getByRole('table').waitFor();
    assert.equal(parameterOf(page, 'tab'), 'table');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('application', { name: /Arrow keys read cells/ }).waitFor();
    assert.equal(parameterOf(page, 'tab'), 'heatmap');
    await page.keyboard.press('Home');
    await page.locator('.chart').waitFor();
    assert.equal(parameterOf(page, 'tab'), null);
    assert.equal(await page.getByRole('tab', { selected: true }).first().textContent(), 'Chart');
  });

  explorer.itLong('a reload shows the same view again', async (visit) => {
    const { page } = visit;
    const address = '/s/frhrprice?from=2026-10-20&to=2026-11-03&resolution=peak&zone=utc&tab=table';
    await visit.open(address);
    const read = async (): Promise<string> => {
      // The newest run and the names of areas load after the rest.
      for (const name of ['Newest run', 'More of France'])
        await page.getByRole('heading', { name }).waitFor();
      const text = await page.getByRole('main').innerText();
      const fields = [page.getByLabel('From'), page.getByLabel('To', { exact: true })];
      const typed = await Promise.all(fields.map((field) => field.inputValue()));
      return [...typed, text.replace(/updated .*/, '')].join('\n');
    };
    const before = await read();
    assert.match(before, /peak \(09:00–20:00\)/);
    assert.equal(addressOf(page), address);
    await page.reload();
    await visit.rest();
    assert.equal(await read(), before);
  });

  explorer.it(
    'a link is copied as it is, to move with time, or with its dates fixed',
    { permissions: ['clipboard-read', 'clipboard-write'] },
    async ({ page, open }) => {
      await open('/s/dehrprice?from=month&to=today%2B1&resolution=peak');
      const { url } = explorer.app;
      const links = [
        ['Copy link', `${url}/s/dehrprice?from=month&to=today%2B1&resolution=peak`],
        [
          'Copy link, dates fixed',
          `${url}/s/dehrprice?from=2026-11-01&to=2026-11-14&resolution=peak`,
        ],
      ] as const;
      for (const [name, link] of links) {
        const button = page.getByRole('button', { name, exact: true });
        const handle = (await button.elementHandle())!;
        await button.click();
        // The button says so for a moment only, which reading the clipboard may take on a busy machine.
        await eventually(async () => assert.match((await handle.textContent())!, /Copied$/));
        await eventually(async () =>
          assert.equal(await page.evaluate('navigator.clipboard.readText()'), link),
        );
      }
    },
  );

  explorer.itLong('while new values load, the old ones stay in sight, dimmed', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/series/dehrprice?*', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('button', { name: '7d', exact: true }).click();
    const panel = page.getByRole('tabpanel', { name: 'Chart' });
    await page.locator('#explore-panel[aria-busy="true"] .is-stale .chart').waitFor();
    const dim = `getComputedStyle(document.querySelector('.is-stale')).opacity`;
    await eventually(async () => assert.ok(Number(await page.evaluate(dim)) < 1));
    release();
    await visit.rest();
    assert.equal(await panel.getAttribute('aria-busy'), 'false');
    assert.equal(await page.locator('.is-stale').count(), 0);
    await page.getByText('Fri 6 Nov 2026 – Fri 20 Nov 2026').waitFor();
  });

  explorer.itLong('other series of the area and its runs are one click away', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=today-3');
    const related = page.getByRole('complementary', { name: 'Related' });
    await related.getByRole('link', { name: /dehrsolar\b/ }).click();
    await visit.rest();
    assert.equal(addressOf(page), '/s/dehrsolar?from=today-3');
    await page.goBack();
    await related.getByRole('link', { name: 'All runs of DE' }).click();
    await page.getByRole('heading', { level: 1, name: 'Forecasts' }).waitFor();
    assert.equal(addressOf(page), '/f/DE');
  });
});

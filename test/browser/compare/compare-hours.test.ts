// Compare: figures of common hours, one cursor over all panels, the table, the request, and the picker.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { momentText, numberText } from '../expected-text.ts';
import { openExplorer, PASSWORD, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const SPAN = { from: '2026-11-02', to: '2026-11-08' };
const RANGE = `from=${SPAN.from}&to=${SPAN.to}`;

const meansOf = async (page: Page): Promise<string[]> => {
  const rows = await page.getByRole('region', { name: 'Figures' }).locator('tbody tr').all();
  return Promise.all(
    rows.map((row) => row.getByRole('cell').nth(2).textContent() as Promise<string>),
  );
};

describe('hours on Compare', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('figures are of common hours by default, and say of how many', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    // The wind of the day is a forecast sooner than the price.
    const query = { from: '2026-11-10', to: '2026-11-14', kinds: 'true' };
    const answers = await Promise.all(
      ['dehrprice', 'dehrwind'].map((code) => api.columns(code, query)),
    );
    const isObserved = (a: (typeof answers)[number], i: number): boolean =>
      a.values[i] !== null && a.times[i]! <= Date.parse(a.lastObserved!) / 1000;
    const all = answers[0]!.times.map((_, i) => i);
    const common = all.filter((i) => answers.every((answer) => isObserved(answer, i)));
    const own = all.filter((i) => isObserved(answers[0]!, i));
    assert.ok(common.length < own.length);
    const meanOver = (rows: number[]): string =>
      numberText(rows.reduce((sum, i) => sum + answers[0]!.values[i]!, 0) / rows.length, 2);

    await visit.open('/compare?from=2026-11-10&to=2026-11-14&s=dehrprice&s=dehrwind');
    await page
      .getByText(`in the ${common.length} of ${all.length} hours that all lines have`)
      .waitFor();
    assert.equal((await meansOf(page))[0], meanOver(common));
    const button = page.getByRole('button', { name: 'Common hours only' });
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await button.click();
    await page.getByText('each line over all of its own').waitFor();
    assert.match(addressOf(page), /hours=all/);
    assert.equal((await meansOf(page))[0], meanOver(own));
  });

  explorer.itLong('quarter hours beside hours count as hours', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const quarter = (await api.metadata({ resolution: 'QuarterHourly', limit: '1' }))[0]!;
    const { times, values } = await api.columns(quarter.seriesId, SPAN);
    const hours = times.flatMap((_, i) => {
      const four = values.slice(i, i + 4);
      return i % 4 === 0 && four.every((value) => value !== null)
        ? [four.reduce((sum: number, value) => sum + value!, 0) / 4]
        : [];
    });
    await visit.open(`/compare?${RANGE}&s=${quarter.seriesId}&s=dehrprice`);
    await page.getByText(`in the ${hours.length} of 168 hours that all lines have`).waitFor();
    const cells = page.getByRole('region', { name: 'Figures' }).locator('tbody tr').first();
    const max = await cells.getByRole('cell').nth(4).textContent();
    assert.equal(
      Number(max!.replaceAll(',', '').replace('−', '-')).toFixed(1),
      Math.max(...hours).toFixed(1),
    );
  });

  explorer.itLong('one cursor reads all panels', async (visit) => {
    const { page } = visit;
    await visit.open(`/compare?${RANGE}&s=dehrprice&s=dehrwind`);
    const plots = page.getByRole('application');
    assert.equal(await plots.count(), 2);
    await plots.nth(1).focus();
    await plots.nth(1).press('Home');
    const time = Date.parse('2026-11-01T23:00Z') / 1000;
    const readouts = page.locator('.chart-readout');
    for (const [at, name] of [
      [0, 'dehrprice'],
      [1, 'dehrwind'],
    ] as const) {
      const text = `${momentText(time)} · ${name} `;
      await eventually(async () =>
        assert.ok((await readouts.nth(at).textContent())!.startsWith(text)),
      );
    }
    const lines = await page.locator('.chart-cursor').all();
    const lefts = await Promise.all(lines.map(async (line) => (await line.boundingBox())!.x));
    assert.equal(lefts.length, 2);
    assert.ok(Math.abs(lefts[0]! - lefts[1]!) <= 1);
  });

  explorer.itLong('a zoom in one panel is that of all', async (visit) => {
    const { page } = visit;
    await visit.open(`/compare?${RANGE}&s=dehrprice&s=dehrwind`);
    const plot = page.getByRole('application').first();
    await plot.focus();
    await plot.press('+');
    await eventually(async () => assert.doesNotMatch(addressOf(page), /from=2026-11-02&/));
    await visit.rest();
    await plot.press('Escape');
    const readouts = await page.locator('.chart-readout').allTextContents();
    assert.equal(readouts[0], readouts[1]);
    assert.equal(await page.getByRole('button', { name: 'Show all' }).count(), 2);
  });

  explorer.itLong('the picture has all panels above each other', async (visit) => {
    const { page } = visit;
    await visit.open(`/compare?${RANGE}&s=dehrprice&s=dehrwind`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PNG' }).click(),
    ]);
    const { readFile } = await import('node:fs/promises');
    const png = await readFile(await download.path());
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.ok(height > 2 * 2 * 280 && width > 1000, `${width} × ${height}`);
  });

  explorer.itLong('the table of Compare has every value of every line', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { times, values } = await api.columns('dehrprice', SPAN);
    await visit.open(`/compare?${RANGE}&s=dehrprice&s=dedayprice&f=dehrprice*2`);
    await page.getByRole('tab', { name: 'Table' }).click();
    await visit.rest();
    assert.match(addressOf(page), /tab=table/);
    const table = page.getByRole('region', { name: 'Values of all lines' });
    assert.equal(
      await table.getByRole('table').getAttribute('aria-rowcount'),
      String(times.length + 1),
    );
    const second = table.locator('[aria-rowindex="3"]');
    assert.equal(await second.getByRole('rowheader').textContent(), momentText(times[1]!));
    // The daily series has a value at the first hour of the day only.
    assert.deepEqual(await second.getByRole('cell').allTextContents(), [
      numberText(values[1]!, 2),
      '',
      numberText(values[1]! * 2, 2),
    ]);
    await table.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    await table.locator(`[aria-rowindex="${times.length + 1}"]`).waitFor();
  });

  explorer.itLong(
    'the request of Compare answers for all series when it is sent',
    async (visit) => {
      const { page } = visit;
      await visit.open(`/compare?${RANGE}&s=dehrprice&f=frhrprice-nlhrprice`);
      const code = await page.locator('.snippet-card code').first().textContent();
      const body = /-d '(.*)'/.exec(code!)![1]!;
      const url = /'(http[^']*)'/.exec(code!)![1]!;
      const signIn = await fetch(new URL('/api/v1/auth', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'demo', password: PASSWORD }),
      });
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${(await signIn.json()) as string}`,
        },
        body,
      });
      const series = (await answer.json()) as { Meta: { code: string }; Values: object }[];
      assert.deepEqual(
        series.map(({ Meta }) => Meta.code),
        ['dehrprice', 'frhrprice', 'nlhrprice'],
      );
      assert.ok(series.every(({ Values }) => Object.keys(Values).length === 168));
      for (const [tab, words] of [
        ['Python', 'urlopen(request)'],
        ['TypeScript', 'await fetch('],
        ['Excel / Power Query', 'Web.Contents('],
      ] as const) {
        await page.getByRole('tab', { name: tab }).click();
        await page.locator('.snippet-card code').first().getByText(words).waitFor();
      }
    },
  );

  for (const [typed, code] of [
    ['french wind', 'frhrwind'],
    ['german load', 'dehrcons'],
    ['wnd fr', 'frhrwind'],
  ] as const) {
    explorer.itLong(`the picker finds ${code} by “${typed}”, as Find does`, async (visit) => {
      const { page } = visit;
      await visit.open(`/compare?${RANGE}&s=dehrprice`);
      const field = page.getByRole('combobox', { name: 'Add a series' });
      await field.fill(typed);
      await eventually(async () => {
        const [first] = await page
          .getByRole('listbox', { name: 'Series found' })
          .getByRole('option')
          .allTextContents();
        assert.ok(first?.startsWith(`${code} `), `${first} is first`);
      });
      await visit.rest();
      await field.press('Enter');
      await visit.rest();
      assert.equal(addressOf(page), `/compare?${RANGE}&s=dehrprice&s=${code}`);
    });
  }
});

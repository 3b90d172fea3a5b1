// Formulas on Compare: a spread and a residual load as lines, in figures, in the file and in the address.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { numberText } from '../expected-text.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const SPAN = { from: '2026-11-02', to: '2026-11-08' };
const RANGE = `from=${SPAN.from}&to=${SPAN.to}`;
/** A week with the night in which the clock goes back. */
const LONG = { from: '2026-10-19', to: '2026-10-25' };

const formulasOf = (page: Page) =>
  page.getByRole('list', { name: 'Formulas' }).getByRole('listitem');
const figuresOf = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Figures' })
    .getByRole('row', { name: new RegExp(`^${label} `) })
    .first()
    .getByRole('cell');
const legendOf = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Lines' }).getByRole('button').allTextContents();

async function csvOf(page: Page): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((row) => row.split(','));
}

describe('formulas on Compare', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it(
    'the spread of two prices is one click, a line, figures and a column',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const [de, fr] = await Promise.all(
        ['dehrprice', 'frhrprice'].map((code) => api.columns(code, SPAN)),
      );
      const spread = de!.values.map((value, i) => value! - fr!.values[i]!);
      await visit.open(`/compare?${RANGE}&s=dehrprice&s=frhrprice`);
      await page.getByRole('button', { name: 'Spread dehrprice − frhrprice' }).click();
      await visit.rest();
      assert.equal(
        addressOf(page),
        `/compare?${RANGE}&s=dehrprice&s=frhrprice&f=dehrprice+-+frhrprice`,
      );
      assert.deepEqual(await legendOf(page), ['dehrprice', 'frhrprice', 'dehrprice − frhrprice']);
      const [, last, mean, min, max] = await figuresOf(
        page,
        'dehrprice − frhrprice',
      ).allTextContents();
      assert.equal(last, numberText(spread.at(-1)!, 2));
      assert.equal(mean, numberText(spread.reduce((a, b) => a + b, 0) / spread.length, 2));
      assert.equal(min, numberText(Math.min(...spread), 2));
      assert.equal(max, numberText(Math.max(...spread), 2));
      const [head, ...rows] = await csvOf(page);
      assert.deepEqual(head, [
        'time_utc',
        'time_local',
        'dehrprice',
        'frhrprice',
        'dehrprice - frhrprice',
      ]);
      assert.deepEqual(
        rows.map((row) => Number(row[4])),
        spread.map((value) => Number(value.toFixed(6))),
      );
      // The spread is shown: it is not offered again.
      assert.equal(await page.getByRole('button', { name: /^Spread/ }).count(), 0);
    },
  );

  explorer.itLong(
    'a formula of series that are not listed is a line, also over the long night',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const [load, wind] = await Promise.all(
        ['dehrcons', 'dehrwind'].map((code) => api.columns(code, LONG)),
      );
      assert.equal(load!.times.length, 7 * 24 + 1);
      await visit.open(`/compare?from=${LONG.from}&to=${LONG.to}`);
      const field = page.getByLabel('Add a formula');
      await field.fill('dehrcons - dehrwind');
      await field.press('Enter');
      await visit.rest();
      assert.deepEqual(await legendOf(page), ['dehrcons − dehrwind']);
      await formulasOf(page).getByText('MWh · hour').waitFor();
      const rows = (await csvOf(page)).slice(1);
      assert.deepEqual(
        rows.map((row) => Number(row[2])),
        load!.values.map((value, i) => Number((value! - wind!.values[i]!).toFixed(4))),
      );
    },
  );

  explorer.itLong(
    'a formula is changed in its field, and hidden and removed like a series',
    async (visit) => {
      const { page } = visit;
      await visit.open(`/compare?${RANGE}&s=dehrprice&f=dehrprice*2`);
      await page.getByRole('button', { name: 'Edit dehrprice × 2' }).click();
      const field = page.getByLabel('Edit the formula');
      await eventually(async () => assert.equal(await field.inputValue(), 'dehrprice*2'));
      await field.fill('max(dehrprice, 50)');
      await page.getByRole('button', { name: 'Apply' }).click();
      await visit.rest();
      assert.deepEqual(await legendOf(page), ['dehrprice', 'max(dehrprice, 50)']);
      await page.getByRole('button', { name: 'max(dehrprice, 50)', exact: true }).click();
      await eventually(async () => assert.match(addressOf(page), /hide=max/));
      await page.getByRole('button', { name: 'Remove max(dehrprice, 50)' }).click();
      await visit.rest();
      assert.deepEqual(await legendOf(page), ['dehrprice']);
    },
  );

  explorer.itLong('what cannot be read or added is refused in words', async (visit) => {
    const { page } = visit;
    await visit.open(`/compare?${RANGE}&s=dehrprice&f=dehrprice-dehrwind`);
    const [unitFault] = await formulasOf(page).getByRole('alert').allTextContents();
    assert.match(unitFault!, /EUR\/MWh and MWh cannot be subtracted: the units must be the same\./);
    const field = page.getByLabel('Add a formula');
    await field.fill('dehrprice +');
    await page.getByText('After "+" something is missing.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled());
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
  });

  explorer.itLong(
    'a wrong code in a series or a formula has a button with the right one',
    { faults: [/^404 .*\/series\/frhrprce/, /^404 .*\/series\/nlhrprce/] },
    async (visit) => {
      const { page } = visit;
      await visit.open(`/compare?${RANGE}&s=frhrprce&f=dehrprice+-+nlhrprce`);
      await page.getByRole('button', { name: 'Use frhrprice' }).click();
      await page.getByRole('button', { name: 'Use nlhrprice' }).click();
      await visit.rest();
      assert.equal(addressOf(page), `/compare?${RANGE}&s=frhrprice&f=dehrprice+-+nlhrprice`);
      assert.deepEqual(await legendOf(page), ['frhrprice', 'dehrprice − nlhrprice']);
      assert.equal(await page.getByRole('alert').count(), 0);
    },
  );
});

// What changed since a time, over all areas: the table and the chart show what the API answers.

import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import type { ChangesAnswer } from '#contract/changes';
import { NOW } from '../demo-store.ts';
import { eventually } from '../eventually.ts';
import { numberText } from '../expected-text.ts';
import { lookOver } from '../look-over.ts';
import { type Explorer, openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf, parameterOf } from '../page-address.ts';

const signed = (value: number, digits: number): string =>
  `${value > 0 && /[1-9]/.test(value.toFixed(digits)) ? '+' : ''}${numberText(value, digits)}`;

/** The names of the table's areas, from the top. */
const areasOf = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'Areas' }).getByRole('rowheader').allTextContents();

const namesBy = (
  { areas }: ChangesAnswer,
  sizeOf: (area: ChangesAnswer['areas'][number]) => number | null | undefined,
): string[] =>
  areas
    .toSorted((a, b) => Math.abs(sizeOf(b) ?? 0) - Math.abs(sizeOf(a) ?? 0))
    .map(({ description }) => description);

/** How much a new run lies above the one before it, by area. */
const SHIFTS = { de: 5, fr: -12.5, no1: 1 };
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** Writes a new run of some areas, an hour after the demo's present, and lets another hour pass. */
async function writeRuns(explorer: Explorer): Promise<void> {
  const { store } = explorer.app;
  const issuedAt = NOW + HOUR_MS;
  await store.write(async (writer) => {
    for (const [area, shift] of Object.entries(SHIFTS)) {
      const { key } = (await writer.findSeries(`${area}hrprice`))!;
      const { analyzedAt: _, ...run } = (await writer.findNewestRun(key))!;
      const values = run.values.map((value, i) => value + (i === 30 ? 3 * shift : shift));
      const newest = { ...run, values, analyzedAt: issuedAt, updatedAt: issuedAt };
      await writer.writeRun(key, newest, issuedAt + 10 * MINUTE_MS);
    }
    // The preferred source, without an earlier run that it could be compared with.
    const { key } = (await writer.findSeries('nlhrprice'))!;
    const run = (await writer.findNewestRun(key))!;
    const values = run.values.map((value) => value + 100);
    await writer.writeRun(key, { ...run, values, source: 'gridtide' }, issuedAt + 10 * MINUTE_MS);
  });
  explorer.passMinutes(120);
}

describe('what changed', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();
  before(() => writeRuns(explorer));

  explorer.it(
    'the table has every area, the largest change first, as the API answers',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      await visit.open('/changes?since=1h');
      const answer = await api.changedAreas({ since: '2026-11-13T10:00:00Z', oneSource: 'true' });
      assert.ok(answer.areas.length > 30);
      assert.deepEqual(
        answer.areas.slice(0, 3).map(({ area }) => area),
        ['FR', 'DE', 'NO1'],
      );
      assert.deepEqual(
        await areasOf(page),
        namesBy(answer, ({ mean }) => mean),
      );
      const [first] = answer.areas;
      const row = page.getByRole('row').filter({ hasText: first!.description });
      const cells = await row.getByRole('cell').allTextContents();
      assert.equal(cells[2], signed(first!.mean!, 2));
      assert.ok(cells[3]!.startsWith(signed(first!.largest!.change, 2)), cells[3]!);
      await visit.keepPicture('changes');
      await page.getByRole('button', { name: 'Largest' }).click();
      await eventually(async () =>
        assert.deepEqual(
          await areasOf(page),
          namesBy(answer, ({ largest }) => largest?.change),
        ),
      );
      assert.equal(parameterOf(page, 'order'), 'largest');
    },
  );

  explorer.itLong(
    'a chosen row is drawn as known then and now, and leads to both',
    async (visit) => {
      const { page } = visit;
      await visit.open('/changes?since=1h');
      const name = 'Show the hours of France';
      await page.getByTitle(name).click();
      await eventually(async () => assert.equal(parameterOf(page, 'area'), 'FR'));
      await page.getByRole('heading', { level: 2, name: /^France/ }).waitFor();
      const chart = page.getByRole('application', { name: 'France: then and now, EUR/MWh' });
      await chart.waitFor();
      await page.getByText('as known Fri 13 Nov 2026, 11:00', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Explore as known then' }).click();
      await page.getByText(/^As known on Fri 13 Nov 2026, 11:00/).waitFor();
      assert.equal(
        addressOf(page),
        '/s/frhrprice?from=2026-11-13&to=2026-11-14&asOf=2026-11-13T10%3A00%3A00.000Z',
      );
    },
  );

  explorer.itLong('since when and of what can be chosen, and the address has it', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    await visit.open('/');
    await page.getByRole('link', { name: 'What changed since yesterday' }).click();
    await page.getByRole('heading', { level: 1, name: 'What changed' }).waitFor();
    await page.getByRole('button', { name: 'last week' }).click();
    await page.getByText(/less as known on Fri 6 Nov 2026, 12:00 CET/).waitFor();
    await page.getByLabel('Quantity').selectOption('hrcons');
    const field = page.getByLabel('or a time');
    await field.fill('2026-11-11T08:00');
    await field.press('Enter');
    await page.getByText(/less as known on Wed 11 Nov 2026, 08:00 CET/).waitFor();
    await visit.rest();
    assert.equal(addressOf(page), '/changes?since=2026-11-11T08%3A00&category=hrcons');
    const answer = await api.changedAreas({
      ...{ since: '2026-11-11T07:00:00Z', category: 'hrcons', oneSource: 'true' },
    });
    assert.deepEqual(
      await areasOf(page),
      namesBy(answer, ({ mean }) => mean),
    );
    await field.fill('tomorrow');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await page.getByText('A time that is past is needed').waitFor();
  });

  explorer.itLong(
    'the demo has changes since yesterday at once, within one source',
    async (visit) => {
      const { page } = visit;
      await visit.open('/changes');
      const chips = page.getByRole('group', { name: 'Source' });
      await chips.getByRole('button', { name: 'demo-naive', pressed: true }).waitFor();
      const table = page.getByRole('region', { name: 'Areas' });
      const changes = await table.locator('tbody td:nth-child(4)').allTextContents();
      assert.ok(changes.length > 30);
      for (const change of changes) assert.match(change, /\d/);
      assert.ok(changes.filter((change) => /[1-9]/.test(change)).length > 25, changes.join(' '));
      await visit.keepPicture('changes-yesterday');
    },
  );

  explorer.itLong('a source is chosen by its chip, and again leaves the choice', async (visit) => {
    const { page } = visit;
    await visit.open('/changes?since=1h&area=NL');
    const chips = page.getByRole('group', { name: 'Source' });
    await page.getByText(/now: .* of demo-naive$/).waitFor();
    await chips.getByRole('button', { name: 'gridtide' }).click();
    await eventually(async () => assert.equal(parameterOf(page, 'source'), 'gridtide'));
    await page.getByText(/^Newest run then: none · now: .* of gridtide$/).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Netherlands' });
    assert.match((await row.textContent())!, / h, \d+ new/);
    await chips.getByRole('button', { name: 'gridtide', pressed: true }).click();
    await eventually(async () => assert.equal(parameterOf(page, 'source'), null));
    await chips.getByRole('button', { name: 'demo-naive', pressed: true }).waitFor();
  });

  explorer.itLong('a plan sees its own areas only', async (visit) => {
    await visit.open('/changes', 'demo-nordic');
    const names = await areasOf(visit.page);
    const api = await explorer.askAs('demo-nordic');
    const { areas } = await api.changedAreas({});
    assert.ok(areas.length > 0 && areas.length < 30);
    assert.deepEqual(names.toSorted(), areas.map(({ description }) => description).toSorted());
  });

  explorer.itLong(
    'the page of changes has no axe violation and fits the screen, in light and dark',
    { reducedMotion: 'reduce' },
    async (visit) => {
      await visit.open('/changes?since=1h');
      await lookOver(visit, 'changes');
    },
  );
});

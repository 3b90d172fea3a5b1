// Series on the operator's pages: found, defined, edited, with a rule, runs and the order of sources.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { openOperatorExplorer } from './operator-explorer.ts';

/** Defines a series as the page's own requests do, and writes values with two gaps. */
const WRITE_GAPS = `(async () => {
  const headers = { 'content-type': 'application/json' };
  const send = async (method, path, body) => {
    const answer = await fetch('/api/operator/series/gappy' + path, {
      method, headers, body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  await send('PUT', '', { description: 'With gaps', unit: 'MWh', resolution: 'hour' });
  await send('POST', '/values', { start: '2026-11-01T00:00Z', values: [1, 2] });
  await send('POST', '/values', { start: '2026-11-01T05:00Z', values: [3] });
  await send('POST', '/values', { start: '2026-11-01T07:00Z', values: [4] });
})()`;

describe('series of an operator', () => {
  const explorer = openOperatorExplorer();

  explorer.itLong('series are found by words and page by page', async (visit) => {
    const { page } = visit;
    await visit.open('/operator/series');
    const found = page.getByRole('region', { name: 'Found series' });
    const codes = () => found.getByRole('link').allInnerTexts();
    const first = await codes();
    assert.equal(first.length, 25);
    await page.getByRole('button', { name: 'Next' }).click();
    await eventually(async () => assert.ok((await codes())[0]! > first.at(-1)!));
    await page.getByRole('button', { name: 'Previous' }).click();
    await eventually(async () => assert.deepEqual(await codes(), first));
    await page.getByLabel('Find by words').fill('dehrprice');
    await eventually(async () => assert.deepEqual(await codes(), ['dehrprice']));
    await page.getByLabel('Find by words').fill('nothing like it');
    await page.getByText('No series has these words.').waitFor();
    await page.getByLabel('Find by words').fill('dehrprice');
    await found.getByRole('link', { name: 'dehrprice', exact: true }).click();
    await page.waitForURL(/\/operator\/series\?series=dehrprice$/);
    await page.getByRole('region', { name: 'Rule of dehrprice' }).waitFor();
  });

  explorer.it('a series is defined once, and edited', { faults: [/^400 /] }, async (visit) => {
    const { page } = visit;
    await visit.open('/operator/series');
    await page.getByRole('button', { name: 'Define a series…' }).click();
    const defining = page.getByRole('dialog', { name: 'Define a series' });
    await defining.getByLabel('Code').fill('own.meter');
    await defining.getByLabel('Description').fill('A meter');
    await defining.getByLabel('Unit').fill('MWh');
    await defining.getByLabel('Area').fill('XX');
    await defining.getByLabel('Resolution').selectOption('quarterhour');
    await defining.getByRole('button', { name: 'Define' }).click();
    await defining
      .getByRole('alert')
      .getByText(/"XX" is not an area/)
      .waitFor();
    await defining.getByLabel('Area').fill('de');
    await visit.keepPicture('operator-define');
    await defining.getByRole('button', { name: 'Define' }).click();
    await page.waitForURL(/series=own\.meter$/);
    const detail = page.getByRole('region', { name: 'own.meter', exact: true });
    await detail.getByText('15 min', { exact: true }).waitFor();
    await detail.getByText('DE, none').waitFor();

    await detail.getByRole('button', { name: 'Edit…' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit own.meter' });
    await editing.getByLabel('Description').fill('The meter of the roof');
    await editing.getByLabel('Area').fill('');
    await editing.getByRole('button', { name: 'Change' }).click();
    await detail.getByText('The meter of the roof').waitFor();
    await detail.getByText('none, none').waitFor();

    await page.getByRole('button', { name: 'All series' }).click();
    await page.getByRole('button', { name: 'Define a series…' }).click();
    await defining.getByLabel('Code').fill('own.meter');
    await defining.getByRole('button', { name: 'Define' }).click();
    await defining.getByText('There is a series own.meter already: edit that one.').waitFor();
  });

  explorer.itLong('runs are written, and the order of their sources is set', async (visit) => {
    const { page } = visit;
    await visit.open('/operator/series?series=frhrcons');
    const form = page.getByRole('form', { name: 'Write a run' });
    for (const [source, values] of [
      ['alpha', '1 2 3'],
      ['beta', '4;-;6,5'],
    ] as const) {
      await form.getByLabel('Source').fill(source);
      await form.getByLabel('Issued').fill('2026-11-13T07:00Z');
      await form.getByLabel('Time of the first value').fill('2026-11-14T00:00Z');
      await form.getByLabel('Values, one after another').fill(values);
      await form.getByText('3 values', { exact: true }).waitFor();
      await form.getByRole('button', { name: 'Write the run' }).click();
      await form.getByText(/^Entry \d+: 1 new, 0 replaced, 0 the same\.$/).waitFor();
    }
    const runs = page.getByRole('region', { name: 'Runs of frhrcons' });
    await eventually(async () => {
      const [, first, second] = await runs.getByRole('row').allInnerTexts();
      assert.match(first!, /\balpha\b/);
      assert.match(second!, /\bbeta\b/);
    });
    await form.getByLabel('Values, one after another').fill('1 x');
    await form.getByText('Value 2 is not a number: “x”.').waitFor();

    const order = page.getByRole('region', { name: 'Order of sources' });
    await order.getByRole('button', { name: 'Move beta up' }).click();
    await order.getByRole('button', { name: 'Set this order' }).click();
    await order.getByRole('button', { name: 'Let names decide' }).waitFor();
    const names = () => order.getByRole('listitem').locator('span').allInnerTexts();
    assert.ok((await names()).indexOf('beta') < (await names()).indexOf('alpha'));
    await order.getByRole('button', { name: 'Let names decide' }).click();
    await eventually(async () =>
      assert.ok((await names()).indexOf('alpha') < (await names()).indexOf('beta')),
    );
  });

  explorer.itLong('a series tells its gaps and who may read it', async (visit) => {
    const { page } = visit;
    await visit.open('/operator/series?series=dehrprice');
    const readers = page.getByRole('region', { name: 'Who may read it' });
    const rows = await readers.getByRole('row').allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.split(/\s+/).filter(Boolean)),
      [
        ['Plan', 'Patterns', 'Users'],
        ['everything', '*', 'demo'],
      ],
    );
    const gaps = page.getByRole('region', { name: 'Gaps', exact: true });
    await gaps.getByText('Every interval from the first to the last value has one.').waitFor();
    await page.evaluate(WRITE_GAPS);
    await visit.open('/operator/series?series=gappy');
    await gaps.getByText('4 values missing in 2 gaps.').waitFor();
    const [, newest] = await gaps.getByRole('row').allInnerTexts();
    assert.match(newest!, /^Sun 1 Nov 2026, 07:00\s+Sun 1 Nov 2026, 08:00\s+1$/);
    await lookOver(visit, 'operator-gaps');
  });

  explorer.itLong('the list of series looks right in every state', async (visit) => {
    await visit.open('/operator/series');
    await visit.page.getByRole('region', { name: 'Found series' }).waitFor();
    await lookOver(visit, 'operator-series-list');
  });

  explorer.itLong('the page of a series looks right in every state', async (visit) => {
    await visit.open('/operator/series?series=dehrprice');
    await visit.page.getByRole('region', { name: 'Runs of dehrprice' }).waitFor();
    await visit.page.getByText(/^This rule would have held|^Give a number/).waitFor();
    await lookOver(visit, 'operator-series');
  });
});

// Imports: a file is dropped, previewed, compared with what is stored, written, and taken back.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { makeXlsx } from '../../importers/tables/xlsx/made-workbook.ts';
import { lookOver } from '../look-over.ts';
import { openOperatorExplorer } from './operator-explorer.ts';

const CSV = ['time,value', '2026-11-11T00:00Z,1234.5', '2026-11-11T01:00Z,1235.5', ''].join('\n');
const FILE = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };

/** Days since 1900 of 10 November 2026. */
const WORKBOOK_DAY = 46_336;

describe('imports', () => {
  const explorer = openOperatorExplorer();
  const stored = async (): Promise<(number | null)[]> => {
    const span = { from: '2026-11-11T00:00Z', to: '2026-11-11T01:00Z' };
    return [...(await (await explorer.askAs('demo')).columns('dehrprice', span)).values];
  };

  explorer.it('a file is compared before it is written, and its write is undone', async (visit) => {
    const { page } = visit;
    const before = await stored();
    await visit.open('/operator/imports');
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(FILE);
    await page.getByRole('region', { name: 'First rows' }).getByText('1234.5').waitFor();
    await page.getByText('Name the series to see what would change.').waitFor();
    await page.getByLabel('Series').fill('dehrprice');
    const would = 'Would be written to dehrprice: 0 new, 2 changed, 0 the same, 0 held for review.';
    await page.getByText(would).waitFor();
    await visit.keepPicture('operator-import');
    assert.deepEqual(await stored(), before, 'nothing is written yet');

    await page.getByRole('button', { name: 'Write to dehrprice' }).click();
    await page.getByText(/^Entry \d+ of dehrprice: 0 new, 2 changed/).waitFor();
    assert.deepEqual(await stored(), [1234.5, 1235.5]);

    await page
      .getByRole('button', { name: /^Undo entry/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Undo entry \d+\?$/ });
    await dialog
      .getByText(/^2 points, 0 runs, 0 definitions become what they were before/)
      .waitFor();
    await visit.keepPicture('operator-undo');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^undone by \d+$/).waitFor();
    assert.deepEqual(await stored(), before);
  });

  explorer.itLong(
    'a workbook is shown as it was read before it is written',
    { faults: [/^400 /] },
    async (visit) => {
      const { page } = visit;
      const rows = [
        ['time', 'value'],
        [{ days: WORKBOOK_DAY }, 777.5],
        [{ days: WORKBOOK_DAY + 1 / 24 }, null],
      ];
      const buffer = Buffer.from(await makeXlsx(rows, { sheetName: 'Desk' }));
      await visit.open('/operator/imports');
      await page.getByLabel('Series').fill('dehrprice');
      const file = page.getByLabel('Drop a file here, or choose one');
      await file.setInputFiles({ name: 'desk.xlsx', mimeType: '', buffer });
      const read = page.getByRole('region', { name: 'First values as read' });
      await read.getByRole('row', { name: 'Tue 10 Nov 2026, 00:00 777.5' }).waitFor();
      await read.getByRole('row', { name: 'Tue 10 Nov 2026, 01:00 gap' }).waitFor();
      await page.getByLabel('Sheet').fill('Desks');
      await page.getByRole('alert').getByText(/Desk/).waitFor();
      await page.getByLabel('Sheet').fill('Desk');
      await page.getByText(/^Would be written to dehrprice: 0 new, 2 changed/).waitFor();
      await lookOver(visit, 'operator-workbook');
      await page.getByRole('button', { name: 'Write to dehrprice' }).click();
      await page.getByText(/^Entry \d+ of dehrprice: 0 new, 2 changed/).waitFor();
    },
  );

  explorer.it(
    'a decimal comma that was found out is said before anything is written',
    async ({ page, open }) => {
      await open('/operator/imports');
      await page.getByLabel('Series').fill('dehrprice');
      const buffer = Buffer.from(CSV.replaceAll(',', ';').replaceAll('.', ','));
      await page.getByLabel('Drop a file here, or choose one').setInputFiles({ ...FILE, buffer });
      const said = 'The file was read as semicolons between fields and a decimal comma.';
      await page.getByText(said).waitFor();
    },
  );

  explorer.itLong(
    'a file with a wrong row, and one of another kind, are refused with the reason',
    { faults: [/^400 /] },
    async ({ page, open }) => {
      await open('/operator/imports');
      await page.getByLabel('Series').fill('dehrprice');
      const file = page.getByLabel('Drop a file here, or choose one');
      const wrong = Buffer.from('time,value\n2026-11-11T00:00Z,dear\n');
      await file.setInputFiles({ ...FILE, buffer: wrong });
      await page
        .getByRole('alert')
        .getByText(/line 2: /)
        .waitFor();
      await file.setInputFiles({ ...FILE, name: 'prices.pdf' });
      await page
        .getByRole('alert')
        .getByText(/^prices.pdf is not a .csv/)
        .waitFor();
      assert.equal(await page.getByRole('button', { name: /^Write to/ }).count(), 0);
    },
  );

  explorer.itLong('the page of imports looks right in every state', async (visit) => {
    await visit.open('/operator/imports');
    await visit.page.getByLabel('Series').fill('dehrprice');
    await visit.page.getByLabel('Drop a file here, or choose one').setInputFiles(FILE);
    await visit.page.getByRole('button', { name: 'Write to dehrprice' }).waitFor();
    await lookOver(visit, 'operator-imports');
  });
});

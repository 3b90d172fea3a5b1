// The audit: filtered by words, and saved as CSV.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { lookOver } from '../look-over.ts';
import { openOperatorExplorer } from './operator-explorer.ts';

describe('the audit', () => {
  const explorer = openOperatorExplorer();

  explorer.it(
    'the audit shows who gave the role, and a filter narrows it and its file',
    async (visit) => {
      const { page } = visit;
      await visit.open('/operator/audit');
      await page.getByRole('cell', { name: 'operator-role-given' }).waitFor();
      await page.getByLabel('Filter by words').fill('test role-given');
      await page.getByText(/^1 of the \d+ entries of this page$/).waitFor();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as CSV' }).click();
      const download = await saving;
      assert.equal(download.suggestedFilename(), 'audit.csv');
      const text = await readFile(await download.path(), 'utf8');
      assert.match(
        text,
        /^recordedAt,actor,.*\n"2026-11-13T09:00:00.000Z","test","operator-role-given","demo",.*\n$/,
      );
    },
  );

  explorer.itLong('the page of the audit looks right in every state', async (visit) => {
    await visit.open('/operator/audit');
    await lookOver(visit, 'operator-audit');
  });
});

// The figures and the file that a page shows and saves.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { saveShown } from '../take-shown.ts';

/** The figures under a label: name → value and note. */
export async function figuresOf(
  page: Page,
  label: string,
): Promise<Record<string, readonly string[]>> {
  const rows = await page.getByLabel(label, { exact: true }).locator('> div').all();
  const entries = rows.map(async (row) => {
    return [(await row.locator('dt').textContent())!, await row.locator('dd').allTextContents()];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Saves the CSV file: its rows, cell by cell. */
export async function saveCsv(page: Page): Promise<string[][]> {
  return cellsOf(await saveShown(page, 'CSV'));
}

/** The same of a comparison, whose file has a button of its own. */
export async function saveComparison(page: Page): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  return cellsOf({ bytes: await readFile(await download.path()) });
}

const cellsOf = ({ bytes }: { readonly bytes: Buffer }): string[][] =>
  bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

// The figures and the file that a page shows and saves.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

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
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
}

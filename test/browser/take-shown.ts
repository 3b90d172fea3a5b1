// What a person takes away from Explore: the entries behind its Download button.

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** Opens the entries, and returns the one that a title begins. */
export async function entryOf(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const entries = page.getByRole('group', { name: 'Download' });
  return entries.getByRole('button', { name: new RegExp(`^${title} `) });
}

/** Saves the file of an entry: its name and bytes. */
export async function saveShown(
  page: Page,
  title: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const entry = await entryOf(page, title);
  const [download] = await Promise.all([page.waitForEvent('download'), entry.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

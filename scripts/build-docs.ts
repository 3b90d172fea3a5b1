// Writes the pages of docs/ that are made from the code: `npm run docs`. A test fails if they are
// not up to date.

import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { newestScale, withCapacity } from './docs/capacity.ts';
import { errorsPage } from './docs/errors-page.ts';
import { keywordsPage } from './docs/keywords-page.ts';
import { withSettingsTable } from './docs/settings-table.ts';

const DOCS = new URL('../docs/', import.meta.url);

export const docPath = (name: string): URL => new URL(name, DOCS);

/** The text of each page that is generated, whole or in part, by its name in docs/. */
export async function buildDocs(): Promise<Map<string, string>> {
  return new Map([
    ['reference/keywords.md', keywordsPage()],
    ['reference/errors.md', await errorsPage()],
    [
      'how-to/operating.md',
      withSettingsTable(await readFile(docPath('how-to/operating.md'), 'utf8')),
    ],
    [
      'explanation/scaling.md',
      withCapacity(await readFile(docPath('explanation/scaling.md'), 'utf8'), await newestScale()),
    ],
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, text] of await buildDocs()) await writeFile(docPath(name), text);
}

// Writes the pages of docs/ that are made from the code: `npm run docs`. A test fails if a committed page
// differs from what the code makes.

import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { newestScale, withCapacity } from './docs/capacity.ts';
import { commandsPage } from './docs/commands-page.ts';
import { errorsPage } from './docs/errors-page.ts';
import { keywordsPage } from './docs/keywords-page.ts';
import { openApiDocument } from './docs/openapi-document.ts';
import { withSettingsTable } from './docs/settings-table.ts';

const DOCS = new URL('../docs/', import.meta.url);

export const docPath = (name: string): URL => new URL(name, DOCS);

const readPage = (name: string): Promise<string> => readFile(docPath(name), 'utf8');

/** The text of each page that is generated, whole or in part, by its path in docs/. */
export async function buildDocs(): Promise<Map<string, string>> {
  const settings = 'reference/settings.md';
  const scaling = 'explanation/scaling.md';
  return new Map([
    ['reference/keywords.md', keywordsPage()],
    ['reference/errors.md', await errorsPage()],
    ['reference/commands.md', await commandsPage()],
    ['reference/openapi.json', await openApiDocument()],
    [settings, withSettingsTable(await readPage(settings))],
    [scaling, withCapacity(await readPage(scaling), await newestScale())],
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, text] of await buildDocs()) await writeFile(docPath(name), text);
}

// docs/reference/openapi.json: the document that every server gives at /openapi.json.

import { readFile } from 'node:fs/promises';
import { openDocsServer } from './docs-server.ts';

/** Down to here a value has a line of its own: the parts of an operation, and of a schema's fields. */
const LINES_TO_DEPTH = 4;

export async function openApiDocument(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const { app, store } = await openDocsServer(version);
  const { body } = await app.inject('/openapi.json');
  await app.close();
  await store.close();
  return `${writeLines(JSON.parse(body))}\n`;
}

/** JSON with few enough lines to read, and enough for a comparison to show what changed. */
function writeLines(value: unknown, depth = 0): string {
  const isParent = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isParent || depth === LINES_TO_DEPTH) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const indent = '  '.repeat(depth + 1);
  const items = Object.entries(value).map(([name, item]) => {
    const text = writeLines(item, depth + 1);
    return Array.isArray(value) ? `${indent}${text}` : `${indent}${JSON.stringify(name)}: ${text}`;
  });
  return `${open}\n${items.join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

// docs/reference/log.md has every line that the server logs, with its level, and no other.

import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { it } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
/** A call of a logger, up to the text of its line. */
const CALL = /\b#?logger\.(info|warn|error)\(\s*[^;]*?,\s*'([^']+)',?\s*\)/g;
const ROW = /^\| `(info|warn|error)` \| `([^`]+)` \|/gm;

it('docs/reference/log.md has a row for every line that the source logs, at its level', async () => {
  const logged = new Set<string>();
  for await (const path of glob('src/{http,serve,service,demo}/**/*.ts', { cwd: ROOT })) {
    const source = await readFile(new URL(path, ROOT), 'utf8');
    for (const [, level, text] of source.matchAll(CALL)) logged.add(`${level} ${text}`);
  }
  const page = await readFile(new URL('docs/reference/log.md', ROOT), 'utf8');
  const rows = [...page.matchAll(ROW)].map(([, level, text]) => `${level} ${text}`);
  assert.ok(logged.size >= 25);
  assert.deepEqual(rows.toSorted(), [...logged].toSorted());
});

// A store of the version before sources were part of a run's key answers the same after the migration. The
// store and the answers were made by that version (commit bb455ed).

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { openStore } from '#store/open/open-store';
import { askAll, type Recorded } from './ask-all.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const fixture = (name: string) => readFile(new URL(name, import.meta.url));

const hasOrder = (path: string): boolean => {
  const database = new DatabaseSync(path, { readOnly: true });
  const columns = database.prepare('PRAGMA table_info(series)').all();
  database.close();
  return columns.some(({ name }) => name === 'source_order');
};

test('requests of existing programs are answered byte for byte as before the migration', async () => {
  const path = join(folder, 'old.db');
  await writeFile(path, zstdDecompressSync(await fixture('store-010.db.zst')));
  assert.equal(hasOrder(path), false);
  const store = await openStore(`sqlite:${path}`);
  assert.equal(hasOrder(path), true);
  const expected = JSON.parse(String(await fixture('answers-010.json'))) as Recorded[];
  const answered = expected.filter(({ status }) => status === 200);
  assert.ok(answered.length > 25, `only ${answered.length} of ${expected.length} were answered`);
  const recorded = await askAll(store);
  await store.close();
  for (const [i, { request, body, ...answer }] of recorded.entries()) {
    const { request: asked, body: sent, ...before } = expected[i]!;
    const about = `${request} ${JSON.stringify(body)}`;
    assert.equal(about, `${asked} ${JSON.stringify(sent)}`);
    assert.deepEqual(answer, before, about);
  }
  assert.equal(recorded.length, expected.length);
});

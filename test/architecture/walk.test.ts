// The walk of the three main requests stays short enough to be read: the bounds are what a reading of the code counted
// before features were added. New files that every request needs show here.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readText } from '../../harness/architecture/import-graph.ts';
import { walkRequests } from '../../harness/architecture/walk-requests.ts';

/** One more file than each walk may have. */
const TOO_MANY: Readonly<Record<string, number>> = {
  'POST /api/fundamental/series': 84,
  'GET …/short-term': 70,
  'gridtide import': 74,
};

/** The rows of the table in ARCHITECTURE.md: the files and the longest line of imports, by name of the walk. */
function writtenWalks(): Map<string, { readonly files: number; readonly chain: number }> {
  const row = /^\| `([^`]+)` \| (\d+) \| (\d+) \|$/gm;
  return new Map(
    Array.from(readText('ARCHITECTURE.md').matchAll(row), ([, name, files, chain]) => [
      name!,
      { files: Number(files), chain: Number(chain) },
    ]),
  );
}

suite('the walk of a request', async () => {
  const walks = await walkRequests();
  const written = writtenWalks();

  test('ARCHITECTURE.md has the figures of every walk', () => {
    const names = walks.map(({ name }) => name);
    assert.deepEqual(names, Object.keys(TOO_MANY));
    assert.deepEqual([...written.keys()], names);
  });

  for (const { name, files, chain } of walks) {
    test(`the walk of ${name} has fewer than ${TOO_MANY[name]} files`, () => {
      assert.ok(files.length > 30, 'files were counted');
      assert.ok(files.length < TOO_MANY[name]!, files.join('\n'));
    });

    test(`the walk of ${name} has as many files as ARCHITECTURE.md says, or fewer`, () => {
      assert.ok(files.length <= written.get(name)!.files, `${files.length} files`);
    });

    test(`the longest line of imports in the walk of ${name} is as long as written, or shorter`, () => {
      assert.ok(chain > 3, 'imports were followed');
      assert.ok(chain <= written.get(name)!.chain, `${chain} imports`);
    });
  }
});

// docs/reference/metrics.md names every metric of the product, and no other.

import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { it } from 'node:test';

const ROOT = new URL('../../', import.meta.url);

it('docs/reference/metrics.md has a row for every metric that the source names', async () => {
  const metrics = new Set<string>();
  for await (const path of glob('src/http/**/*.ts', { cwd: ROOT })) {
    const source = await readFile(new URL(path, ROOT), 'utf8');
    for (const [metric] of source.matchAll(/gridtide_[a-z_]+/g)) metrics.add(metric);
  }
  const page = await readFile(new URL('docs/reference/metrics.md', ROOT), 'utf8');
  const rows = [...page.matchAll(/^\| `(gridtide_\w+)` \|/gm)].map(([, metric]) => metric!);
  assert.ok(metrics.size >= 9);
  assert.deepEqual(rows.toSorted(), [...metrics].toSorted());
});

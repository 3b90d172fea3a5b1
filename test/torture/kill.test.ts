import assert from 'node:assert/strict';
import { it } from 'node:test';
import { killRow } from '../../torture/rows/kill.ts';
import { runShort } from './short-run.ts';

it('servers and imports that are killed lose and double nothing that was acknowledged', async (t) => {
  const { tally } = await runShort(t, killRow, 6);
  // A start after each kill, and one to look at what the last has left.
  assert.equal(tally.readyMs.length, 7);
  assert.equal(tally.imports.killed + tally.imports.ended, 4);
  for (const batches of tally.batches) assert.ok(batches > 0, 'every program has written');
  assert.ok(tally.spans > 0 && tally.checks > 0);
});

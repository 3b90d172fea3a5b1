import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { overloadRow } from '../../torture/rows/overload.ts';
import { runShort } from './short-run.ts';

it('a server that is asked for twice what it can do says nothing but 200, 429 and 503, and lives', {
  skip: skipUnlessLong(),
}, async (t) => {
  const { tally } = await runShort(t, overloadRow, 3);
  assert.ok(tally.capacity[0]! > 0);
  assert.ok(tally.statuses[200]! > 0);
});

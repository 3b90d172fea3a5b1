import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { KIND_NAMES } from '../../torture/reading/questions.ts';
import { readWhileWrittenRow } from '../../torture/rows/read-while-written.ts';
import { runShort } from './short-run.ts';

const skip = skipUnlessLong();

it('answers that are read while their series are written are each of one state', {
  skip,
}, async (t) => {
  const { tally } = await runShort(t, readWhileWrittenRow, 1_500);
  assert.deepEqual(Object.keys(tally.kinds).sort(), KIND_NAMES.toSorted());
  assert.ok(tally.long > 2 && tally.pair > 2);
  assert.ok(tally.past > 0);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { streamsRow } from '../../torture/rows/streams.ts';
import { runShort } from './short-run.ts';

it('streams of changes are told every commit in order, and idle ones stay open', {
  skip: skipUnlessLong(),
}, async (t) => {
  const { tally } = await runShort(t, streamsRow, 20);
  assert.equal(tally.commits, 60);
  assert.equal(tally.idle, 100);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { guessingRow } from '../../torture/rows/guessing.ts';
import { runShort } from './short-run.ts';

it('guesses are told wrong a hundred times an account and twenty times an address, restarts or not', {
  skip: skipUnlessLong(),
}, async (t) => {
  const { tally } = await runShort(t, guessingRow, 440);
  assert.deepEqual(tally.blocks, { account: 1, address: 1, pair: 1 });
  assert.equal(tally.restarts, 3);
  // A known account and its unknown twin from ever new addresses, an address, and the two from one address.
  assert.deepEqual([tally.learnt, tally.throttled], [200 + 20 + 40, 440 - 260]);
});

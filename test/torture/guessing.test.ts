import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guessingRow } from '../../torture/rows/guessing.ts';
import { runShort } from './short-run.ts';

it('guesses at one account, or from one address, are told wrong twenty times, restarts or not', async (t) => {
  const { tally } = await runShort(t, guessingRow, 200);
  assert.deepEqual(tally.blocks, { account: 1, address: 1 });
  assert.equal(tally.restarts, 2);
  // A known account, its unknown twin, and an address.
  assert.deepEqual([tally.learnt, tally.throttled], [60, 140]);
});

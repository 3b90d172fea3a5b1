import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { slowClientsRow } from '../../torture/rows/slow-clients.ts';
import { runShort, skipWord } from './short-run.ts';

const skip = skipUnlessLong() || (await skipWord(slowClientsRow));

it('clients that send or read too slowly are closed while others are served', {
  skip,
}, async (t) => {
  const { tally } = await runShort(t, slowClientsRow, 32);
  assert.deepEqual(tally.sockets, { headers: 12, body: 12, silent: 4, reading: 4 });
  assert.equal(tally.asked, 1_200);
});

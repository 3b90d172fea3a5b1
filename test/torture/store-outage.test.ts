import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { storeOutageRow } from '../../torture/rows/store-outage.ts';
import { runShort, skipWord } from './short-run.ts';

const OUTAGES = 4;
/** Far above the 2 s that the full row demands, as other tests keep the machine busy. */
const BOUND_MS = 10_000;

const skip = skipUnlessLong() || (await skipWord(storeOutageRow));

it('a server under load whose PostgreSQL goes away and comes back says 200 or 503 and loses no write', {
  skip,
}, async (t) => {
  const { tally } = await runShort(t, storeOutageRow, OUTAGES);
  assert.deepEqual(Object.keys(tally.statuses).sort(), ['200', '503']);
  assert.ok(tally.written > OUTAGES);
  assert.ok(tally.worst503Ms < BOUND_MS, `a 503 took ${tally.worst503Ms} ms`);
  assert.ok(tally.worstReturnMs < BOUND_MS, `the return took ${tally.worstReturnMs} ms`);
});

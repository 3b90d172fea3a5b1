import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { strangerRow } from '../../torture/rows/stranger.ts';
import { runShort, skipWord } from './short-run.ts';

const skip = skipUnlessLong() || (await skipWord(strangerRow));

it('a user and probes are served while a stranger asks on many connections', {
  skip,
}, async (t) => {
  const { tally } = await runShort(t, strangerRow, 8);
  assert.equal(tally.felt.length, 8);
  const [routes, , schemas, , tokens] = tally.felt;
  for (const { seen } of [routes!, schemas!, tokens!])
    assert.ok(seen['429']! > 0, 'the stranger was limited');
  for (const { name, peakMb } of tally.felt) assert.ok(peakMb <= 400, `${name}: ${peakMb} MB`);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { requestsRow } from '../../torture/rows/requests.ts';
import { runShort } from './short-run.ts';

it('no odd request brings a server down or gets anything but an answer or a problem', {
  skip: skipUnlessLong(),
}, async (t) => {
  const { tally } = await runShort(t, requestsRow, 2_000);
  const { statuses, routes, raw, crashes, memory } = tally;
  assert.equal(crashes, 0);
  assert.equal(raw, 400);
  const never = Object.keys(routes).filter((route) => routes[route] === 0);
  assert.deepEqual(never, [], 'every route was asked');
  for (const status of [200, 400, 401, 403, 404, 405, 413, 415])
    assert.ok(statuses[status], `${status} was among the answers`);
  assert.equal(memory.length, 4, 'after every round of so short a run memory was looked at');
  assert.ok(memory.every(({ residentMb, heapMb }) => residentMb > heapMb && heapMb > 5));
});

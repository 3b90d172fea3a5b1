import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storeOutageRow } from '../../torture/rows/store-outage.ts';
import { runShort, skipWord } from './short-run.ts';

const skip = await skipWord(storeOutageRow);

it('a server whose PostgreSQL goes and comes back says 200 or 503 and loses no write', {
  skip,
}, async (t) => {
  const { tally } = await runShort(t, storeOutageRow, 3);
  assert.deepEqual(Object.keys(tally.statuses).sort(), ['200', '503']);
  assert.ok(tally.written > 3);
});

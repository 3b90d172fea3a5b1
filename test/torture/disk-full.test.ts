import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { lackOfSizeLimit } from '../../torture/disk/full-disk.ts';
import { makeDiskFullRow } from '../../torture/rows/disk-full.ts';
import { runShort } from './short-run.ts';

const skip = skipUnlessLong() || ((await lackOfSizeLimit()) ?? false);

it('readers go on while nothing can be written, and writers once it can again', {
  skip,
}, async (t) => {
  const { tally } = await runShort(t, makeDiskFullRow({ way: 'limit', workers: 2 }), 2);
  assert.ok(tally.reads > 20 && tally.refused > 0);
  assert.equal(tally.resumeMs.length, 2);
  assert.equal(tally.signIns[200], undefined, 'nobody gets a token that is not stored');
  assert.equal(tally.imports.refused, 1);
});

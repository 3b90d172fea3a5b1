import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lackOfRecord } from '../../torture/disk/call-record.ts';
import { makePowerCutRow } from '../../torture/rows/power-cut.ts';
import { runShort } from './short-run.ts';

const skip = (await lackOfRecord()) ?? false;

it('when the power goes nothing is lost that was acknowledged, and it would show', {
  skip,
}, async (t) => {
  const { tally } = await runShort(t, makePowerCutRow('replay'), 12);
  for (const batches of tally.batches) assert.ok(batches > 0, 'every program has written');
  assert.equal(tally.spans, 1, 'and an import has ended');
  assert.equal(tally.controls, 1, 'where syncs do nothing, writes are lost');
});

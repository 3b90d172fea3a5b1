// How many series some patterns match.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../request/assert-refused.ts';
import { OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
for (const code of ['dehrprice', 'dehrload', 'frhrprice']) await world.define(code);

const matches = (series: string) =>
  world.ask('GET', `/matches?series=${encodeURIComponent(series)}`);

describe('patterns that are tried', () => {
  it('patterns that are tried count each matching series once', async () => {
    assert.deepEqual(await matches('DE*, *price'), {
      matches: 3,
      of: 3,
      first: ['dehrload', 'dehrprice', 'frhrprice'],
    });
    assert.deepEqual(await matches('de*'), {
      matches: 2,
      of: 3,
      first: ['dehrload', 'dehrprice'],
    });
    assert.equal((await matches('no*')).matches, 0);
  });

  for (const [series, code] of [
    ['', 'field_missing'],
    [' , ', 'field_missing'],
    ['d e', 'field_invalid'],
    ['a,'.repeat(101), 'field_invalid'],
  ] as const) {
    it(`patterns ${JSON.stringify(series.slice(0, 12))} are refused`, async () => {
      const answer = await world.send('GET', `/matches?series=${encodeURIComponent(series)}`);
      assert.equal(assertRefused(answer, 400, code).errors![0]!.field, 'series');
    });
  }
});

// Yielding to the event loop, counted by work.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { YieldTurns } from '#store/sql/yield-turns';

suite('yielding turns', () => {
  test('a turn ends before the first piece of work beyond its share', () => {
    const turns = new YieldTurns(10);
    const isPause = (work: number): boolean => turns.before(work) !== undefined;
    assert.deepEqual([4, 4, 4, 4, 4, 4, 4].map(isPause), [
      ...[false, false, false, true, false, false, true],
    ]);
  });

  test('one piece that is more than a share has a turn of its own', () => {
    const turns = new YieldTurns(10);
    assert.equal(turns.before(25), undefined);
    assert.ok(turns.before(25));
    assert.ok(turns.before(1));
    assert.equal(turns.before(1), undefined);
  });

  test('other callbacks run before the work goes on', async () => {
    const turns = new YieldTurns(1);
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    await turns.before(1);
    order.push('first');
    await turns.before(1);
    order.push('second');
    assert.deepEqual(order, ['first', 'other', 'second']);
  });
});

import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { keepTickShape } from '#serve/tick-shape';
import { collectGarbage } from '../../harness/collect-garbage.ts';

setFlagsFromString('--allow-natives-syntax');
const haveSameShape = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (
  a: object,
  b: object,
) => boolean;

/** The objects that Node makes for two ticks, one of them with an argument. */
function showTicks(): object[] {
  const ticks: object[] = [];
  const hook = createHook({
    init: (_id, type, _triggerId, resource) => {
      if (type === 'TickObject') ticks.push(resource);
    },
  }).enable();
  process.nextTick(() => {});
  process.nextTick((_argument: string) => {}, 'argument');
  hook.disable();
  return ticks;
}

// What it saves is a time, which `npm run bench -- ticks` measures.
test('the tick that is kept has the shape of every other, also after garbage collections', async () => {
  const kept = keepTickShape();
  assert.ok(kept, 'Node no longer shows its ticks to a hook');
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(
      showTicks().map((tick): boolean => haveSameShape(kept, tick)),
      [true, true],
    );
    // The ticks above have ended, so that the collection finds none alive but the one that is kept.
    await setTimeout(1);
    collectGarbage();
  }
});

test('a tick is kept once in a process', () => {
  assert.equal(keepTickShape(), keepTickShape());
});

import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { keepTickShape } from '#serve/tick-shape';

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

async function costOfTicks(...args: string[]): Promise<number> {
  const file = new URL('tick-cost.ts', import.meta.url).pathname;
  const run = promisify(execFile)(process.execPath, ['-C', 'source', file, ...args]);
  return Number((await run).stdout);
}

test('the tick that is kept has the shape of every other, and is kept once in a process', () => {
  const kept = keepTickShape();
  assert.ok(kept, 'Node no longer shows its ticks to a hook');
  assert.deepEqual(
    showTicks().map((tick) => haveSameShape(kept, tick)),
    [true, true],
  );
  assert.equal(keepTickShape(), kept);
});

test('after garbage collections a tick costs at most half of what it costs if no shape was kept', async () => {
  const without = await costOfTicks();
  const kept = await costOfTicks('kept');
  assert.ok(kept < without / 2, `${kept} ms against ${without} ms: does Node still need this?`);
});

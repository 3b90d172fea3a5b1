// Keeps V8 from forgetting the shape of a tick. `process.nextTick` makes an object with symbols for names, and V8
// compiles that well only as long as it meets one shape. A full garbage collection that finds no tick alive discards
// the shape; V8 makes a second one afterwards and from then on takes the slow way, for as long as the process lives:
// 900 ns a tick instead of 200 (Node 26.10). Node makes three ticks for an answer, so that a server that had once
// collected its garbage spent 5 % of the time of a short repeated answer on them.

import { createHook } from 'node:async_hooks';

let kept: object | undefined;

/** Keeps one tick alive, and with it the shape of all. Only a hook is shown the object that Node makes for one. */
export function keepTickShape(): object | undefined {
  const hook = createHook({
    // Told of promises too, V8 would compile every `await` worse from then on.
    trackPromises: false,
    init(_id, type, _triggerId, resource) {
      if (type === 'TickObject') kept ??= resource;
    },
  });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
  return kept;
}

// The tail of the log of changes: how often it looks at the store.

import assert from 'node:assert/strict';
import { mock, suite, test } from 'node:test';
import { EventTail } from '#service/events/event-tail';

suite('the tail of the log', () => {
  test('a reader who comes during a look, after the last one left, does not double the looks', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let looks = 0;
      const firstLook = Promise.withResolvers<void>();
      const tail = new EventTail({
        eventRange: async () => {
          looks++;
          if (looks === 1) await firstLook.promise;
          return { oldest: 1, newest: 1 };
        },
        listEvents: async () => {
          looks++;
          return [];
        },
      });
      const leave = tail.listen(() => {});
      mock.timers.tick(25);
      assert.equal(looks, 1);
      leave();
      const leaveAgain = tail.listen(() => {});
      mock.timers.tick(10);
      firstLook.resolve();
      await settle();
      looks = 0;
      for (let ms = 0; ms < 250; ms += 5) {
        mock.timers.tick(5);
        await settle();
      }
      leaveAgain();
      // One each 25 ms, and one more question at the first.
      assert.ok(looks >= 9 && looks <= 11, `${looks} looks`);
    } finally {
      mock.timers.reset();
    }
  });
});

/** Waits until promises that are ready have been acted on. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

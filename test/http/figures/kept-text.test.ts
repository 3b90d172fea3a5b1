import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepText } from '#http/figures/kept-text';

describe('a kept text', () => {
  it('a text is made once for all that wait for it, and again after its time', async () => {
    let now = 0;
    let made = 0;
    let finish: (text: string) => void = () => {};
    const read = keepText(
      () =>
        new Promise((resolve) => {
          made++;
          finish = resolve;
        }),
      1_000,
      () => now,
    );
    const waiting = [read(), read()];
    now = 5_000;
    waiting.push(read());
    assert.equal(made, 1);
    finish('one');
    assert.deepEqual((await Promise.all(waiting)).map(String), ['one', 'one', 'one']);
    now = 5_999;
    assert.equal(String(await read()), 'one');
    now = 6_000;
    const next = read();
    finish('two');
    assert.equal(String(await next), 'two');
    assert.equal(made, 2);
  });

  it('a text that could not be made is tried again at once', async () => {
    let isBroken = true;
    const read = keepText(
      async () => {
        if (isBroken) throw new Error('broken');
        return 'whole';
      },
      1_000,
      () => 0,
    );
    await assert.rejects(read(), /broken/);
    await nextTurn();
    isBroken = false;
    assert.equal(String(await read()), 'whole');
  });
});

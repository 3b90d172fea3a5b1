import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { PacedRefusals } from '#http/front/paced-refusals';

/** Refusals on a clock of the test's, and when each was given. */
function openPaced(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1_000;
  const refusals = new PacedRefusals(() => now);
  const given: [name: string, afterMs: number][] = [];
  return {
    given,
    refusals,
    add: (name: string, cost?: number) => refusals.add(() => given.push([name, now - 1_000]), cost),
    wait: (ms: number) => {
      for (let i = 0; i < ms; i++) {
        now++;
        t.mock.timers.tick(1);
      }
    },
  };
}

describe('paced refusals', () => {
  it('a refusal waits for a quarter of a second, and each further one for 20 ms more', (t) => {
    const { add, wait, given } = openPaced(t);
    for (const name of ['a', 'b', 'c']) add(name);
    wait(249);
    assert.deepEqual(given, []);
    wait(41);
    assert.deepEqual(given, [
      ['a', 250],
      ['b', 270],
      ['c', 290],
    ]);
    wait(1_000);
    add('d');
    wait(250);
    assert.deepEqual(given.at(-1), ['d', 1_540]);
  });

  it('a refusal that costs several is followed by as long a wait, and by 4 s at most', (t) => {
    const { add, wait, given } = openPaced(t);
    add('long body', 16);
    for (const name of ['a', 'b']) add(name);
    wait(600);
    assert.deepEqual(given, [
      ['long body', 250],
      ['a', 570],
      ['b', 590],
    ]);
    add('endless', 1_000_000);
    add('c');
    wait(4_000);
    assert.deepEqual(given.at(-1), ['c', 4_600]);
  });

  it('no refusal is due later than after 4 s, and no two go out at once', (t) => {
    const { add, wait, given } = openPaced(t);
    for (let i = 0; i < 2_000; i++) add(String(i));
    wait(4_000);
    assert.equal(given.length, 189);
    wait(1_811);
    assert.equal(given.length, 2_000);
    const times = given.map(([, afterMs]) => afterMs);
    assert.equal(new Set(times).size, 2_000);
    assert.deepEqual(
      given.map(([name]) => Number(name)),
      Array.from({ length: 2_000 }, (_, i) => i),
    );
  });

  it('refusals that wait are given at once when the server closes, and so are later ones', (t) => {
    const { refusals, add, wait, given } = openPaced(t);
    for (const name of ['a', 'b']) add(name);
    refusals.close();
    add('c');
    assert.deepEqual(given, [
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ]);
    wait(1_000);
    assert.equal(given.length, 3);
  });
});

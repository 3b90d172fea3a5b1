import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SoleCaller } from '#http/answer/sole-caller';

suite('a caller', () => {
  const [a, b] = [{}, {}];

  test('is alone while nobody else asks', () => {
    const callers = new SoleCaller();
    for (let ms = 0; ms < 1_000; ms += 10) assert.equal(callers.isAlone(a, ms), true);
  });

  test('is not alone while another asks, and for a moment after', () => {
    const callers = new SoleCaller();
    assert.equal(callers.isAlone(a, 0), true);
    assert.equal(callers.isAlone(b, 10), false);
    assert.equal(callers.isAlone(a, 20), false);
    assert.equal(callers.isAlone(a, 44), false);
    assert.equal(callers.isAlone(a, 45), true);
    assert.equal(callers.isAlone(b, 46), false);
  });
});

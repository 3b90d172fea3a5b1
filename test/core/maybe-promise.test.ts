import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { whenReady } from '#core/maybe-promise';

suite('what is there soon', () => {
  test('goes on at once where it is there already', () => {
    assert.equal(
      whenReady(20, (value) => value + 1),
      21,
    );
  });

  test('goes on when it has come where it has to be waited for', async () => {
    const next = whenReady(Promise.resolve(20), (value) => value + 1);
    assert.ok(next instanceof Promise);
    assert.equal(await next, 21);
  });
});

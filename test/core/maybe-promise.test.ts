import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { whenReady } from '#core/maybe-promise';

suite('a value that may be a promise', () => {
  test('whenReady goes on at once with a plain value', () => {
    assert.equal(
      whenReady(20, (value) => value + 1),
      21,
    );
  });

  test('whenReady waits for a promise', async () => {
    const next = whenReady(Promise.resolve(20), (value) => value + 1);
    assert.ok(next instanceof Promise);
    assert.equal(await next, 21);
  });
});

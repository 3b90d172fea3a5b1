import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError, ConnectionError } from '#client/api-error';
import { retryDelayMs } from '#explorer/state/retry-delay.ts';

const refused = (status: number, retryAfter: string | null = null) =>
  new ApiError({ status }, retryAfter);

suite('asking again by itself', () => {
  test('a store that is away is asked again three times, each later than the last', () => {
    const delays = [0, 1, 2, 3].map((count) => retryDelayMs(refused(503), count));
    assert.deepEqual(delays, [2_000, 5_000, 15_000, undefined]);
  });

  test('not before the server said', () => {
    assert.equal(retryDelayMs(refused(503, '7'), 0), 7_000);
    assert.equal(retryDelayMs(refused(503, '1'), 0), 2_000);
  });

  test('a lost connection may come back', () => {
    assert.equal(retryDelayMs(new ConnectionError('gone'), 0), 2_000);
  });

  test('what will be refused again is not asked again', () => {
    for (const status of [400, 401, 403, 404, 422, 429]) {
      assert.equal(retryDelayMs(refused(status), 0), undefined);
    }
    assert.equal(retryDelayMs(new Error('a defect'), 0), undefined);
  });
});

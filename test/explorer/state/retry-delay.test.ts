// When the page repeats a failed request.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError, ConnectionError } from '#client/api-error';
import { retryDelayMs } from '#explorer/state/retry-delay.ts';

const refused = (status: number, retryAfter: string | null = null) =>
  new ApiError({ status }, retryAfter);

suite('repeating a failed request', () => {
  test('a request to an unavailable store is repeated three times, each time later', () => {
    const delays = [0, 1, 2, 3].map((count) => retryDelayMs(refused(503), count));
    assert.deepEqual(delays, [2_000, 5_000, 15_000, undefined]);
  });

  test('a request is not repeated before the time that the server named', () => {
    assert.equal(retryDelayMs(refused(503, '7'), 0), 7_000);
    assert.equal(retryDelayMs(refused(503, '1'), 0), 2_000);
  });

  test('a request is repeated after a lost connection', () => {
    assert.equal(retryDelayMs(new ConnectionError('gone'), 0), 2_000);
  });

  test('a request that will be refused again is not repeated', () => {
    for (const status of [400, 401, 403, 404, 422, 429]) {
      assert.equal(retryDelayMs(refused(status), 0), undefined);
    }
    assert.equal(retryDelayMs(new Error('a defect'), 0), undefined);
  });
});

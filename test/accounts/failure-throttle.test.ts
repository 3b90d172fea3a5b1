import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FAILURE_WINDOW_MS, FailureThrottle } from '#accounts/failure-throttle';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/instant';

const START = 1_750_000_000_000;

function fail(throttle: FailureThrottle, key: string, times: number, now: number): void {
  for (let i = 0; i < times; i++) throttle.record(key, now);
}

describe('failed sign-ins', () => {
  it('are let pass nineteen times and end in a wait at the twentieth', () => {
    const throttle = new FailureThrottle();
    fail(throttle, 'anna', 19, START);
    assert.equal(throttle.retryAfterSeconds('anna', START), 0);
    fail(throttle, 'anna', 1, START);
    assert.equal(throttle.retryAfterSeconds('anna', START), 300);
  });

  it('of one user do not make another wait', () => {
    const throttle = new FailureThrottle();
    fail(throttle, 'anna', 20, START);
    assert.equal(throttle.retryAfterSeconds('bert', START), 0);
  });

  it('are forgotten one by one as each becomes five minutes old', () => {
    const throttle = new FailureThrottle();
    for (let i = 0; i < 20; i++) throttle.record('anna', START + i * SECOND_MS);
    assert.equal(throttle.retryAfterSeconds('anna', START + 19 * SECOND_MS), 281);
    assert.equal(throttle.retryAfterSeconds('anna', START + FAILURE_WINDOW_MS - 1), 1);
    const firstIsOld = START + FAILURE_WINDOW_MS;
    assert.equal(throttle.retryAfterSeconds('anna', firstIsOld), 0);
    throttle.record('anna', firstIsOld);
    assert.equal(throttle.retryAfterSeconds('anna', firstIsOld), 1);
  });

  it('beyond the limit do not make the wait longer', () => {
    const throttle = new FailureThrottle();
    fail(throttle, 'anna', 20, START);
    fail(throttle, 'anna', 50, START + 200 * SECOND_MS);
    assert.equal(throttle.retryAfterSeconds('anna', START + 200 * SECOND_MS), 100);
    assert.equal(throttle.retryAfterSeconds('anna', START + 300 * SECOND_MS), 0);
  });

  it('are still waited for, and no longer than five minutes, after the clock is set back a day', () => {
    const throttle = new FailureThrottle();
    fail(throttle, 'anna', 20, START);
    const back = START - DAY_MS;
    assert.equal(throttle.retryAfterSeconds('anna', back), 300);
    assert.equal(throttle.retryAfterSeconds('anna', back + FAILURE_WINDOW_MS - 1), 1);
    assert.equal(throttle.retryAfterSeconds('anna', back + FAILURE_WINDOW_MS), 0);
  });

  it('are held for a bounded number of keys, the longest quiet going first', () => {
    const throttle = new FailureThrottle({ maxFailures: 2, maxKeys: 3 });
    for (const key of ['a', 'b', 'c']) fail(throttle, key, 1, START);
    fail(throttle, 'a', 1, START);
    fail(throttle, 'd', 1, START);
    assert.equal(throttle.size, 3);
    assert.notEqual(throttle.retryAfterSeconds('a', START), 0);
    fail(throttle, 'b', 1, START);
    assert.equal(throttle.retryAfterSeconds('b', START), 0);
  });

  it('leave memory once they are old', () => {
    const throttle = new FailureThrottle();
    for (let i = 0; i < 500; i++) throttle.record(`user ${i}`, START);
    assert.equal(throttle.size, 500);
    throttle.record('anna', START + FAILURE_WINDOW_MS);
    assert.equal(throttle.size, 1);
  });

  it('never number more than the limit in any stretch of the window, and block no one below it', () => {
    const steps = fc.array(
      fc.record({ waitMs: fc.integer({ min: 0, max: 400 }), key: fc.constantFrom('a', 'b') }),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(steps, (attempts) => {
        const settings = { maxFailures: 3, windowMs: 1_000 };
        const throttle = new FailureThrottle(settings);
        const passed: { key: string; at: number }[] = [];
        let now = START;
        for (const { waitMs, key } of attempts) {
          now += waitMs;
          const recent = passed.filter((each) => each.key === key && now - each.at < 1_000);
          const isBlocked = throttle.retryAfterSeconds(key, now) > 0;
          assert.equal(isBlocked, recent.length >= 3);
          if (isBlocked) continue;
          throttle.record(key, now);
          passed.push({ key, at: now });
        }
      }),
    );
  });

  it('survive any clock without locking out for longer than the window', () => {
    const jumps = fc.array(fc.integer({ min: -2 * HOUR_MS, max: 2 * HOUR_MS }), { maxLength: 50 });
    fc.assert(
      fc.property(jumps, (steps) => {
        const throttle = new FailureThrottle();
        let now = START;
        for (const step of steps) {
          fail(throttle, 'anna', 20, (now += step));
          const wait = throttle.retryAfterSeconds('anna', now);
          assert.ok(wait > 0 && wait <= FAILURE_WINDOW_MS / SECOND_MS);
        }
      }),
    );
  });
});

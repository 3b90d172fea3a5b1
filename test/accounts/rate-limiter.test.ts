import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RateLimiter } from '#accounts/rate-limiter';
import { DAY_MS, MINUTE_MS } from '#core/time/instant';

const START = 1_750_000_000_000;

describe('requests per minute', () => {
  it('requests count down to none left, are refused, and are all available a minute after the first', () => {
    const limiter = new RateLimiter();
    const rows = [
      // after, isAllowed, remaining, resetSeconds
      [0, true, 2, 60],
      [10_000, true, 1, 50],
      [10_001, true, 0, 50],
      [59_999, false, 0, 1],
      [60_000, true, 2, 60],
    ] as const;
    for (const [afterMs, isAllowed, remaining, resetSeconds] of rows) {
      assert.deepEqual(limiter.take('7', 3, START + afterMs), {
        isAllowed,
        limit: 3,
        remaining,
        resetSeconds,
      });
    }
  });

  it('requests are counted for each user alone', () => {
    const limiter = new RateLimiter();
    limiter.take('7', 1, START);
    assert.equal(limiter.take('7', 1, START).isAllowed, false);
    assert.equal(limiter.take('8', 1, START).isAllowed, true);
  });

  it('the limit of a plan that changes within the minute takes effect', () => {
    const limiter = new RateLimiter();
    for (let i = 0; i < 5; i++) limiter.take('7', 10, START);
    assert.deepEqual(limiter.take('7', 3, START), {
      isAllowed: false,
      limit: 3,
      remaining: 0,
      resetSeconds: 60,
    });
    assert.equal(limiter.take('7', 20, START).remaining, 14);
  });

  it('the window can be read without using up a request', () => {
    const limiter = new RateLimiter();
    const fresh = { isAllowed: true, limit: 2, remaining: 2, resetSeconds: 0 };
    assert.deepEqual(limiter.peek('7', 2, START), fresh);
    limiter.take('7', 2, START);
    const seen = { isAllowed: true, limit: 2, remaining: 1, resetSeconds: 45 };
    assert.deepEqual(limiter.peek('7', 2, START + 15_000), seen);
    assert.deepEqual(limiter.peek('7', 2, START + 15_000), seen);
    limiter.take('7', 2, START + 15_000);
    assert.equal(limiter.peek('7', 2, START + 15_000).isAllowed, false);
    assert.deepEqual(limiter.peek('7', 2, START + MINUTE_MS), fresh);
    assert.equal(limiter.peek('8', 0, START).isAllowed, false);
  });

  it('requests are available again within a minute even if the clock is set back a day', () => {
    const limiter = new RateLimiter();
    limiter.take('7', 1, START);
    const back = START - DAY_MS;
    assert.deepEqual(limiter.take('7', 1, back), {
      isAllowed: false,
      limit: 1,
      remaining: 0,
      resetSeconds: 60,
    });
    assert.equal(limiter.take('7', 1, back + MINUTE_MS).isAllowed, true);
  });

  it('windows take bounded memory: closed ones go first, then the oldest', () => {
    const limiter = new RateLimiter({ maxWindows: 3 });
    for (const user of ['1', '2', '3', '4']) limiter.take(user, 1, START);
    assert.equal(limiter.size, 3);
    assert.equal(limiter.take('4', 1, START).isAllowed, false);
    assert.equal(limiter.take('2', 1, START).isAllowed, false);
    assert.equal(limiter.take('1', 1, START).isAllowed, true);
    limiter.take('5', 1, START + MINUTE_MS);
    assert.equal(limiter.size, 1);
  });

  it('windows are forgotten by their own age, not by that of the user', () => {
    const limiter = new RateLimiter({ maxWindows: 2 });
    limiter.take('1', 1, START);
    limiter.take('2', 1, START + 30_000);
    limiter.take('1', 1, START + MINUTE_MS);
    limiter.take('3', 1, START + MINUTE_MS);
    assert.equal(limiter.peek('1', 1, START + MINUTE_MS).isAllowed, false);
    assert.equal(limiter.peek('2', 1, START + MINUTE_MS).isAllowed, true);
  });

  it('the limiter agrees with a slow reference that stores every request', () => {
    const requests = fc.array(
      fc.record({
        waitMs: fc.integer({ min: 0, max: 20_000 }),
        user: fc.constantFrom('7', '8', '9'),
        limit: fc.integer({ min: 1, max: 5 }),
      }),
      { maxLength: 150 },
    );
    fc.assert(
      fc.property(requests, (steps) => {
        const limiter = new RateLimiter();
        const kept: { user: string; at: number; windowAt: number }[] = [];
        let now = START;
        for (const { waitMs, user, limit } of steps) {
          now += waitMs;
          const newest = kept.findLast((each) => each.user === user);
          const isOpen = newest !== undefined && now < newest.windowAt + MINUTE_MS;
          const windowAt = isOpen ? newest.windowAt : now;
          const used = kept.filter((each) => each.user === user && each.windowAt === windowAt);
          const isAllowed = used.length < limit;
          if (isAllowed) kept.push({ user, at: now, windowAt });
          assert.deepEqual(limiter.take(user, limit, now), {
            isAllowed,
            limit,
            remaining: Math.max(0, limit - used.length - (isAllowed ? 1 : 0)),
            resetSeconds: Math.ceil((windowAt + MINUTE_MS - now) / 1_000),
          });
        }
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RateLimiter } from '#accounts/rate-limiter';
import { makeRateLimiter, SharedRateLimiter } from '#accounts/shared-rate-limiter';
import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import { openStore } from '#store/open/open-store';
import { StoreUnavailable } from '#store/store';
import { openAccounts, START } from './open-accounts.ts';

/** The same accounts, which count the questions for a window. */
function counted(accounts: AccountStore): { accounts: AccountStore; asked: () => number } {
  let count = 0;
  const watched = new Proxy(accounts, {
    get(target, name) {
      if (name === 'takeRequests') count++;
      return Reflect.get(target, name).bind(target);
    },
  });
  return { accounts: watched, asked: () => count };
}

describe('requests per minute over several processes', () => {
  it('requests count down to none left, are refused, and are all available a minute after the first', async (t) => {
    const accounts = await openAccounts(t);
    const limiters = [new SharedRateLimiter(accounts), new SharedRateLimiter(accounts)];
    const rows = [
      // process, after, isAllowed, remaining, resetSeconds
      [0, 0, true, 2, 60],
      [1, 10_000, true, 1, 50],
      [0, 10_001, true, 0, 50],
      [0, 59_999, false, 0, 1],
      [1, 59_999, false, 0, 1],
      [1, 60_000, true, 2, 60],
    ] as const;
    for (const [process, afterMs, isAllowed, remaining, resetSeconds] of rows) {
      assert.deepEqual(await limiters[process]!.take('7', 3, START + afterMs), {
        isAllowed,
        limit: 3,
        remaining,
        resetSeconds,
      });
    }
  });

  it('a full minute of 600 requests takes fewer than 90 questions to the store', async (t) => {
    const { accounts, asked } = counted(await openAccounts(t));
    const limiter = new SharedRateLimiter(accounts);
    for (let i = 0; i < 600; i++)
      assert.equal((await limiter.take('7', 600, START)).isAllowed, true);
    assert.ok(asked() < 90, `${asked()}`);
  });

  it('requests that come all at once share their questions to the store', async (t) => {
    const { accounts, asked } = counted(await openAccounts(t));
    const limiter = new SharedRateLimiter(accounts);
    const all = Array.from({ length: 100 }, () => limiter.take('7', 80, START));
    const verdicts = await Promise.all(all);
    assert.equal(verdicts.filter(({ isAllowed }) => isAllowed).length, 80);
    assert.ok(asked() <= 3, `${asked()}`);
  });

  it('refused requests ask the store no more, until the plan allows more', async (t) => {
    const { accounts, asked } = counted(await openAccounts(t));
    const limiter = new SharedRateLimiter(accounts);
    for (let i = 0; i < 3; i++) await limiter.take('7', 3, START);
    const before = asked();
    for (let i = 0; i < 50; i++) {
      assert.equal(limiter.takeAtOnce('7', 3, START + i)?.isAllowed, false);
    }
    assert.equal(asked(), before);
    assert.equal(limiter.takeAtOnce('7', 4, START), undefined);
    assert.equal((await limiter.take('7', 4, START)).isAllowed, true);
  });

  it('requests are not counted by reading the window, nor if the store would have to be asked', async (t) => {
    const accounts = await openAccounts(t);
    const [here, there] = [new SharedRateLimiter(accounts), new SharedRateLimiter(accounts)];
    const fresh = { isAllowed: true, limit: 2, remaining: 2, resetSeconds: 0 };
    assert.deepEqual(await here.peek('7', 2, START), fresh);
    assert.equal(here.takeAtOnce('7', 2, START), undefined);
    await there.take('7', 2, START);
    const seen = { isAllowed: true, limit: 2, remaining: 1, resetSeconds: 45 };
    assert.deepEqual(await here.peek('7', 2, START + 15_000), seen);
    assert.deepEqual(await here.peek('7', 2, START + MINUTE_MS), fresh);
    assert.equal((await here.peek('8', 0, START)).isAllowed, false);
  });

  it('requests are available again within a minute even if the clock is set back a day', async (t) => {
    const limiter = new SharedRateLimiter(await openAccounts(t));
    await limiter.take('7', 1, START);
    const back = START - DAY_MS;
    assert.deepEqual(await limiter.take('7', 1, back), {
      isAllowed: false,
      limit: 1,
      remaining: 0,
      resetSeconds: 60,
    });
    assert.equal((await limiter.take('7', 1, back + MINUTE_MS)).isAllowed, true);
  });

  it('windows take bounded memory, and forgetting one allows no more requests', async (t) => {
    const limiter = new SharedRateLimiter(await openAccounts(t), { maxWindows: 3 });
    for (const user of ['1', '2', '3', '4']) await limiter.take(user, 1, START);
    assert.equal(limiter.size, 3);
    for (const user of ['1', '2', '3', '4']) {
      assert.equal((await limiter.take(user, 1, START)).isAllowed, false);
    }
    await limiter.take('5', 1, START + MINUTE_MS);
    assert.equal(limiter.size, 1);
  });

  it('windows are removed from the store a while after their minute', async (t) => {
    const accounts = await openAccounts(t);
    const limiter = new SharedRateLimiter(accounts);
    await limiter.take('7', 1, START);
    assert.deepEqual(await accounts.findWindow('7'), { openedAt: START, taken: 1 });
    await limiter.take('8', 1, START + 3 * MINUTE_MS);
    assert.equal(await accounts.findWindow('7'), undefined);
  });

  it('closed windows are removed once a minute', async (t) => {
    let sweeps = 0;
    const watched = new Proxy(await openAccounts(t), {
      get(target, name) {
        if (name === 'forgetWindows') sweeps++;
        return Reflect.get(target, name).bind(target);
      },
    });
    const limiter = new SharedRateLimiter(watched);
    const seen: number[] = [];
    for (const afterMs of [0, 1, 59_999, 60_000, 60_001, 0, -1, 59_000]) {
      await limiter.take(`${seen.length}`, 1, START + afterMs);
      seen.push(sweeps);
    }
    assert.deepEqual(seen, [1, 1, 1, 2, 2, 3, 3, 3]);
  });

  it('while the store is unavailable, what this process has left is used up, and then all requests fail', async () => {
    const store = await openStore('sqlite::memory:');
    const limiter = new SharedRateLimiter(store.accounts);
    for (let i = 0; i < 4; i++) await limiter.take('7', 600, START);
    await limiter.take('7', 600, START);
    await store.close();
    const here: boolean[] = [];
    for (;;) {
      const verdict = limiter.takeAtOnce('7', 600, START);
      if (!verdict) break;
      here.push(verdict.isAllowed);
    }
    assert.deepEqual(here, [true, true, true]);
    const waiting = Array.from({ length: 5 }, () => limiter.take('7', 600, START));
    for (const one of waiting) await assert.rejects(async () => one, StoreUnavailable);
  });

  it('requests are counted in memory for a server that is alone, and in the store for others', async (t) => {
    const accounts = await openAccounts(t);
    assert.ok(makeRateLimiter(accounts, false) instanceof RateLimiter);
    assert.ok(makeRateLimiter(accounts, true) instanceof SharedRateLimiter);
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { RateLimiter } from '#accounts/rate-limiter';
import { makeRateLimiter, SharedRateLimiter } from '#accounts/shared-rate-limiter';
import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import { openStore } from '#store/open/open-store';
import { type Store, StoreUnavailable } from '#store/store';
import { runs } from '../core/properties.ts';
import { openAccounts, START } from './open-accounts.ts';

/** Accounts that count how often a window was asked for. */
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

/** The accounts of several processes: each has the store open for itself. */
async function openSeveral(t: TestContext, processes: number): Promise<AccountStore[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-limits-'));
  const stores: Store[] = [];
  for (let i = 0; i < processes; i++) {
    stores.push(await openStore(`sqlite:${join(folder, 'limits.db')}`));
  }
  t.after(async () => {
    for (const store of stores) await store.close();
    await rm(folder, { recursive: true });
  });
  return stores.map(({ accounts }) => accounts);
}

describe('requests per minute over several processes', () => {
  it('count down to nothing, are refused, and are all there again a minute after the first', async (t) => {
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

  it('are never more than the limit, however they come, and all of it where nothing is left unused', async (t) => {
    const several = await openSeveral(t, 3);
    const batches = fc.array(
      fc.record({
        process: fc.integer({ min: 0, max: 2 }),
        count: fc.integer({ min: 1, max: 40 }),
        waitMs: fc.constantFrom(0, 0, 0, 1, 5_000, 70_000),
      }),
      { minLength: 1, maxLength: 12 },
    );
    let turn = 0;
    const property = async (
      limit: number,
      steps: readonly { process: number; count: number; waitMs: number }[],
    ): Promise<void> => {
      const limiters = several.map((accounts) => new SharedRateLimiter(accounts));
      const user = `user ${turn++}`;
      let now = START;
      let allowed = 0;
      let windowAt: number | undefined;
      const ask = async (requests: readonly { process: number; count: number }[]) => {
        const verdicts = await Promise.all(
          requests.flatMap(({ process, count }) =>
            Array.from({ length: count }, () => limiters[process]!.take(user, limit, now)),
          ),
        );
        allowed += verdicts.filter(({ isAllowed }) => isAllowed).length;
        for (const { remaining } of verdicts) assert.ok(remaining >= 0 && remaining < limit + 1);
        assert.ok(allowed <= limit, `${allowed} of ${limit}`);
      };
      for (const [i, step] of steps.entries()) {
        now += step.waitMs;
        if (windowAt === undefined || now - windowAt >= MINUTE_MS) {
          windowAt = now;
          allowed = 0;
        }
        await ask([step, steps[(i + 1) % steps.length]!]);
      }
      // Whatever a process still has is used by asking each of them often enough.
      for (const process of [0, 1, 2]) await ask([{ process, count: limit }]);
      assert.equal(allowed, limit);
    };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), batches, property),
      runs(40),
    );
  });

  it('of one process agree with those of a server that is alone', async (t) => {
    const accounts = await openAccounts(t);
    const requests = fc.array(
      fc.record({
        waitMs: fc.constantFrom(0, 0, 0, 10, 20_000),
        user: fc.constantFrom('7', '8'),
        limit: fc.constantFrom(1, 3, 5, 40, 80),
        count: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 40 },
    );
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(requests, async (steps) => {
        const [shared, alone] = [new SharedRateLimiter(accounts), new RateLimiter()];
        const run = turn++;
        let now = START;
        for (const { waitMs, user, limit, count } of steps) {
          now += waitMs;
          for (let i = 0; i < count; i++) {
            const verdict = await shared.take(`${run} ${user}`, limit, now);
            assert.deepEqual(verdict, alone.take(user, limit, now));
            assert.deepEqual(
              await shared.peek(`${run} ${user}`, limit, now),
              alone.peek(user, limit, now),
            );
          }
        }
      }),
      runs(30),
    );
  });

  it('mostly ask nobody: a full minute of 600 takes fewer than 90 questions', async (t) => {
    const { accounts, asked } = counted(await openAccounts(t));
    const limiter = new SharedRateLimiter(accounts);
    for (let i = 0; i < 600; i++)
      assert.equal((await limiter.take('7', 600, START)).isAllowed, true);
    assert.ok(asked() < 90, `${asked()}`);
  });

  it('that come all at once ask together', async (t) => {
    const { accounts, asked } = counted(await openAccounts(t));
    const limiter = new SharedRateLimiter(accounts);
    const all = Array.from({ length: 100 }, () => limiter.take('7', 80, START));
    const verdicts = await Promise.all(all);
    assert.equal(verdicts.filter(({ isAllowed }) => isAllowed).length, 80);
    assert.ok(asked() <= 3, `${asked()}`);
  });

  it('that are refused ask nobody again, until the plan has more', async (t) => {
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

  it('are not counted by a look, nor where the store would have to be asked', async (t) => {
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

  it('come back within a minute although the clock is set back a day', async (t) => {
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

  it('take bounded memory, and forgetting a window lets nobody have more', async (t) => {
    const limiter = new SharedRateLimiter(await openAccounts(t), { maxWindows: 3 });
    for (const user of ['1', '2', '3', '4']) await limiter.take(user, 1, START);
    assert.equal(limiter.size, 3);
    for (const user of ['1', '2', '3', '4']) {
      assert.equal((await limiter.take(user, 1, START)).isAllowed, false);
    }
    await limiter.take('5', 1, START + MINUTE_MS);
    assert.equal(limiter.size, 1);
  });

  it('leave the store a while after their minute', async (t) => {
    const accounts = await openAccounts(t);
    const limiter = new SharedRateLimiter(accounts);
    await limiter.take('7', 1, START);
    assert.deepEqual(await accounts.findWindow('7'), { openedAt: START, taken: 1 });
    await limiter.take('8', 1, START + 3 * MINUTE_MS);
    assert.equal(await accounts.findWindow('7'), undefined);
  });

  it('that are over are cleared away once a minute', async (t) => {
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

  it('are refused as unavailable while the store is, all who wait, and what is left here is used up', async () => {
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

  it('are counted in memory for a server that is alone, and in the store for others', async (t) => {
    const accounts = await openAccounts(t);
    assert.ok(makeRateLimiter(accounts, false) instanceof RateLimiter);
    assert.ok(makeRateLimiter(accounts, true) instanceof SharedRateLimiter);
  });
});

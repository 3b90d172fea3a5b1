// The shared limiter under random requests: it never allows too many, and agrees with the plain limiter.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { RateLimiter } from '#accounts/rate-limiter';
import { SharedRateLimiter } from '#accounts/shared-rate-limiter';
import { MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { runs } from '../core/properties.ts';
import { openAccounts, START } from './open-accounts.ts';

/** Opens the accounts of several processes, each with its own connections to the store. */
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

describe('random requests over several processes', () => {
  it('at most the limit of requests passes, however they come, and all of it if every process is asked', async (t) => {
    const several = await openSeveral(t, 3);
    const batches = fc.array(
      fc.record({
        process: fc.integer({ min: 0, max: 2 }),
        count: fc.integer({ min: 1, max: 40 }),
        waitMs: fc.constantFrom(0, 0, 0, 1, 5_000, 70_000),
      }),
      { minLength: 1, maxLength: 12 },
    );
    let run = 0;
    const property = async (
      limit: number,
      steps: readonly { process: number; count: number; waitMs: number }[],
    ): Promise<void> => {
      const limiters = several.map((accounts) => new SharedRateLimiter(accounts));
      const user = `user ${run++}`;
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
      // Asking each process often enough uses up what it has left.
      for (const process of [0, 1, 2]) await ask([{ process, count: limit }]);
      assert.equal(allowed, limit);
    };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), batches, property),
      runs(40),
    );
  });

  it('the shared limiter of one process agrees with that of a server that is alone', async (t) => {
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
    let run = 0;
    await fc.assert(
      fc.asyncProperty(requests, async (steps) => {
        const [shared, alone] = [new SharedRateLimiter(accounts), new RateLimiter()];
        const prefix = run++;
        let now = START;
        for (const { waitMs, user, limit, count } of steps) {
          now += waitMs;
          for (let i = 0; i < count; i++) {
            const verdict = await shared.take(`${prefix} ${user}`, limit, now);
            assert.deepEqual(verdict, alone.take(user, limit, now));
            assert.deepEqual(
              await shared.peek(`${prefix} ${user}`, limit, now),
              alone.peek(user, limit, now),
            );
          }
        }
      }),
      runs(30),
    );
  });
});

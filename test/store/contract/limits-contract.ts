// The limits that processes on one store share: request windows, failed sign-ins, one-time codes.

import assert from 'node:assert/strict';
import { FailureThrottle } from '#accounts/failure-throttle';
import { SharedRateLimiter } from '#accounts/shared-rate-limiter';
import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import type { RequestWish } from '#store/limit-store';
import { NOW } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const WISH: RequestWish = {
  windowKey: 'user 7',
  limit: 100,
  needed: 1,
  most: 0,
  windowMs: MINUTE_MS,
};

export function limitsContract(storeTest: StoreTest): void {
  windowsContract(storeTest);
  usesContract(storeTest);
  failuresContract(storeTest);
  codesContract(storeTest);
}

function usesContract(storeTest: StoreTest): void {
  storeTest(
    'requests add up by user and day, and the use of a user tells today and the week before',
    async ({ accounts }) => {
      const count = (userId: number, day: number, requests: number, lastAt: number) => ({
        ...{ userId, day, requests, lastAt },
      });
      await accounts.addRequestCounts([count(1, 100, 5, 50), count(1, 99, 70, 40)]);
      await accounts.addRequestCounts([count(1, 100, 2, 45), count(2, 93, 7, 9)]);
      await accounts.addRequestCounts([count(2, 92, 1_000, 8), count(3, 101, 1, 60)]);
      await accounts.addRequestCounts([]);
      const use = (userId: number, lastSeenAt: number, requestsToday = 0, requestsBefore = 0) => ({
        ...{ userId, lastSeenAt, requestsToday, requestsBefore },
      });
      assert.deepEqual(await accounts.listUse(100), [
        use(1, 50, 7, 70),
        use(2, 9, 0, 7),
        use(3, 60),
      ]);
      await accounts.forgetRequestCounts(100);
      assert.deepEqual(await accounts.listUse(100), [use(1, 50, 7), use(3, 60)]);
    },
  );

  storeTest(
    'a user was last seen when a key or session was used, or at the sign-in of a token',
    async ({ accounts }) => {
      const made = { createdAt: NOW, expiresAt: null };
      const session = { lastUsedAt: NOW + 9, address: '', agent: '' };
      await accounts.addCredential({ ...made, hash: 'a', userId: 1, kind: 'key', name: 'a' });
      await accounts.addCredential({ ...made, hash: 'b', userId: 2, kind: 'token', name: null });
      await accounts.addCredential({
        ...{ ...made, hash: 'c', userId: 3, kind: 'session', name: null, session },
      });
      const seen = async () => (await accounts.listUse(0)).map(({ lastSeenAt }) => lastSeenAt);
      assert.deepEqual(await seen(), [null, NOW, NOW + 9]);
      await accounts.noteKeyUse('a', NOW + 5, 1);
      assert.deepEqual(await seen(), [NOW + 5, NOW, NOW + 9]);
    },
  );

  storeTest(
    'the end of a session is no use of it: its user was last seen at the sign-in or a counted request',
    async ({ accounts }) => {
      const lastSeenAt = async () => (await accounts.listUse(0)).map((use) => use.lastSeenAt);
      for (const [i, hash] of ['given', 'all', 'over'].entries()) {
        const session = { lastUsedAt: NOW + 9, address: '', agent: '' };
        const times = { createdAt: NOW + i, expiresAt: NOW + 5_000 };
        await accounts.addCredential({
          ...{ hash, userId: i + 1, kind: 'session', name: null, session, ...times },
        });
      }
      await accounts.endSession('given', { ending: 'sign-out', endedAt: NOW + 1_000 });
      await accounts.removeTokens(2, { ending: 'disabled', endedAt: NOW + 2_000 });
      await accounts.removeExpired(NOW + 5_000);
      assert.ok(await accounts.findEndedSession('over'));
      assert.deepEqual(await lastSeenAt(), [NOW, NOW + 1, NOW + 2]);
      await accounts.addRequestCounts([{ userId: 1, day: 0, requests: 1, lastAt: NOW + 7 }]);
      assert.deepEqual(await lastSeenAt(), [NOW + 7, NOW + 1, NOW + 2]);
    },
  );
}

function windowsContract(storeTest: StoreTest): void {
  storeTest(
    'a window grants what is needed, or a share of what is left, or all that is left',
    async ({ accounts }) => {
      const rows = [
        // limit, needed, most, granted, taken
        [100, 1, 0, 1, 1],
        [100, 1, 4, 4, 5],
        [100, 1, 40, 5, 10], // a sixteenth of 95
        [100, 7, 40, 7, 17],
        [100, 200, 0, 83, 100],
        [100, 1, 40, 0, 100],
        [90, 1, 0, 0, 100], // the plan's limit was lowered
        [101, 5, 5, 1, 101],
      ] as const;
      for (const [limit, needed, most, granted, taken] of rows) {
        const wish = { ...WISH, limit, needed, most };
        const expected = { openedAt: NOW, granted, taken };
        assert.deepEqual(await accounts.takeRequests(wish, NOW), expected);
      }
      assert.deepEqual(await accounts.findWindow('user 7'), { openedAt: NOW, taken: 101 });
      assert.equal(await accounts.findWindow('user 8'), undefined);
    },
  );

  storeTest(
    'a new window grants a share of the limit, and never more than the limit',
    async ({ accounts }) => {
      const ask = (windowKey: string, wish: Partial<RequestWish>) =>
        accounts.takeRequests({ ...WISH, windowKey, ...wish }, NOW);
      assert.equal((await ask('a', { most: 50 })).granted, 6);
      assert.equal((await ask('b', { needed: 20 })).granted, 20);
      assert.equal((await ask('c', { needed: 120 })).granted, 100);
      assert.equal((await ask('d', { limit: 0 })).granted, 0);
    },
  );

  storeTest(
    'a window ends to the millisecond, and the next one begins with nothing taken',
    async ({ accounts }) => {
      await accounts.takeRequests({ ...WISH, needed: 100 }, NOW);
      const last = await accounts.takeRequests(WISH, NOW + MINUTE_MS - 1);
      assert.deepEqual(last, { openedAt: NOW, taken: 100, granted: 0 });
      const next = await accounts.takeRequests(WISH, NOW + MINUTE_MS);
      assert.deepEqual(next, { openedAt: NOW + MINUTE_MS, taken: 1, granted: 1 });
    },
  );

  storeTest('a clock that is a little late uses the running window', async ({ accounts }) => {
    await accounts.takeRequests(WISH, NOW);
    const late = await accounts.takeRequests(WISH, NOW - MINUTE_MS);
    assert.deepEqual(late, { openedAt: NOW, taken: 2, granted: 1 });
  });

  storeTest(
    'a clock that was set back restarts the minute, with what was taken',
    async ({ accounts }) => {
      await accounts.takeRequests({ ...WISH, needed: 99 }, NOW);
      const back = NOW - DAY_MS;
      const first = await accounts.takeRequests(WISH, back);
      assert.deepEqual(first, { openedAt: back, taken: 100, granted: 1 });
      assert.equal((await accounts.takeRequests(WISH, back + 1)).granted, 0);
      assert.equal((await accounts.takeRequests(WISH, back + MINUTE_MS)).granted, 1);
    },
  );

  storeTest('windows are forgotten before and after given instants', async ({ accounts }) => {
    const keys = ['old', 'first', 'last', 'ahead'];
    for (const [i, windowKey] of keys.entries()) {
      await accounts.takeRequests({ ...WISH, windowKey }, NOW + i);
    }
    await accounts.forgetWindows(NOW + 1, NOW + 2);
    const found = await Promise.all(keys.map((key) => accounts.findWindow(key)));
    assert.deepEqual(
      found.map((window) => window !== undefined),
      [false, true, true, false],
    );
  });

  storeTest('limiters that ask all at once never get more than the limit', async ({ accounts }) => {
    const limiters = Array.from({ length: 6 }, () => new SharedRateLimiter(accounts));
    let allowed = 0;
    for (let round = 0; round < 4; round++) {
      const verdicts = await Promise.all(
        limiters.flatMap((each) =>
          Array.from({ length: 25 }, () => each.take('user 7', 300, NOW + round)),
        ),
      );
      allowed += verdicts.filter(({ isAllowed }) => isAllowed).length;
      assert.ok(allowed <= 300);
    }
    assert.equal(allowed, 300, 'after 600 requests nothing is left unused');
  });
}

function failuresContract(storeTest: StoreTest): void {
  storeTest('failures are replaced only if they are the expected ones', async ({ accounts }) => {
    assert.deepEqual(await accounts.readFailures('k'), []);
    assert.equal(await accounts.replaceFailures('user', 'k', [], [NOW]), true);
    assert.equal(await accounts.replaceFailures('user', 'k', [], [NOW + 1]), false);
    assert.equal(await accounts.replaceFailures('user', 'k', [NOW + 1], [NOW + 2]), false);
    assert.deepEqual(await accounts.readFailures('k'), [NOW]);
    assert.equal(await accounts.replaceFailures('user', 'k', [NOW], [NOW, NOW + 3]), true);
    assert.deepEqual(await accounts.readFailures('k'), [NOW, NOW + 3]);
  });

  storeTest(
    'failures of a kind are removed by the beginning of their hash',
    async ({ accounts }) => {
      const keys = ['ab', 'ab c', 'ab d', 'abc', 'b'];
      for (const key of keys) await accounts.replaceFailures('pair', key, [], [NOW]);
      await accounts.replaceFailures('user', 'ab of another kind', [], [NOW]);
      const left = async () => {
        const all = [...keys, 'ab of another kind'];
        const lists = await Promise.all(all.map((key) => accounts.readFailures(key)));
        return all.filter((_, i) => lists[i]!.length > 0);
      };
      await accounts.removeFailures('pair', 'ab ');
      assert.deepEqual(await left(), ['ab', 'abc', 'b', 'ab of another kind']);
      await accounts.removeFailures('pair', 'ab');
      assert.deepEqual(await left(), ['b', 'ab of another kind']);
      await accounts.removeFailures('pair', '%');
      assert.deepEqual(await left(), ['b', 'ab of another kind']);
    },
  );

  storeTest(
    'failures are forgotten by their last instant, and by their number',
    async ({ accounts }) => {
      const keys = ['old', 'a', 'b', 'c', 'ahead'];
      for (const [i, key] of keys.entries()) {
        await accounts.replaceFailures('user', key, [], [NOW - 10, NOW + i]);
      }
      await accounts.replaceFailures('address', 'of another kind', [], [NOW]);
      const left = async () => {
        const lists = await Promise.all(keys.map((key) => accounts.readFailures(key)));
        return keys.filter((_, i) => lists[i]!.length > 0);
      };
      await accounts.forgetFailures('user', NOW + 1, NOW + 3, 3);
      assert.deepEqual(await left(), ['a', 'b', 'c']);
      await accounts.forgetFailures('user', NOW + 1, NOW + 3, 2);
      assert.deepEqual(await left(), ['b', 'c']);
      await accounts.forgetFailures('user', NOW + 3, NOW + 3, 2);
      assert.deepEqual(await left(), ['c']);
      assert.deepEqual(await accounts.readFailures('of another kind'), [NOW]);
    },
  );

  storeTest('twenty of forty failures at once are let through', async ({ accounts }) => {
    const throttles = Array.from({ length: 4 }, () => new FailureThrottle(accounts, 'user'));
    const waits = await Promise.all(
      throttles.flatMap((each) => Array.from({ length: 10 }, () => each.record('anna', NOW))),
    );
    assert.equal(waits.filter((wait) => wait === 0).length, 20);
    assert.equal(waits.filter((wait) => wait === 300).length, 20);
  });
}

function codesContract(storeTest: StoreTest): void {
  storeTest('only one of several simultaneous attempts takes a code', async ({ accounts }) => {
    await accounts.addCode('hash', 'Åse', NOW);
    const tries = await Promise.all(Array.from({ length: 8 }, () => accounts.takeCode('hash')));
    assert.deepEqual(
      tries.filter((taken) => taken !== undefined),
      [{ userName: 'Åse', madeAt: NOW }],
    );
    assert.equal(await accounts.takeCode('hash'), undefined);
  });

  storeTest('codes are forgotten by their age, and by their number', async ({ accounts }) => {
    for (let i = 0; i < 6; i++) await accounts.addCode(`code ${i}`, 'demo', NOW + i);
    await accounts.forgetCodes(NOW + 1, NOW + 4, 3);
    const left = await Promise.all([0, 1, 2, 3, 4, 5].map((i) => accounts.takeCode(`code ${i}`)));
    assert.deepEqual(
      left.map((code) => code !== undefined),
      [false, false, false, true, true, false],
    );
  });
}

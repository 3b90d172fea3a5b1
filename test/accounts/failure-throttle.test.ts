import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  FAILURE_WINDOW_MS,
  FailureThrottle,
  type ThrottleSettings,
} from '#accounts/failure-throttle';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import { openStore } from '#store/open/open-store';
import { runs } from '../core/properties.ts';
import { openAccounts } from './open-accounts.ts';

const START = 1_750_000_000_000;

const throttleOn = (accounts: AccountStore, settings?: ThrottleSettings): FailureThrottle =>
  new FailureThrottle(accounts, 'user', settings);

async function fail(
  throttle: FailureThrottle,
  key: string,
  times: number,
  now: number,
): Promise<void> {
  for (let i = 0; i < times; i++) await throttle.record(key, now);
}

/** The same accounts; `look` sees what a method is called with. */
const watching = (
  accounts: AccountStore,
  method: keyof AccountStore,
  look: (...args: unknown[]) => unknown,
): AccountStore =>
  new Proxy(accounts, {
    get: (target, name) => {
      const member = Reflect.get(target, name).bind(target);
      if (name !== method) return member;
      return (...args: unknown[]) => {
        look(...args);
        return member(...args);
      };
    },
  });

describe('failed sign-ins', () => {
  it('are let pass nineteen times and end in a wait at the twentieth', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    await fail(throttle, 'anna', 19, START);
    assert.equal(await throttle.retryAfterSeconds('anna', START), 0);
    await fail(throttle, 'anna', 1, START);
    assert.equal(await throttle.retryAfterSeconds('anna', START), 300);
  });

  it('of one user do not make another wait, nor an address of that name', async (t) => {
    const accounts = await openAccounts(t);
    const throttle = throttleOn(accounts);
    await fail(throttle, 'anna', 20, START);
    assert.equal(await throttle.retryAfterSeconds('bert', START), 0);
    const addresses = new FailureThrottle(accounts, 'address');
    assert.equal(await addresses.retryAfterSeconds('anna', START), 0);
  });

  it('are forgotten one by one as each becomes five minutes old', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    for (let i = 0; i < 20; i++) await throttle.record('anna', START + i * SECOND_MS);
    assert.equal(await throttle.retryAfterSeconds('anna', START + 19 * SECOND_MS), 281);
    assert.equal(await throttle.retryAfterSeconds('anna', START + FAILURE_WINDOW_MS - 1), 1);
    const firstIsOld = START + FAILURE_WINDOW_MS;
    assert.equal(await throttle.retryAfterSeconds('anna', firstIsOld), 0);
    assert.equal(await throttle.record('anna', firstIsOld), 0);
    assert.equal(await throttle.retryAfterSeconds('anna', firstIsOld), 1);
  });

  it('of an hour ago are no reason to wait, also where nobody has cleared them away', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    await fail(throttle, 'anna', 20, START);
    assert.equal(await throttle.retryAfterSeconds('anna', START + HOUR_MS), 0);
    assert.equal(await throttle.record('anna', START + HOUR_MS), 0);
  });

  it('of a machine whose clock is up to a minute ahead count from their own time', async (t) => {
    const throttle = throttleOn(await openAccounts(t), { maxFailures: 1 });
    const end = START + FAILURE_WINDOW_MS;
    await throttle.record('anna', START + MINUTE_MS);
    assert.equal(await throttle.retryAfterSeconds('anna', START), 300);
    assert.equal(await throttle.retryAfterSeconds('anna', end), 60);
    // Further ahead they are of a clock that was set back since, and count from now.
    await throttle.record('bert', START + MINUTE_MS + 1);
    assert.equal(await throttle.retryAfterSeconds('bert', START), 300);
    assert.equal(await throttle.retryAfterSeconds('bert', end), 0);
  });

  it('are kept in order of time, also where a slow request comes late', async (t) => {
    const kept: (readonly number[])[] = [];
    const accounts = watching(await openAccounts(t), 'replaceFailures', (...args) => {
      kept.push(args[3] as readonly number[]);
    });
    const throttle = throttleOn(accounts);
    for (const beside of [MINUTE_MS, 0, 30_000]) await throttle.record('anna', START + beside);
    assert.deepEqual(kept.at(-1), [START, START + 30_000, START + MINUTE_MS]);
  });

  it('that others always overtake end in a second’s wait, after a hundred tries', async (t) => {
    const accounts = await openAccounts(t);
    await throttleOn(accounts).record('anna', START + DAY_MS);
    let tries = 0;
    const overtaken = new Proxy(accounts, {
      get: (target, name) =>
        name === 'replaceFailures'
          ? async () => ++tries < 0
          : Reflect.get(target, name).bind(target),
    });
    const throttle = throttleOn(overtaken);
    assert.equal(await throttle.record('anna', START), 1);
    assert.equal(tries, 100);
    // A look writes too, where what is kept is of a clock that was set back.
    assert.equal(await throttle.retryAfterSeconds('anna', START), 1);
    assert.equal(tries, 200);
  });

  it('are cleared away once a minute, or at the thousandth', async (t) => {
    const store = await openStore('sqlite::memory:');
    t.after(() => store.close());
    let sweeps = 0;
    const throttle = throttleOn(watching(store.accounts, 'forgetFailures', () => sweeps++));
    const sweepsAfter = async (times: number, now: number): Promise<number> => {
      for (let i = 0; i < times; i++) await throttle.record(`${now} ${i}`, now);
      return sweeps;
    };
    assert.equal(await sweepsAfter(1, START), 1, 'the first');
    assert.equal(await sweepsAfter(5, START + MINUTE_MS - 1), 1);
    assert.equal(await sweepsAfter(1, START + MINUTE_MS), 2, 'a minute later');
    assert.equal(await sweepsAfter(5, START + 1), 2);
    assert.equal(await sweepsAfter(1, START), 3, 'a clock set back by a minute');
    assert.equal(await sweepsAfter(999, START + 2), 3);
    assert.equal(await sweepsAfter(1, START + 3), 4, 'a thousand');
  });

  it('beyond the limit are told the wait and do not make it longer', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    await fail(throttle, 'anna', 20, START);
    for (let i = 0; i < 50; i++) {
      assert.equal(await throttle.record('anna', START + 200 * SECOND_MS), 100);
    }
    assert.equal(await throttle.retryAfterSeconds('anna', START + 200 * SECOND_MS), 100);
    assert.equal(await throttle.retryAfterSeconds('anna', START + 300 * SECOND_MS), 0);
  });

  it('are counted for all processes together, and after a restart', async (t) => {
    const accounts = await openAccounts(t);
    await fail(throttleOn(accounts), 'anna', 12, START);
    await fail(throttleOn(accounts), 'anna', 8, START + SECOND_MS);
    assert.equal(await throttleOn(accounts).retryAfterSeconds('anna', START + SECOND_MS), 299);
  });

  it('that come to several processes at once are counted to the limit and no further', async (t) => {
    const accounts = await openAccounts(t);
    const throttles = Array.from({ length: 5 }, () => throttleOn(accounts));
    const recorded = await Promise.all(
      throttles.flatMap((each) => Array.from({ length: 12 }, () => each.record('anna', START))),
    );
    assert.equal(recorded.filter((wait) => wait === 0).length, 20);
    assert.equal(recorded.filter((wait) => wait === 300).length, 40);
  });

  it('are still waited for, and no longer than five minutes, after the clock is set back a day', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    await fail(throttle, 'anna', 20, START);
    const back = START - DAY_MS;
    assert.equal(await throttle.retryAfterSeconds('anna', back), 300);
    assert.equal(await throttle.retryAfterSeconds('anna', back + FAILURE_WINDOW_MS - 1), 1);
    assert.equal(await throttle.retryAfterSeconds('anna', back + FAILURE_WINDOW_MS), 0);
  });

  it('are held for a bounded number of keys, the longest quiet going first', async (t) => {
    const accounts = await openAccounts(t);
    const throttle = throttleOn(accounts, { maxFailures: 2, maxSubjects: 3 });
    for (const [i, key] of ['a', 'b', 'c', 'a', 'd'].entries()) {
      await throttle.record(key, START + i);
    }
    // A minute later all but e, d and a are cleared away.
    await throttle.record('e', START + 60_000);
    assert.notEqual(await throttle.retryAfterSeconds('a', START + 60_000), 0);
    await throttle.record('b', START + 60_000);
    assert.equal(await throttle.retryAfterSeconds('b', START + 60_000), 0, 'b was forgotten');
  });

  it('of addresses push out no failures of users', async (t) => {
    const accounts = await openAccounts(t);
    const settings = { maxFailures: 1, maxSubjects: 3 };
    await throttleOn(accounts, settings).record('anna', START);
    const addresses = new FailureThrottle(accounts, 'address', settings);
    for (let i = 0; i < 10; i++) await addresses.record(`192.0.2.${i}`, START + i);
    await addresses.record('192.0.2.99', START + 60_000);
    assert.equal(await addresses.retryAfterSeconds('192.0.2.0', START + 60_000), 0);
    const users = throttleOn(accounts, settings);
    assert.notEqual(await users.retryAfterSeconds('anna', START + 60_000), 0);
  });

  it('leave the store once they are old', async (t) => {
    const accounts = await openAccounts(t);
    const kept = new Set<string>();
    const watched = watching(accounts, 'replaceFailures', (_kind, key) => kept.add(key as string));
    const throttle = throttleOn(watched);
    for (let i = 0; i < 50; i++) await throttle.record(`user ${i}`, START);
    await throttle.record('anna', START + FAILURE_WINDOW_MS);
    const sizes = await Promise.all([...kept].map((key) => accounts.readFailures(key)));
    assert.equal(sizes.length, 51);
    assert.equal(sizes.filter(({ length }) => length > 0).length, 1);
  });

  it('never number more than the limit in any stretch of the window, and block no one below it', async (t) => {
    const accounts = await openAccounts(t);
    const steps = fc.array(
      fc.record({
        waitMs: fc.integer({ min: 0, max: 400 }),
        key: fc.constantFrom('a', 'b'),
        process: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 60 },
    );
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (attempts) => {
        const settings = { maxFailures: 3, windowMs: 1_000 };
        const throttles = [1, 2, 3].map(() => throttleOn(accounts, settings));
        const passed: { key: string; at: number }[] = [];
        const run = turn++;
        let now = START;
        for (const { waitMs, key, process } of attempts) {
          now += waitMs;
          const own = `${run} ${key}`;
          const throttle = throttles[process]!;
          const recent = passed.filter((each) => each.key === key && now - each.at < 1_000);
          const isBlocked = (await throttle.retryAfterSeconds(own, now)) > 0;
          assert.equal(isBlocked, recent.length >= 3);
          assert.equal((await throttle.record(own, now)) > 0, isBlocked);
          if (!isBlocked) passed.push({ key, at: now });
        }
      }),
      runs(30),
    );
  });

  it('survive any clock without locking out for longer than the window', async (t) => {
    const accounts = await openAccounts(t);
    const jumps = fc.array(fc.integer({ min: -2 * HOUR_MS, max: 2 * HOUR_MS }), { maxLength: 20 });
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(jumps, async (steps) => {
        const throttle = throttleOn(accounts);
        const key = `user ${turn++}`;
        let now = START;
        for (const step of steps) {
          await fail(throttle, key, 20, (now += step));
          const wait = await throttle.retryAfterSeconds(key, now);
          assert.ok(wait > 0 && wait <= FAILURE_WINDOW_MS / SECOND_MS);
        }
      }),
      runs(20),
    );
  });
});

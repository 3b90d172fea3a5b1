// Which failures are stored, in what order, and when they are removed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAILURE_WINDOW_MS, FailureThrottle } from '#accounts/failure-throttle';
import { MINUTE_MS } from '#core/time/instant';
import { openStore } from '#store/open/open-store';
import { openAccounts } from '../open-accounts.ts';
import { START, throttleOn, watching } from './throttle-sample.ts';

describe('stored failures', () => {
  it('failures are stored in order of time, even if a slow request comes late', async (t) => {
    const kept: (readonly number[])[] = [];
    const accounts = watching(await openAccounts(t), 'replaceFailures', (...args) => {
      kept.push(args[3] as readonly number[]);
    });
    const throttle = throttleOn(accounts);
    for (const beside of [MINUTE_MS, 0, 30_000]) await throttle.record('anna', START + beside);
    assert.deepEqual(kept.at(-1), [START, START + 30_000, START + MINUTE_MS]);
  });

  it('old failures are removed once a minute, or at the thousandth', async (t) => {
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

  it('failures are stored for a bounded number of users, and the user without recent ones goes first', async (t) => {
    const accounts = await openAccounts(t);
    const throttle = throttleOn(accounts, { maxFailures: 2, maxSubjects: 3 });
    for (const [i, subject] of ['a', 'b', 'c', 'a', 'd'].entries()) {
      await throttle.record(subject, START + i);
    }
    // A minute later all but e, d and a are removed.
    await throttle.record('e', START + 60_000);
    assert.notEqual(await throttle.retryAfterSeconds('a', START + 60_000), 0);
    await throttle.record('b', START + 60_000);
    assert.equal(await throttle.retryAfterSeconds('b', START + 60_000), 0, 'b was forgotten');
  });

  it('failures of addresses push out no failures of users', async (t) => {
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

  it('old failures are removed from the store', async (t) => {
    const accounts = await openAccounts(t);
    const kept = new Set<string>();
    const watched = watching(accounts, 'replaceFailures', (_kind, subject) =>
      kept.add(subject as string),
    );
    const throttle = throttleOn(watched);
    for (let i = 0; i < 50; i++) await throttle.record(`user ${i}`, START);
    await throttle.record('anna', START + FAILURE_WINDOW_MS);
    const sizes = await Promise.all([...kept].map((subject) => accounts.readFailures(subject)));
    assert.equal(sizes.length, 51);
    assert.equal(sizes.filter(({ length }) => length > 0).length, 1);
  });
});

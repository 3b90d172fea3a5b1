import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FAILURE_WINDOW_MS, FailureThrottle } from '#accounts/failure-throttle';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import { runs } from '../../core/properties.ts';
import { openAccounts } from '../open-accounts.ts';
import { fail, START, throttleOn } from './throttle-sample.ts';

describe('failed sign-ins', () => {
  it('a user may fail nineteen times, and must wait after the twentieth', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    await fail(throttle, 'anna', 19, START);
    assert.equal(await throttle.retryAfterSeconds('anna', START), 0);
    await fail(throttle, 'anna', 1, START);
    assert.equal(await throttle.retryAfterSeconds('anna', START), 300);
  });

  it('failures of one user do not make another wait, nor an address of that name', async (t) => {
    const accounts = await openAccounts(t);
    const throttle = throttleOn(accounts);
    await fail(throttle, 'anna', 20, START);
    assert.equal(await throttle.retryAfterSeconds('bert', START), 0);
    const addresses = new FailureThrottle(accounts, 'address');
    assert.equal(await addresses.retryAfterSeconds('anna', START), 0);
  });

  it('failures are forgotten one by one as each becomes five minutes old', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    for (let i = 0; i < 20; i++) await throttle.record('anna', START + i * SECOND_MS);
    assert.equal(await throttle.retryAfterSeconds('anna', START + 19 * SECOND_MS), 281);
    assert.equal(await throttle.retryAfterSeconds('anna', START + FAILURE_WINDOW_MS - 1), 1);
    const firstIsOld = START + FAILURE_WINDOW_MS;
    assert.equal(await throttle.retryAfterSeconds('anna', firstIsOld), 0);
    assert.equal(await throttle.record('anna', firstIsOld), 0);
    assert.equal(await throttle.retryAfterSeconds('anna', firstIsOld), 1);
  });

  it('failures of an hour ago do not count, even if they are still stored', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    await fail(throttle, 'anna', 20, START);
    assert.equal(await throttle.retryAfterSeconds('anna', START + HOUR_MS), 0);
    assert.equal(await throttle.record('anna', START + HOUR_MS), 0);
  });

  it('failures of a machine whose clock is up to a minute ahead count from their own time', async (t) => {
    const throttle = throttleOn(await openAccounts(t), { maxFailures: 1 });
    const end = START + FAILURE_WINDOW_MS;
    await throttle.record('anna', START + MINUTE_MS);
    assert.equal(await throttle.retryAfterSeconds('anna', START), 300);
    assert.equal(await throttle.retryAfterSeconds('anna', end), 60);
    // Failures further ahead were recorded before the clock was set back, and count from now.
    await throttle.record('bert', START + MINUTE_MS + 1);
    assert.equal(await throttle.retryAfterSeconds('bert', START), 300);
    assert.equal(await throttle.retryAfterSeconds('bert', end), 0);
  });

  it('a failure that cannot be stored in a hundred tries makes the user wait a second', async (t) => {
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
    // Reading writes too, if the stored times are from before the clock was set back.
    assert.equal(await throttle.retryAfterSeconds('anna', START), 1);
    assert.equal(tries, 200);
  });

  it('a failure beyond the limit returns the wait and does not make it longer', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    await fail(throttle, 'anna', 20, START);
    for (let i = 0; i < 50; i++) {
      assert.equal(await throttle.record('anna', START + 200 * SECOND_MS), 100);
    }
    assert.equal(await throttle.retryAfterSeconds('anna', START + 200 * SECOND_MS), 100);
    assert.equal(await throttle.retryAfterSeconds('anna', START + 300 * SECOND_MS), 0);
  });

  it('failures count for all processes together, and after a restart', async (t) => {
    const accounts = await openAccounts(t);
    await fail(throttleOn(accounts), 'anna', 12, START);
    await fail(throttleOn(accounts), 'anna', 8, START + SECOND_MS);
    assert.equal(await throttleOn(accounts).retryAfterSeconds('anna', START + SECOND_MS), 299);
  });

  it('failures that come to several processes at once are counted up to the limit', async (t) => {
    const accounts = await openAccounts(t);
    const throttles = Array.from({ length: 5 }, () => throttleOn(accounts));
    const recorded = await Promise.all(
      throttles.flatMap((each) => Array.from({ length: 12 }, () => each.record('anna', START))),
    );
    assert.equal(recorded.filter((wait) => wait === 0).length, 20);
    assert.equal(recorded.filter((wait) => wait === 300).length, 40);
  });

  it('a wait goes on after the clock is set back a day, for at most five minutes', async (t) => {
    const throttle = throttleOn(await openAccounts(t));
    await fail(throttle, 'anna', 20, START);
    const back = START - DAY_MS;
    assert.equal(await throttle.retryAfterSeconds('anna', back), 300);
    assert.equal(await throttle.retryAfterSeconds('anna', back + FAILURE_WINDOW_MS - 1), 1);
    assert.equal(await throttle.retryAfterSeconds('anna', back + FAILURE_WINDOW_MS), 0);
  });

  it('no window has more failures than the limit, and no user below the limit must wait', async (t) => {
    const accounts = await openAccounts(t);
    const steps = fc.array(
      fc.record({
        waitMs: fc.integer({ min: 0, max: 400 }),
        subject: fc.constantFrom('a', 'b'),
        process: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 60 },
    );
    let count = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (attempts) => {
        const settings = { maxFailures: 3, windowMs: 1_000 };
        const throttles = [1, 2, 3].map(() => throttleOn(accounts, settings));
        const passed: { subject: string; at: number }[] = [];
        const run = count++;
        let now = START;
        for (const { waitMs, subject, process } of attempts) {
          now += waitMs;
          const own = `${run} ${subject}`;
          const throttle = throttles[process]!;
          const recent = passed.filter((each) => each.subject === subject && now - each.at < 1_000);
          const isBlocked = (await throttle.retryAfterSeconds(own, now)) > 0;
          assert.equal(isBlocked, recent.length >= 3);
          assert.equal((await throttle.record(own, now)) > 0, isBlocked);
          if (!isBlocked) passed.push({ subject, at: now });
        }
      }),
      runs(30),
    );
  });

  it('no jumps of the clock lock a user out for longer than the window', async (t) => {
    const accounts = await openAccounts(t);
    const jumps = fc.array(fc.integer({ min: -2 * HOUR_MS, max: 2 * HOUR_MS }), { maxLength: 20 });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(jumps, async (steps) => {
        const throttle = throttleOn(accounts);
        const subject = `user ${count++}`;
        let now = START;
        for (const step of steps) {
          await fail(throttle, subject, 20, (now += step));
          const wait = await throttle.retryAfterSeconds(subject, now);
          assert.ok(wait > 0 && wait <= FAILURE_WINDOW_MS / SECOND_MS);
        }
      }),
      runs(20),
    );
  });
});

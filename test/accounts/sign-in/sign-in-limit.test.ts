// How often a user may sign in with the right password.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { SharedRateLimiter } from '#accounts/shared-rate-limiter';
import { signIn } from '#accounts/sign-in';
import { openSignInService } from '#accounts/sign-in-service';
import { MINUTE_MS } from '#core/time/instant';
import { openAccountsWithAnna, START } from '../open-accounts.ts';
import { anna, openQuickService, quickPasswords, refusalOf } from './sign-in-attempts.ts';

describe('sign-ins that work', () => {
  it('a program that signs in before each of ten calls a second is never refused', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openQuickService(accounts);
    for (let i = 0; i < 1_300; i++) assert.ok(await signIn(service, anna, START + 100 * i));
  });

  it('the sign-in after 600 in a minute is refused until the minute ends, and makes no token', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    await setPlan(accounts, { name: 'german', patterns: ['de*'], requestsPerMinute: 5 });
    const service = openQuickService(accounts);
    for (let i = 0; i < 600; i++) await signIn(service, anna, START + i);
    const refusal = await refusalOf(signIn(service, anna, START + 30_000));
    assert.deepEqual([refusal.code, refusal.retryAfterSeconds], ['rate_exceeded', 30]);
    assert.match(refusal.message, /at most 600 sign-ins a minute/);
    assert.ok(await signIn(service, anna, START + MINUTE_MS));
  });

  it('a plan with more requests a minute has as many sign-ins', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    await setPlan(accounts, { name: 'german', patterns: ['de*'], requestsPerMinute: 700 });
    const service = openQuickService(accounts);
    for (let i = 0; i < 700; i++) await signIn(service, anna, START);
    assert.equal((await refusalOf(signIn(service, anna, START))).code, 'rate_exceeded');
  });

  it('sign-ins at two processes count together', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const services = [1, 2].map(() =>
      openSignInService(accounts, {
        passwords: quickPasswords(),
        limits: new SharedRateLimiter(accounts),
      }),
    );
    let accepted = 0;
    for (let i = 0; i < 800; i++) {
      await signIn(services[i % 2]!, anna, START).then(
        () => accepted++,
        (error) => assert.equal(error.code, 'rate_exceeded'),
      );
    }
    assert.equal(accepted, 600);
  });
});

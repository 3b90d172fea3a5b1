import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SharedRateLimiter } from '#accounts/shared-rate-limiter';
import { MINUTE_MS } from '#core/time/instant';
import { StoreUnwritable } from '#store/store';
import { lacksPrlimit, whileUnwritable } from '../store/engines/sqlite/while-unwritable.ts';
import { openAccounts, START } from './open-accounts.ts';

it('each process counts requests for itself while the store’s disk is full, and all together after that', {
  skip: lacksPrlimit,
}, async (t) => {
  const accounts = await openAccounts(t);
  const limiters = [new SharedRateLimiter(accounts), new SharedRateLimiter(accounts)];
  const allowedOf = async (process: number, now: number): Promise<number> => {
    const asked = Array.from({ length: 9 }, () => limiters[process]!.take('7', 6, now));
    const verdicts = await Promise.all(asked);
    return verdicts.filter(({ isAllowed }) => isAllowed).length;
  };
  await limiters[0]!.take('7', 6, START);
  await whileUnwritable(async () => {
    const wish = { windowKey: '7', limit: 6, needed: 1, most: 0, windowMs: MINUTE_MS };
    await assert.rejects(accounts.takeRequests(wish, START), StoreUnwritable);
    assert.equal(await allowedOf(0, START + 1), 5, 'one of its six was used before');
    assert.equal(await allowedOf(1, START + 2), 6);
    assert.equal(await allowedOf(1, START + 3), 0);
    assert.equal(await allowedOf(1, START + 2 + MINUTE_MS), 6, 'the next minute');
  });
  const later = START + 3 * MINUTE_MS;
  assert.equal((await allowedOf(0, later)) + (await allowedOf(1, later)), 6);
});

// Requests per user and UTC day, counted in memory and stored together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter, userKeyOf } from '#accounts/rate-limiter';
import { SharedRateLimiter } from '#accounts/shared-rate-limiter';
import { CountedRequests } from '#accounts/use/counted-requests';
import { DAY_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import { StoreUnwritable } from '#store/store';
import { openAccountsWithAnna, START } from '../open-accounts.ts';

const TODAY = Math.floor(START / DAY_MS);

test('requests that pass are counted by day, those of strangers and refused ones are not', async (t) => {
  const { accounts, anna } = await openAccountsWithAnna(t);
  for (const limits of [new RateLimiter(), new SharedRateLimiter(accounts)]) {
    const counted = new CountedRequests(limits, accounts);
    const [before] = await accounts.listUse(TODAY);
    for (let i = 0; i < 5; i++) await counted.take(userKeyOf(anna), 3, START + i);
    await counted.take('address 198.51.100.7', 3, START);
    await counted.peek(userKeyOf(anna), 3, START);
    await counted.flush();
    const [use] = await accounts.listUse(TODAY);
    assert.equal(use!.requestsToday, (before?.requestsToday ?? 0) + 3);
    assert.equal(use!.lastSeenAt, START + 2);
  }
});

test('no request is written on its own, and midnight parts the counts', async (t) => {
  const { accounts, anna } = await openAccountsWithAnna(t);
  const writes: number[] = [];
  const watched = new Proxy(accounts, {
    get: (target, name) =>
      name === 'addRequestCounts'
        ? (counts: Parameters<AccountStore['addRequestCounts']>[0]) => {
            writes.push(counts.length);
            return target.addRequestCounts(counts);
          }
        : Reflect.get(target, name).bind(target),
  });
  const counted = new CountedRequests(new RateLimiter(), watched);
  for (let i = 0; i < 300; i++) counted.takeAtOnce(userKeyOf(anna), 600, START);
  for (let i = 0; i < 200; i++) counted.takeAtOnce(userKeyOf(anna), 600, START + DAY_MS);
  assert.deepEqual(writes, []);
  await counted.flush();
  await counted.flush();
  assert.deepEqual(writes, [2]);
  const [use] = await accounts.listUse(TODAY + 1);
  assert.deepEqual([use!.requestsToday, use!.requestsBefore], [200, 300]);
});

test('counts that could not be stored are stored later, and days before the last 90 are forgotten', async (t) => {
  const { accounts, anna } = await openAccountsWithAnna(t);
  let isFull = true;
  const failing = new Proxy(accounts, {
    get: (target, name) => {
      if (name === 'addRequestCounts' && isFull)
        return () => Promise.reject(new StoreUnwritable('the disk is full'));
      return Reflect.get(target, name).bind(target);
    },
  });
  await accounts.addRequestCounts([
    { userId: anna.id, day: TODAY - 91, requests: 1, lastAt: 0 },
    { userId: anna.id, day: TODAY - 90, requests: 2, lastAt: 0 },
  ]);
  const counted = new CountedRequests(new RateLimiter(), failing);
  counted.takeAtOnce(userKeyOf(anna), 600, START);
  await assert.rejects(counted.flush(), StoreUnwritable);
  counted.takeAtOnce(userKeyOf(anna), 600, START + 1);
  isFull = false;
  await counted.flush();
  const [use] = await accounts.listUse(TODAY);
  assert.deepEqual([use!.requestsToday, use!.lastSeenAt], [2, START + 1]);
  assert.equal((await accounts.listUse(TODAY - 91))[0]!.requestsToday, 0);
  assert.equal((await accounts.listUse(TODAY - 90))[0]!.requestsToday, 2);
});

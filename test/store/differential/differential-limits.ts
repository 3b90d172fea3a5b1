// The limits that processes share, as random commands: request windows, failed sign-ins, codes.

import fc from 'fast-check';
import type { AccountStore } from '#store/account-store';
import type { FailureKind } from '#store/limit-store';
import type { Action, Scope } from './differential-actions.ts';
import { aside, name, text } from './differential-inputs.ts';

function limit<Input>(
  input: fc.Arbitrary<Input>,
  perform: (accounts: AccountStore, input: Input, scope: Scope) => unknown,
): Action<AccountStore> {
  return { input, perform };
}

const kind = fc.constantFrom<FailureKind[]>('user', 'address');
const few = fc.constantFrom(1, 2, 5);
const moments = fc.array(fc.constantFrom(-2_000, -1, 0, 0, 1), { minLength: 1, maxLength: 3 });

export const LIMIT_ACTIONS: Readonly<Record<string, Action<AccountStore>>> = {
  takeRequests: limit(
    fc.record({
      windowKey: name,
      limit: fc.constantFrom(0, 1, 7, 100, 600),
      needed: few,
      most: fc.constantFrom(0, 1, 3, 40, 1_000),
      windowMs: fc.constantFrom(1_000, 60_000),
    }),
    (accounts, wish, { now }) => accounts.takeRequests(wish, now),
  ),
  findWindow: limit(name, (accounts, key) => accounts.findWindow(key)),
  forgetWindows: limit(fc.tuple(aside, aside), (accounts, [before, after], { now }) =>
    accounts.forgetWindows(now + before, now + after),
  ),
  addRequestCounts: limit(
    fc.uniqueArray(fc.record({ userId: few, day: few, requests: few, by: aside }), {
      selector: ({ userId, day }) => `${userId} ${day}`,
      maxLength: 4,
    }),
    (accounts, counts, { now }) =>
      accounts.addRequestCounts(counts.map(({ by, ...count }) => ({ ...count, lastAt: now + by }))),
  ),
  forgetRequestCounts: limit(few, (accounts, day) => accounts.forgetRequestCounts(day)),
  listUse: limit(few, (accounts, today) => accounts.listUse(today)),
  readFailures: limit(name, (accounts, key) => accounts.readFailures(key)),
  replaceFailures: limit(
    fc.record({ of: kind, key: name, isKnown: fc.boolean(), moments }),
    async (accounts, { of, key, isKnown, moments: by }, { now }) => {
      const from = isKnown ? await accounts.readFailures(key) : [];
      return accounts.replaceFailures(
        of,
        key,
        from,
        by.map((ms) => now + ms),
      );
    },
  ),
  forgetFailures: limit(fc.tuple(kind, aside, few), (accounts, [of, by, most], { now }) =>
    accounts.forgetFailures(of, now - 10_000 + by, now + 10_000, most),
  ),
  addCode: limit(fc.tuple(name, text), async (accounts, [hash, user], { now }) => {
    // Codes are random, so no code is made twice.
    const taken = await accounts.takeCode(hash);
    await accounts.addCode(hash, user, now);
    return taken;
  }),
  takeCode: limit(name, (accounts, hash) => accounts.takeCode(hash)),
  forgetCodes: limit(fc.tuple(aside, few), (accounts, [by, most], { now }) =>
    accounts.forgetCodes(now - 10_000 + by, now + 10_000, most),
  ),
};

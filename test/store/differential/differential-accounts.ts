// Every method of a store's accounts as a random command.

import fc from 'fast-check';
import type { AccountStore, Credential } from '#store/account-store';
import type { Action, Scope } from './differential-actions.ts';
import { aside, bytes, name as fewNames, text } from './differential-inputs.ts';

/** A few names in several spellings. Users stay for all sequences. */
export const userName = fc.constantFrom(
  ...['Demo', 'demo', 'DEMO', 'Åse', 'åse', 'A\u030Ase', 'Zoë', 'a_b', 'a%b', 'é', 'e\u0301', 'ﬁ'],
  ...['İ', 'ß', 'SS', "o'x", '\u{1F600}', 'n\0n', ''],
);
export const planName = fc.constantFrom('all', 'All', 'nordic', 'Ä', "it's", 'none');
const limit = fc.constantFrom(0, 1, 3);

function account<Input>(
  input: fc.Arbitrary<Input>,
  perform: (accounts: AccountStore, input: Input, scope: Scope) => unknown,
): Action<AccountStore> {
  return { input, perform };
}

/** A user's number, or one that no user has. */
export const idOf = async (accounts: AccountStore, name: string): Promise<number> =>
  (await accounts.findUser(name))?.id ?? 999_999;

/** Hashes that sequences share, so credentials of earlier ones are found too. */
export const HASHES = ['1', '2', 'ä'];
const hash = fc.constantFrom(...HASHES);
const kind = fc.constantFrom<Credential['kind'][]>('token', 'token', 'key', 'operator', 'session');
const passwordHash = fc.constantFrom(null, '$argon2id$x', '$argon2id$y');

export const ACCOUNT_ACTIONS: Readonly<Record<string, Action<AccountStore>>> = {
  findUser: account(fc.oneof(userName, text), (accounts, name) => accounts.findUser(name)),
  listUsers: account(fc.constant(undefined), (accounts) => accounts.listUsers()),
  addUser: account(
    fc.record({ name: userName, passwordHash, planName, isDisabled: fc.boolean() }),
    (accounts, user, { now }) => accounts.addUser({ ...user, createdAt: now }),
  ),
  updateUser: account(
    fc.tuple(
      userName,
      fc.record(
        { passwordHash, planName, isDisabled: fc.boolean(), isOperator: fc.boolean() },
        { requiredKeys: [] },
      ),
    ),
    (accounts, [name, change]) => accounts.updateUser(name, change),
  ),
  findPlan: account(fc.oneof(planName, text), (accounts, name) => accounts.findPlan(name)),
  listPlans: account(fc.constant(undefined), (accounts) => accounts.listPlans()),
  putPlan: account(
    fc.record({
      name: planName,
      patterns: fc.array(fc.oneof(fc.constantFrom('*', 'de*'), text), { maxLength: 3 }),
      requestsPerMinute: fc.constantFrom(0, 1, 600, 2 ** 31, 1e9),
      pointsPerAnswer: fc.constantFrom(1, 500_000, 2 ** 40, Number.MAX_SAFE_INTEGER),
    }),
    (accounts, plan) => accounts.putPlan(plan),
  ),
  addCredential: account(
    fc.tuple(userName, hash, kind, fc.constantFrom('k', 'k', 'ä'), fc.option(aside, { nil: null })),
    async (accounts, [user, ending, of, name, by], { now }) =>
      accounts.addCredential({
        hash: ending,
        userId: await idOf(accounts, user),
        kind: of,
        name: of === 'token' || of === 'session' ? null : name,
        createdAt: now,
        expiresAt: by === null ? null : now + by,
        ...(of === 'session' ? { session: { lastUsedAt: now, address: name, agent: user } } : {}),
      }),
  ),
  findGrant: account(hash, (accounts, of) => accounts.findGrant(of)),
  listKeys: account(userName, async (accounts, name) =>
    accounts.listKeys(await idOf(accounts, name)),
  ),
  listSessions: account(userName, async (accounts, name) =>
    accounts.listSessions(await idOf(accounts, name)),
  ),
  renewSession: account(fc.tuple(hash, text, aside), (accounts, [of, address, by], { now }) =>
    accounts.renewSession(of, { lastUsedAt: now, address }, now + by),
  ),
  noteKeyUse: account(fc.tuple(hash, aside), (accounts, [of, by], { now }) =>
    accounts.noteKeyUse(of, now + by, 60_000),
  ),
  removeCredential: account(hash, (accounts, of) => accounts.removeCredential(of)),
  removeKey: account(
    fc.tuple(userName, fc.constantFrom('k', 'ä')),
    async (accounts, [user, name]) => accounts.removeKey(await idOf(accounts, user), name),
  ),
  removeTokens: account(
    fc.tuple(userName, fc.boolean()),
    async (accounts, [name, isKept], { now }) =>
      accounts.removeTokens(
        await idOf(accounts, name),
        isKept ? { ending: 'password', endedAt: now } : undefined,
      ),
  ),
  endSession: account(fc.tuple(hash, aside), (accounts, [of, by], { now }) =>
    accounts.endSession(of, { ending: 'sign-out', endedAt: now + by }),
  ),
  findEndedSession: account(hash, (accounts, of) => accounts.findEndedSession(of)),
  removeExpired: account(aside, (accounts, by, { now }) => accounts.removeExpired(now + by)),
  addEntry: account(fc.tuple(text, text, text), (accounts, [actor, name, detail], { now }) =>
    accounts.addEntry({ recordedAt: now, actor, kind: 'user-added', name, detail }),
  ),
  listEntries: account(limit, async (accounts, most) => {
    const newest = await accounts.listEntries(most);
    return [newest, await accounts.listEntries(most, newest.at(-1)?.id)];
  }),
  findAnswer: account(fc.tuple(fewNames, aside), (accounts, [keyHash, by], { now }) =>
    accounts.findAnswer(keyHash, now + by),
  ),
  keepAnswer: account(fc.tuple(text, text, bytes), (accounts, [keyHash, digest, answer], { now }) =>
    accounts.keepAnswer(keyHash, { digest, answer }, now),
  ),
};

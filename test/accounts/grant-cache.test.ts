import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { REMEMBERED_MS, rememberGrants } from '#accounts/grant-cache';
import type { AccountStore } from '#store/account-store';
import { openStore } from '#store/open/open-store';

const HASH = 'a'.repeat(64);
const TRADER = {
  ...{ name: 'trader', passwordHash: null, planName: 'all' },
  ...{ isDisabled: false, createdAt: 0 },
};
const TOKEN = { kind: 'token', name: null, createdAt: 0, expiresAt: null } as const;

/** Makes a user with one token, who is read through the cache or, as by another process, without it. */
async function openAccounts(t: TestContext) {
  const store = await openStore('sqlite::memory:');
  t.after(() => store.close());
  const direct = store.accounts;
  const elapsed = { ms: 1_000 };
  const cached = rememberGrants(direct, () => elapsed.ms);
  await cached.putPlan({ name: 'all', patterns: ['*'], requestsPerMinute: 1, pointsPerAnswer: 1 });
  const user = await cached.addUser(TRADER);
  await cached.addCredential({ hash: HASH, userId: user!.id, ...TOKEN });
  return { direct, cached, elapsed, userId: user!.id };
}

type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** The same accounts with another `findGrant`. */
const answering = (accounts: AccountStore, findGrant: AccountStore['findGrant']): AccountStore =>
  new Proxy(accounts, {
    get: (target, name) =>
      name === 'findGrant' ? findGrant : Reflect.get(target, name).bind(target),
  });

/** The same accounts through the cache, and the hashes they were asked for. */
function counted({ direct }: Accounts): { cached: AccountStore; asked: string[] } {
  const asked: string[] = [];
  const watched = answering(direct, (hash) => {
    asked.push(hash);
    return direct.findGrant(hash);
  });
  return { cached: rememberGrants(watched), asked };
}

suite('remembered grants', () => {
  test('the cache returns what the accounts return', async (t) => {
    const { direct, cached } = await openAccounts(t);
    assert.deepEqual(await cached.findGrant(HASH), await direct.findGrant(HASH));
    assert.deepEqual(await cached.findGrant(HASH), await direct.findGrant(HASH));
    assert.equal(await cached.findGrant('unknown'), undefined);
  });

  const changes: Record<string, (a: Accounts) => Promise<unknown>> = {
    'a token that was removed': ({ cached }) => cached.removeCredential(HASH),
    'tokens that were ended': ({ cached, userId }) => cached.removeTokens(userId),
  };
  for (const [what, change] of Object.entries(changes)) {
    test(`the cache forgets ${what} at once`, async (t) => {
      const accounts = await openAccounts(t);
      assert.ok(await accounts.cached.findGrant(HASH));
      await change(accounts);
      assert.equal(await accounts.cached.findGrant(HASH), undefined);
    });
  }

  test('the cache shows a disabled user and a changed plan at once', async (t) => {
    const { cached } = await openAccounts(t);
    await cached.findGrant(HASH);
    await cached.updateUser('trader', { isDisabled: true });
    assert.equal((await cached.findGrant(HASH))?.user.isDisabled, true);
    await cached.putPlan({
      name: 'all',
      patterns: ['de*'],
      requestsPerMinute: 2,
      pointsPerAnswer: 2,
    });
    assert.deepEqual((await cached.findGrant(HASH))?.plan.patterns, ['de*']);
  });

  const entry = { recordedAt: 0, actor: 'me', kind: 'plan-set', name: 'all', detail: '' };
  const answer = { digest: 'd', answer: Uint8Array.of(1) };
  const KEPT: Record<string, (accounts: AccountStore, userId: number) => unknown> = {
    findUser: (accounts) => accounts.findUser('trader'),
    listUsers: (accounts) => accounts.listUsers(),
    findPlan: (accounts) => accounts.findPlan('all'),
    listPlans: (accounts) => accounts.listPlans(),
    listKeys: (accounts, userId) => accounts.listKeys(userId),
    findEndedSession: (accounts) => accounts.findEndedSession(HASH),
    listEntries: (accounts) => accounts.listEntries(10),
    findAnswer: (accounts) => accounts.findAnswer('k', 0),
    findWindow: (accounts) => accounts.findWindow('k'),
    readFailures: (accounts) => accounts.readFailures('k'),
    addUser: (accounts) => accounts.addUser({ ...TRADER, name: 'other' }),
    addCredential: (accounts, userId) =>
      accounts.addCredential({ hash: 'c'.repeat(64), userId, ...TOKEN }),
    addEntry: (accounts) => accounts.addEntry(entry),
    keepAnswer: (accounts) => accounts.keepAnswer('k', answer, 0),
    takeRequests: (accounts) =>
      accounts.takeRequests({ windowKey: 'k', limit: 9, needed: 1, most: 1, windowMs: 1 }, 0),
    forgetWindows: (accounts) => accounts.forgetWindows(0, 1),
    replaceFailures: (accounts) => accounts.replaceFailures('user', 'k', [], [1]),
    forgetFailures: (accounts) => accounts.forgetFailures('user', 0, 1, 9),
    addCode: (accounts) => accounts.addCode('k', 'trader', 0),
    takeCode: (accounts) => accounts.takeCode('k'),
    forgetCodes: (accounts) => accounts.forgetCodes(0, 1, 9),
  };
  for (const [name, call] of Object.entries(KEPT)) {
    test(`the cache keeps grants over ${name}, which changes none`, async (t) => {
      const accounts = await openAccounts(t);
      const { cached, asked } = counted(accounts);
      await cached.findGrant(HASH);
      await call(cached, accounts.userId);
      assert.ok(await cached.findGrant(HASH));
      assert.deepEqual(asked, [HASH]);
    });
  }

  test('the cache forgets grants after a change that failed, as it may have been made', async (t) => {
    const accounts = await openAccounts(t);
    const { cached, asked } = counted(accounts);
    await cached.findGrant(HASH);
    await assert.rejects(cached.transact(() => Promise.reject(new Error('no'))));
    await cached.findGrant(HASH);
    assert.deepEqual(asked, [HASH, HASH]);
  });

  test('the cache has at most ten thousand grants', async (t) => {
    const { direct } = await openAccounts(t);
    const grant = await direct.findGrant(HASH);
    const asked: string[] = [];
    const cached = rememberGrants(
      answering(direct, (hash) => {
        asked.push(hash);
        return grant;
      }),
      () => 0,
    );
    for (let i = 0; i < 10_000; i++) await cached.findGrant(`token ${i}`);
    await cached.findGrant('token 0');
    assert.equal(asked.length, 10_000);
    await cached.findGrant('one more');
    await cached.findGrant('token 0');
    assert.deepEqual(asked.slice(10_000), ['one more', 'token 0']);
  });

  test('the cache can be returned by an async function', async (t) => {
    const { cached } = await openAccounts(t);
    assert.equal(await (async () => cached)(), cached);
  });

  test('the cache notices a change of another process within two seconds', async (t) => {
    const { direct, cached, elapsed } = await openAccounts(t);
    await cached.findGrant(HASH);
    await direct.removeCredential(HASH);
    elapsed.ms += REMEMBERED_MS - 1;
    assert.ok(await cached.findGrant(HASH));
    elapsed.ms += 1;
    assert.equal(await cached.findGrant(HASH), undefined);
    assert.ok(REMEMBERED_MS <= 5_000);
  });

  test('the cache keeps nothing that was read while a change was made', async (t) => {
    const { cached } = await openAccounts(t);
    const looking = cached.findGrant(HASH);
    await cached.removeCredential(HASH);
    await looking;
    assert.equal(await cached.findGrant(HASH), undefined);
  });

  test('the cache keeps nothing that was read before a change and arrived after it', async (t) => {
    const { direct } = await openAccounts(t);
    const grant = await direct.findGrant(HASH);
    const slow = Promise.withResolvers<typeof grant>();
    const answers = [slow.promise, Promise.resolve(undefined)];
    const cached = rememberGrants(
      answering(direct, () => answers.shift()),
      () => 0,
    );
    const looking = cached.findGrant(HASH);
    await cached.removeCredential(HASH);
    slow.resolve(grant);
    assert.equal(await looking, grant);
    assert.equal(await cached.findGrant(HASH), undefined);
  });

  test('the cache looks for an unknown token again', async (t) => {
    const { cached, userId } = await openAccounts(t);
    const hash = 'b'.repeat(64);
    assert.equal(await cached.findGrant(hash), undefined);
    await cached.addCredential({ hash, userId, ...TOKEN });
    assert.ok(await cached.findGrant(hash));
  });
});

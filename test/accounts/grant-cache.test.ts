import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { REMEMBERED_MS, rememberGrants } from '#accounts/grant-cache';
import { openStore } from '#store/open-store';

const HASH = 'a'.repeat(64);

/** A user with one token, seen through the cache and, as another process would, beside it. */
async function openAccounts(t: TestContext) {
  const store = await openStore('sqlite::memory:');
  t.after(() => store.close());
  const direct = store.accounts;
  const elapsed = { ms: 1_000 };
  const cached = rememberGrants(direct, () => elapsed.ms);
  await cached.putPlan({ name: 'all', patterns: ['*'], requestsPerMinute: 1, pointsPerAnswer: 1 });
  const user = await cached.addUser({
    name: 'trader',
    passwordHash: null,
    planName: 'all',
    isDisabled: false,
    createdAt: 0,
  });
  const credential = { kind: 'token', name: null, createdAt: 0, expiresAt: null } as const;
  await cached.addCredential({ hash: HASH, userId: user!.id, ...credential });
  return { direct, cached, elapsed, userId: user!.id };
}

suite('remembered grants', () => {
  test('give what the accounts give', async (t) => {
    const { direct, cached } = await openAccounts(t);
    assert.deepEqual(await cached.findGrant(HASH), await direct.findGrant(HASH));
    assert.deepEqual(await cached.findGrant(HASH), await direct.findGrant(HASH));
    assert.equal(await cached.findGrant('unknown'), undefined);
  });

  const changes: Record<string, (a: Awaited<ReturnType<typeof openAccounts>>) => Promise<unknown>> =
    {
      'a token that was removed': ({ cached }) => cached.removeCredential(HASH),
      'tokens that were ended': ({ cached, userId }) => cached.removeTokens(userId),
    };
  for (const [what, change] of Object.entries(changes)) {
    test(`forget ${what} at once`, async (t) => {
      const accounts = await openAccounts(t);
      assert.ok(await accounts.cached.findGrant(HASH));
      await change(accounts);
      assert.equal(await accounts.cached.findGrant(HASH), undefined);
    });
  }

  test('show a disabled user and a changed plan at once', async (t) => {
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

  test('notice what another process changed within two seconds', async (t) => {
    const { direct, cached, elapsed } = await openAccounts(t);
    await cached.findGrant(HASH);
    await direct.removeCredential(HASH);
    elapsed.ms += REMEMBERED_MS - 1;
    assert.ok(await cached.findGrant(HASH));
    elapsed.ms += 1;
    assert.equal(await cached.findGrant(HASH), undefined);
    assert.ok(REMEMBERED_MS <= 5_000);
  });

  test('remember nothing that a change overtook', async (t) => {
    const { cached } = await openAccounts(t);
    const looking = cached.findGrant(HASH);
    await cached.removeCredential(HASH);
    await looking;
    assert.equal(await cached.findGrant(HASH), undefined);
  });

  test('a token that was unknown is looked for again', async (t) => {
    const { cached, userId } = await openAccounts(t);
    const hash = 'b'.repeat(64);
    assert.equal(await cached.findGrant(hash), undefined);
    const credential = { kind: 'token', name: null, createdAt: 0, expiresAt: null } as const;
    await cached.addCredential({ hash, userId, ...credential });
    assert.ok(await cached.findGrant(hash));
  });
});

// Identities at a provider of single sign-on, and attempts to sign in there.

import assert from 'node:assert/strict';
import type { AccountStore, User } from '#store/account-store';
import { NOW } from '../sample-series.ts';
import type { StoreTest } from '../store-contract.ts';

const PLAN = { name: 'all', patterns: ['*'], requestsPerMinute: 60, pointsPerAnswer: 100 };
const ISSUER = 'https://id.example.com/realms/desk';

async function addUser(accounts: AccountStore, name: string): Promise<User> {
  await accounts.putPlan(PLAN);
  const facts = { passwordHash: null, isDisabled: false, createdAt: NOW };
  return (await accounts.addUser({ name, planName: 'all', ...facts }))!;
}

export function identitiesContract(storeTest: StoreTest): void {
  storeTest('an identity is found by issuer and subject alone', async ({ accounts }) => {
    const identities = await accounts.identities();
    const [anna, bert] = [await addUser(accounts, 'anna'), await addUser(accounts, 'bert')];
    const identity = { issuer: ISSUER, subject: 'Ä|1', userId: anna.id, linkedAt: NOW };
    assert.equal(await identities.add(identity), true);
    assert.equal(await identities.add({ ...identity, userId: bert.id }), false);
    assert.deepEqual(await identities.findUser(identity), anna);
    for (const other of [{ subject: 'ä|1' }, { subject: 'Ä|' }, { issuer: `${ISSUER}/` }])
      assert.equal(await identities.findUser({ ...identity, ...other }), undefined);
    assert.deepEqual(await identities.list(anna.id), [identity]);
    assert.deepEqual(await identities.list(bert.id), []);
  });

  storeTest('an identity that is removed ends the provider’s tokens', async ({ accounts }) => {
    const identities = await accounts.identities();
    const anna = await addUser(accounts, 'anna');
    const identity = { issuer: ISSUER, subject: 'a', userId: anna.id, linkedAt: NOW };
    await identities.add(identity);
    const facts = { userId: anna.id, name: null, createdAt: NOW, expiresAt: NOW + 1 };
    await accounts.addCredential({ hash: 'h1', kind: 'provider', ...facts });
    await accounts.addCredential({ hash: 'h2', kind: 'token', ...facts });
    assert.equal((await accounts.findGrant('h1'))?.credential.kind, 'provider');
    assert.equal(await identities.remove(identity), true);
    assert.equal(await identities.remove(identity), false);
    assert.equal(await accounts.findGrant('h1'), undefined);
    assert.ok(await accounts.findGrant('h2'));
  });

  storeTest('an attempt to sign in is used once, and forgotten later', async ({ accounts }) => {
    const identities = await accounts.identities();
    assert.equal(await identities.spendAttempt('h1', NOW, NOW - 10), true);
    assert.equal(await identities.spendAttempt('h1', NOW + 1, NOW - 9), false);
    assert.equal(await identities.spendAttempt('h2', NOW + 20, NOW + 10), true);
    assert.equal(await identities.spendAttempt('h1', NOW + 21, NOW + 11), true);
  });

  storeTest('a session at the provider names its last user until it ends', async ({ accounts }) => {
    const identities = await accounts.identities();
    const [anna, bert] = [await addUser(accounts, 'anna'), await addUser(accounts, 'bert')];
    const noted = { issuer: ISSUER, sessionId: 's1', notedAt: NOW, until: NOW + 100 };
    await identities.noteSession({ ...noted, userId: anna.id });
    assert.deepEqual(await identities.findUserOfSession(ISSUER, 's1'), anna);
    await identities.noteSession({ ...noted, userId: bert.id, until: NOW + 200 });
    assert.deepEqual(await identities.findUserOfSession(ISSUER, 's1'), bert);
    for (const [issuer, sessionId] of [
      [ISSUER, 's2'],
      [`${ISSUER}/`, 's1'],
    ] as const)
      assert.equal(await identities.findUserOfSession(issuer, sessionId), undefined);
    assert.deepEqual(await accounts.listSessions(bert.id), []);
    await accounts.removeExpired(NOW + 199);
    assert.ok(await identities.findUserOfSession(ISSUER, 's1'));
    await accounts.removeExpired(NOW + 200);
    assert.equal(await identities.findUserOfSession(ISSUER, 's1'), undefined);
  });

  storeTest(
    'the provider’s tokens end together, and the end is remembered',
    async ({ accounts }) => {
      const identities = await accounts.identities();
      const [anna, bert] = [await addUser(accounts, 'anna'), await addUser(accounts, 'bert')];
      const facts = { name: null, createdAt: NOW, expiresAt: NOW + 100 };
      await accounts.addCredential({ hash: 'h1', kind: 'provider', userId: anna.id, ...facts });
      await accounts.addCredential({ hash: 'h2', kind: 'provider', userId: bert.id, ...facts });
      assert.equal(await identities.tokensEndedAt(anna.id), undefined);
      for (const { name } of [anna, bert]) await accounts.addCode(`code of ${name}`, name, NOW);
      await identities.endTokens(anna, NOW - 5, NOW);
      assert.equal(await accounts.takeCode('code of anna'), undefined);
      assert.equal((await accounts.takeCode('code of bert'))?.userName, 'bert');
      assert.equal(await accounts.findGrant('h1'), undefined);
      assert.ok(await accounts.findGrant('h2'));
      assert.equal(await identities.tokensEndedAt(anna.id), NOW - 5);
      assert.equal(await identities.tokensEndedAt(bert.id), undefined);
      await identities.endTokens(anna, NOW + 7, NOW + 9);
      await identities.endTokens(anna, NOW + 3, NOW + 10);
      await accounts.removeExpired(NOW + 1_000);
      assert.equal(await identities.tokensEndedAt(anna.id), NOW + 7);
    },
  );

  storeTest('identities within a failed transaction are not kept', async ({ accounts }) => {
    const anna = await addUser(accounts, 'anna');
    const identity = { issuer: ISSUER, subject: 'a', userId: anna.id, linkedAt: NOW };
    const failing = accounts.transact(async (within) => {
      await (await within.identities()).add(identity);
      throw new Error('no');
    });
    await assert.rejects(failing, /^Error: no$/);
    assert.deepEqual(await (await accounts.identities()).list(anna.id), []);
  });
}

// Users, plans, tokens and keys.

import assert from 'node:assert/strict';
import type { Credential, NewUserRow, Plan, SessionCredential, User } from '#store/account-store';
import type { Store } from '#store/store';
import { limitsContract } from './limits-contract.ts';
import { NOW } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const PLAN: Plan = {
  name: 'all',
  patterns: ['*'],
  requestsPerMinute: 600,
  pointsPerAnswer: 500_000,
};

const READER = { role: 'reader', writePatterns: [], isService: false } as const;

const userOf = (name: string, change: Partial<User> = {}): NewUserRow => ({
  name,
  passwordHash: '$argon2id$v=19$x',
  planName: 'all',
  isDisabled: false,
  createdAt: NOW,
  ...change,
});

const tokenOf = (userId: number, hash: string, expiresAt: number | null = NOW): Credential => ({
  hash,
  userId,
  kind: 'token',
  name: null,
  createdAt: NOW - 1,
  expiresAt,
});

const keyOf = (userId: number, name: string, hash = `hash of ${name}`): Credential => ({
  ...tokenOf(userId, hash, null),
  kind: 'key',
  name,
});

const sessionOf = (userId: number, hash: string, at: number): SessionCredential => ({
  hash,
  userId,
  kind: 'session',
  name: null,
  createdAt: at,
  expiresAt: at + 100,
  session: { lastUsedAt: at, address: '192.0.2.1', agent: 'Firefox on Linux' },
});

const addUser = async (store: Store, name: string): Promise<User> =>
  (await store.accounts.addUser(userOf(name)))!;

export function accountsContract(storeTest: StoreTest): void {
  limitsContract(storeTest);

  storeTest('a user is found by name in any case, and keeps the given spelling', async (store) => {
    const added = await store.accounts.addUser(userOf('Åse.Berg'));
    assert.deepEqual(added, { ...userOf('Åse.Berg'), id: added!.id, ...READER });
    assert.deepEqual(await store.accounts.findUser('åSE.berg'), added);
    assert.equal(await store.accounts.findUser('ase.berg'), undefined);
  });

  storeTest('a transaction on accounts keeps all of its changes, or none', async ({ accounts }) => {
    const made = await accounts.transact(async (within) => {
      await within.putPlan(PLAN);
      const user = (await within.addUser(userOf('anna')))!;
      assert.deepEqual(await within.findUser('anna'), user);
      assert.equal(await accounts.findUser('anna'), undefined, 'no other reader sees it yet');
      return user;
    });
    assert.deepEqual(await accounts.findUser('anna'), made);
    const stop = new Error('given up');
    const given = accounts.transact(async (within) => {
      await within.updateUser('anna', { isDisabled: true });
      await within.addCredential(tokenOf(made.id, 'hash'));
      // A transaction within another is part of it.
      await within.transact((inner) => inner.addUser(userOf('bert')));
      throw stop;
    });
    await assert.rejects(given, (error) => error === stop);
    assert.deepEqual(await accounts.listUsers(), [made]);
    assert.equal(await accounts.findGrant('hash'), undefined);
  });

  storeTest('transactions on accounts run one after the other', async (store) => {
    const { accounts } = store;
    await accounts.putPlan({ ...PLAN, requestsPerMinute: 0 });
    const addOne = () =>
      accounts.transact(async (within) => {
        const { requestsPerMinute } = (await within.findPlan('all'))!;
        await within.putPlan({ ...PLAN, requestsPerMinute: requestsPerMinute + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    assert.equal((await accounts.findPlan('all'))!.requestsPerMinute, 20);
  });

  storeTest('a user name is taken in upper and lower case', async (store) => {
    await addUser(store, 'Demo');
    assert.equal(await store.accounts.addUser(userOf('dEMO')), undefined);
    const other = await addUser(store, 'demo2');
    assert.notEqual(other.id, (await store.accounts.findUser('demo'))!.id);
    const names = (await store.accounts.listUsers()).map(({ name }) => name);
    assert.deepEqual(names, ['Demo', 'demo2']);
  });

  storeTest('an update changes only the given fields of a user', async (store) => {
    const user = await addUser(store, 'Demo');
    const update = store.accounts.updateUser.bind(store.accounts);
    assert.deepEqual(await update('DEMO', {}), user);
    const writer = { role: 'writer', writePatterns: ['de*', '*"price'] } as const;
    assert.deepEqual(await update('demo', writer), { ...user, ...writer });
    assert.deepEqual(await update('demo', { role: 'operator', writePatterns: [] }), {
      ...user,
      role: 'operator',
    });
    assert.deepEqual(await update('demo', { role: 'reader' }), user);
    assert.deepEqual(await update('demo', { isDisabled: true }), { ...user, isDisabled: true });
    assert.deepEqual(await update('demo', { isDisabled: false, planName: 'few' }), {
      ...user,
      planName: 'few',
    });
    const noPassword = { ...user, planName: 'few', passwordHash: null };
    assert.deepEqual(await update('demo', { passwordHash: null }), noPassword);
    assert.deepEqual(await update('demo', { passwordHash: undefined }), noPassword);
    assert.deepEqual(await store.accounts.findUser('demo'), noPassword);
    assert.equal((await update('demo', { passwordHash: 'new' }))!.passwordHash, 'new');
    assert.equal(await update('nobody', { isDisabled: true }), undefined);
  });

  storeTest('the last plan put under a name wins', async (store) => {
    assert.equal(await store.accounts.findPlan('all'), undefined);
    await store.accounts.putPlan(PLAN);
    const few = { ...PLAN, name: 'few', patterns: ['de*', '*"price'], requestsPerMinute: 1 };
    await store.accounts.putPlan({ ...few, patterns: [], pointsPerAnswer: 3_000_000_000 });
    await store.accounts.putPlan(few);
    assert.deepEqual(await store.accounts.findPlan('few'), few);
    assert.deepEqual(await store.accounts.listPlans(), [PLAN, few]);
  });

  storeTest('a token leads to its user and plan, as they are now', async (store) => {
    await store.accounts.putPlan(PLAN);
    const user = await addUser(store, 'Demo');
    const credential = tokenOf(user.id, 'h1');
    assert.equal(await store.accounts.addCredential(credential), true);
    assert.deepEqual(await store.accounts.findGrant('h1'), { credential, user, plan: PLAN });
    assert.equal(await store.accounts.findGrant('H1'), undefined);
    await store.accounts.updateUser('demo', { isDisabled: true });
    await store.accounts.putPlan({ ...PLAN, patterns: ['fr*'] });
    const grant = (await store.accounts.findGrant('h1'))!;
    assert.equal(grant.user.isDisabled, true);
    assert.deepEqual(grant.plan.patterns, ['fr*']);
  });

  storeTest('a credential whose user has no plan grants nothing', async (store) => {
    const user = await addUser(store, 'demo');
    await store.accounts.addCredential(tokenOf(user.id, 'h1'));
    assert.equal(await store.accounts.findGrant('h1'), undefined);
  });

  storeTest('a user can have many tokens, but only one key of a name', async (store) => {
    const [a, b] = [await addUser(store, 'a'), await addUser(store, 'b')];
    for (const hash of ['t1', 't2']) {
      assert.equal(await store.accounts.addCredential(tokenOf(a.id, hash)), true);
    }
    assert.equal(await store.accounts.addCredential(keyOf(a.id, 'sheet', 'k1')), true);
    assert.equal(await store.accounts.addCredential(keyOf(a.id, 'sheet', 'k2')), false);
    assert.equal(await store.accounts.addCredential(keyOf(b.id, 'sheet', 'k3')), true);
    assert.equal(await store.accounts.addCredential(keyOf(a.id, 'excel', 'k4')), true);
    assert.deepEqual(await store.accounts.listKeys(a.id), [
      keyOf(a.id, 'excel', 'k4'),
      keyOf(a.id, 'sheet', 'k1'),
    ]);
    assert.deepEqual(await store.accounts.listKeys(99), []);
  });

  storeTest('a removed credential is gone, and its name is free again', async (store) => {
    await store.accounts.putPlan(PLAN);
    const user = await addUser(store, 'a');
    await store.accounts.addCredential(keyOf(user.id, 'sheet', 'k1'));
    await store.accounts.addCredential(tokenOf(user.id, 't1'));
    assert.equal(await store.accounts.removeKey(user.id + 1, 'sheet'), false);
    assert.equal(await store.accounts.removeKey(user.id, 'sheet'), true);
    assert.equal(await store.accounts.removeKey(user.id, 'sheet'), false);
    assert.equal(await store.accounts.findGrant('k1'), undefined);
    assert.equal(await store.accounts.addCredential(keyOf(user.id, 'sheet', 'k2')), true);
    assert.equal(await store.accounts.removeCredential('t1'), true);
    assert.equal(await store.accounts.removeCredential('t1'), false);
    assert.equal(await store.accounts.findGrant('t1'), undefined);
    assert.notEqual(await store.accounts.findGrant('k2'), undefined);
  });

  storeTest(
    'a session is stored with its use, and listed with the last used first',
    async (store) => {
      await store.accounts.putPlan(PLAN);
      const { id } = await addUser(store, 'a');
      const older = sessionOf(id, 's1', NOW);
      const newer = sessionOf(id, 's2', NOW + 5);
      for (const each of [older, newer, tokenOf(id, 't1'), keyOf(id, 'sheet', 'k1')]) {
        assert.equal(await store.accounts.addCredential(each), true);
      }
      assert.deepEqual(await store.accounts.listSessions(id), [newer, older]);
      assert.deepEqual(await store.accounts.listSessions(id + 1), []);
      assert.deepEqual((await store.accounts.findGrant('s1'))!.credential, older);
      assert.equal('session' in (await store.accounts.findGrant('t1'))!.credential, false);
      assert.deepEqual(
        (await store.accounts.listKeys(id)).map(({ hash }) => hash),
        ['k1'],
      );
    },
  );

  storeTest(
    'a renewal moves the use and the end of a session, and of nothing else',
    async (store) => {
      await store.accounts.putPlan(PLAN);
      const { id } = await addUser(store, 'a');
      await store.accounts.addCredential(sessionOf(id, 's1', NOW));
      await store.accounts.addCredential(tokenOf(id, 't1', NOW + 1));
      const use = { lastUsedAt: NOW + 60, address: '2001:db8::1' };
      for (const hash of ['s1', 't1', 'never'])
        await store.accounts.renewSession(hash, use, NOW + 999);
      const [renewed] = await store.accounts.listSessions(id);
      assert.equal(renewed!.expiresAt, NOW + 999);
      assert.deepEqual(renewed!.session, { ...use, agent: 'Firefox on Linux' });
      assert.equal(renewed!.createdAt, NOW);
      assert.equal((await store.accounts.findGrant('t1'))!.credential.expiresAt, NOW + 1);
    },
  );

  storeTest('the use of a key is stored at most once in a given time', async (store) => {
    await store.accounts.putPlan(PLAN);
    const { id } = await addUser(store, 'a');
    const ended = { ...keyOf(id, 'sheet', 'k1'), expiresAt: NOW + 999 };
    for (const each of [
      ended,
      keyOf(id, 'other', 'k2'),
      tokenOf(id, 't1'),
      sessionOf(id, 's1', NOW),
    ])
      await store.accounts.addCredential(each);
    const usedAt = async () => (await store.accounts.findGrant('k1'))!.credential.keyUsedAt;
    assert.equal(await usedAt(), undefined);
    for (const [now, expected] of [
      [NOW, NOW],
      [NOW + 59, NOW],
      [NOW - 59, NOW],
      [NOW + 60, NOW + 60],
      // The clock was set back.
      [NOW, NOW],
    ] as const) {
      await store.accounts.noteKeyUse('k1', now, 60);
      assert.equal(await usedAt(), expected);
    }
    for (const hash of ['t1', 's1', 'never'])
      await store.accounts.noteKeyUse(hash, NOW + 1_000, 60);
    assert.deepEqual(await store.accounts.listKeys(id), [
      keyOf(id, 'other', 'k2'),
      { ...ended, keyUsedAt: NOW },
    ]);
    assert.deepEqual((await store.accounts.findGrant('t1'))!.credential, tokenOf(id, 't1'));
    assert.deepEqual(await store.accounts.listSessions(id), [sessionOf(id, 's1', NOW)]);
  });

  storeTest('ending the tokens of a user keeps keys and other users', async (store) => {
    await store.accounts.putPlan(PLAN);
    const [a, b] = [await addUser(store, 'a'), await addUser(store, 'b')];
    for (const hash of ['t1', 't2']) await store.accounts.addCredential(tokenOf(a.id, hash));
    await store.accounts.addCredential(sessionOf(a.id, 's1', NOW));
    await store.accounts.addCredential(tokenOf(b.id, 't3'));
    for (const [{ id }, hash] of [
      [a, 'p1'],
      [b, 'p2'],
    ] as const)
      await store.accounts.addCredential({ ...tokenOf(id, hash), kind: 'provider' });
    await store.accounts.addCredential(keyOf(a.id, 'sheet', 'k1'));
    await store.accounts.removeTokens(a.id);
    for (const hash of ['t1', 't2', 's1', 'p1']) {
      assert.equal(await store.accounts.findGrant(hash), undefined);
    }
    for (const hash of ['t3', 'k1', 'p2']) {
      assert.notEqual(await store.accounts.findGrant(hash), undefined);
    }
  });

  storeTest('credentials are forgotten at the instant they expire, not before', async (store) => {
    await store.accounts.putPlan(PLAN);
    const { id } = await addUser(store, 'a');
    await store.accounts.addCredential(tokenOf(id, 'before', NOW - 1));
    await store.accounts.addCredential(tokenOf(id, 'at', NOW));
    await store.accounts.addCredential(tokenOf(id, 'after', NOW + 1));
    await store.accounts.addCredential(keyOf(id, 'never', 'never'));
    assert.equal(await store.accounts.removeExpired(NOW), 2);
    assert.equal(await store.accounts.removeExpired(NOW), 0);
    assert.equal(await store.accounts.findGrant('at'), undefined);
    assert.notEqual(await store.accounts.findGrant('after'), undefined);
    assert.notEqual(await store.accounts.findGrant('never'), undefined);
  });

  storeTest('the newest entry of a kind and a name is found', async ({ accounts }) => {
    const find = async (kind: string, name: string) =>
      (await accounts.findLastEntry(kind, name))?.detail;
    assert.equal(await find('a', 'x'), undefined);
    for (const [kind, name, detail] of [
      ['a', 'x', 'first'],
      ['a', 'x', 'second'],
      ['a', 'y', 'of another'],
      ['b', 'x', 'of another kind'],
    ] as const) {
      // The clock was set back in the meantime: the order of writing counts.
      const recordedAt = detail === 'first' ? 2 : 1;
      await accounts.addEntry({ recordedAt, actor: 'anna', kind, name, detail });
    }
    assert.equal(await find('a', 'x'), 'second');
    assert.equal(await find('b', 'x'), 'of another kind');
    assert.equal(await find('b', 'y'), undefined);
  });

  storeTest('signing in does not wait for a running import', async (store) => {
    await store.accounts.putPlan(PLAN);
    const user = await addUser(store, 'a');
    await store.write(async () => {
      assert.equal(await store.accounts.addCredential(tokenOf(user.id, 't1')), true);
      assert.notEqual(await store.accounts.findGrant('t1'), undefined);
    });
  });

  storeTest('an import that fails does not take back changes of accounts', async (store) => {
    const failed = store.write(async () => {
      await addUser(store, 'a');
      throw new Error('stop');
    });
    await assert.rejects(failed);
    assert.notEqual(await store.accounts.findUser('a'), undefined);
  });
}

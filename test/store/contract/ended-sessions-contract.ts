// Sessions that have ended: what is kept of them, for how long, and how many.

import assert from 'node:assert/strict';
import { DAY_MS } from '#core/time/instant';
import type { AccountStore, EndedSession, SessionCredential } from '#store/account-store';
import { NOW } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const PLAN = { name: 'all', patterns: ['*'], requestsPerMinute: 600, pointsPerAnswer: 500_000 };

const sessionOf = (userId: number, hash: string, expiresAt = NOW + 100): SessionCredential => ({
  hash,
  userId,
  kind: 'session',
  name: null,
  createdAt: NOW,
  expiresAt,
  session: { lastUsedAt: NOW, address: '192.0.2.1', agent: 'Firefox on Linux' },
});

async function addUser(accounts: AccountStore, name: string): Promise<number> {
  await accounts.putPlan(PLAN);
  const user = { name, passwordHash: null, planName: 'all', isDisabled: false, createdAt: NOW };
  return (await accounts.addUser(user))!.id;
}

const signedOut = { ending: 'sign-out', endedAt: NOW + 7 } as const;

export function endedSessionsContract(storeTest: StoreTest): void {
  storeTest('an ended session opens nothing and says what ended it', async ({ accounts }) => {
    const id = await addUser(accounts, 'a');
    for (const hash of ['s1', 's2']) await accounts.addCredential(sessionOf(id, hash));
    assert.equal(await accounts.findEndedSession('s1'), undefined);
    assert.equal(await accounts.endSession('s1', signedOut), true);
    assert.deepEqual(await accounts.findEndedSession('s1'), { ...signedOut, createdAt: NOW });
    assert.equal(await accounts.findGrant('s1'), undefined);
    assert.equal(await accounts.endSession('s1', signedOut), false);
    assert.equal(await accounts.endSession('ended s1', signedOut), false);
    assert.deepEqual(await accounts.listSessions(id), [sessionOf(id, 's2')]);
    assert.equal(await accounts.findEndedSession('s2'), undefined);
  });

  storeTest('a token and a key are not ended as a session is', async ({ accounts }) => {
    const id = await addUser(accounts, 'a');
    const { session: _, ...token } = sessionOf(id, 't1');
    await accounts.addCredential({ ...token, kind: 'token' });
    await accounts.addCredential({ ...token, hash: 'k1', kind: 'key', name: 'sheet' });
    for (const hash of ['t1', 'k1']) {
      assert.equal(await accounts.endSession(hash, signedOut), false);
      assert.ok(await accounts.findGrant(hash));
    }
  });

  storeTest('all sessions of a user end for one reason', async ({ accounts }) => {
    const [a, b] = [await addUser(accounts, 'a'), await addUser(accounts, 'b')];
    for (const hash of ['a1', 'a2']) await accounts.addCredential(sessionOf(a, hash));
    await accounts.addCredential(sessionOf(b, 'b1'));
    const ended = { ending: 'password', endedAt: NOW + 9 } as const;
    await accounts.removeTokens(a, ended);
    for (const hash of ['a1', 'a2']) {
      assert.deepEqual(await accounts.findEndedSession(hash), { ...ended, createdAt: NOW });
    }
    assert.deepEqual(await accounts.listSessions(a), []);
    assert.equal((await accounts.listSessions(b)).length, 1);
    await accounts.removeTokens(b);
    assert.equal(await accounts.findEndedSession('b1'), undefined);
  });

  storeTest('a hash that is used again has its last ending', async ({ accounts }) => {
    const id = await addUser(accounts, 'a');
    for (const ending of ['sign-out', 'password', 'account-page'] as const) {
      assert.equal(await accounts.addCredential(sessionOf(id, 's1')), true);
      assert.equal(await accounts.endSession('s1', { ending, endedAt: NOW }), true);
      assert.equal((await accounts.findEndedSession('s1'))?.ending, ending);
    }
  });

  storeTest('a session that is over ended when its time was up', async ({ accounts }) => {
    const id = await addUser(accounts, 'a');
    for (const [hash, expiresAt] of [
      ['long ago', NOW - 7 * DAY_MS],
      ['over', NOW - 1],
      ['at', NOW],
      ['after', NOW + 1],
    ] as const) {
      await accounts.addCredential(sessionOf(id, hash, expiresAt));
    }
    assert.equal(await accounts.removeExpired(NOW), 3);
    const found = async (hash: string): Promise<EndedSession | undefined> =>
      accounts.findEndedSession(hash);
    assert.deepEqual(await found('over'), { ending: 'over', createdAt: NOW, endedAt: NOW - 1 });
    assert.deepEqual(await found('at'), { ending: 'over', createdAt: NOW, endedAt: NOW });
    assert.equal(await found('long ago'), undefined);
    assert.equal(await found('after'), undefined);
    assert.ok(await accounts.findGrant('after'));
  });

  storeTest('an ended session is forgotten after 7 days', async ({ accounts }) => {
    const id = await addUser(accounts, 'a');
    await accounts.addCredential(sessionOf(id, 's1'));
    await accounts.endSession('s1', { ending: 'disabled', endedAt: NOW });
    assert.equal(await accounts.removeExpired(NOW + 7 * DAY_MS - 1), 0);
    assert.ok(await accounts.findEndedSession('s1'));
    assert.equal(await accounts.removeExpired(NOW + 7 * DAY_MS), 1);
    assert.equal(await accounts.findEndedSession('s1'), undefined);
  });

  storeTest('the last 100 ended sessions of a user are kept', async ({ accounts }) => {
    const [a, b] = [await addUser(accounts, 'a'), await addUser(accounts, 'b')];
    await accounts.addCredential(sessionOf(b, 'b0'));
    await accounts.endSession('b0', { ending: 'sign-out', endedAt: NOW - 1 });
    for (let i = 0; i < 102; i++) {
      await accounts.addCredential(sessionOf(a, `a${i}`));
      await accounts.endSession(`a${i}`, { ending: 'sign-out', endedAt: NOW + i });
    }
    for (const [hash, isKept] of [
      ['a0', false],
      ['a1', false],
      ['a2', true],
      ['a101', true],
      ['b0', true],
    ] as const) {
      assert.equal((await accounts.findEndedSession(hash)) !== undefined, isKept, hash);
    }
  });
}

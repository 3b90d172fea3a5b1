// How long a session lasts: 12 hours after its last use, 7 days at most, and few writes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findSessionCaller } from '#accounts/authenticate';
import { rememberGrants } from '#accounts/grant-cache';
import { SessionRenewals } from '#accounts/session-renewals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import { START } from '../open-accounts.ts';
import { openSessions } from './open-sessions.ts';

/** The same accounts, whose renewals are counted, or fail. */
function watched(accounts: AccountStore, fails = false) {
  const renewals: string[] = [];
  const watching = new Proxy(accounts, {
    get(target, name) {
      if (name !== 'renewSession') return Reflect.get(target, name).bind(target);
      return async (...args: Parameters<AccountStore['renewSession']>) => {
        renewals.push(args[0]);
        if (fails) throw new Error('disk full');
        await target.renewSession(...args);
      };
    },
  });
  return { accounts: watching, renewals };
}

const LIMITS = { idleMs: 12 * HOUR_MS, maxMs: 7 * DAY_MS };

describe('the life of a session', () => {
  it('a session that is not used ends after 12 hours', async (t) => {
    const { start, find } = await openSessions(t);
    const { secret } = await start();
    assert.ok(await find(secret, START + 12 * HOUR_MS - 1));
    assert.equal(await find(secret, START + 12 * HOUR_MS), undefined);
  });

  it('use renews a session, but not beyond 7 days after the sign-in', async (t) => {
    const { start, use } = await openSessions(t);
    const { secret } = await start();
    let now = START;
    for (; now < START + 7 * DAY_MS; now += 11 * HOUR_MS) {
      assert.ok(await use(secret, now), `${(now - START) / HOUR_MS} hours after the sign-in`);
    }
    assert.equal(await use(secret, START + 7 * DAY_MS), false);
  });

  it('both times are settings', async (t) => {
    const { start, use } = await openSessions(t, { sessionIdleMinutes: 60, sessionMaxMinutes: 90 });
    const { secret, expiresAt, endsAt } = await start();
    assert.deepEqual([expiresAt, endsAt], [START + 60 * MINUTE_MS, START + 90 * MINUTE_MS]);
    assert.ok(await use(secret, START + 59 * MINUTE_MS));
    assert.ok(await use(secret, START + 89 * MINUTE_MS));
    assert.equal(await use(secret, START + 90 * MINUTE_MS), false);
  });

  it('a renewal stores when and from which address the session was used', async (t) => {
    const { accounts, anna, start, use } = await openSessions(t);
    const { secret } = await start();
    await use(secret, START + HOUR_MS, '198.51.100.9');
    const [{ session, expiresAt } = assert.fail()] = await accounts.listSessions(anna.id);
    assert.deepEqual(session, {
      lastUsedAt: START + HOUR_MS,
      address: '198.51.100.9',
      agent: 'Firefox on Linux',
    });
    assert.equal(expiresAt, START + 13 * HOUR_MS);
  });

  it('an ended session does not come back if the clock is set back', async (t) => {
    const { start, find } = await openSessions(t);
    const { secret } = await start();
    assert.equal(await find(secret, START + 12 * HOUR_MS), undefined);
    assert.equal(await find(secret, START), undefined);
  });
});

describe('the writes of a session', () => {
  it('a thousand requests in five minutes write nothing, and in an hour at most twelve times', async (t) => {
    const { accounts, start, find } = await openSessions(t);
    const { secret } = await start();
    const counted = watched(accounts);
    const renewals = new SessionRenewals(counted.accounts, LIMITS);
    const ask = async (now: number) => {
      renewals.note((await find(secret, now))!.credential, '192.0.2.1', now);
    };
    for (let i = 0; i < 1_000; i++) await ask(START + i * 299);
    await renewals.flush();
    assert.deepEqual(counted.renewals, []);
    for (let i = 0; i < 1_200; i++) await ask(START + i * 3_000);
    await renewals.flush();
    assert.ok(counted.renewals.length >= 10 && counted.renewals.length <= 12);
  });

  it('requests that come together write once, though each has read the old use', async (t) => {
    const { accounts, start, find } = await openSessions(t);
    const { secret } = await start();
    const counted = watched(accounts);
    const renewals = new SessionRenewals(counted.accounts, LIMITS);
    const { credential } = (await find(secret, START + HOUR_MS))!;
    for (let i = 0; i < 50; i++) renewals.note(credential, '192.0.2.1', START + HOUR_MS + i);
    await renewals.flush();
    assert.equal(counted.renewals.length, 1);
  });

  it('a store that cannot be written to is tried again with the next request', async (t) => {
    const { accounts, start, find } = await openSessions(t);
    const { secret } = await start();
    const { credential } = (await find(secret, START + HOUR_MS))!;
    const failing = watched(accounts, true);
    const renewals = new SessionRenewals(failing.accounts, LIMITS);
    for (let i = 0; i < 3; i++) {
      renewals.note(credential, '192.0.2.1', START + HOUR_MS + i);
      await renewals.flush();
    }
    assert.equal(failing.renewals.length, 3);
  });

  it('a token and a key are never renewed', async (t) => {
    const { accounts } = await openSessions(t);
    const counted = watched(accounts);
    const renewals = new SessionRenewals(counted.accounts, LIMITS);
    for (const kind of ['token', 'key', 'operator'] as const) {
      const credential = { hash: kind, userId: 1, kind, name: null, createdAt: 0, expiresAt: null };
      renewals.note(credential, '192.0.2.1', START);
    }
    await renewals.flush();
    assert.deepEqual(counted.renewals, []);
  });
});

describe('a renewal that another process does not know of yet', () => {
  it('an old reading of a session that was renewed since refuses it, but removes nothing', async (t) => {
    const { accounts, start, use, find } = await openSessions(t);
    const { secret } = await start();
    const old = await find(secret, START);
    const late = START + 11 * HOUR_MS;
    await use(secret, late);
    const remembering = new Proxy(accounts, {
      get: (target, name) =>
        name === 'findGrant' ? async () => old : Reflect.get(target, name).bind(target),
    });
    const now = START + 12 * HOUR_MS;
    assert.equal(await findSessionCaller(remembering, secret, now), undefined);
    assert.ok(await find(secret, now));
  });

  it('the process that renews a session reads it again', async (t) => {
    const { accounts, start } = await openSessions(t);
    const { secret } = await start();
    const cached = rememberGrants(accounts, () => 0);
    const renewals = new SessionRenewals(cached, LIMITS);
    const read = async (now: number) => (await findSessionCaller(cached, secret, now))!.credential;
    renewals.note(await read(START + HOUR_MS), '192.0.2.1', START + HOUR_MS);
    await renewals.flush();
    assert.equal((await read(START + HOUR_MS)).expiresAt, START + 13 * HOUR_MS);
  });
});

// After the clock is set back, tokens that had expired are removed before any caller is accepted.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { ClockSetBack } from '#accounts/steady-time';
import { addUser } from '#accounts/users';
import { MINUTE_MS } from '#core/time/instant';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { openStore } from '#store/open/open-store';
import { StoreBusy } from '#store/store';
import { START } from './open-accounts.ts';

const TEN_PAST = START + 10 * MINUTE_MS;

/** Opens accounts with a token that expires at five past and one that expires at twenty past. */
async function openTokens(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-clock-'));
  const path = join(folder, 'data.db');
  const store = await openStore(`sqlite:${path}`, { writeWaitMs: 1 });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const { accounts } = store;
  await setPlan(accounts, { name: 'all', patterns: ['*'] });
  const newUser = { name: 'anna', password: null, planName: 'all' };
  const { id } = await addUser(accounts, newUser, START);
  for (const minutes of [5, 20]) {
    const expiresAt = START + minutes * MINUTE_MS;
    const ofUser = { userId: id, kind: 'token', name: null, createdAt: START } as const;
    await accounts.addCredential({ ...ofUser, hash: `ends ${minutes} past`, expiresAt });
  }
  const stored = async (): Promise<number[]> => {
    const grants = [5, 20].map(async (minutes) => ({
      minutes,
      grant: await accounts.findGrant(`ends ${minutes} past`),
    }));
    return (await Promise.all(grants)).filter(({ grant }) => grant).map(({ minutes }) => minutes);
  };
  return { clock: new ClockSetBack(accounts), stored, accountsPath: accountsPathOf(path) };
}

describe('a clock', () => {
  it('a clock that goes forward makes no caller wait and removes no token', async (t) => {
    const { clock, stored } = await openTokens(t);
    for (const now of [START, START, START + 1, TEN_PAST])
      assert.equal(clock.notice(now), undefined);
    assert.deepEqual(await stored(), [5, 20]);
  });

  it('requests that took up to a minute do not look like a clock that is set back', async (t) => {
    const { clock, stored } = await openTokens(t);
    for (const late of [0, 30_000, MINUTE_MS]) {
      assert.equal(clock.notice(TEN_PAST), undefined);
      assert.equal(clock.notice(TEN_PAST - late), undefined);
    }
    assert.deepEqual(await stored(), [5, 20]);
  });

  it('a clock that is set back removes what had expired by its latest time', async (t) => {
    const { clock, stored } = await openTokens(t);
    await clock.notice(TEN_PAST);
    await clock.notice(TEN_PAST - 30_000); // a late request, which does not change the latest time
    await clock.notice(TEN_PAST - MINUTE_MS - 1);
    assert.deepEqual(await stored(), [20]);
  });

  it('a clock that is set back goes on from its new time', async (t) => {
    const { clock, stored } = await openTokens(t);
    await clock.notice(START + 30 * MINUTE_MS);
    await clock.notice(START);
    assert.deepEqual(await stored(), []);
    for (const now of [START, START + 1, START + MINUTE_MS]) {
      assert.equal(clock.notice(now), undefined);
    }
    // Another step back is noticed from the new time.
    const removing = clock.notice(START - 1);
    assert.ok(removing instanceof Promise);
    await removing;
  });

  it('callers wait until the removal after a step back is done, and not later', async (t) => {
    const { clock } = await openTokens(t);
    await clock.notice(TEN_PAST);
    const first = clock.notice(START);
    assert.ok(first instanceof Promise);
    assert.equal(clock.notice(START + 1), first);
    await first;
    assert.equal(clock.notice(START + 2), undefined);
  });

  it('no caller is accepted after a step back while the store is locked', async (t) => {
    const { clock, stored, accountsPath } = await openTokens(t);
    await clock.notice(TEN_PAST);
    const other = new DatabaseSync(accountsPath);
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(async () => clock.notice(START), StoreBusy);
    await assert.rejects(async () => clock.notice(START + 1), StoreBusy);
    other.exec('ROLLBACK');
    other.close();
    assert.deepEqual(await stored(), [5, 20]);
    await clock.notice(START + 2);
    assert.deepEqual(await stored(), [20]);
    assert.equal(clock.notice(START + 3), undefined);
  });
});

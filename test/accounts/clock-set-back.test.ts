// A clock that is set back: tokens that had ended by then are gone before anybody is let in.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { ClockSetBack } from '#accounts/clock-set-back';
import { setPlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { MINUTE_MS } from '#core/time/instant';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { openStore } from '#store/open/open-store';
import { StoreBusy } from '#store/store';
import { START } from './open-accounts.ts';

const TEN_PAST = START + 10 * MINUTE_MS;

/** Accounts with a token that ends at five past and one that ends at twenty past. */
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
  const held = async (): Promise<number[]> => {
    const grants = [5, 20].map(async (minutes) => ({
      minutes,
      grant: await accounts.findGrant(`ends ${minutes} past`),
    }));
    return (await Promise.all(grants)).filter(({ grant }) => grant).map(({ minutes }) => minutes);
  };
  return { clock: new ClockSetBack(accounts), held, accountsPath: accountsPathOf(path) };
}

describe('a clock', () => {
  it('that goes on makes nobody wait, and no token is removed for it', async (t) => {
    const { clock, held } = await openTokens(t);
    for (const now of [START, START, START + 1, TEN_PAST])
      assert.equal(clock.notice(now), undefined);
    assert.deepEqual(await held(), [5, 20]);
  });

  it('is not taken for set back by requests that were up to a minute under way', async (t) => {
    const { clock, held } = await openTokens(t);
    for (const late of [0, 30_000, MINUTE_MS]) {
      assert.equal(clock.notice(TEN_PAST), undefined);
      assert.equal(clock.notice(TEN_PAST - late), undefined);
    }
    assert.deepEqual(await held(), [5, 20]);
  });

  it('that is set back ends what had ended by the latest moment it showed', async (t) => {
    const { clock, held } = await openTokens(t);
    await clock.notice(TEN_PAST);
    await clock.notice(TEN_PAST - 30_000); // a late request, which is not the latest moment
    await clock.notice(TEN_PAST - MINUTE_MS - 1);
    assert.deepEqual(await held(), [20]);
  });

  it('that is set back goes on from there', async (t) => {
    const { clock, held } = await openTokens(t);
    await clock.notice(START + 30 * MINUTE_MS);
    await clock.notice(START);
    assert.deepEqual(await held(), []);
    for (const now of [START, START + 1, START + MINUTE_MS]) {
      assert.equal(clock.notice(now), undefined);
    }
    // Another step back is noticed from there.
    assert.ok(clock.notice(START - 1) instanceof Promise);
  });

  it('that is set back makes all wait until it is done, and nobody afterwards', async (t) => {
    const { clock } = await openTokens(t);
    await clock.notice(TEN_PAST);
    const first = clock.notice(START);
    assert.ok(first instanceof Promise);
    assert.equal(clock.notice(START + 1), first);
    await first;
    assert.equal(clock.notice(START + 2), undefined);
  });

  it('that is set back while the store is locked lets nobody in, until it could be done', async (t) => {
    const { clock, held, accountsPath } = await openTokens(t);
    await clock.notice(TEN_PAST);
    const other = new DatabaseSync(accountsPath);
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(async () => clock.notice(START), StoreBusy);
    await assert.rejects(async () => clock.notice(START + 1), StoreBusy);
    other.exec('ROLLBACK');
    other.close();
    assert.deepEqual(await held(), [5, 20]);
    await clock.notice(START + 2);
    assert.deepEqual(await held(), [20]);
    assert.equal(clock.notice(START + 3), undefined);
  });
});

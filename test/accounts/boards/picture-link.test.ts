// What a link to pictures opens, and everything that ends it.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import { addLink, endLink, listLinks } from '#accounts/boards/board-links';
import { addBoard, removeBoard } from '#accounts/boards/boards';
import { resolvePictureLink } from '#accounts/boards/picture-link';
import { changePassword, type EndedKeys } from '#accounts/password-changes';
import { setPlan } from '#accounts/plan-changes';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { changePlan, disableUser, enableUser } from '#accounts/users';
import { Refusal } from '#core/errors';
import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import type { Credential } from '#store/account-store';
import { StoreBusy } from '#store/store';
import { openAccountsWithAnna, START } from '../open-accounts.ts';

const isCode =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code;

/** Anna's board, with a token of hers to make links with. */
async function openBoard(t: TestContext) {
  const { accounts, anna } = await openAccountsWithAnna(t);
  const credential: Credential = {
    hash: hashSecret(makeSecret('token')),
    userId: anna.id,
    kind: 'token',
    name: null,
    createdAt: START,
    expiresAt: null,
  };
  await accounts.addCredential(credential);
  const { id } = await addBoard(accounts, anna, { name: 'Morning' }, START);
  const grant = { user: anna, credential };
  const make = (now = START, days?: number) => addLink(accounts, grant, id, days, now);
  const resolve = (secret: string, now = START + 1) => resolvePictureLink(accounts, secret, now);
  return { accounts, anna, id, credential, make, resolve };
}

describe('a link to pictures', () => {
  it('a link leads to its board, its owner and the owner’s plan', async (t) => {
    const { id, make, resolve } = await openBoard(t);
    const { secret } = await make();
    const link = (await resolve(secret))!;
    assert.equal(link.board.id, id);
    assert.equal(link.board.name, 'Morning');
    const { user, plan, credential } = link.caller;
    assert.equal(user.name, 'Anna');
    assert.deepEqual([plan.name, plan.patterns], ['german', ['de*']]);
    assert.deepEqual([credential.kind, credential.hash], ['link', hashSecret(secret)]);
  });

  it('a link shows what the owner’s plan is now', async (t) => {
    const { accounts, make, resolve } = await openBoard(t);
    const { secret } = await make();
    await setPlan(accounts, { name: 'german', patterns: ['deh*'] });
    assert.deepEqual((await resolve(secret))!.caller.plan.patterns, ['deh*']);
    await changePlan(accounts, 'anna', 'everything');
    assert.deepEqual((await resolve(secret))!.caller.plan.patterns, ['*']);
  });

  it('a secret that is unknown, mistyped or of another kind leads to no board', async (t) => {
    const { make, resolve } = await openBoard(t);
    const { secret } = await make();
    for (const other of [
      ...['', 'x', secret.slice(0, -1), `${secret}0`, secret.toLowerCase()],
      ...[makeSecret('link'), makeSecret('token'), makeSecret('key'), makeSecret('session')],
    ]) {
      assert.equal(await resolve(other), undefined);
    }
  });

  it('the secret of a link is no token', async (t) => {
    const { accounts, make } = await openBoard(t);
    assert.equal(await findCaller(accounts, (await make()).secret, START), undefined);
  });

  it('a link ends at its date, and a clock that is set back does not revive it', async (t) => {
    const { accounts, anna, id, make, resolve } = await openBoard(t);
    const { secret, expiresAt } = await make(START, 2);
    assert.equal(expiresAt, START + 2 * DAY_MS);
    assert.ok(await resolve(secret, expiresAt - 1));
    assert.equal(await resolve(secret, expiresAt), undefined);
    assert.equal(await resolve(secret, START), undefined);
    assert.deepEqual(await listLinks(accounts, anna, id, START), []);
  });

  it('a link lasts 30 days unless told, and 1 to 366', async (t) => {
    const { make } = await openBoard(t);
    assert.equal((await make()).expiresAt, START + 30 * DAY_MS);
    assert.equal((await make(START, 1)).expiresAt, START + DAY_MS);
    assert.equal((await make(START, 366)).expiresAt, START + 366 * DAY_MS);
    for (const days of [0, -1, 367, 1e300]) {
      await assert.rejects(make(START, days), isCode('field_invalid'));
    }
  });

  it('a link that is ended by hand opens nothing, and the others stay', async (t) => {
    const { accounts, anna, id, make, resolve } = await openBoard(t);
    const [first, second] = [await make(), await make(START + 1)];
    await endLink(accounts, anna, id, first.id, START + 2);
    assert.equal(await resolve(first.secret), undefined);
    assert.ok(await resolve(second.secret));
    await assert.rejects(endLink(accounts, anna, id, first.id, START), isCode('link_unknown'));
    await assert.rejects(endLink(accounts, anna, id, '', START), isCode('link_unknown'));
  });

  it('the links of a removed board open nothing', async (t) => {
    const { accounts, anna, id, make, resolve } = await openBoard(t);
    const { secret } = await make();
    await removeBoard(accounts, anna, id, START);
    assert.equal(await resolve(secret), undefined);
    const [entry] = await accounts.listEntries(1);
    assert.equal(entry!.detail, 'Board "Morning" was removed. Its links to pictures ended: 1.');
  });

  it('the links of a disabled user open nothing until the user is let in again', async (t) => {
    const { accounts, make, resolve } = await openBoard(t);
    const { secret } = await make();
    await disableUser(accounts, 'anna');
    assert.equal(await resolve(secret), undefined);
    await enableUser(accounts, 'anna');
    assert.ok(await resolve(secret));
  });

  it('a sign-in that ended in the meantime makes no link', async (t) => {
    const { accounts, make, resolve, credential } = await openBoard(t);
    await accounts.removeCredential(credential.hash);
    await assert.rejects(make(), isCode('token_invalid'));
    assert.deepEqual(await accounts.boards.listLinksOfUser(credential.userId), []);
    assert.equal(await resolve(makeSecret('link')), undefined);
  });

  it('a board has at most 20 links, of which those that ended do not count', async (t) => {
    const { accounts, anna, id, make } = await openBoard(t);
    for (let i = 0; i < 20; i++) await make(START, 1);
    await assert.rejects(make(START + 1), isCode('field_invalid'));
    await make(START + DAY_MS);
    assert.equal((await listLinks(accounts, anna, id, START + DAY_MS)).length, 1);
  });

  it('the use of a link is written once a minute, and a store that is busy hides no picture', async (t) => {
    const { accounts, anna, id, make, resolve } = await openBoard(t);
    const { secret } = await make();
    const lastUsed = async () => (await listLinks(accounts, anna, id, START))[0]!.lastUsedAt;
    assert.equal(await lastUsed(), null);
    for (const [now, expected] of [
      [START + 1, START + 1],
      [START + MINUTE_MS, START + 1],
      [START + 1 + MINUTE_MS, START + 1 + MINUTE_MS],
    ] as const) {
      await resolve(secret, now);
      assert.equal(await lastUsed(), expected);
    }
    const busy = async () => Promise.reject(new StoreBusy('another process writes'));
    const boards = new Proxy(accounts.boards, {
      get: (target, name) =>
        name === 'noteLinkUse' ? busy : Reflect.get(target, name).bind(target),
    });
    const unwritable = new Proxy(accounts, {
      get: (target, name) => (name === 'boards' ? boards : Reflect.get(target, name).bind(target)),
    });
    assert.ok(await resolvePictureLink(unwritable, secret, START + 3 * MINUTE_MS));
  });
});

describe('a new password and links to pictures', () => {
  /** Links from before the last new password (`old`) and since (`new`); the next change ends some. */
  async function change(t: TestContext, endKeys?: EndedKeys) {
    const { accounts, make, resolve } = await openBoard(t);
    const older = (await make()).secret;
    const at = (day: number) => ({ actor: 'operator', now: START + day * DAY_MS });
    await changePassword(accounts, 'anna', 'wind over Kattegat', { by: at(1), endKeys: 'none' });
    const { id: userId } = (await accounts.findUser('anna'))!;
    const [board] = await accounts.boards.listBoards(userId, 'german', 1);
    const newer = makeSecret('link');
    await accounts.boards.addLink({
      ...{ hash: hashSecret(newer), boardId: board!.id, createdAt: START + 2 * DAY_MS },
      ...{ expiresAt: START + 9 * DAY_MS, lastUsedAt: null },
    });
    await changePassword(accounts, 'anna', 'wind over Bornholm', { by: at(3), endKeys });
    const now = START + 4 * DAY_MS;
    const working = [(await resolve(older, now)) && 'old', (await resolve(newer, now)) && 'new'];
    const entries = (await accounts.listEntries(9)).filter(({ kind }) => kind === 'link-ended');
    return { working: working.filter(Boolean), entries: entries.map(({ detail }) => detail) };
  }
  const ENDED = 'A link to pictures of board "Morning" was ended by the new password.';

  for (const [endKeys, working] of [
    [undefined, ['old']],
    ['since', ['old']],
    ['all', []],
    ['none', ['old', 'new']],
  ] as const) {
    it(`a new password with endKeys ${endKeys} leaves the links: ${working.join(', ') || 'none'}`, async (t) => {
      const left = await change(t, endKeys);
      assert.deepEqual(left.working, working);
      assert.deepEqual(left.entries, Array(2 - working.length).fill(ENDED));
    });
  }
});

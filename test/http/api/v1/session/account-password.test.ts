// Changing the own password: what it asks for, and what it ends.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { makeSignInLink } from '#accounts/sign-in-links';
import { addUser } from '#accounts/users';
import { PASSWORD, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { Browser, cookieOf, openBrowser } from './browser.ts';

const PATH = '/api/v1/account/password';
const NEW = 'wind over the Kattegat';
const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
let count = 0;

/** A new user, so that no test changes the password of another's. */
async function newUser(): Promise<string> {
  const name = `user-${++count}`;
  await world.addUser(name, 'everything');
  return name;
}

const change = (browser: Browser, more: object = {}) =>
  browser.send('POST', PATH, { body: { password: PASSWORD, newPassword: NEW, ...more } });

const statusOf = async (secret: string): Promise<number> =>
  (await world.get('/api/v1/account', null, { authorization: `Bearer ${secret}` })).status;

/** A browser of a new user without a password, who has come by a link. */
async function comeByLink(): Promise<{ name: string; browser: Browser }> {
  const { accounts } = world.store;
  const name = `user-${++count}`;
  const draft = { name, password: null, planName: 'everything' };
  const user = await addUser(accounts, draft, world.now);
  const { path } = await makeSignInLink(accounts, user, { actor: 'operator', now: world.now });
  const browser = new Browser(world);
  const code = new URLSearchParams(path.slice(2)).get('code');
  await browser.send('POST', '/api/v1/session/code', { body: { code } });
  return { name, browser };
}

describe('a user who changes the own password', () => {
  it('a user who came by a link chooses the first password within 10 minutes', async () => {
    const { name, browser } = await comeByLink();
    const body = { newPassword: NEW };
    assert.equal((await browser.send('POST', PATH, { body })).status, 200);
    assert.equal((await new Browser(world).signIn(name, { password: NEW })).status, 200);
    const late = await comeByLink();
    world.setNow('2024-05-17T10:11:00Z');
    try {
      assertRefused(await late.browser.send('POST', PATH, { body }), 403, 'password_wrong');
    } finally {
      world.setNow('2024-05-17T10:00:00Z');
    }
  });

  it('the user signs in with the new password, and the old one is refused', async () => {
    const name = await newUser();
    const answer = await change(await openBrowser(world, name));
    assert.deepEqual(answer.body, { userName: name, endedKeys: [] });
    assert.equal(answer.headers['cache-control'], 'no-store');
    assertRefused(await new Browser(world).signIn(name), 401, 'invalid_credentials');
    const again = await new Browser(world).signIn(name, { password: NEW });
    assert.equal(again.status, 200);
  });

  it('the browser that asked goes on with a new session; copies of the old cookie, other sessions and tokens end', async () => {
    const name = await newUser();
    const [own, other] = [await openBrowser(world, name), await openBrowser(world, name)];
    const token = await world.token(name);
    const stolen = new Browser(world);
    stolen.cookie = own.cookie;
    const { value } = cookieOf(await change(own))!;
    assert.match(value, /^gts_/);
    assert.ok(await own.isSignedIn());
    assert.equal(await other.isSignedIn(), false);
    assert.equal(await stolen.isSignedIn(), false);
    assert.equal(await statusOf(token), 401);
  });

  it('the new cookie is kept by the browser if the page says so', async () => {
    const browser = await openBrowser(world, await newUser());
    const { attributes } = cookieOf(await change(browser, { keep: true }))!;
    assert.ok(attributes.includes(`max-age=${7 * 24 * 3_600}`));
  });

  it('the keys that end are those of endKeys, and operator keys stay', async () => {
    for (const [endKeys, ended] of [
      [undefined, ['reader']],
      ['since', ['reader']],
      ['all', ['reader']],
      ['none', []],
    ] as const) {
      const name = await newUser();
      const key = await world.key(name, 'reader');
      const user = (await world.signIn.accounts.findUser(name))!;
      const operator = await addKey(world.signIn.accounts, user, 'desk', world.now, {
        isOperator: true,
      });
      const answer = await change(await openBrowser(world, name), endKeys ? { endKeys } : {});
      assert.deepEqual(answer.body.endedKeys, ended, `with ${endKeys}`);
      assert.equal(await statusOf(key), ended.length === 0 ? 200 : 401);
      assert.equal(await statusOf(operator), 200);
    }
  });

  it('a program changes the password with its token, which ends too', async () => {
    const name = await newUser();
    const token = await world.token(name);
    const answer = await world.raw({
      method: 'POST',
      url: PATH,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ password: PASSWORD, newPassword: NEW }),
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(cookieOf(answer), undefined);
    assert.equal(await statusOf(token), 401);
  });

  it('refusals name the field, and nothing changes', async () => {
    const browser = await openBrowser(world, await newUser());
    for (const [more, status, code, field] of [
      [{ password: undefined }, 400, 'field_missing', 'password'],
      [{ newPassword: undefined }, 400, 'field_missing', 'newPassword'],
      [{ password: 'not-the-password' }, 403, 'password_wrong', 'password'],
      [{ newPassword: PASSWORD }, 400, 'field_invalid', 'newPassword'],
      [{ newPassword: 'too short' }, 400, 'field_invalid', 'newPassword'],
      [{ newPassword: 'password12345' }, 400, 'field_invalid', 'newPassword'],
      [{ endKeys: 'some' }, 400, 'field_invalid', 'endKeys'],
      [{ newPassword: 12 }, 400, 'type_invalid', 'newPassword'],
    ] as const) {
      const answer = await change(browser, more);
      const { errors } = assertRefused(answer, status, code);
      assert.equal(errors[0]!.field, field);
      assert.ok(!answer.text.includes('too short'), 'no password is repeated');
    }
    assert.ok(await browser.isSignedIn());
  });

  it('a wrong old password is counted like a failed sign-in', async () => {
    const name = await newUser();
    const browser = await openBrowser(world, name);
    const password = 'not-the-password';
    for (let i = 0; i < 20; i++)
      await browser.send('POST', PATH, {
        body: { password, newPassword: NEW },
        address: '203.0.113.5',
      });
    const last = await browser.send('POST', PATH, {
      body: { password, newPassword: NEW },
      address: '203.0.113.5',
    });
    assertRefused(last, 429, 'sign_in_throttled');
  });

  it('the change and the ended keys are in the audit, by the user', async () => {
    const name = await newUser();
    await world.key(name, 'reader');
    await change(await openBrowser(world, name));
    const entries = await world.signIn.accounts.listEntries(2);
    assert.deepEqual(
      entries.map(({ kind, actor, name: about }) => [kind, actor, about]),
      [
        ['key-revoked', name, name],
        ['password-changed', name, name],
      ],
    );
  });
});

// Who may make and revoke one's keys: a sign-in whose password is given again, and nothing less.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { changePassword } from '#accounts/password-changes';
import { type Answer, PASSWORD, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const KEYS = '/api/v1/account/keys';
const { accounts } = world.signIn;

interface Change {
  readonly secret: string;
  readonly body?: object;
  /** The key to revoke; left out: a key is made. */
  readonly revokes?: string;
  readonly from?: string;
}

const change = ({ secret, body, revokes, from }: Change): Promise<Answer> =>
  world.raw({
    method: revokes === undefined ? 'POST' : 'DELETE',
    url: revokes === undefined ? KEYS : `${KEYS}/${revokes}`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body ? { payload: JSON.stringify(body) } : {}),
    ...(from ? { remoteAddress: from } : {}),
  });

const addOperatorKey = async (userName: string, name: string): Promise<string> => {
  const user = (await accounts.findUser(userName))!;
  return addKey(accounts, user, name, world.now, { isOperator: true });
};

const namesOf = async (userName: string): Promise<string[]> => {
  const user = (await accounts.findUser(userName))!;
  return (await accounts.listKeys(user.id)).map(({ name }) => name!);
};

const isGood = async (secret: string): Promise<boolean> =>
  (await world.get('/api/v1/account', null, { authorization: `Bearer ${secret}` })).status === 200;

describe('keys that would change keys', () => {
  for (const [kind, makeKey] of [
    ['a read key', () => world.key('trader', 'reader')],
    ['an operator key', () => addOperatorKey('trader', 'desk')],
  ] as const) {
    it(`${kind} makes no key and revokes none, even with the right password`, async () => {
      const secret = await makeKey();
      await world.key('trader', `victim of ${kind}`);
      const before = await namesOf('trader');
      const made = await change({ secret, body: { name: 'backdoor', password: PASSWORD } });
      assertRefused(made, 403, 'session_needed');
      const revokes = encodeURIComponent(`victim of ${kind}`);
      const ended = await change({ secret, revokes, body: { password: PASSWORD } });
      assertRefused(ended, 403, 'session_needed');
      assert.deepEqual(await namesOf('trader'), before);
    });
  }
});

describe('a token that would change keys', () => {
  it('a token without the password makes and revokes no key, and the refusal names the field', async () => {
    await world.key('german', 'kept');
    const secret = await world.token('german');
    for (const sent of [
      { secret, body: { name: 'new' } },
      { secret, revokes: 'kept', body: {} },
      { secret, revokes: 'kept' },
    ]) {
      const { errors } = assertRefused(await change(sent), 400, 'field_missing');
      assert.equal(errors[0]!.field, 'password');
    }
    assert.deepEqual(await namesOf('german'), ['kept']);
  });

  it('a DELETE without a Content-Type asks for the password too', async () => {
    const authorization = `Bearer ${await world.token('german')}`;
    const headers = { authorization };
    const answer = await world.raw({ method: 'DELETE', url: `${KEYS}/kept`, headers });
    assertRefused(answer, 400, 'field_missing');
  });

  it('a token with a wrong password is refused with 403, not as an unknown token', async () => {
    const secret = await world.token('german');
    for (const sent of [
      { secret, body: { name: 'new', password: 'wrong' } },
      { secret, revokes: 'kept', body: { password: 'wrong' } },
    ]) {
      const { errors } = assertRefused(await change(sent), 403, 'password_wrong');
      assert.equal(errors[0]!.field, 'password');
    }
    assert.deepEqual(await namesOf('german'), ['kept']);
    assert.ok(await isGood(secret));
  });

  it('a password that is not a text is refused by its type', async () => {
    const secret = await world.token('german');
    for (const password of [0, null, [PASSWORD]]) {
      const made = await change({ secret, body: { name: 'new', password } });
      assertRefused(made, 400, 'type_invalid');
      const ended = await change({ secret, revokes: 'kept', body: { password } });
      assertRefused(ended, 400, 'type_invalid');
    }
  });

  it('another user’s token changes only that user’s keys', async () => {
    const secret = await world.token('trader');
    const answer = await change({ secret, revokes: 'kept', body: { password: PASSWORD } });
    assertRefused(answer, 404, 'key_unknown');
    assert.deepEqual(await namesOf('german'), ['kept']);
  });

  it('guesses at the password by a leaked token are throttled like sign-ins', async () => {
    await world.addUser('guessed', 'everything');
    const secret = await world.token('guessed');
    const from = '198.51.100.7';
    for (let i = 0; i < 20; i++) {
      const body = { name: 'new', password: `guess ${i}` };
      assertRefused(await change({ secret, body, from }), 403, 'password_wrong');
    }
    const right = { name: 'new', password: PASSWORD };
    const answer = await change({ secret, body: right, from });
    assertRefused(answer, 429, 'sign_in_throttled');
    assert.equal(answer.headers['retry-after'], '300');
    assert.deepEqual(await namesOf('guessed'), []);
  });
});

describe('an operator key of the user', () => {
  it('an operator key is listed as such and cannot be revoked by its user', async () => {
    await world.addUser('desk', 'everything');
    const operatorKey = await addOperatorKey('desk', 'op');
    const listed = await world.get(KEYS, 'desk');
    assert.deepEqual(listed.body, [
      {
        name: 'op',
        operator: true,
        role: 'operator',
        series: null,
        created: '2024-05-17T10:00:00Z',
        lastUsed: null,
        expires: null,
      },
    ]);
    const secret = await world.token('desk');
    const answer = await change({ secret, revokes: 'op', body: { password: PASSWORD } });
    assertRefused(answer, 403, 'operator_key_protected');
    assert.ok(await isGood(operatorKey));
  });
});

describe('a key made with a token', () => {
  it('a key made with a token ends with the password that made it', async () => {
    await world.addUser('leaked', 'everything');
    const secret = await world.token('leaked');
    const { body } = await change({ secret, body: { name: 'minted', password: PASSWORD } });
    assert.ok(await isGood(body.key));
    await changePassword(accounts, 'leaked', 'seven quiet herons!');
    assert.deepEqual([await isGood(secret), await isGood(body.key)], [false, false]);
  });

  it('a key is not made if the password changes while it is made', async () => {
    await world.addUser('raced', 'everything');
    const user = (await accounts.findUser('raced'))!;
    await changePassword(accounts, 'raced', 'seven quiet herons!');
    const { passwordHash } = user;
    await assert.rejects(addKey(accounts, user, 'late', world.now, { passwordHash }), {
      code: 'token_invalid',
    });
    assert.deepEqual(await namesOf('raced'), []);
  });
});

describe('the end and the last use of a key', () => {
  const keysOf = async (name: string) => (await world.get(KEYS, name)).body;

  it('a key ends with the last day that is given, in market time', async () => {
    await world.addUser('ending', 'everything');
    const secret = await world.token('ending');
    const body = { name: 'trial', password: PASSWORD, expires: '2024-05-18' };
    const { key } = (await change({ secret, body })).body;
    assert.equal((await keysOf('ending'))[0].expires, '2024-05-18T22:00:00Z');
    const account = () => world.get('/api/v1/account', null, { authorization: `Bearer ${key}` });
    assert.equal((await account()).body.credential.expires, '2024-05-18T22:00:00Z');
    world.setNow('2024-05-18T21:59:59.999Z');
    assert.equal((await account()).status, 200);
    world.setNow('2024-05-18T22:00:00Z');
    assertRefused(await account(), 401, 'token_invalid');
    world.setNow('2024-05-17T10:00:00Z');
    assertRefused(await account(), 401, 'token_invalid');
    assert.deepEqual(await keysOf('ending'), []);
  });

  for (const [expires, code] of [
    ['2024-05-16', 'field_invalid'],
    ['never', 'date_unknown'],
    ['2024-02-30', 'date_unknown'],
    ['12024-01-01', 'date_unknown'],
    [20240518, 'type_invalid'],
  ] as const) {
    it(`a key is not made if its end is ${expires}`, async () => {
      const secret = await world.token('ending');
      const body = { name: 'refused', password: PASSWORD, expires };
      const { errors } = assertRefused(await change({ secret, body }), 400, code);
      assert.equal(errors[0]!.field, 'expires');
      assert.ok(!(await namesOf('ending')).includes('refused'));
    });
  }

  it('the last use is noted within a minute, also of requests that are answered from the cache', async () => {
    await world.addUser('polling', 'everything');
    await world.load({ code: 'dehrprice', from: '2024-05-16T00:00:00Z', values: [1, 2, 3] });
    const key = await world.key('polling', 'poll');
    const poll = async () => {
      const headers = { authorization: `Bearer ${key}` };
      const { status } = await world.get('/api/v1/series/dehrprice', null, headers);
      assert.equal(status, 200);
      await world.signIn.keyUses.flush();
      return (await keysOf('polling'))[0].lastUsed;
    };
    assert.equal((await keysOf('polling'))[0].lastUsed, null);
    assert.equal(await poll(), '2024-05-17T10:00:00Z');
    world.setNow('2024-05-17T10:00:30Z');
    for (let i = 0; i < 3; i++) assert.equal(await poll(), '2024-05-17T10:00:00Z');
    world.setNow('2024-05-17T10:01:00Z');
    assert.equal(await poll(), '2024-05-17T10:01:00Z');
    world.setNow('2024-05-17T11:01:00Z');
    assert.equal(await poll(), '2024-05-17T11:01:00Z');
  });
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addUser, disableUser } from '#accounts/users';
import { PASSWORD, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });

const signIn = (username: unknown, password: unknown) =>
  world.post('/api/v1/auth', { username, password }, null);

describe('POST /api/v1/auth', () => {
  it('POST /api/v1/auth answers with the token alone, as a JSON string', async () => {
    const { status, headers, text, body } = await signIn('trader', PASSWORD);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.match(body, /^gtt_[0-9A-Za-z]{49}$/);
    assert.equal(text, `"${body}"`);
  });

  it('POST /api/v1/auth gives a new token each time, and the earlier ones keep working', async () => {
    const tokens = [await world.token(), await world.token()];
    assert.notEqual(tokens[0], tokens[1]);
    for (const token of tokens) {
      const { status } = await world.get('/api/v1/account', null, {
        authorization: `Bearer ${token}`,
      });
      assert.equal(status, 200);
    }
  });

  it('POST /api/v1/auth accepts the user name in any case', async () => {
    assert.equal((await signIn('TraDer', PASSWORD)).status, 200);
  });

  for (const [what, password] of [
    ['an empty one', ''],
    ['a blank', ' '],
    ['one of one letter', 'x'],
    ['one in another case', PASSWORD.toUpperCase()],
    ['one with a blank after it', `${PASSWORD} `],
    ['one of 10,000 characters', 'x'.repeat(10_000)],
    ['one that no Latin keyboard types', 'Пароль-电力-⚡️-ñandú'],
    ['one with half a character', '\ud800 and more'],
  ] as const) {
    it(`POST /api/v1/auth refuses a wrong password as wrong, not as malformed: ${what}`, async () => {
      const answer = await signIn('trader', password);
      assertRefused(answer, 401, 'invalid_credentials');
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
    });
  }

  it('POST /api/v1/auth refuses an unknown user, a wrong password and a disabled user alike', async () => {
    await world.addUser('gone', 'everything');
    await disableUser(world.signIn.accounts, 'gone');
    const keysOnly = { name: 'keys-only', password: null, planName: 'everything' };
    await addUser(world.signIn.accounts, keysOnly, world.now);
    const bodies: unknown[] = [];
    for (const [name, password] of [
      ['trader', 'not-the-password'],
      ['gone', PASSWORD],
      ['nobody', PASSWORD],
      ['keys-only', PASSWORD],
      ['no name\u0000 at all', PASSWORD],
      ['', ''],
      ['x'.repeat(5_000), PASSWORD],
    ]) {
      const answer = await signIn(name, password);
      const { requestId, ...rest } = assertRefused(answer, 401, 'invalid_credentials');
      assert.ok(!answer.text.includes('nobody') && !answer.text.includes(PASSWORD));
      bodies.push(rest);
    }
    for (const body of bodies) assert.deepEqual(body, bodies[0]);
  });

  for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer not-a-token', 'Negotiate', '']) {
    it(`POST /api/v1/auth ignores the Authorization header "${authorization}"`, async () => {
      const answer = await world.raw({
        method: 'POST',
        url: '/api/v1/auth',
        headers: { 'content-type': 'application/json', authorization },
        payload: JSON.stringify({ username: 'trader', password: PASSWORD }),
      });
      assert.equal(answer.status, 200);
    });
  }

  it('POST /api/v1/auth names every missing field', async () => {
    const { errors } = assertRefused(
      await world.post('/api/v1/auth', { user: 'trader' }, null),
      400,
      'field_missing',
    );
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['username', 'password'],
    );
  });

  it('POST /api/v1/auth refuses a password that is a number as the wrong type', async () => {
    const { errors, detail } = assertRefused(await signIn('trader', 12345), 400, 'type_invalid');
    assert.deepEqual(errors, [{ field: 'password', message: 'must be a string, not number' }]);
    assert.ok(!detail.includes('12345'));
  });

  it('POST /api/v1/auth ignores unknown fields, and accepts a byte order mark as spreadsheets send it', async () => {
    const answer = await world.raw({
      method: 'POST',
      url: '/api/v1/auth',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      payload: `\ufeff${JSON.stringify({ username: 'trader', password: PASSWORD, remember: [1] })}`,
    });
    assert.equal(answer.status, 200);
  });

  it('POST /api/v1/auth uses the last of two equal keys, for the check and for the sign-in alike', async () => {
    const send = (payload: string) =>
      world.raw({
        method: 'POST',
        url: '/api/v1/auth',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    const right = JSON.stringify(PASSWORD);
    const name = '"username":"trader"';
    assert.equal((await send(`{${name},"password":0,"password":${right}}`)).status, 200);
    assertRefused(await send(`{${name},"password":${right},"password":0}`), 400, 'type_invalid');
  });
});

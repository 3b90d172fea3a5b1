import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });

const logout = (body: unknown, headers: Record<string, string> = {}) =>
  world.raw({
    method: 'POST',
    url: '/api/user/logout',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });

const isGood = async (secret: string) => {
  const headers = { authorization: `Bearer ${secret}` };
  return (await world.get('/api/v1/account', null, headers)).status === 200;
};

describe('POST /api/user/logout', () => {
  it('POST /api/user/logout ends the token of UserInfo for good, on both interfaces', async () => {
    const Token = await world.token();
    const answer = await logout({ UserInfo: { UserName: 'trader', Token } });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { SignedOut: true });
    assert.equal(await isGood(Token), false);
    const meta = await world.post('/api/fundamental/meta/all', { Prefix: '', UserInfo: { Token } });
    assertRefused(meta, 401, 'token_invalid');
    assertRefused(await logout({ UserInfo: { Token } }), 401, 'token_invalid');
  });

  it('POST /api/user/logout ends the token of the header', async () => {
    const token = await world.token();
    const answer = await logout({}, { authorization: `Bearer ${token}` });
    assert.deepEqual(answer.body, { SignedOut: true });
    assert.equal(await isGood(token), false);
  });

  it('POST /api/user/logout needs no body if the header carries the token', async () => {
    const token = await world.token();
    const url = '/api/user/logout';
    const headers = { authorization: `Bearer ${token}` };
    const answer = await world.raw({ method: 'POST', url, headers });
    assert.deepEqual(answer.body, { SignedOut: true });
    assert.equal(await isGood(token), false);
  });

  it('POST /api/user/logout keeps the user’s other tokens', async () => {
    const [ended, other] = [await world.token(), await world.token()];
    await logout({ UserInfo: { Token: ended } });
    assert.deepEqual([await isGood(ended), await isGood(other)], [false, true]);
  });

  it('POST /api/user/logout does not end an API key, and says so', async () => {
    const key = await world.key('trader', 'spreadsheet');
    const answer = await logout({}, { authorization: `Bearer ${key}` });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { SignedOut: false });
    assert.equal(await isGood(key), true);
  });

  it('POST /api/user/logout refuses a UserName that is not the token’s user, and ends nothing', async () => {
    const Token = await world.token('trader');
    assertRefused(await logout({ UserInfo: { UserName: 'german', Token } }), 401, 'token_invalid');
    assert.equal(await isGood(Token), true);
  });

  it('POST /api/user/logout refuses a header and a UserInfo of different users', async () => {
    const Token = await world.token('trader');
    const authorization = `Bearer ${await world.token('german')}`;
    assertRefused(await logout({ UserInfo: { Token } }, { authorization }), 401, 'token_invalid');
    assert.equal(await isGood(Token), true);
  });

  it('POST /api/user/logout reads UserInfo if the header has another scheme', async () => {
    const Token = await world.token();
    const answer = await logout({ UserInfo: { Token } }, { authorization: 'Basic dTpw' });
    assert.deepEqual(answer.body, { SignedOut: true });
  });

  for (const body of [{}, { UserInfo: {} }, { UserInfo: { UserName: 'trader', Token: '' } }]) {
    it(`POST /api/user/logout needs a token: ${JSON.stringify(body)} is refused`, async () => {
      const answer = await logout(body);
      assertRefused(answer, 401, 'token_missing');
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
    });
  }

  it('POST /api/user/logout refuses a token that is not a string before it looks for it', async () => {
    const { errors } = assertRefused(await logout({ UserInfo: { Token: 0 } }), 400, 'type_invalid');
    assert.deepEqual(errors, [
      { field: 'UserInfo.Token', message: 'must be a string, not number' },
    ]);
  });
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { PASSWORD, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const START = '2024-05-17T10:00:00.250Z';
const world = await World.open({ after }, { now: START });
await world.load({ code: 'dehrprice', from: '2024-05-16T22:00:00Z', values: [1, 2, 3] });

const login = (UserName: unknown, Password: unknown) =>
  world.post('/api/user/login', { UserName, Password }, null);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('POST /api/user/login', () => {
  it('POST /api/user/login answers with the stored user name, the token and its expiry in UTC', async () => {
    const { status, body } = await login('TRADER', PASSWORD);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['UserName', 'Token', 'Expires']);
    assert.equal(body.UserName, 'trader');
    assert.match(body.Token, /^gtt_/);
    assert.equal(body.Expires, '2024-05-17T11:00:00Z');
  });

  for (const [what, password] of [
    ['empty', ''],
    ['of 10,000 characters', 'x'.repeat(10_000)],
    ['not of ASCII', 'пароль'],
  ] as const) {
    it(`POST /api/user/login refuses a wrong password that is ${what} as wrong`, async () => {
      assertRefused(await login('trader', password), 401, 'invalid_credentials');
    });
  }

  it('both sign-ins refuse in the same words', async () => {
    const here = assertRefused(await login('nobody', 'x'), 401, 'invalid_credentials');
    const there = assertRefused(
      await world.post('/api/v1/auth', { username: 'nobody', password: 'x' }, null),
      401,
      'invalid_credentials',
    );
    assert.deepEqual({ ...here, requestId: '' }, { ...there, requestId: '' });
  });

  it('POST /api/user/login names every missing field', async () => {
    const { errors } = assertRefused(await login(undefined, undefined), 400, 'field_missing');
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['UserName', 'Password'],
    );
  });

  it('POST /api/user/login ignores the Basic header that Power BI sends', async () => {
    const answer = await world.raw({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'content-type': 'application/json', authorization: 'Basic dTpw' },
      payload: JSON.stringify({ UserName: 'trader', Password: PASSWORD }),
    });
    assert.equal(answer.status, 200);
  });

  it('POST /api/user/login refuses a GET with a password in the address', async () => {
    const answer = await world.get(`/api/user/login?UserName=trader&Password=${PASSWORD}`, null);
    assertRefused(answer, 405, 'method_not_allowed');
    assert.equal(answer.headers.allow, 'POST');
    assert.ok(!answer.text.includes(PASSWORD));
  });
});

describe('a token', () => {
  it('a token of either sign-in works on both interfaces, in the header and in UserInfo', async () => {
    const tokens = [(await login('trader', PASSWORD)).body.Token, await world.token()];
    for (const Token of tokens) {
      const UserInfo = { UserName: 'Trader', Token };
      const meta = await world.post(
        '/api/fundamental/meta',
        { SeriesId: 'dehrprice', UserInfo },
        null,
      );
      assert.equal(meta.status, 200);
      assert.equal((await world.get('/api/v1/metadata', null, bearer(Token))).status, 200);
      const byHeader = await world.raw({
        method: 'POST',
        url: '/api/fundamental/meta',
        headers: { 'content-type': 'application/json', ...bearer(Token) },
        payload: '{"SeriesId":"dehrprice"}',
      });
      assert.equal(byHeader.status, 200);
    }
  });

  it('a token works to the last millisecond of its hour and not one longer', async () => {
    const { Token } = (await login('trader', PASSWORD)).body;
    const ask = () => world.get('/api/v1/account', null, bearer(Token));
    world.setNow('2024-05-17T11:00:00.249Z');
    assert.equal((await ask()).status, 200);
    world.setNow('2024-05-17T11:00:00.250Z');
    const refused = await ask();
    assertRefused(refused, 401, 'token_invalid');
    assert.equal(refused.headers['www-authenticate'], 'Bearer error="invalid_token"');
    world.setNow(START);
    assertRefused(await ask(), 401, 'token_invalid');
  });

  it('a token lives as long as the operator sets', async (t) => {
    const brief = await World.open(t, { now: START, tokenLifetimeMinutes: 5 });
    const { body } = await brief.post(
      '/api/user/login',
      { UserName: 'trader', Password: PASSWORD },
      null,
    );
    assert.equal(body.Expires, '2024-05-17T10:05:00Z');
    brief.setNow('2024-05-17T10:05:00.249Z');
    assert.equal((await brief.get('/api/v1/account', null, bearer(body.Token))).status, 200);
    brief.setNow('2024-05-17T10:05:00.250Z');
    assertRefused(
      await brief.get('/api/v1/account', null, bearer(body.Token)),
      401,
      'token_invalid',
    );
  });

  for (const scheme of ['bearer', 'BEARER', 'Bearer  ', ' Bearer']) {
    it(`a token is accepted after the scheme word in any case: "${scheme}"`, async () => {
      const authorization = `${scheme} ${await world.token()}`;
      assert.equal((await world.get('/api/v1/account', null, { authorization })).status, 200);
    });
  }

  for (const [what, authorization, code] of [
    ['no header at all', undefined, 'token_missing'],
    ['the scheme word alone', 'Bearer', 'token_missing'],
    ['the scheme word and a blank', 'Bearer  ', 'token_missing'],
    ['another scheme', 'Basic dTpw', 'token_missing'],
    ['a token without its scheme', 'gtt_x', 'token_missing'],
    ['something that is no token', 'Bearer x', 'token_invalid'],
    ['two words', 'Bearer a b', 'token_invalid'],
    ['10,000 characters', `Bearer ${'x'.repeat(10_000)}`, 'token_invalid'],
  ] as const) {
    it(`values need a token: ${what} is refused`, async () => {
      const headers = authorization === undefined ? undefined : { authorization };
      const answer = await world.get('/api/v1/account', null, headers);
      assertRefused(answer, 401, code);
      assert.equal(
        answer.headers['www-authenticate'],
        code === 'token_missing' ? 'Bearer' : 'Bearer error="invalid_token"',
      );
    });
  }
});

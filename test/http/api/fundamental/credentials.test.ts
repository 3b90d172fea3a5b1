// The caller's credentials: UserInfo in the body, an Authorization header, or both.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Answer, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { ROUTES } from './every-route.ts';

const START = '2024-05-15T10:00:00Z';
const world = await World.open({ after }, { now: START });
await world.load({ code: 'dehrprice', from: '2024-05-14T22:00:00Z', values: [1, 2, 3] });

const [token, otherToken, germanToken] = [
  await world.token('trader'),
  await world.token('trader'),
  await world.token('german'),
];
const key = await world.key('trader', 'spreadsheet');
const unknown = await retired();

/** A token of the right form that no longer works. */
async function retired(): Promise<string> {
  const made = await world.token('trader');
  const answer = await world.post('/api/user/logout', { UserInfo: { Token: made } }, null);
  assert.equal(answer.status, 200);
  return made;
}

describe('credentials of the fundamental interface', () => {
  for (const { path, body } of ROUTES) {
    const send = (UserInfo: unknown, authorization?: string): Promise<Answer> =>
      world.raw({
        method: 'POST',
        url: path,
        headers: {
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        payload: JSON.stringify(UserInfo === undefined ? body : { ...body, UserInfo }),
      });

    const accepted: [string, unknown, string?][] = [
      ['UserName and Token', { UserName: 'trader', Token: token }],
      ['a UserName in another case', { UserName: 'TRADER', Token: token }],
      ['a Token alone', { Token: token }],
      ['a key in place of the token', { UserName: 'trader', Token: key }],
      ['blanks around the Token', { Token: ` ${token} ` }],
      ['the header alone', undefined, `Bearer ${token}`],
      ['the header with a key', undefined, `Bearer ${key}`],
      ['the scheme word in lower case', undefined, `bearer ${token}`],
      ['the scheme word in capitals', undefined, `BEARER ${token}`],
      ['the header and a UserName', { UserName: 'Trader' }, `Bearer ${token}`],
      ['the header and an empty UserInfo', {}, `Bearer ${token}`],
      ['the same token in both', { UserName: 'trader', Token: token }, `Bearer ${token}`],
      ['two tokens of one user', { Token: token }, `Bearer ${otherToken}`],
      ['a Basic header beside UserInfo', { Token: token }, 'Basic dHJhZGVyOng='],
      ['an unknown field of UserInfo', { Token: token, Culture: 'en' }],
    ];
    for (const [what, UserInfo, header] of accepted) {
      it(`${path} accepts ${what}`, async () => {
        const answer = await send(UserInfo, header);
        assert.equal(answer.status, 200, answer.text);
      });
    }

    const missing: [string, unknown, string?][] = [
      ['no credentials', undefined],
      ['an empty UserInfo', {}],
      ['a UserName alone', { UserName: 'trader' }],
      ['an empty Token', { UserName: 'trader', Token: '' }],
      ['a blank Token', { UserName: 'trader', Token: '  ' }],
      ['a Bearer header without a token', undefined, 'Bearer'],
      ['a Bearer header with blanks', undefined, 'Bearer   '],
      ['a Basic header alone', undefined, 'Basic dHJhZGVyOng='],
      ['a bare token as header', undefined, token],
    ];
    for (const [what, UserInfo, header] of missing) {
      it(`${path} with ${what} asks for a token`, async () => {
        const answer = await send(UserInfo, header);
        assertRefused(answer, 401, 'token_missing');
        assert.equal(answer.headers['www-authenticate'], 'Bearer');
      });
    }

    const refused: [string, unknown, string?][] = [
      ['a token that ended', { Token: unknown }],
      ['a token that never existed', { Token: `gtt_${'x'.repeat(49)}` }],
      ['a word for a token', { Token: 'secret' }],
      ['a token of another user', { UserName: 'german', Token: token }],
      ['an empty UserName', { UserName: '', Token: token }],
      ['an unknown UserName', { UserName: 'nobody', Token: token }],
      ['a UserName that is not the header’s user', { UserName: 'german' }, `Bearer ${token}`],
      ['a header that did not sign in', undefined, `Bearer ${unknown}`],
      ['a header of another user', { UserName: 'trader', Token: token }, `Bearer ${germanToken}`],
      ['a good Token beside a bad header', { Token: token }, 'Bearer secret'],
      ['a good header beside a bad Token', { Token: 'secret' }, `Bearer ${token}`],
    ];
    for (const [what, UserInfo, header] of refused) {
      it(`${path} refuses ${what}`, async () => {
        const answer = await send(UserInfo, header);
        assertRefused(answer, 401, 'token_invalid');
        assert.equal(answer.headers['www-authenticate'], 'Bearer error="invalid_token"');
        for (const secret of [token, germanToken, unknown, 'secret', 'trader']) {
          assert.ok(!answer.text.includes(secret));
        }
      });
    }
  }

  it('an expired token is refused, and a key still works', async () => {
    world.setNow('2024-05-15T10:59:59.999Z');
    const body = (Token: string) => ({ SeriesId: 'dehrprice', UserInfo: { Token } });
    const ask = (Token: string) => world.post('/api/fundamental/meta', body(Token), null);
    assert.equal((await ask(token)).status, 200);
    world.setNow('2024-05-15T11:00:00Z');
    assertRefused(await ask(token), 401, 'token_invalid');
    assert.equal((await ask(key)).status, 200);
    world.setNow(START);
  });
});

// POST /api/user/login/code: a link that signs in, once.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const redeem = (body: unknown) => world.post('/api/user/login/code', body, null);

describe('POST /api/user/login/code', () => {
  it('a one-time code gives a token, once', async () => {
    const code = await world.signIn.codes.make('trader', world.now);
    const { status, body } = await redeem({ Code: code });
    assert.equal(status, 200);
    assert.equal(body.UserName, 'trader');
    assert.equal(body.Expires, '2024-05-17T11:00:00Z');
    const headers = { authorization: `Bearer ${body.Token}` };
    const account = await world.raw({ method: 'GET', url: '/api/v1/account', headers });
    assert.equal(account.body.userName, 'trader');
    assertRefused(await redeem({ Code: code }), 401, 'invalid_credentials');
  });

  it('a code older than 15 minutes is refused', async () => {
    const code = await world.signIn.codes.make('trader', world.now - 15 * 60_000);
    assertRefused(await redeem({ Code: code }), 401, 'invalid_credentials');
  });

  it('a code of a user who was disabled since is refused', async () => {
    await world.addUser('leaver', 'everything');
    const code = await world.signIn.codes.make('leaver', world.now);
    await world.signIn.accounts.updateUser('leaver', { isDisabled: true });
    assertRefused(await redeem({ Code: code }), 401, 'invalid_credentials');
  });

  it('sign-in with a code needs a code, and accepts no other type', async () => {
    assertRefused(await redeem({}), 400, 'field_missing');
    assertRefused(await redeem({ Code: 1 }), 400, 'type_invalid');
  });

  it('an address that guesses codes is throttled', async (t) => {
    const guessed = await World.open(t, { now: '2024-05-17T10:00:00Z' });
    for (let i = 0; i < 20; i++) {
      const answer = await guessed.post('/api/user/login/code', { Code: `guess ${i}` }, null);
      assertRefused(answer, 401, 'invalid_credentials');
    }
    const code = await guessed.signIn.codes.make('trader', guessed.now);
    const answer = await guessed.post('/api/user/login/code', { Code: code }, null);
    assertRefused(answer, 429, 'sign_in_throttled');
    assert.equal(answer.headers['retry-after'], '300');
  });
});

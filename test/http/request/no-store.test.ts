// Answers that carry a token, a key or an account are kept by no browser and no proxy.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { PASSWORD, World } from '../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({ code: 'dehrprice', from: '2024-05-16T22:00:00Z', values: [1, 2, 3] });

describe('answers with secrets', () => {
  it('a sign-in of either interface is not stored', async () => {
    const login = { UserName: 'trader', Password: PASSWORD };
    const auth = { username: 'trader', password: PASSWORD };
    for (const answer of [
      await world.post('/api/user/login', login, null),
      await world.post('/api/v1/auth', auth, null),
    ]) {
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
  });

  it('a new key, the list of keys and the account are not stored', async () => {
    for (const answer of [
      await world.post('/api/v1/account/keys', { name: 'laptop', password: PASSWORD }),
      await world.get('/api/v1/account/keys'),
      await world.get('/api/v1/account'),
    ]) {
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
  });

  it('values that an ETag validates may be kept', async () => {
    const answer = await world.post('/api/fundamental/series', {
      SeriesId: 'dehrprice',
      FromDateTime: 'today',
      ToDateTime: 'today',
    });
    assert.equal(answer.status, 200);
    assert.ok(answer.headers.etag);
    assert.notEqual(answer.headers['cache-control'], 'no-store');
  });
});

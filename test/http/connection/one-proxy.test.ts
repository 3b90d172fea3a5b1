// The caller's address behind a proxy: the one that the proxy names, not those that its client wrote before.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { World } from '../../../harness/world/world.ts';

const FAILURES = 20;

describe('a caller behind one proxy', () => {
  it('a caller behind a proxy is known by the last address of X-Forwarded-For', async (t) => {
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z', trustProxy: true });
    const guess = async (user: string, forwardedFor: string): Promise<number> => {
      const { status } = await world.raw({
        method: 'POST',
        url: '/api/v1/auth',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
        payload: JSON.stringify({ username: user, password: 'wrong, as ever' }),
      });
      return status;
    };
    for (let i = 0; i < FAILURES; i++) {
      assert.equal(await guess(`name${i}`, `203.0.113.${i}, 198.51.100.7`), 401);
    }
    assert.equal(await guess('another', '192.0.2.1, 198.51.100.7'), 429);
    assert.equal(await guess('another', '198.51.100.7, 192.0.2.1'), 401);
  });
});

// A key with an end on two servers of one store, which another process made: it ends at both at once, and its
// last use is known to both.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { lastFirst } from '../../harness/lifetime.ts';
import { ProductProcess } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { makeServedStore, USER } from './served-store.ts';

/** Longer than two servers take to accept a new key. */
const LIFETIME_MS = 10_000;
const MOST_MS = 5_000;

describe('a key with an end on two servers of one store', () => {
  it('a key of the command line ends at both servers within 5 seconds of its end', {
    skip: skipUnlessLong(),
  }, async (t) => {
    const lifetime = lastFirst(t);
    const { url, operatorKey } = await makeServedStore(lifetime);
    const env = { STORE: url, FORECASTS: 'false', ANSWER_THREADS: '0' };
    const servers = [
      await ProductServer.start(lifetime, { env }),
      await ProductServer.start(lifetime, { env }),
    ];
    const ask = (server: ProductServer, key: string, path = '/api/v1/account') =>
      fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const endsAt = Date.now() + LIFETIME_MS;
    const expires = new Date(endsAt).toISOString();
    const argv = ['key', 'add', USER, 'trial', '--expires', expires];
    const command = new ProductProcess(argv, { STORE: url });
    assert.deepEqual(await command.ended, [0, null], command.stderr);
    const key = command.stdout.trim();

    const path = `/api/operator/users/${USER}/keys`;
    const keyOf = async (server: ProductServer) => {
      const keys = (await (await ask(server, operatorKey, path)).json()) as {
        name: string;
        lastUsed: string | null;
      }[];
      return keys.find(({ name }) => name === 'trial');
    };
    assert.equal((await keyOf(servers[0]!))?.lastUsed, null);
    for (const server of servers) assert.equal((await ask(server, key)).status, 200);
    while ((await keyOf(servers[1]!))?.lastUsed === null) await wait(20);

    for (;;) {
      const askedAt = Date.now();
      const statuses = await Promise.all(
        servers.map(async (server) => (await ask(server, key)).status),
      );
      if (statuses.every((status) => status === 401)) break;
      assert.ok(askedAt < endsAt + MOST_MS, `${statuses} ${askedAt - endsAt} ms after the end`);
      await wait(50);
    }
    assert.ok(Date.now() >= endsAt, 'the key ended too early');
    assert.equal(await keyOf(servers[0]!), undefined);
  });
});

// `serve --workers` on a demo's store and on PostgreSQL.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Connection, connectToEach } from '../../harness/connection.ts';
import { lastFirst, until } from '../../harness/lifetime.ts';
import { makeDatabase } from '../../harness/postgres/test-database.ts';
import { TestServer } from '../../harness/postgres/test-server.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { makeServedStore, newFileUrl } from './served-store.ts';

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

suite('a server of two workers on other stores', { timeout: 300_000 }, () => {
  test('two workers make demo data and users once, with a link that signs in once at any worker', {
    skip: skipUnlessLong(),
  }, async (t) => {
    const whole = lastFirst(t);
    const url = await newFileUrl(whole);
    const server = await ProductServer.start(whole, {
      args: ['--store', url, '--workers', '2', '--demo'],
      env: { LOG_LEVEL: 'info' },
    });
    await until(() => /Stop with Ctrl\+C/.test(server.stdout) || undefined);
    assert.equal(server.stdout.match(/^ {2}password /gm)?.length, 1);
    const codes = server.stdout.match(/(?<=\?code=)[\w-]+/g)!;
    assert.equal(codes.length, 1);
    const connections = await connectToEach(whole, server, 2);
    const body = { Code: codes[0] };
    const statuses: number[] = [];
    for (const connection of connections) {
      statuses.push(
        (await connection.ask('/api/user/login/code', { method: 'POST', body })).status,
      );
    }
    assert.deepEqual(statuses, [200, 401]);
    const password = /^ {2}password +(\S+)$/m.exec(server.stdout)![1];
    for (const connection of connections) {
      const signIn = { method: 'POST', body: { username: 'demo', password } };
      assert.equal((await connection.ask('/api/v1/auth', signIn)).status, 200);
    }
  });

  test('a server on PostgreSQL shows no password, and leaves no connection open', async (t) => {
    const whole = lastFirst(t);
    const { url, drop } = await makeDatabase();
    whole.after(drop);
    const { key } = await makeServedStore(whole, undefined, url);
    const server = await ProductServer.start(whole, {
      args: ['--workers', '2'],
      env: { LOG_LEVEL: 'info', ...{ STORE: url } },
    });
    for (const connection of await connectToEach(whole, server, 2)) {
      const { status } = await connection.ask('/api/v1/account', { headers: bearer(key) });
      assert.equal(status, 200);
    }
    server.child.kill('SIGTERM');
    assert.deepEqual(await server.ended, [0, null]);
    const { password, host, pathname } = new URL(url);
    assert.match(
      server.stdout,
      new RegExp(`PostgreSQL at ${host}, database ${pathname.slice(1)}\n`),
    );
    for (const text of [server.stdout, server.stderr]) assert.ok(!text.includes('postgres://'));
    if (password !== '') assert.ok(!server.stderr.includes(password));
  });

  test('a server restarts a worker when an unavailable store is back, and serves in the meantime', {
    skip: skipUnlessLong(),
  }, async (t) => {
    const whole = lastFirst(t);
    const database = await TestServer.start();
    whole.after(() => database.close());
    const url = database.url();
    await makeServedStore(whole, undefined, url);
    const server = await ProductServer.start(whole, {
      args: ['--workers', '2'],
      env: { LOG_LEVEL: 'info', ...{ STORE: url } },
    });
    await database.stop('immediate');
    process.kill(server.pidOf(2)!, 'SIGKILL');
    const ends = () => server.lines.filter(({ msg }) => msg.startsWith('a worker ended'));
    await until(() => ends().length === 6 || undefined);
    const other = new Connection(server);
    whole.after(() => other.close());
    assert.equal((await other.ask('/healthz')).status, 200);
    assert.equal((await other.ask('/readyz')).status, 503);
    await database.start();
    await until(() => server.lines.some(({ msg }) => msg === 'a worker is back') || undefined);
    await until(async () => ((await other.ask('/readyz')).status === 200 ? true : undefined));
    server.child.kill('SIGTERM');
    assert.deepEqual(await server.ended, [0, null]);
  });
});

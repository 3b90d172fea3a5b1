// The end of `serve --workers`: stopped, killed, or unable to go on.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connectToEach, isAlive } from '../../harness/connection.ts';
import { until } from '../../harness/lifetime.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { firstCases, skipUnlessLong } from '../../harness/rounds.ts';
import { makeServedStore, PASSWORD, USER } from './served-store.ts';

suite('a server of two workers that is to stop', { timeout: 300_000 }, () => {
  for (const [how, signal, isGroup] of firstCases([
    ['by Ctrl+C, which every process gets', 'SIGINT', true],
    ['by the system, which tells the first process', 'SIGTERM', false],
    ['by the system, which tells every process', 'SIGTERM', true],
  ] as const)) {
    test(`a server that is stopped ${how} finishes the requests under way and ends well`, async (t) => {
      const store = await makeServedStore(t);
      const server = await ProductServer.start(t, {
        args: ['--store', store.url, '--workers', '2'],
        env: { LOG_LEVEL: 'info' },
      });
      const pids = [server.pidOf(1)!, server.pidOf(2)!];
      const body = { username: USER, password: PASSWORD };
      const connections = await connectToEach(t, server, 2);
      // Checking passwords takes a moment: these requests are under way when the signal comes.
      const under = connections.map((each) => each.ask('/api/v1/auth', { method: 'POST', body }));
      await wait(30);
      process.kill(isGroup ? -server.child.pid! : server.child.pid!, signal);
      for (const { status } of await Promise.all(under)) assert.equal(status, 200);
      assert.deepEqual(await server.ended, [0, null]);
      assert.equal(server.stdout.match(/Stopping/g)?.length, 1);
      assert.deepEqual(pids.map(isAlive), [false, false]);
      assert.equal(server.lines.filter(({ level }) => Number(level) >= 50).length, 0);
    });
  }

  test('a server whose first process was killed leaves no worker behind', async (t) => {
    const store = await makeServedStore(t);
    const server = await ProductServer.start(t, {
      args: ['--store', store.url, '--workers', '2'],
      env: { LOG_LEVEL: 'info' },
    });
    const pids = [server.pidOf(1)!, server.pidOf(2)!];
    server.child.kill('SIGKILL');
    await until(() => !pids.some(isAlive) || undefined);
  });
});

suite('a server that cannot go on', { timeout: 300_000 }, () => {
  test('a server ends and says so when a worker dies again and again', {
    skip: skipUnlessLong(),
  }, async (t) => {
    const store = await makeServedStore(t);
    const server = await ProductServer.start(t, {
      args: ['--store', store.url, '--workers', '2'],
      env: { LOG_LEVEL: 'info' },
    });
    let hasEnded = false;
    void server.ended.then(() => {
      hasEnded = true;
    });
    let killed: number | undefined;
    let kills = 0;
    await until(() => {
      const pid = server.pidOf(2);
      if (pid !== undefined && pid !== killed && !hasEnded) {
        process.kill((killed = pid), 'SIGKILL');
        kills++;
      }
      return hasEnded || undefined;
    });
    assert.deepEqual(await server.ended, [1, null]);
    assert.equal(kills, 5);
    assert.match(server.stderr, /gridtide serve: worker 2 ended by SIGKILL 5 times in a row/);
    const pauses = server.lines.filter(({ msg }) => msg.startsWith('a worker ended'));
    assert.deepEqual(
      pauses.map(({ pauseMs }) => pauseMs),
      [250, 500, 1_000, 2_000],
    );
    assert.equal(isAlive(server.pidOf(1)!), false);
  });

  test('a server of workers says in one line why it does not start', async (t) => {
    const store = await makeServedStore(t);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    t.after(() => void other.close());
    const { port } = other.address() as { port: number };
    const faults = [
      [['--port', String(port)], `port ${port} on 127.0.0.1 is in use; choose another with --port`],
      [['--host', '203.0.113.7'], '203.0.113.7 is no address of this machine'],
      [['--workers', '0'], 'WORKERS must be a whole number from 1 to 64, not "0"'],
      [
        ['--store', 'sqlite::memory:'],
        'WORKERS must be 1 with a store in memory, which processes cannot share',
      ],
    ] as const;
    for (const [argv, message] of firstCases(faults, 2)) {
      const given = ['--store', store.url, '--workers', '2', ...argv];
      const server = ProductServer.begin(t, { args: given, env: { LOG_LEVEL: 'info' } });
      assert.deepEqual(await server.ended, [1, null]);
      assert.deepEqual([server.stdout, server.stderr], ['', `gridtide serve: ${message}\n`]);
    }
  });
});

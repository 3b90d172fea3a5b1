// The PostgreSQL that other tests use: it starts, stops, comes back with its data, and leaves nothing behind.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { childrenOf } from '../../harness/postgres/process-family.ts';
import { testDatabase } from '../../harness/postgres/test-database.ts';
import { TestServer } from '../../harness/postgres/test-server.ts';
import { firstCases } from '../../harness/rounds.ts';

/** A server that runs answers within this time. */
const ANSWER_MS = 400;
const GONE_TIMEOUT_MS = 20_000;

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function waitUntil(isSo: () => boolean): Promise<boolean> {
  const deadline = Date.now() + GONE_TIMEOUT_MS;
  while (!isSo() && Date.now() < deadline) await delay(20);
  return isSo();
}

suite('a PostgreSQL for tests', () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.start();
    await ask(server.url(), 'CREATE TABLE kept (value int)');
    await ask(server.url(), 'INSERT INTO kept VALUES (42)');
  });
  after(() => server.close());

  test('the test server is PostgreSQL 18, orders letters by a language and allows 200 connections', async () => {
    const [shown] = await ask<Record<string, unknown>>(
      server.url(),
      `SELECT current_setting('server_version_num')::int / 10000 AS major,
        'a' < 'B' AS is_language, current_setting('max_connections') AS connections`,
    );
    if (process.env.TEST_POSTGRES_BIN === undefined) assert.equal(shown?.major, 18);
    assert.equal(shown?.is_language, true);
    assert.equal(shown?.connections, '200');
  });

  test('the test server refuses a wrong password', async () => {
    const wrong = server.url().replace(server.password, 'wrong');
    await assert.rejects(ask(wrong, 'SELECT 1'), { code: '28P01' });
  });

  for (const mode of ['fast', 'immediate'] as const) {
    test(`the test server comes back on its port with its data after a stop (${mode})`, async () => {
      const { port } = server;
      await server.stop(mode);
      await assert.rejects(ask(server.url(), 'SELECT 1'), { code: 'ECONNREFUSED' });
      await server.start();
      assert.equal(server.port, port);
      assert.deepEqual(await ask(server.url(), 'SELECT value FROM kept'), [{ value: 42 }]);
    });
  }

  test('the test server does not answer while it is paused, and answers when it is resumed', async () => {
    const client = new pg.Client(server.url());
    await client.connect();
    try {
      await server.pause();
      const answer = client.query('SELECT value FROM kept');
      assert.equal(await Promise.race([answer, delay(ANSWER_MS, 'none')]), 'none');
      await server.resume();
      assert.deepEqual((await answer).rows, [{ value: 42 }]);
    } finally {
      await server.resume();
      await client.end();
    }
  });

  test('the test server stops even if it is paused', async () => {
    await server.pause();
    await server.restart();
    assert.deepEqual(await ask(server.url(), 'SELECT value FROM kept'), [{ value: 42 }]);
  });

  test('the test server leaves neither processes nor files behind when it is closed', async () => {
    const other = await TestServer.start({ settings: { work_mem: '5MB' } });
    const [keeper, postmaster] = [other.keeperPid, childrenOf(other.keeperPid)[0]!];
    assert.deepEqual(await ask(other.url(), 'SHOW work_mem'), [{ work_mem: '5MB' }]);
    await other.close();
    assert.deepEqual([isAlive(keeper), isAlive(postmaster)], [false, false]);
    assert.equal(existsSync(other.dataFolder), false);
    await other.close();
  });

  test('the test server says why it does not start', async () => {
    await assert.rejects(TestServer.start({ settings: { work_mem: 'plenty' } }), /work_mem/);
    await assert.rejects(TestServer.start({ binFolder: '/nowhere' }), /nowhere/);
  });
});

suite('a test that ends early', () => {
  const program = fileURLToPath(new URL('../../harness/postgres/server-owner.ts', import.meta.url));

  async function own(
    ...args: string[]
  ): Promise<{ owner: ChildProcess; pids: number[]; folder: string }> {
    const owner = spawn(process.execPath, ['-C', 'source', program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(owner.stdout!, 'data');
    return { owner, ...JSON.parse(String(said)) };
  }

  for (const [how, ...args] of firstCases([
    ['killed while paused', 'pause'],
    ['killed'],
    ['ended', 'end'],
  ] as const)) {
    test(`a test server ends with the process that started it: ${how}`, async () => {
      const { owner, pids, folder } = await own(...args);
      assert.equal(pids.length > 2, true);
      const ended = owner.exitCode === null ? once(owner, 'exit') : undefined;
      if (how !== 'ended') owner.kill('SIGKILL');
      await ended;
      assert.equal(await waitUntil(() => !pids.some(isAlive) && !existsSync(folder)), true);
    });
  }
});

suite('a database for a test', () => {
  test('a database for a test is new and empty, and dropped after the test', async (t) => {
    const urls: string[] = [];
    for (const round of [1, 2]) {
      await t.test(`the database is empty in round ${round}`, async (inner) => {
        const url = await testDatabase(inner);
        await ask(url, 'CREATE TABLE same_name (value int)');
        urls.push(url);
      });
    }
    assert.notEqual(urls[0], urls[1]);
    for (const url of urls) await assert.rejects(ask(url, 'SELECT 1'), { code: '3D000' });
  });
});

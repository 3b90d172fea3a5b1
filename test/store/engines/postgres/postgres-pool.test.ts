// The pool of connections to a PostgreSQL server that is well: slow statements, lost connections, and more
// callers than connections.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { PostgresSession } from '#store/engines/postgres/postgres-session';
import { openStore } from '#store/open/open-store';
import { makeDatabase } from '../../../../harness/postgres/test-database.ts';
import { addSeries, write } from '../../contract/sample-series.ts';
import { assertPlain, soon } from './plain-errors.ts';

const database = await makeDatabase();
after(() => database.drop());

const isPlain = (error: unknown): true => assertPlain(error, database.url);

function openPool(t: TestContext, connections = 4, url = database.url): PostgresPool {
  const pool = new PostgresPool(url, connections);
  t.after(() => soon(pool.close()));
  return pool;
}

const ask = (pool: PostgresPool, text: string): Promise<unknown[]> =>
  new PostgresSession(pool).all(text);

describe('a pool of connections', () => {
  it('a statement of three seconds is not cut', async (t) => {
    const pool = openPool(t);
    const rows = ask(pool, 'SELECT pg_sleep(3), 7 AS seven');
    await sleep(1_500);
    assert.deepEqual(await ask(pool, 'SELECT 1 AS one'), [{ one: 1 }]);
    assert.equal(((await rows)[0] as { seven: number }).seven, 7);
    assert.equal(pool.isDown, false);
  });

  it('a server is not taken for one that hangs after this process itself stood still', async (t) => {
    const pool = openPool(t);
    const rows = ask(pool, 'SELECT pg_sleep(2), 7 AS seven');
    await sleep(1_000);
    const until = performance.now() + 2_500;
    while (performance.now() < until);
    assert.equal(((await rows)[0] as { seven: number }).seven, 7);
    assert.equal(pool.isDown, false);
  });

  it('a pool refuses when all connections are in use, and serves when one is given back', async (t) => {
    const pool = openPool(t, 2);
    const busy = [ask(pool, 'SELECT pg_sleep(3)'), ask(pool, 'SELECT pg_sleep(3)')];
    await assert.rejects(ask(pool, 'SELECT 1'), {
      name: 'StoreUnavailable',
      message: 'All connections to the store are in use.',
    });
    assert.equal(pool.isDown, false);
    // A client that tries again is served, however long the machine takes for the two sleeps.
    const askAgain = (): ReturnType<typeof ask> => ask(pool, 'SELECT 1 AS one').catch(askAgain);
    const late = askAgain();
    await Promise.all(busy);
    assert.deepEqual(await late, [{ one: 1 }]);
    assert.equal(pool.connections.open, 2);
  });

  it('a read whose connection was ended is asked again', async (t) => {
    const pool = openPool(t);
    await ask(pool, 'SELECT 1');
    const reading = ask(pool, `SELECT pg_sleep(0.5), 'slept' AS said`);
    await sleep(100);
    await ask(
      pool,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE '%''slept''%' AND pid <> pg_backend_pid()`,
    );
    assert.equal(((await reading)[0] as { said: string }).said, 'slept');
  });

  it('a transaction whose connection was ended stores nothing', async (t) => {
    const store = await openStore(database.url);
    t.after(() => soon(store.close()));
    const key = await addSeries(store, 'ended');
    await write(store, key, { 0: 1, 1: 2 });
    const span = { start: 0, end: 3 };
    const writing = store.write(async (writer) => {
      await write(writer, key, { 0: 9 });
      const pool = openPool(t);
      await ask(
        pool,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      await write(writer, key, { 1: 9 });
    });
    await assert.rejects(writing, isPlain);
    assert.deepEqual(Array.from(await store.readValues(key, span)), [1, 2, Number.NaN]);
    await write(store, key, { 0: 5 });
    assert.deepEqual(Array.from(await store.readValues(key, span)), [5, 2, Number.NaN]);
  });

  it('a connection that is given back in the middle of something is closed', async (t) => {
    const pool = openPool(t, 1);
    await pool.lend((connection) => connection.query('BEGIN'));
    assert.equal(pool.connections.open, 0);
    await pool.lend(async (connection) => {
      connection.query('SELECT pg_sleep(1)').catch(() => {});
    });
    assert.equal(pool.connections.open, 0);
    assert.deepEqual(await ask(pool, 'SELECT 1 AS one'), [{ one: 1 }]);
    assert.deepEqual(pool.connections, { open: 1, idle: 1, waiting: 0 });
  });

  it('a pool goes on with one connection if the server has no other left', async (t) => {
    const role = `few_${randomBytes(4).toString('hex')}`;
    const admin = new PostgresPool(database.url, 1);
    await ask(admin, `CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 1`);
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'few'];
    const pool = openPool(t, 2, url.href);
    t.after(async () => {
      await ask(admin, `DROP ROLE ${role}`);
      await soon(admin.close());
    });
    const sleeping = ask(pool, 'SELECT pg_sleep(2), 7 AS seven');
    await sleep(300);
    await assert.rejects(ask(pool, 'SELECT 1'), (error) => {
      assert.match((error as Error).message, /has no connection left/);
      return isPlain(error);
    });
    assert.equal(((await sleeping)[0] as { seven: number }).seven, 7);
    assert.equal(pool.isDown, false);
    assert.deepEqual(await ask(pool, 'SELECT 1 AS one'), [{ one: 1 }]);
  });
});

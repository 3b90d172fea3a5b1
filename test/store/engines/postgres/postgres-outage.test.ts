// PostgreSQL that stops, hangs, or is full: nobody waits for it, nothing is lost, and everything goes on
// when it is back.

import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { PostgresSession } from '#store/engines/postgres/postgres-session';
import { SERIES_LOCK, transactLocked } from '#store/engines/postgres/postgres-transaction';
import { openStore } from '#store/open/open-store';
import { type Store, StoreUnavailable } from '#store/store';
import { TestServer } from '../../../../harness/postgres/test-server.ts';
import { addSeries, write } from '../../contract/sample-series.ts';

const server = await TestServer.start();
after(() => server.close());

const SPAN = { start: 0, end: 3 };
/** Far more than anything here may take, and far less than the system's own time-outs. */
const SOON_MS = 8_000;

const soon = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(SOON_MS, undefined, { ref: false }).then(() => assert.fail('it still waits')),
  ]);

const isPlain = (error: unknown): true => {
  assert.ok(error instanceof StoreUnavailable, String(error));
  assert.doesNotMatch(error.message, /SELECT|BEGIN|COMMIT|127\.0\.0\.1|gridtide/);
  assert.ok(!error.message.includes(server.password));
  return true;
};

async function untilItWorks(work: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      isPlain(error);
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}

function openPool(t: TestContext, connections = 4): PostgresPool {
  const pool = new PostgresPool(server.url(), connections);
  t.after(() => soon(pool.close()));
  return pool;
}

const ask = (pool: PostgresPool, text: string): Promise<unknown[]> =>
  new PostgresSession(pool).all(text);

/** Connections of this program at the server, the asking one not counted. */
async function countAtServer(): Promise<number> {
  const client = new pg.Client(server.url());
  await client.connect();
  const { rows } = await client.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'gridtide'`,
  );
  await client.end();
  return rows[0].n;
}

async function openFilled(t: TestContext, code: string): Promise<{ store: Store; key: number }> {
  const store = await openStore(server.url());
  t.after(() => soon(store.close()));
  const key = await addSeries(store, code);
  await write(store, key, { 0: 1, 1: 2 });
  return { store, key };
}

describe('a server that goes and comes back', () => {
  const outages = [
    ['is shut down', () => server.stop('fast'), () => server.start()],
    ['crashes', () => server.stop('immediate'), () => server.start()],
    ['hangs', () => server.pause(), () => server.resume()],
  ] as const;

  for (const [name, stop, start] of outages) {
    it(`${name}: everything says so soon, and works again`, async (t) => {
      const { store, key } = await openFilled(t, name.replaceAll(' ', ''));
      t.after(start);
      await stop();
      const asked = [
        ...Array.from({ length: 20 }, () => store.readValues(key, SPAN)),
        store.accounts.findUser('nobody'),
        store.ping(),
        store.putSetting('a', 'b'),
        ...[1, 2, 3].map((value) => write(store, key, { 2: value })),
      ];
      for (const outcome of await soon(Promise.allSettled(asked))) {
        assert.equal(outcome.status, 'rejected');
        isPlain(outcome.reason);
      }
      await assert.rejects(store.ping(), isPlain);
      await start();
      await untilItWorks(() => store.ping());
      const values = await store.readValues(key, SPAN);
      assert.deepEqual(Array.from(values), [1, 2, Number.NaN], 'nothing of it is stored');
      await write(store, key, { 2: 3 });
      assert.deepEqual(Array.from(await store.readValues(key, SPAN)), [1, 2, 3]);
    });

    it(`${name} while statements are under way: each ends, and no connection is kept`, async (t) => {
      const pool = openPool(t);
      await ask(pool, 'SELECT 1');
      const ended = Promise.allSettled([
        ask(pool, 'SELECT pg_sleep(30)'),
        transactLocked(pool, { lock: SERIES_LOCK, waitMs: 1_000 }, async (session) => {
          // Sent without waiting: all of them are cut, and none is forgotten.
          for (let i = 0; i < 5; i++) await session.put('SELECT pg_sleep(30)');
        }),
        // More than there are connections.
        ...Array.from({ length: 6 }, () => ask(pool, 'SELECT pg_sleep(30)')),
      ]);
      await sleep(200);
      t.after(start);
      await stop();
      for (const outcome of await soon(ended)) {
        assert.equal(outcome.status, 'rejected');
        isPlain(outcome.reason);
      }
      await start();
      await untilItWorks(() => ask(pool, 'SELECT 1'));
      const { open, idle, waiting } = pool.connections;
      assert.deepEqual([open - idle, waiting], [0, 0]);
      // Statements that nobody waits for end at the server too, and with them their locks.
      await untilItWorks(async () => {
        const left = (await countAtServer()) - open;
        if (left > 1) throw new StoreUnavailable(`${left} connections are left at the server`);
      });
    });
  }

  it('a store closes while its server hangs', async (t) => {
    const { store, key } = await openFilled(t, 'closing');
    t.after(() => server.resume());
    await server.pause();
    const reading = assert.rejects(store.readValues(key, SPAN), isPlain);
    await soon(store.close());
    await reading;
  });

  it('a job is claimed and ended on either side of a restart', async (t) => {
    const { store } = await openFilled(t, 'jobs');
    assert.equal(await store.claimJob('run', 1, 10), true);
    await server.restart('fast');
    await untilItWorks(() => store.ping());
    await store.endJob('run', 1, 20, 'done', 'well');
    assert.equal((await store.listJobs('run', 1))[0]!.state, 'done');
    assert.equal(await store.claimJob('run', 2, 30), true);
    await store.endJob('run', 2, 40, 'done', 'well');
  });
});

describe('a server that is well', () => {
  it('may take its time: a statement of three seconds is not cut', async (t) => {
    const pool = openPool(t);
    const rows = ask(pool, 'SELECT pg_sleep(3), 7 AS seven');
    await sleep(1_500);
    assert.deepEqual(await ask(pool, 'SELECT 1 AS one'), [{ one: 1 }]);
    assert.equal(((await rows)[0] as { seven: number }).seven, 7);
    assert.equal(pool.isDown, false);
  });

  it('is not taken for one that hangs when this process itself stood still', async (t) => {
    const pool = openPool(t);
    const rows = ask(pool, 'SELECT pg_sleep(2), 7 AS seven');
    await sleep(1_000);
    const until = performance.now() + 2_500;
    while (performance.now() < until);
    assert.equal(((await rows)[0] as { seven: number }).seven, 7);
    assert.equal(pool.isDown, false);
  });

  it('says no when all connections are in use, and yes when one is given back', async (t) => {
    const pool = openPool(t, 2);
    const busy = [ask(pool, 'SELECT pg_sleep(3)'), ask(pool, 'SELECT pg_sleep(3)')];
    await assert.rejects(ask(pool, 'SELECT 1'), {
      name: 'StoreUnavailable',
      message: 'All connections to the store are in use.',
    });
    assert.equal(pool.isDown, false);
    const late = ask(pool, 'SELECT 1 AS one').catch(() => ask(pool, 'SELECT 1 AS one'));
    await Promise.all(busy);
    assert.deepEqual(await late, [{ one: 1 }]);
    assert.equal(pool.connections.open, 2);
  });

  it('asks a read again whose connection was ended', async (t) => {
    const pool = openPool(t);
    await ask(pool, 'SELECT 1');
    const reading = ask(pool, `SELECT pg_sleep(0.5), 'slept' AS said`);
    await sleep(100);
    await ask(
      pool,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%''slept''%' AND pid <> pg_backend_pid()`,
    );
    assert.equal(((await reading)[0] as { said: string }).said, 'slept');
  });

  it('keeps nothing of a transaction whose connection was ended', async (t) => {
    const { store, key } = await openFilled(t, 'ended');
    const writing = store.write(async (writer) => {
      await write(writer, key, { 0: 9 });
      const pool = openPool(t);
      await ask(
        pool,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'`,
      );
      await write(writer, key, { 1: 9 });
    });
    await assert.rejects(writing, isPlain);
    assert.deepEqual(Array.from(await store.readValues(key, SPAN)), [1, 2, Number.NaN]);
    await write(store, key, { 0: 5 });
    assert.deepEqual(Array.from(await store.readValues(key, SPAN)), [5, 2, Number.NaN]);
  });

  it('gets no connection back that is in the middle of something', async (t) => {
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

  it('but has no connection left: the one there is goes on', async (t) => {
    const admin = openPool(t);
    await ask(admin, `CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 1`);
    const pool = new PostgresPool(server.url().replace(/gridtide:[^@]*/, 'few:few'), 2);
    t.after(() => soon(pool.close()));
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

describe('a store that cannot be opened', () => {
  const cases: readonly (readonly [string, (url: URL) => void, RegExp])[] = [
    ['nobody listens', (url) => (url.port = '1'), /server is not running, or not at this address/],
    ['the host is unknown', (url) => (url.hostname = 'nowhere.invalid'), /host/],
    ['the password is wrong', (url) => (url.password = 'guess'), /refuses the user name or the/],
    ['there is no such database', (url) => (url.pathname = '/nothing'), /no database of that name/],
    ['the server has no TLS', (url) => (url.search = '?sslmode=require'), /sslmode/],
  ];
  for (const [name, change, message] of cases) {
    it(`says why: ${name}`, async () => {
      const url = new URL(server.url());
      change(url);
      await assert.rejects(soon(openStore(url.href)), (error) => {
        assert.match((error as Error).message, message);
        return isPlain(error);
      });
    });
  }

  it('says why: the address cannot be read', async () => {
    await assert.rejects(openStore('postgres://gridtide:se/cret@host:port/x'), (error) => {
      assert.match((error as Error).message, /address cannot be read/);
      assert.doesNotMatch(String((error as Error).stack), /cret/);
      return true;
    });
  });
});

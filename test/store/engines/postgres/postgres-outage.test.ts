// A store whose PostgreSQL stops, crashes or hangs: no caller waits for it, nothing is lost, and everything
// goes on when it is back.

import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { PostgresSession } from '#store/engines/postgres/postgres-session';
import { SERIES_LOCK, transactLocked } from '#store/engines/postgres/postgres-transaction';
import { openStore } from '#store/open/open-store';
import { type Store, StoreUnavailable } from '#store/store';
import { outagesOf } from '../../../../harness/outage/outages.ts';
import { TestServer } from '../../../../harness/postgres/test-server.ts';
import { addSeries, write } from '../../contract/sample-series.ts';
import { assertPlain, soon } from './plain-errors.ts';

const server = await TestServer.start();
after(() => server.close());

const SPAN = { start: 0, end: 3 };
const RETURN_MS = 8_000;

const isPlain = (error: unknown): true => assertPlain(error, server.url());

/** Repeats `work` until it succeeds; every error before that must be plain. */
async function untilItWorks(work: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + RETURN_MS;
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

const ask = (pool: PostgresPool, text: string): Promise<unknown[]> =>
  new PostgresSession(pool).all(text);

/** The connections of a store at the server. */
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

describe('a store whose server goes away and comes back', () => {
  for (const { name, stop, start } of outagesOf(server)) {
    it(`every call of a store whose server ${name} fails soon, and works again after its return`, async (t) => {
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

    it(`statements end when the server ${name}, and no connection is left`, async (t) => {
      const pool = new PostgresPool(server.url(), 4);
      t.after(() => soon(pool.close()));
      await ask(pool, 'SELECT 1');
      const ended = Promise.allSettled([
        ask(pool, 'SELECT pg_sleep(30)'),
        transactLocked(pool, { lock: SERIES_LOCK, waitMs: 1_000 }, async (session) => {
          // Sent without waiting for each answer: all are cut, and none is forgotten.
          for (let i = 0; i < 5; i++) await session.put('SELECT pg_sleep(30)');
        }),
        // With the two above, more than the pool has connections.
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
      // Statements that were given up end at the server too, and release their locks.
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

  it('a job is claimed and ended on either side of a restart of the server', async (t) => {
    const { store } = await openFilled(t, 'jobs');
    assert.equal(await store.claimJob('run', 1, 10), true);
    await server.restart('fast');
    await untilItWorks(() => store.ping());
    await store.endJob('run', 1, 20, 'done', 'well');
    assert.equal((await store.listJobs('run', 1))[0]!.state, 'done');
    assert.equal(await store.claimJob('run', 2, 30), true);
    await store.endJob('run', 2, 40, 'done', 'well');
  });

  it('a duty is taken again after a restart of the server, unless another store was first', async (t) => {
    const [{ store }, { store: other }] = [
      await openFilled(t, 'dutiesa'),
      await openFilled(t, 'dutiesb'),
    ];
    assert.equal(await store.holdDuty('deliver'), true);
    await server.restart('fast');
    await untilItWorks(() => store.ping());
    await untilItWorks(() => other.ping());
    assert.equal(await store.holdDuty('deliver'), true);
    assert.equal(await store.holdDuty('deliver'), true);
    assert.equal(await other.holdDuty('deliver'), false);
    await server.restart('fast');
    await untilItWorks(() => store.ping());
    await untilItWorks(() => other.ping());
    assert.equal(await other.holdDuty('deliver'), true);
    assert.equal(await store.holdDuty('deliver'), false);
  });
});

// Reading from replicas: they are used if they are up to date, and no read shows less than a client was told
// is stored.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { rounds } from '../../../../harness/rounds.ts';
import { addOperator, startServer } from '../../../http/api/operator/operator-world.ts';
import { addSeries, definitionOf, NOW, runOf, write } from '../../contract/sample-series.ts';
import { ReplicaPair, RUNS, SEARCH, VALUES } from './postgres-replica-pair.ts';

const ROUNDS = rounds(200);
const NOTICE_TIMEOUT_MS = 30_000;

let pair: ReplicaPair;
/** Writes, and reads from the replica too. */
let store: Store;
/** Stands for another process on the same store. */
let other: Store;

before(async () => {
  pair = await ReplicaPair.start();
  store = await pair.open();
  other = await pair.open();
  await pair.replica.catchUp();
});

after(async () => {
  await store?.close();
  await other?.close();
  await pair?.close();
});

const valueAt = async (reader: Store, code: string, index: number): Promise<number> => {
  const { key } = (await reader.findSeries(code))!;
  return (await reader.readValues(key, { start: index, end: index + 1 }))[0]!;
};

async function waitUntilAsked(code: string): Promise<void> {
  const deadline = Date.now() + NOTICE_TIMEOUT_MS;
  while ((await pair.countAsked(VALUES, () => valueAt(other, code, 1))) === 0) {
    assert.ok(Date.now() < deadline, 'the replica was never asked again');
    await delay(50);
  }
}

suite('a replica', () => {
  test('a replica that is up to date is asked for values, runs and searches', async () => {
    const key = await addSeries(store, 'asked');
    await write(store, key, { 1: 1.5, 2: 2.5 });
    await store.write((writer) => writer.writeRun(key, runOf(NOW, 3, [1, 2]), NOW));
    await pair.replica.catchUp();
    const values = await pair.countAsked(VALUES, async () => {
      assert.equal(await valueAt(other, 'asked', 2), 2.5);
    });
    const runs = await pair.countAsked(RUNS, async () => {
      assert.equal((await other.findNewestRun(key))!.analyzedAt, NOW);
    });
    const searches = await pair.countAsked(SEARCH, async () => {
      const found = await other.searchSeries({ prefix: 'asked', limit: 9 });
      assert.deepEqual(found, [await store.findSeries('asked')]);
    });
    // The newest time of a run is looked for first.
    assert.deepEqual([values, runs, searches], [1, 2, 1]);
  });

  test('a replica that lags is asked only for series that it has in their newest version', async () => {
    const [known, changed] = [await addSeries(store, 'known'), await addSeries(store, 'changed')];
    await write(store, known, { 1: 1 });
    await write(store, changed, { 1: 1 });
    await pair.replica.catchUp();
    await pair.replica.pauseReplay();
    try {
      await write(store, changed, { 1: 2 });
      const asked = await pair.countAsked(VALUES, async () => {
        assert.equal(await valueAt(other, 'changed', 1), 2);
      });
      const askedForKnown = await pair.countAsked(VALUES, () => valueAt(other, 'known', 1));
      assert.deepEqual([asked, askedForKnown], [0, 1]);
      await store.write((writer) => writer.defineSeries(definitionOf('younger')));
      assert.equal((await other.searchSeries({ prefix: 'younger', limit: 9 })).length, 1);
    } finally {
      await pair.replica.resumeReplay();
    }
  });

  test('a store with a replica never reads less than it wrote itself', async () => {
    const key = await addSeries(store, 'own');
    await pair.inRounds(ROUNDS, async (round) => {
      await store.findSeries('own');
      await write(store, key, { 1: round });
      assert.equal((await store.readValues(key, { start: 1, end: 2 }))[0], round);
    });
  });

  test('another process with a replica never reads less than was acknowledged', async () => {
    const key = await addSeries(store, 'others');
    const asked = await pair.countAsked(VALUES, () =>
      pair.inRounds(ROUNDS, async (round, settle) => {
        await write(store, key, { 1: round });
        await settle();
        assert.equal(await valueAt(other, 'others', 1), round);
      }),
    );
    assert.ok(asked > 0 && asked < ROUNDS, `the replica was asked ${asked} times`);
  });
});

suite('two servers with a replica', () => {
  let servers: FastifyInstance[];
  let secret: string;
  before(async () => {
    secret = await addOperator(store);
    servers = await Promise.all([store, other].map((each) => startServer(each, () => NOW)));
  });
  after(() => Promise.all(servers.map((server) => server.close())));

  async function send(server: number, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const payload = body && JSON.stringify(body);
    const sent = { method, url, headers, ...(payload ? { payload } : {}) };
    const answer = await servers[server]!.inject(sent);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  }

  test('a client that has written through one server reads the value from both', async () => {
    const definition = { description: 'Test', unit: 'EUR/MWh', resolution: 'hour' };
    await send(0, 'PUT', '/api/operator/series/dehrprice', definition);
    const time = '2024-05-17T00:00:00Z';
    const asked = await pair.countAsked(VALUES, () =>
      pair.inRounds(ROUNDS, async (round, settle) => {
        const values = [{ time, value: round }];
        await send(0, 'POST', '/api/operator/series/dehrprice/values', { values });
        await settle();
        for (const server of [1, 0]) {
          const { data } = await send(server, 'GET', '/api/v1/series/dehrprice');
          assert.deepEqual(data, [{ time, value: round }]);
        }
      }),
    );
    assert.ok(asked > 0 && asked < 2 * ROUNDS, `the replica was asked ${asked} times`);
  });
});

suite('a replica that stops', () => {
  for (const mode of ['fast', 'immediate'] as const) {
    test(`reads go on while the replica is stopped (${mode}), and its return is noticed`, async () => {
      const code = `away${mode}`;
      const key = await addSeries(store, code);
      await write(store, key, { 1: 1 });
      await pair.replica.catchUp();
      assert.equal(await valueAt(other, code, 1), 1);
      await pair.replica.server.stop(mode);
      await write(store, key, { 1: 2 });
      for (let round = 0; round < 20; round++) assert.equal(await valueAt(other, code, 1), 2);
      await pair.replica.server.start();
      await pair.replica.catchUp();
      await waitUntilAsked(code);
      assert.equal(await valueAt(other, code, 1), 2);
    });
  }

  test('reads go on while the replica hangs, and its return is noticed', async () => {
    const key = await addSeries(store, 'hanging');
    await write(store, key, { 1: 1 });
    await pair.replica.catchUp();
    assert.equal(await valueAt(other, 'hanging', 1), 1);
    await pair.replica.server.pause();
    try {
      await write(store, key, { 1: 2 });
      for (let round = 0; round < 5; round++) assert.equal(await valueAt(other, 'hanging', 1), 2);
    } finally {
      await pair.replica.server.resume();
    }
    await waitUntilAsked('hanging');
  });
});

suite('a database that is no replica', () => {
  let key: number;
  before(async () => {
    key = await addSeries(store, 'genuine');
    await write(store, key, { 1: 1 });
  });

  async function readBeside(url: string): Promise<number> {
    const reader = await pair.open({ readUrls: [url] });
    return valueAt(reader, 'genuine', 1).finally(() => reader.close());
  }

  test('a copy of the store that was written to is not read', async () => {
    // A database can be copied only while it has no connections.
    await store.close();
    await other.close();
    const url = await pair.copyDatabase('copied');
    store = await pair.open();
    other = await pair.open();
    const copy = await openStore(url);
    await write(copy, key, { 1: 666 }).finally(() => copy.close());
    assert.equal(await readBeside(url), 1);
  });

  test('another store is not read', async () => {
    const url = await pair.makeDatabase('another');
    const another = await openStore(url);
    // The same series key there has a higher version.
    for (let made = 0; made < key; made++) await addSeries(another, `series${made}`);
    for (let round = 1; round < 5; round++) await write(another, key, { 1: 666 + round });
    await another.close();
    assert.equal(await readBeside(url), 1);
  });

  test('an empty database is not read, nor one that does not exist', async () => {
    assert.equal(await readBeside(await pair.makeDatabase('empty')), 1);
    assert.equal(await readBeside(pair.primary.url('nowhere')), 1);
  });

  // The last test, as there is no replica after it.
  test('a replica that was promoted is not read', async () => {
    await pair.replica.catchUp();
    assert.equal(await valueAt(other, 'genuine', 1), 1);
    const promoted = await pair.promote();
    await write(promoted, key, { 1: 666 }).finally(() => promoted.close());
    assert.equal(await valueAt(other, 'genuine', 1), 1);
  });
});

// A COMMIT that gets no answer: the store finds out in time what became of it, or says that it is unknown.

import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openStore } from '#store/open/open-store';
import { CommitUnknown, type Store, StoreUnavailable } from '#store/store';
import { type AtCommit, BreakableProxy } from '../../../../harness/postgres/breakable-proxy.ts';
import { makeDatabase } from '../../../../harness/postgres/test-database.ts';
import { addSeries, write } from '../../contract/sample-series.ts';

const database = await makeDatabase();
after(() => database.drop());

const SPAN = { start: 0, end: 2 };
const BEFORE = [1, Number.NaN];
const AFTER = [1, 2];

interface Broken {
  readonly store: Store;
  readonly proxy: BreakableProxy;
  readonly key: number;
  /** Reads the values by a connection that does not go through the proxy. */
  readValues(): Promise<number[]>;
}

let stores = 0;

/** Opens a store behind a proxy, with a series that has one value. */
async function openBehindProxy(t: TestContext): Promise<Broken> {
  const proxy = await BreakableProxy.start(database.url);
  const store = await openStore(proxy.url);
  const other = await openStore(database.url);
  t.after(async () => {
    await store.close();
    await other.close();
    await proxy.close();
  });
  const key = await addSeries(store, `series${++stores}`);
  await write(store, key, { 0: 1 });
  const readValues = async () => Array.from(await other.readValues(key, SPAN));
  return { store, proxy, key, readValues };
}

const isKnown = (error: unknown): boolean =>
  error instanceof StoreUnavailable && !(error instanceof CommitUnknown);

/** Writes the second value. Resolves to the values that the store says are stored. */
const writeSecond = ({ store, key }: Broken): Promise<number[]> =>
  write(store, key, { 1: 2 }).then(
    ({ added }) => (added === 1 ? AFTER : assert.fail(`${added} points were added`)),
    (error) => (isKnown(error) ? BEFORE : assert.fail(error)),
  );

/** What is lost at the COMMIT, and what is stored after it. */
const LOSSES: readonly (readonly [AtCommit, readonly number[]])[] = [
  ['lose the answer', AFTER],
  ['lose the request', BEFORE],
];

describe('a write whose COMMIT got no answer', () => {
  for (const [loss, values] of LOSSES) {
    const outcome = values === AFTER ? 'acknowledged' : 'refused';

    it(`the write is ${outcome} if the server can be asked (${loss})`, async (t) => {
      const broken = await openBehindProxy(t);
      const { store, proxy, key, readValues } = broken;
      proxy.breakAtCommit(loss);
      assert.deepEqual(await writeSecond(broken), values);
      assert.equal(proxy.caught, 1);
      assert.deepEqual(await readValues(), values);
      await write(store, key, { 1: 2 });
      assert.deepEqual(await readValues(), AFTER);
    });

    it(`the write is ${outcome} if the server can be asked after a while (${loss})`, async (t) => {
      const broken = await openBehindProxy(t);
      const { proxy, readValues } = broken;
      proxy.breakAtCommit(loss, true);
      const writing = writeSecond(broken);
      while (proxy.caught === 0) await sleep(5);
      await sleep(400);
      proxy.unblock();
      assert.deepEqual(await writing, values);
      assert.deepEqual(await readValues(), values);
    });

    it(`the write is called unknown if the server cannot be asked (${loss})`, async (t) => {
      const { store, proxy, key, readValues } = await openBehindProxy(t);
      proxy.breakAtCommit(loss, true);
      await assert.rejects(write(store, key, { 1: 2 }), CommitUnknown);
      assert.deepEqual(await readValues(), values);
      proxy.unblock();
      const answers = (): Promise<boolean> =>
        store.ping().then(
          () => true,
          () => false,
        );
      while (!(await answers())) await sleep(20);
      await write(store, key, { 1: 2 });
      assert.deepEqual(await readValues(), AFTER);
    });
  }

  it('a single statement is called unknown if its connection is lost', async (t) => {
    const { store } = await openBehindProxy(t);
    const other = new pg.Client(database.url);
    await other.connect();
    await other.query('BEGIN; LOCK TABLE setting IN EXCLUSIVE MODE');
    const putting = assert.rejects(store.putSetting('colour', 'blue'), CommitUnknown);
    const end = `SELECT count(pg_terminate_backend(pid))::int AS ended
      FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    for (let ended = 0; ended === 0; ) ended = (await other.query(end)).rows[0].ended;
    await putting;
    await other.query('ROLLBACK');
    await other.end();
    await store.putSetting('colour', 'green');
    assert.equal(await store.getSetting('colour'), 'green');
  });
});

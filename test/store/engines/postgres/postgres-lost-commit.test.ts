// A COMMIT whose answer never comes: either the truth is found out in time, or it is said that nobody knows.

import assert from 'node:assert/strict';
import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  findCommitOutcome,
  leaveMark,
  NAME_TRANSACTION,
  readName,
  type TransactionName,
  WriteMarks,
} from '#store/engines/postgres/postgres-commit-outcome';
import { type PostgresConnection, PostgresPool } from '#store/engines/postgres/postgres-pool';
import { SERIES_LOCK } from '#store/engines/postgres/postgres-transaction';
import { openStore } from '#store/open/open-store';
import { CommitUnknown, type Store, StoreUnavailable } from '#store/store';
import { type AtCommit, BreakableProxy } from '../../../../harness/postgres/breakable-proxy.ts';
import { TestServer } from '../../../../harness/postgres/test-server.ts';
import { addSeries, write } from '../../contract/sample-series.ts';

const server = await TestServer.start();
after(() => server.close());

const SPAN = { start: 0, end: 2 };
const BEFORE = [1, Number.NaN];
const AFTER = [1, 2];
const DEADLINE_MS = 5_000;

interface Broken {
  readonly store: Store;
  readonly proxy: BreakableProxy;
  readonly key: number;
  /** As somebody sees it who has another way to the server. */
  readValues(): Promise<number[]>;
}

async function openBehindProxy(t: TestContext, code: string): Promise<Broken> {
  const proxy = await BreakableProxy.start(server.url());
  const store = await openStore(proxy.url);
  const other = await openStore(server.url());
  t.after(async () => {
    await store.close();
    await other.close();
    await proxy.close();
  });
  const key = await addSeries(store, code);
  await write(store, key, { 0: 1 });
  const readValues = async () => Array.from(await other.readValues(key, SPAN));
  return { store, proxy, key, readValues };
}

const isKnown = (error: unknown): boolean =>
  error instanceof StoreUnavailable && !(error instanceof CommitUnknown);

describe('where the server can be asked, a write whose COMMIT was not answered', () => {
  it('is acknowledged where it was stored', async (t) => {
    const { store, proxy, key, readValues } = await openBehindProxy(t, 'stored');
    proxy.breakAtCommit('lose the answer');
    const counts = await write(store, key, { 1: 2 });
    assert.equal(counts.added, 1);
    assert.equal(proxy.caught, 1);
    assert.deepEqual(await readValues(), AFTER);
  });

  it('is refused where it was not', async (t) => {
    const { store, proxy, key, readValues } = await openBehindProxy(t, 'refused');
    proxy.breakAtCommit('lose the question');
    await assert.rejects(write(store, key, { 1: 2 }), isKnown);
    assert.equal(proxy.caught, 1);
    assert.deepEqual(await readValues(), BEFORE);
    await write(store, key, { 1: 2 });
    assert.deepEqual(await readValues(), AFTER);
  });

  for (const [what, values] of [
    ['lose the answer', AFTER],
    ['lose the question', BEFORE],
  ] as const) {
    it(`ends with the truth though nobody gets through for a while (${what})`, async (t) => {
      const { store, proxy, key, readValues } = await openBehindProxy(t, `a${what.slice(-8)}`);
      proxy.breakAtCommit(what, true);
      const writing = write(store, key, { 1: 2 }).then(
        () => AFTER,
        (error) => (isKnown(error) ? BEFORE : error),
      );
      while (proxy.caught === 0) await sleep(5);
      await sleep(400);
      proxy.unblock();
      assert.deepEqual(await writing, values);
      assert.deepEqual(await readValues(), values);
    });
  }
});

describe('where nobody can ask, a write whose COMMIT was not answered', () => {
  for (const [what, values] of [
    ['lose the answer', AFTER],
    ['lose the question', BEFORE],
  ] as const satisfies readonly (readonly [AtCommit, readonly number[]])[]) {
    it(`is said to be unknown (${what})`, async (t) => {
      const { store, proxy, key, readValues } = await openBehindProxy(t, `u${what.slice(-8)}`);
      proxy.breakAtCommit(what, true);
      await assert.rejects(write(store, key, { 1: 2 }), CommitUnknown);
      assert.deepEqual(await readValues(), values);
      proxy.unblock();
      for (;;) {
        const isBack = await store.ping().then(
          () => true,
          () => false,
        );
        if (isBack) break;
        await sleep(20);
      }
      await write(store, key, { 1: 2 });
      assert.deepEqual(await readValues(), AFTER);
    });
  }

  it('is said to be unknown, too, of a statement that stands by itself', async (t) => {
    const { store } = await openBehindProxy(t, 'alone');
    const other = new pg.Client(server.url());
    await other.connect();
    await other.query('BEGIN; LOCK TABLE setting IN EXCLUSIVE MODE');
    const putting = assert.rejects(store.putSetting('colour', 'blue'), CommitUnknown);
    const end = `SELECT count(pg_terminate_backend(pid))::int AS ended
      FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
    for (let ended = 0; ended === 0; ) ended = (await other.query(end)).rows[0].ended;
    await putting;
    await other.query('ROLLBACK');
    await other.end();
    await store.putSetting('colour', 'green');
    assert.equal(await store.getSetting('colour'), 'green');
  });
});

/** A transaction that has left its mark, with the name that it is asked for by. */
async function begin(connection: PostgresConnection, marks: WriteMarks): Promise<TransactionName> {
  const mark = marks.next();
  const text = `BEGIN; ${leaveMark(mark, Date.now())} ${NAME_TRANSACTION}`;
  return readName(await connection.query(text), connection, mark);
}

const soon = (): number => performance.now() + DEADLINE_MS;

describe('a server that crashes', async () => {
  // Nothing that is not committed gets to its disk.
  const crashing = await TestServer.start({ settings: { wal_writer_delay: '10s' } });
  after(() => crashing.close());

  it('gives the name of a transaction that it forgot to another, and nobody takes one for the other', async (t) => {
    await (await openStore(crashing.url())).close();
    const pool = new PostgresPool(crashing.url(), 2);
    t.after(() => pool.close());
    const marks = new WriteMarks(SERIES_LOCK);
    const kept = await pool.lend(async (connection) => {
      const name = await begin(connection, marks);
      await connection.query('COMMIT');
      return name;
    });
    assert.equal(await findCommitOutcome(pool, kept, soon()), 'committed');
    const lost = await pool.lend(async (connection) => {
      const name = await begin(connection, marks);
      assert.equal(await findCommitOutcome(pool, name, performance.now()), undefined, 'under way');
      await crashing.restart('immediate');
      return name;
    });
    assert.equal(
      await findCommitOutcome(pool, lost, soon()),
      'aborted',
      'the server knows no such',
    );
    const isTaken = async () =>
      pool.lend(async (connection) => {
        const { rows } = await connection.query(NAME_TRANSACTION);
        return BigInt(rows[0].xid) >= BigInt(lost.xid);
      });
    assert.equal(await isTaken(), true, 'another transaction is called so');
    assert.equal(await findCommitOutcome(pool, lost, soon()), 'aborted');
    const { rows } = await pool.lend((connection) =>
      connection.query({ text: 'SELECT pg_xact_status($1::xid8) AS s', values: [lost.xid] }),
    );
    assert.equal(rows[0].s, 'committed', 'which is what the server says of the name alone');
  });
});

describe('the marks of writes', () => {
  it('are one for each process that writes, and go a day after its last', async (t) => {
    const writers = [await openStore(server.url()), await openStore(server.url())] as const;
    t.after(() => Promise.all(writers.map((store) => store.close())));
    const pool = new PostgresPool(server.url(), 1);
    t.after(() => pool.close());
    const ask = async (text: string) =>
      (await pool.lend((connection) => connection.query(text))).rows[0];
    const count = async () => (await ask('SELECT count(*)::int AS n FROM write_mark')).n;
    await ask('UPDATE write_mark SET marked_at = marked_at - 90000000');
    const old = await count();
    assert.ok(old > 0);
    const key = await addSeries(writers[0], 'marks');
    assert.equal(await count(), 1);
    for (const [i, store] of [...writers, ...writers].entries())
      await write(store, key, { [i]: i });
    assert.equal(await count(), 2);
  });
});

describe('a server that another takes over from', async () => {
  const old = await TestServer.start();
  after(() => old.close());

  it('can only be read meanwhile; afterwards all goes on, and of what did not come along nobody is sure', async (t) => {
    const store = await openStore(old.url());
    const pool = new PostgresPool(old.url(), 2);
    t.after(() => Promise.all([store.close(), pool.close()]));
    const key = await addSeries(store, 'failover');
    await write(store, key, { 0: 1 });
    const marks = new WriteMarks(SERIES_LOCK);
    const nameOf = (end: 'COMMIT' | 'ROLLBACK') =>
      pool.lend(async (connection) => {
        const name = await begin(connection, marks);
        await connection.query(end);
        return name;
      });
    const kept = await nameOf('COMMIT');
    assert.equal(await findCommitOutcome(pool, kept, soon()), 'committed');
    const lost = await nameOf('ROLLBACK');
    assert.equal(await findCommitOutcome(pool, lost, soon()), 'aborted');

    const signal = join(old.dataFolder, 'standby.signal');
    await old.stop();
    await writeFile(signal, '');
    const { uid, gid } = await stat(old.dataFolder);
    await chown(signal, uid, gid);
    await old.start();
    const readOnly = /can only be read at the moment/;
    const until = Date.now() + DEADLINE_MS;
    while (Date.now() < until && !(await isReady(store))) await sleep(20);
    while (Date.now() < until && pool.isDown) await sleep(20);
    assert.deepEqual(Array.from(await store.readValues(key, SPAN)), BEFORE);
    await assert.rejects(write(store, key, { 1: 2 }), readOnly);
    await assert.rejects(store.putSetting('colour', 'blue'), readOnly);

    await pool.lend((connection) => connection.query('SELECT pg_promote()'));
    await write(store, key, { 1: 2 });
    assert.deepEqual(Array.from(await store.readValues(key, SPAN)), AFTER);
    assert.equal(await findCommitOutcome(pool, kept, soon()), 'committed', 'it came along');
    assert.equal(await findCommitOutcome(pool, lost, performance.now() + 200), undefined);
    const renamed = { ...lost, timeline: '00000002' };
    assert.equal(
      await findCommitOutcome(pool, renamed, soon()),
      'aborted',
      'it was the timeline that kept it from being believed',
    );
  });
});

const isReady = (store: Store): Promise<boolean> =>
  store.ping().then(
    () => true,
    () => false,
  );

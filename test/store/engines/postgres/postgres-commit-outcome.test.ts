// Finding out what became of a transaction: after a crash, after a failover, and by the marks of writes.

import assert from 'node:assert/strict';
import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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
import type { Store } from '#store/store';
import { testDatabase } from '../../../../harness/postgres/test-database.ts';
import { TestServer } from '../../../../harness/postgres/test-server.ts';
import { addSeries, write } from '../../contract/sample-series.ts';

const DEADLINE_MS = 5_000;

/** Begins a transaction that leaves its mark, and returns what identifies it. */
async function begin(connection: PostgresConnection, marks: WriteMarks): Promise<TransactionName> {
  const mark = marks.next();
  const text = `BEGIN; ${leaveMark(mark, Date.now())} ${NAME_TRANSACTION}`;
  return readName(await connection.query(text), connection, mark);
}

const soon = (): number => performance.now() + DEADLINE_MS;

describe('a server that crashes', async () => {
  // So that nothing uncommitted gets to its disk.
  const crashing = await TestServer.start({ settings: { wal_writer_delay: '10s' } });
  after(() => crashing.close());

  it('a transaction that a crash made the server forget is not taken for a later one with its number', async (t) => {
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
      'the server knows no such transaction',
    );
    const isTaken = async () =>
      pool.lend(async (connection) => {
        const { rows } = await connection.query(NAME_TRANSACTION);
        return BigInt(rows[0].xid) >= BigInt(lost.xid);
      });
    assert.equal(await isTaken(), true, 'another transaction has its number');
    assert.equal(await findCommitOutcome(pool, lost, soon()), 'aborted');
    const { rows } = await pool.lend((connection) =>
      connection.query({ text: 'SELECT pg_xact_status($1::xid8) AS s', values: [lost.xid] }),
    );
    assert.equal(rows[0].s, 'committed', 'which is what the server says of the number alone');
  });
});

describe('the marks of writes', () => {
  it('each process that writes has one mark, which is removed a day after its last write', async (t) => {
    const url = await testDatabase(t);
    const first = await openStore(url);
    await addSeries(first, 'first');
    await first.close();
    const writers = [await openStore(url), await openStore(url)] as const;
    const pool = new PostgresPool(url, 1);
    const ask = async (text: string) =>
      (await pool.lend((connection) => connection.query(text))).rows[0];
    const count = async () => (await ask('SELECT count(*)::int AS n FROM write_mark')).n;
    try {
      await ask('UPDATE write_mark SET marked_at = marked_at - 90000000');
      assert.ok((await count()) > 0);
      const key = await addSeries(writers[0], 'marks');
      assert.equal(await count(), 1);
      for (const [i, store] of [...writers, ...writers].entries())
        await write(store, key, { [i]: i });
      assert.equal(await count(), 2);
    } finally {
      await Promise.all([...writers, pool].map((each) => each.close()));
    }
  });
});

describe('a failover', async () => {
  const old = await TestServer.start();
  after(() => old.close());

  it('a store is read-only during a failover and then goes on, and a write that may be lost is not called aborted', async (t) => {
    const store = await openStore(old.url());
    const pool = new PostgresPool(old.url(), 2);
    t.after(() => Promise.all([store.close(), pool.close()]));
    const key = await addSeries(store, 'failover');
    await write(store, key, { 0: 1 });
    const readValues = async () => Array.from(await store.readValues(key, { start: 0, end: 2 }));
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
    assert.deepEqual(await readValues(), [1, Number.NaN]);
    await assert.rejects(write(store, key, { 1: 2 }), readOnly);
    await assert.rejects(store.putSetting('colour', 'blue'), readOnly);

    await pool.lend((connection) => connection.query('SELECT pg_promote()'));
    await write(store, key, { 1: 2 });
    assert.deepEqual(await readValues(), [1, 2]);
    assert.equal(await findCommitOutcome(pool, kept, soon()), 'committed', 'it was replicated');
    assert.equal(await findCommitOutcome(pool, lost, performance.now() + 200), undefined);
    const renamed = { ...lost, timeline: '00000002' };
    assert.equal(
      await findCommitOutcome(pool, renamed, soon()),
      'aborted',
      'only the timeline kept it from being called aborted',
    );
  });
});

const isReady = (store: Store): Promise<boolean> =>
  store.ping().then(
    () => true,
    () => false,
  );

// What a SQLite store does when its file is locked, its disk is full, or its values are damaged.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { SqliteConnection, toSqlite } from '#store/engines/sqlite/sqlite-connection';
import { openStore } from '#store/open/open-store';
import { searchTaskOf, walkStatement } from '#store/search/search-sql';
import { StoreBusy, StoreUnavailable } from '#store/store';
import { addSeries, NOW, runOf, write } from '../../contract/sample-series.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const isPlain = (type: typeof StoreUnavailable) => (error: Error) => {
  assert.ok(error instanceof type, String(error));
  assert.doesNotMatch(error.message, /INSERT|UPDATE|SELECT|BEGIN|COMMIT|chunk|series_key|SQLITE_/);
  return true;
};

describe('a file that another process writes to', () => {
  test('a write waits for another process, and gives up when that takes too long', async () => {
    const path = join(folder, 'busy.db');
    const store = await openStore(`sqlite:${path}`, { writeWaitMs: 60 });
    const key = await addSeries(store, 'aa');
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(write(store, key, { 1: 1 }), isPlain(StoreBusy));
    await assert.rejects(store.putSetting('zone', 'UTC'), isPlain(StoreBusy));
    assert.equal((await store.findSeries('aa'))!.firstIndex, null);
    other.exec('ROLLBACK');
    await write(store, key, { 1: 1 });
    other.close();
    await store.close();
  });

  test('a write goes on when the other process is done, and reads do not wait', async () => {
    const path = join(folder, 'waiting.db');
    const store = await openStore(`sqlite:${path}`);
    const key = await addSeries(store, 'aa');
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    let isWritten = false;
    const writing = write(store, key, { 1: 1 }).then(() => {
      isWritten = true;
    });
    for (let turn = 0; turn < 20; turn++) {
      await setImmediate();
      assert.equal(await store.countSeries(), 1);
    }
    assert.equal(await store.accounts.findUser('nobody'), undefined);
    assert.equal(isWritten, false);
    other.exec('COMMIT');
    await writing;
    assert.equal((await store.findSeries('aa'))!.firstIndex, 1);
    other.close();
    await store.close();
  });

  test('a write of accounts waits for another process too', async () => {
    const store = await openStore(`sqlite:${join(folder, 'sign-in.db')}`);
    const other = new DatabaseSync(join(folder, 'sign-in-accounts.db'));
    other.exec('BEGIN IMMEDIATE');
    const plan = { name: 'all', patterns: ['*'], requestsPerMinute: 1, pointsPerAnswer: 1 };
    const putting = store.accounts.putPlan(plan);
    await setTimeout(20);
    assert.equal(await store.accounts.findPlan('all'), undefined);
    other.exec('ROLLBACK');
    await putting;
    assert.deepEqual(await store.accounts.findPlan('all'), plan);
    other.close();
    await store.close();
  });
});

describe('a write in this process that does not end', () => {
  test('a write in this process that does not end makes the next one give up, and only that one', async () => {
    const store = await openStore('sqlite::memory:', { writeWaitMs: 40 });
    const key = await addSeries(store, 'aa');
    const blocker = Promise.withResolvers<void>();
    const first = store.write(async (writer) => {
      await blocker.promise;
      await write(writer, key, { 1: 1 });
    });
    await assert.rejects(write(store, key, { 2: 2 }), isPlain(StoreBusy));
    blocker.resolve();
    await first;
    await write(store, key, { 3: 3 });
    const values = await store.readValues(key, { start: 1, end: 4 });
    assert.deepEqual(Array.from(values), [1, Number.NaN, 3]);
    await store.close();
  });
});

describe('an engine error', () => {
  test('a full disk is told in plain words, and rolling back does not hide it', () => {
    const connection = new SqliteConnection(join(folder, 'full.db'));
    connection.exec('CREATE TABLE t (a BLOB); PRAGMA max_page_count = 4; BEGIN IMMEDIATE');
    const insert = () => connection.run('INSERT INTO t VALUES ($1)', [new Uint8Array(99_999)]);
    assert.throws(insert, { message: 'The store’s disk is full.' });
    assert.throws(insert, isPlain(StoreUnavailable));
    connection.rollBack();
    connection.rollBack();
    assert.equal(connection.isInTransaction, false);
    connection.exec('BEGIN IMMEDIATE; COMMIT');
    connection.close();
  });

  test('an engine error that the work ignores still undoes the whole transaction', async () => {
    const path = join(folder, 'ignored.db');
    const store = await openStore(`sqlite:${path}`);
    const key = await addSeries(store, 'aa');
    const other = new DatabaseSync(path);
    other.exec(`CREATE TRIGGER full AFTER INSERT ON chunk WHEN NEW.chunk > 5
      BEGIN SELECT RAISE(FAIL, 'INSERT INTO chunk is not possible'); END`);
    const work = store.write(async (writer) => {
      await assert.rejects(write(writer, key, { 1: 1, 50000: 2 }), isPlain(StoreUnavailable));
    });
    await assert.rejects(work, isPlain(StoreUnavailable));
    const values = await store.readValues(key, { start: 1, end: 2 });
    assert.deepEqual(Array.from(values), [Number.NaN]);
    other.close();
    await store.close();
  });

  test('damaged values are not told as an engine error', async () => {
    const path = join(folder, 'damaged.db');
    const store = await openStore(`sqlite:${path}`);
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1, 2: 2 });
    const other = new DatabaseSync(path);
    other.exec(`UPDATE chunk SET bytes = x'4002'`);
    const reading = store.readValues(key, { start: 0, end: 9 });
    await assert.rejects(reading, /^StoreDamaged: series \w+, chunk 0: stored values are damaged/);
    await assert.rejects(write(store, key, { 3: 3 }), /chunk 0: stored values are damaged/);
    other.exec(`UPDATE chunk SET bytes = x'40020204', checksum = NULL`);
    await assert.rejects(store.readValues(key, { start: 0, end: 768 }), /2 points instead of 768/);
    await store.write((writer) => writer.writeRun(key, runOf(1, 5, [1, 2, 3]), NOW));
    other.exec(`UPDATE run SET bytes = x'40020204', checksum = NULL`);
    await assert.rejects(store.findNewestRun(key), /damaged: 2 instead of 3 in a run/);
    const bands = [{ level: 80, lower: Float64Array.of(1), upper: Float64Array.of(2) }];
    await store.write((writer) => writer.writeRun(key, runOf(2, 5, [1]), NOW, undefined, bands));
    other.exec(`UPDATE run_band SET upper = x'400100', lower = x'4000', lower_checksum = NULL`);
    await assert.rejects(store.readBands(key, 2, 'model'), /damaged: 0 instead of 1 in a band/);
  });

  test('a damaged change is not told as an engine error, and values without it are still read', async () => {
    const path = join(folder, 'damaged-change.db');
    const store = await openStore(`sqlite:${path}`);
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1, 2: 2 }, NOW);
    await write(store, key, { 2: 3 }, NOW + 10);
    const other = new DatabaseSync(path);
    other.exec(`UPDATE point_change SET bytes = x'80', checksum = NULL WHERE recorded_at > ${NOW}`);
    const span = { start: 1, end: 3 };
    const reading = store.readValuesAsOf(key, span, NOW);
    await assert.rejects(reading, /^StoreDamaged: series \w+, chunk 0: a stored change is damaged/);
    assert.deepEqual(Array.from(await store.readValuesAsOf(key, span, NOW + 10)), [1, 3]);
    assert.deepEqual(Array.from(await store.readValues(key, span)), [1, 3]);
    other.close();
    await store.close();
  });
});

describe('a search', () => {
  test('a search reads only the part of an index that it asks for, in order', async () => {
    const path = join(folder, 'search.db');
    const store = await openStore(`sqlite:${path}`);
    await addSeries(store, 'aa');
    const database = new DatabaseSync(path);
    const part = '(code>? AND code<?)';
    const queries = [
      [{ prefix: 'de', limit: 10 }, part],
      [{ prefix: 'de', after: 'dehr', limit: 10 }, part],
      [{ limit: 10 }, part],
      [{ prefix: 'de', area: 'DE', limit: 10 }, '((area,code)>(?,?) AND (area,code)<(?,?))'],
      [{ resolution: 'hour', limit: 10 }, '((resolution,code)>(?,?) AND (resolution,code)<(?,?))'],
    ] as const;
    for (const [query, expected] of queries) {
      const task = searchTaskOf(query)!;
      const { text, values } = walkStatement(task, task.range, 10);
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${toSqlite(text)}`).all(...values);
      assert.equal(steps.length, 1);
      const detail = String(steps[0]!.detail);
      assert.match(detail, /^SEARCH series USING INDEX /);
      assert.ok(detail.endsWith(expected), detail);
    }
    database.close();
    await store.close();
  });
});

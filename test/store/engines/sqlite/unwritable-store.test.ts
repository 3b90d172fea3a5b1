import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusalOf } from '#http/answer/problem';
import { translatePostgresError } from '#store/engines/postgres/postgres-errors';
import { translateSqliteError } from '#store/engines/sqlite/sqlite-errors';
import { openStore } from '#store/open/open-store';
import { StoreUnavailable, StoreUnwritable } from '#store/store';
import { lacksPrlimit, whileUnwritable } from './while-unwritable.ts';

const texts = { description: '', unit: 'MW', area: null, category: null };

describe('a store whose disk is full', () => {
  it('a store whose disk is full refuses writes, is read as before, and goes on when there is room', {
    skip: lacksPrlimit,
  }, async (t) => {
    const store = await openStore('sqlite::memory:');
    t.after(() => store.close());
    const define = (code: string) =>
      store.write((writer) => writer.defineSeries({ code, resolution: 'hour', ...texts }));
    await define('before');
    await whileUnwritable(async () => {
      for (let again = 0; again < 3; again++) await assert.rejects(define('full'), StoreUnwritable);
      assert.equal((await store.findSeries('before'))?.code, 'before');
      assert.equal(await store.findSeries('full'), undefined);
      await store.ping();
    });
    await define('full');
    assert.equal((await store.findSeries('full'))?.code, 'full');
  });

  it('a store that cannot be written differs from one that cannot be reached, on each engine', () => {
    const sqlite = (errcode: number) =>
      translateSqliteError(Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode }));
    for (const errcode of [13, 8, 10 | (3 << 8), 10 | (19 << 8)])
      assert.ok(sqlite(errcode) instanceof StoreUnwritable, String(errcode));
    for (const errcode of [11, 14, 10 | (1 << 8)])
      assert.ok(!(sqlite(errcode) instanceof StoreUnwritable), String(errcode));
    assert.match((sqlite(10 | (19 << 8)) as Error).message, /disk is full/);
    const postgres = (code: string) =>
      translatePostgresError(Object.assign(new Error('x'), { code, severity: 'ERROR' }));
    for (const code of ['53100', '25006']) assert.ok(postgres(code) instanceof StoreUnwritable);
    assert.ok(!(postgres('57P03') instanceof StoreUnwritable));
  });

  it('a store that cannot be written gives a 503 that says so', () => {
    const full = refusalOf(new StoreUnwritable('The store’s disk is full.'));
    assert.equal(full.code, 'store_unavailable');
    assert.match(full.message, /nothing of this was stored; reading goes on/);
    assert.match(refusalOf(new StoreUnavailable('x')).message, /cannot be reached/);
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { RecordCache } from '#store/engines/sqlite/record-cache';
import { openStore } from '#store/open/open-store';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';

const definition = {
  code: 'dehrprice',
  description: 'price',
  unit: 'EUR/MWh',
  resolution: 'hour',
  area: 'DE',
  category: 'hrprice',
} as const;

const write = (store: Store, index: number) =>
  store.write(async (writer) => {
    const { key } = await writer.defineSeries(definition);
    await writer.writePoints(key, Int32Array.of(index), Float64Array.of(1), 1);
  });

suite('a cache of series records', () => {
  test('a write of this store, or of another on the same file, shows in the next read of a record', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-records-'));
    const url = `sqlite:${join(folder, 'a.db')}`;
    const [store, other] = [await openStore(url), await openStore(url)];
    t.after(async () => {
      await store.close();
      await other.close();
      await rm(folder, { recursive: true, force: true });
    });
    assert.equal(await store.findSeries('dehrprice'), undefined);
    for (let index = 0; index < 10; index++) {
      await write(index % 2 === 0 ? store : other, index);
      for (const reader of [store, other, store]) {
        assert.equal((await reader.findSeries('dehrprice'))?.lastIndex, index);
      }
    }
  });

  test('a record shows nothing of a transaction before it is committed, or if it fails', async (t) => {
    const store = await openStore('sqlite::memory:');
    t.after(() => store.close());
    await write(store, 5);
    const failed = store.write(async (writer) => {
      await writer.defineSeries({ ...definition, description: 'never' });
      assert.equal((await store.findSeries('dehrprice'))?.description, 'price');
      throw new Error('on purpose');
    });
    await assert.rejects(failed, /on purpose/);
    assert.equal((await store.findSeries('dehrprice'))?.description, 'price');
  });

  test('a record is not cached if there was a commit while it was read', async () => {
    let version = 1;
    let reads = 0;
    const cache = new RecordCache(() => version);
    const read = async (): Promise<SeriesRecord> => {
      reads++;
      if (reads === 1) version++;
      return { ...definition, code: `read ${reads}` } as SeriesRecord;
    };
    assert.equal((await cache.find('a', read))?.code, 'read 1');
    assert.equal((await cache.find('a', read))?.code, 'read 2');
    assert.equal((await cache.find('a', read))?.code, 'read 2');
  });

  test('the catalogue’s state is read once a commit, and not cached if there was a commit during the read', async () => {
    let version = 1;
    let reads = 0;
    const cache = new RecordCache(() => version);
    const read = async () => {
      reads++;
      if (reads === 1) version++;
      return { version: reads, updatedAt: null };
    };
    assert.equal((await cache.findCatalog(read)).version, 1);
    assert.equal((await cache.findCatalog(read)).version, 2);
    assert.equal((await cache.findCatalog(read)).version, 2);
    version++;
    assert.equal((await cache.findCatalog(read)).version, 3);
    assert.equal(reads, 3);
  });

  test('a catalogue far larger than the cache is cached in part, and always right', async () => {
    const maxBytes = 200_000;
    const cache = new RecordCache(() => 1, maxBytes);
    let reads = 0;
    const read = (code: string) => () => {
      reads++;
      return { ...definition, code } as SeriesRecord;
    };
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20_000; i++) {
        assert.equal((await cache.find(`s${i}`, read(`s${i}`)))?.code, `s${i}`);
        assert.ok(cache.bytes <= maxBytes);
      }
    }
    assert.ok(cache.bytes > maxBytes / 2);
    const readBefore = reads;
    await cache.find('s19999', read('s19999'));
    assert.equal(reads, readBefore);
  });

  test('a cache of 0 bytes reads every record again', async () => {
    const cache = new RecordCache(() => 1, 0);
    let reads = 0;
    const read = () => {
      reads++;
      return { ...definition } as unknown as SeriesRecord;
    };
    for (let i = 0; i < 3; i++) await cache.find('dehrprice', read);
    assert.deepEqual([reads, cache.bytes], [3, 0]);
  });
});

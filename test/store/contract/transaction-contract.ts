// Transactions: all or nothing, one after the other, and what readers see in the meantime.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { SeriesWriter } from '#store/series-store';
import { StoreUnavailable } from '#store/store';
import { addSeries, definitionOf, NOW, runOf, write } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

export function transactionContract(storeTest: StoreTest): void {
  storeTest('work that throws changes nothing, and the store still works', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1 });
    const before = await store.findSeries('aa');
    const refusal = new Error('line 7 is not a number');
    const failed = store.write(async (writer) => {
      await write(writer, key, { 1: 2, 5000: 3 });
      await writer.writeRun(key, runOf(1, 0, [1]), NOW);
      await writer.defineSeries(definitionOf('ab'));
      throw refusal;
    });
    await assert.rejects(failed, (error) => error === refusal);
    assert.deepEqual(await store.findSeries('aa'), before);
    assert.equal(await store.findSeries('ab'), undefined);
    assert.deepEqual(Array.from(await store.readValues(key, { start: 1, end: 2 })), [1]);
    assert.deepEqual(await store.listRuns(key), []);
    await write(store, key, { 2: 2 });
    assert.equal((await store.findSeries('aa'))!.lastIndex, 2);
  });

  storeTest('a snapshot shows one state, whatever is written in the meantime', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1 });
    const span = { start: 0, end: 3 };
    await store.snapshot(async (reader) => {
      const before = await reader.findSeries('aa');
      const catalog = await reader.readCatalogState();
      await store.write(async (writer) => {
        await write(writer, key, { 1: 2 });
        await writer.writeRun(key, runOf(1, 0, [1]), NOW);
        await writer.defineSeries(definitionOf('ab'));
      });
      assert.deepEqual(await reader.findSeries('aa'), before);
      assert.equal(await reader.findSeries('ab'), undefined);
      assert.deepEqual(Array.from(await reader.readValues(key, span)), [Number.NaN, 1, Number.NaN]);
      assert.deepEqual(await reader.listRuns(key), []);
      assert.deepEqual(await reader.readCatalogState(), catalog);
      assert.deepEqual(Array.from(await reader.asOf(NOW).readValues(key, span)).slice(1, 2), [1]);
      assert.equal(await reader.historyFrom(), null);
    });
    assert.deepEqual(Array.from(await store.readValues(key, span)).slice(1, 2), [2]);
  });

  storeTest('a snapshot ends with its work, and a failure is thrown', async (store) => {
    const failure = new Error('no');
    const failed = store.snapshot(() => Promise.reject(failure));
    await assert.rejects(failed, (error) => error === failure);
    const reader = await store.snapshot(async (one) => ({ one }));
    await assert.rejects(async () => reader.one.findSeries('aa'), /over/);
    await addSeries(store, 'aa');
  });

  storeTest('the writer reads its own writes, readers only committed ones', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1 });
    const span = { start: 0, end: 3 };
    await store.write(async (writer) => {
      await write(writer, key, { 0: 5, 1: 6 });
      await writer.writeRun(key, runOf(1, 0, [1]), NOW);
      const made = await writer.defineSeries(definitionOf('ab', { resolution: 'day' }));
      await write(writer, made.key, { 600: 7 });

      assert.deepEqual(Array.from(await writer.readValues(key, span)), [5, 6, Number.NaN]);
      assert.equal((await writer.findSeries('aa'))!.firstIndex, 0);
      assert.equal((await writer.findNewestRun(key))!.analyzedAt, 1);
      assert.equal(await writer.countSeries(), 2);
      const own = await writer.readValues(made.key, { start: 600, end: 601 });
      assert.deepEqual(Array.from(own), [7]);
      assert.equal((await writer.searchSeries({ prefix: 'ab', limit: 5 })).length, 1);

      const seen = Array.from(await store.readValues(key, span));
      assert.deepEqual(seen, [Number.NaN, 1, Number.NaN]);
      assert.equal(await store.findSeries('ab'), undefined);
      assert.equal(await store.findNewestRun(key), undefined);
      assert.equal(await store.countSeries(), 1);
    });
    assert.deepEqual(Array.from(await store.readValues(key, span)), [5, 6, Number.NaN]);
    assert.equal(await store.countSeries(), 2);
  });

  storeTest('the key of a series that was rolled back may go to another', async (store) => {
    let lost = 0;
    const failed = store.write(async (writer) => {
      lost = (await writer.defineSeries(definitionOf('aa', { resolution: 'quarterhour' }))).key;
      await write(writer, lost, { 1000: 1 });
      await store.readValues(lost, { start: 1_000, end: 1_001 });
      throw new Error('stop');
    });
    await assert.rejects(failed);
    const key = await addSeries(store, 'ab', { resolution: 'day' });
    await write(store, key, { 1000: 2 });
    assert.deepEqual(Array.from(await store.readValues(key, { start: 999, end: 1_001 })), [
      Number.NaN,
      2,
    ]);
  });

  storeTest('writers run one after the other, in the order they came', async (store) => {
    const key = await addSeries(store, 'aa');
    const order: string[] = [];
    const writes = ['a', 'b', 'c'].map((name, i) =>
      store.write(async (writer) => {
        order.push(`${name} begins`);
        await write(writer, key, { [i]: i });
        await setImmediate();
        assert.equal((await writer.findSeries('aa'))!.lastIndex, i);
        order.push(`${name} ends`);
      }),
    );
    await Promise.all([...writes, store.putSetting('zone', 'UTC')]);
    const expected = ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'];
    assert.deepEqual(order, expected);
    assert.equal(await store.getSetting('zone'), 'UTC');
  });

  storeTest('a write resolves to what its work resolves to', async (store) => {
    assert.equal(await store.write(async () => 'done'), 'done');
  });

  storeTest('a writer is refused after its transaction', async (store) => {
    const key = await addSeries(store, 'aa');
    let kept: SeriesWriter | undefined;
    await store.write(async (writer) => {
      kept = writer;
    });
    await assert.rejects(write(kept!, key, { 1: 1 }), /transaction is over/);
    await store.write(async () => {
      await assert.rejects(write(kept!, key, { 1: 1 }), /transaction is over/);
    });
    assert.equal((await store.findSeries('aa'))!.firstIndex, null);
  });

  storeTest('writes that were not awaited still belong to their transaction', async (store) => {
    const key = await addSeries(store, 'aa');
    await store.write(async (writer) => {
      void write(writer, key, { 1: 1 });
      void write(writer, key, { 2: 2 });
    });
    assert.equal((await store.findSeries('aa'))!.lastIndex, 2);
  });

  storeTest('other work of the process goes on during a long transaction', async (store) => {
    const key = await addSeries(store, 'aa');
    let isDone = false;
    let turns = 0;
    const watch = (async () => {
      for (; !isDone; turns++) await setImmediate();
    })();
    const indices = Int32Array.from({ length: 100_000 }, (_, i) => i);
    await store.write(async (writer) => {
      for (let round = 1; round <= 8; round++) {
        const values = Float64Array.from(indices, (i) => i + round);
        await writer.writePoints(key, indices, values, NOW);
      }
    });
    isDone = true;
    await watch;
    assert.ok(turns > 2, `only ${turns} turns of the event loop`);
  });

  storeTest('closing waits for the running write, and later calls are refused', async (store) => {
    const key = await addSeries(store, 'aa');
    let isWritten = false;
    const running = store.write(async (writer) => {
      await setImmediate();
      await write(writer, key, { 1: 1 });
      isWritten = true;
    });
    await Promise.all([store.close(), running]);
    assert.ok(isWritten);
    await assert.rejects(async () => store.findSeries('aa'), StoreUnavailable);
    await assert.rejects(store.ping(), StoreUnavailable);
    await assert.rejects(store.accounts.findUser('demo'), StoreUnavailable);
    await assert.rejects(write(store, key, { 1: 1 }), StoreUnavailable);
    await assert.rejects(store.putSetting('zone', 'UTC'), StoreUnavailable);
    await store.close();
  });
}

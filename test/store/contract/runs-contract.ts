// Forecast runs: storing, replacing, finding by time and by span.

import assert from 'node:assert/strict';
import type { Store } from '#store/store';
import { addSeries, NOW, runOf, write } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const GAP = Number.NaN;
const HOUR = 3_600_000;

async function factsOf(store: Store): Promise<(number | null)[]> {
  const series = (await store.findSeries('aa'))!;
  const { runFirstIndex, runLastIndex, newestRunAt, newestRunLastIndex } = series;
  return [runFirstIndex, runLastIndex, newestRunAt, newestRunLastIndex];
}

export function runsContract(storeTest: StoreTest): void {
  const put = (store: Store, key: number, run: ReturnType<typeof runOf>, now = NOW) =>
    store.write((writer) => writer.writeRun(key, run, now));

  storeTest('a run comes back as written', async (store) => {
    const key = await addSeries(store, 'aa');
    const run = runOf(HOUR, 100, [1.5, GAP, 1 / 3, -7], 'wind model 2');
    assert.equal(await put(store, key, run), 'added');
    assert.deepEqual(await store.findNewestRun(key), run);
    assert.deepEqual(await store.readRuns(key, HOUR, HOUR), [run]);
    assert.deepEqual(await store.listRuns(key), [
      {
        analyzedAt: HOUR,
        updatedAt: HOUR + 60_000,
        horizon: { start: 100, end: 104 },
        source: 'wind model 2',
        recordedAt: NOW,
      },
    ]);
    assert.deepEqual(await factsOf(store), [100, 103, HOUR, 103]);
  });

  storeTest('no run is found in a series without runs', async (store) => {
    const key = await addSeries(store, 'aa');
    assert.equal(await store.findNewestRun(key), undefined);
    assert.deepEqual(await store.listRuns(key), []);
    assert.deepEqual(await store.readRuns(key, 0, NOW), []);
    assert.deepEqual(await store.findRunsOver(key, { start: 0, end: 9 }, 5), []);
    assert.deepEqual(await factsOf(store), [null, null, null, null]);
  });

  storeTest('runs of one series are not those of another', async (store) => {
    const key = await addSeries(store, 'aa');
    const other = await addSeries(store, 'ab');
    await put(store, key, runOf(1, 0, [1]));
    await put(store, other, runOf(2, 0, [2]));
    assert.equal((await store.findNewestRun(key))!.analyzedAt, 1);
    assert.equal((await store.listRuns(other)).length, 1);
  });

  storeTest('the newest run at or before an instant is found', async (store) => {
    const key = await addSeries(store, 'aa');
    for (const at of [300, 100, 200]) await put(store, key, runOf(at, at, [at]));
    const found = async (atOrBefore?: number) =>
      (await store.findNewestRun(key, atOrBefore))?.analyzedAt;
    assert.equal(await found(), 300);
    assert.equal(await found(300), 300);
    assert.equal(await found(299), 200);
    assert.equal(await found(100), 100);
    assert.equal(await found(99), undefined);
  });

  storeTest('runs are listed newest first and read oldest first', async (store) => {
    const key = await addSeries(store, 'aa');
    for (const at of [300, 100, 200]) await put(store, key, runOf(at, at, [at]));
    const listed = (await store.listRuns(key)).map(({ analyzedAt }) => analyzedAt);
    assert.deepEqual(listed, [300, 200, 100]);
    const readAt = async (from: number, to: number) =>
      (await store.readRuns(key, from, to)).map(({ analyzedAt }) => analyzedAt);
    assert.deepEqual(await readAt(100, 300), [100, 200, 300]);
    assert.deepEqual(await readAt(101, 299), [200]);
    assert.deepEqual(await readAt(301, 999), []);
    assert.deepEqual(await readAt(300, 100), []);
  });

  storeTest('runs over a span are those whose horizon touches it, newest first', async (store) => {
    const key = await addSeries(store, 'aa');
    for (const at of [1, 2, 3, 4]) await put(store, key, runOf(at, at * 10, [1, GAP, 3, 4, 5]));
    const over = async (start: number, end: number, limit = 9, before?: number) =>
      (await store.findRunsOver(key, { start, end }, limit, before)).map((run) => run.analyzedAt);
    assert.deepEqual(await over(0, 99), [4, 3, 2, 1]);
    assert.deepEqual(await over(14, 20), [1]);
    assert.deepEqual(await over(15, 20), []);
    assert.deepEqual(await over(15, 21), [2]);
    assert.deepEqual(await over(24, 31), [3, 2]);
    assert.deepEqual(await over(0, 99, 2), [4, 3]);
    assert.deepEqual(await over(0, 99, 2, 3), [2, 1]);
    assert.deepEqual(await over(0, 99, 2, 1), []);
    assert.deepEqual(await over(20, 20), []);
    assert.deepEqual(await over(0, 99, 0), []);
  });

  storeTest('an equal run changes nothing, whenever it was updated', async (store) => {
    const key = await addSeries(store, 'aa');
    const run = runOf(100, 5, [1, GAP, 0]);
    await put(store, key, run, NOW);
    const before = await store.findSeries('aa');
    const again = { ...run, updatedAt: 999, values: Float64Array.of(1, GAP, -0) };
    assert.equal(await put(store, key, again, NOW + 1), 'same');
    assert.deepEqual(await store.findSeries('aa'), before);
    assert.deepEqual(await store.findNewestRun(key), run);
  });

  storeTest(
    'a different run of the same time and source replaces the one before',
    async (store) => {
      const key = await addSeries(store, 'aa');
      await put(store, key, runOf(100, 5, [1, 2, 3]), NOW);
      const changes = [
        runOf(100, 5, [1, 2, 4]),
        runOf(100, 5, [1, GAP, 4]),
        runOf(100, 6, [1, GAP, 4]),
        runOf(100, 6, [1, GAP, 4, 5]),
      ];
      let version = (await store.findSeries('aa'))!.version;
      for (const [i, run] of changes.entries()) {
        assert.equal(await put(store, key, run, NOW + i), 'changed');
        assert.deepEqual(await store.readRuns(key, 0, 999), [run]);
        const series = (await store.findSeries('aa'))!;
        assert.ok(series.version > version);
        assert.equal(series.updatedAt, NOW + i);
        version = series.version;
      }
    },
  );

  storeTest(
    'a series’ facts about its runs follow each run, even one that becomes shorter',
    async (store) => {
      const key = await addSeries(store, 'aa');
      await put(store, key, runOf(200, 50, [1, 2, 3]));
      assert.deepEqual(await factsOf(store), [50, 52, 200, 52]);
      await put(store, key, runOf(100, 10, Array(90).fill(1)));
      assert.deepEqual(await factsOf(store), [10, 99, 200, 52]);
      await put(store, key, runOf(300, 60, [1]));
      assert.deepEqual(await factsOf(store), [10, 99, 300, 60]);
      await put(store, key, runOf(100, 40, [1, 2]));
      assert.deepEqual(await factsOf(store), [40, 60, 300, 60]);
      await put(store, key, runOf(300, 55, [1, 2]));
      assert.deepEqual(await factsOf(store), [40, 56, 300, 56]);
    },
  );

  storeTest('runs and observed values do not disturb each other', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 5: 1 });
    await put(store, key, runOf(100, 6, [2, 3]));
    assert.deepEqual(Array.from(await store.readValues(key, { start: 5, end: 8 })), [1, GAP, GAP]);
    const { firstIndex, lastIndex } = (await store.findSeries('aa'))!;
    assert.deepEqual([firstIndex, lastIndex], [5, 5]);
    await write(store, key, { 5: GAP });
    assert.deepEqual(await factsOf(store), [6, 7, 100, 7]);
  });

  storeTest('a run that makes no sense is refused', async (store) => {
    const key = await addSeries(store, 'aa');
    const bad = [[], [GAP, 1], [1, GAP], [1, Number.POSITIVE_INFINITY, 1]];
    for (const values of bad) await assert.rejects(put(store, key, runOf(1, 0, values)));
    await assert.rejects(put(store, key + 1, runOf(1, 0, [1])), /no series with key/);
    assert.deepEqual(await store.listRuns(key), []);
  });
}

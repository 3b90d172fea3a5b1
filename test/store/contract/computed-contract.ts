// A series that a formula computes, as each engine keeps it: filled, brought up to date, read as of earlier times.

import assert from 'node:assert/strict';
import { findOutdated, refreshComputed } from '#service/model-runs/computed-values';
import { putTarget, readTarget } from '#service/model-runs/forecast-targets';
import type { Store } from '#store/store';
import { NOW } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const FIRST = 470_000;
const COUNT = 3_000;
const SPAN = { start: FIRST, end: FIRST + COUNT };

async function write(store: Store, code: string, make: (i: number) => number, now: number) {
  await store.write(async (writer) => {
    const texts = { description: code, unit: 'MWh', area: null, category: null } as const;
    const { key } = await writer.defineSeries({ ...texts, code, resolution: 'hour' }, now);
    const indices = Int32Array.from({ length: COUNT }, (_, i) => FIRST + i);
    await writer.writePoints(key, indices, Float64Array.from(indices.keys(), make), now);
  });
}

const keyOf = async (store: Store): Promise<number> => (await store.findSeries('net'))!.key;

async function define(store: Store, now: number): Promise<void> {
  const target = readTarget({ name: 'net', formula: 'xload - xwind' }, now);
  await store.write((writer) => putTarget(writer, target));
}

export function computedContract(storeTest: StoreTest): void {
  storeTest(
    'a formula fills its series, over chunks and with the gaps of its parts',
    async (store) => {
      await write(store, 'xload', (i) => 5 * i, NOW);
      await write(store, 'xwind', (i) => (i % 97 === 0 ? Number.NaN : i), NOW);
      await define(store, NOW + 1);
      const values = await store.readValues(await keyOf(store), SPAN);
      assert.deepEqual(
        [...values],
        Array.from({ length: COUNT }, (_, i) => (i % 97 === 0 ? Number.NaN : 4 * i)),
      );
      const { firstIndex, lastIndex } = (await store.findSeries('net'))!;
      assert.deepEqual([firstIndex, lastIndex], [FIRST + 1, FIRST + COUNT - 1]);
      assert.deepEqual(await findOutdated(store), []);
    },
  );

  storeTest(
    'an update writes what changed, and earlier times have what was served then',
    async (store) => {
      await write(store, 'xload', (i) => 5 * i, NOW);
      await write(store, 'xwind', (i) => i, NOW);
      await define(store, NOW + 1);
      await write(store, 'xwind', (i) => (i === 7 ? Number.NaN : i === 8 ? 1 : i), NOW + 2);
      assert.deepEqual(await findOutdated(store), ['net']);
      await refreshComputed(store, 'net', () => NOW + 3);
      const key = await keyOf(store);
      const part = { start: FIRST + 6, end: FIRST + 10 };
      assert.deepEqual([...(await store.readValues(key, part))], [24, Number.NaN, 39, 36]);
      assert.deepEqual([...(await store.readValuesAsOf(key, part, NOW + 2))], [24, 28, 32, 36]);
      const none = new Array<number>(4).fill(Number.NaN);
      assert.deepEqual([...(await store.readValuesAsOf(key, part, NOW))], none);
      const [entry] = await store.listEntries({ limit: 1 });
      assert.deepEqual([entry!.actor, entry!.points.changed], ['forecast', 2]);
      // Taken back, it is outdated again.
      await store.write((writer) => writer.undoEntry(entry!.id, NOW + 4));
      assert.deepEqual(await findOutdated(store), ['net']);
      await refreshComputed(store, 'net', () => NOW + 5);
      assert.deepEqual([...(await store.readValues(key, part))], [24, Number.NaN, 39, 36]);
      assert.deepEqual(await findOutdated(store), []);
    },
  );
}

// Rules on values, and held values.

import assert from 'node:assert/strict';
import type { ValueRule } from '#store/held-value';
import type { SeriesKey } from '#store/series-record';
import type { Store } from '#store/store';
import { rounds } from '../../../harness/rounds.ts';
import { addSeries, NOW, write } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const RULE: ValueRule = { lowest: -500, highest: 4_000.5, largestStep: null };

const hold = (
  store: Store,
  key: SeriesKey,
  values: Readonly<Record<number, number>>,
  now = NOW,
  name?: string,
) => {
  const held = Object.entries(values).map(([index, value]) => ({
    ...{ index: Number(index), value },
    reason: `${value} is odd.`,
  }));
  const entry = { kind: 'import', actor: 'anna', name: name ?? '', now } as const;
  return store.write(
    (writer) => writer.holdValues(key, held, now),
    name === undefined ? undefined : entry,
  );
};

const indicesOf = async (store: Store, key?: SeriesKey, limit = 99): Promise<number[]> =>
  (await store.listHeld({ limit, ...(key !== undefined && { key }) })).map(({ index }) => index);

export function rulesContract(storeTest: StoreTest): void {
  storeTest(
    'a series has no rule before one is set, and none after it is removed',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const other = await addSeries(store, 'ab');
      assert.equal(await store.findRule(key), undefined);
      await store.write((writer) => writer.setRule(key, RULE));
      assert.deepEqual(await store.findRule(key), RULE);
      const stricter = { lowest: null, highest: 10, largestStep: 0.25 };
      await store.write((writer) => writer.setRule(key, stricter));
      assert.deepEqual(await store.findRule(key), stricter);
      assert.equal(await store.findRule(other), undefined);
      await store.write((writer) => writer.setRule(key, undefined));
      await store.write((writer) => writer.setRule(other, undefined));
      assert.equal(await store.findRule(key), undefined);
    },
  );

  storeTest(
    'the writer finds the rule that it has set, and a failed write leaves none',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const failing = store.write(async (writer) => {
        await writer.setRule(key, RULE);
        assert.deepEqual(await writer.findRule(key), RULE);
        throw new Error('no');
      });
      await assert.rejects(failing, /^Error: no$/);
      assert.equal(await store.findRule(key), undefined);
      await assert.rejects(
        store.write((writer) => writer.setRule(key + 1, RULE)),
        /no series with key/,
      );
    },
  );

  storeTest(
    'a held value is listed with its reason and the entry that brought it',
    async (store) => {
      const key = await addSeries(store, 'aa');
      await hold(store, key, { 7: 1 / 3 }, NOW, 'prices.csv');
      const [entry] = await store.listEntries({ limit: 1 });
      assert.equal(entry!.points.held, 1);
      assert.deepEqual(await store.listHeld({ limit: 9 }), [
        {
          ...{ key, code: 'aa', index: 7, value: 1 / 3, reason: `${1 / 3} is odd.`, heldAt: NOW },
          entryId: entry!.id,
        },
      ]);
      await hold(store, key, { 8: 5 });
      assert.equal((await store.listHeld({ limit: 9 }))[1]!.entryId, null);
    },
  );

  storeTest('held values of all series or of one are listed by series and time', async (store) => {
    const key = await addSeries(store, 'ab');
    const other = await addSeries(store, 'aa');
    await hold(store, other, { 5: 1, 4: 1 });
    await hold(store, key, { 9: 1, [-3]: 1 });
    assert.deepEqual(await indicesOf(store), [-3, 9, 4, 5]);
    assert.deepEqual(await indicesOf(store, other), [4, 5]);
    assert.deepEqual(await indicesOf(store, undefined, 3), [-3, 9, 4]);
    assert.deepEqual(await indicesOf(store, key + other), []);
  });

  storeTest(
    'an equal value stays held since the first time, and another one replaces it',
    async (store) => {
      const key = await addSeries(store, 'aa');
      await hold(store, key, { 1: 10, 2: 20 }, NOW, 'first');
      await hold(store, key, { 1: 10, 2: 21 }, NOW + 5, 'second');
      const held = await store.listHeld({ limit: 9 });
      const [second, first] = await store.listEntries({ limit: 2 });
      assert.deepEqual(
        held.map(({ value, heldAt, entryId }) => [value, heldAt, entryId]),
        [
          [10, NOW, first!.id],
          [21, NOW + 5, second!.id],
        ],
      );
      assert.equal(second!.points.held, 2);
    },
  );

  storeTest('holding a value does not change its series', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1 });
    const before = await store.findSeries('aa');
    const catalog = await store.readCatalogState();
    await hold(store, key, { 1: 99, 2: 99 }, NOW + 1, 'odd.csv');
    assert.deepEqual(await store.findSeries('aa'), before);
    assert.deepEqual(await store.readCatalogState(), catalog);
    assert.equal((await store.listEntries({ limit: 1 }))[0]!.seriesCount, 0);
  });

  storeTest('a release returns the values that were held, and only those', async (store) => {
    const key = await addSeries(store, 'aa');
    const other = await addSeries(store, 'ab');
    await hold(store, key, { 1: 10, 2: 20, 3: 30 });
    await hold(store, other, { 2: 99 });
    const released = await store.write((writer) => writer.releaseHeld(key, [2, 3, 4]));
    assert.deepEqual(
      released.map(({ code, index, value }) => [code, index, value]),
      [
        ['aa', 2, 20],
        ['aa', 3, 30],
      ],
    );
    assert.deepEqual(await indicesOf(store, key), [1]);
    assert.deepEqual(await indicesOf(store, other), [2]);
    assert.deepEqual(await store.write((writer) => writer.releaseHeld(key, [2])), []);
  });

  storeTest('thousands of held values of a series are released like few', async (store) => {
    const key = await addSeries(store, 'aa');
    const reason = 'odd';
    const count = rounds(12_000, 3);
    const many = Array.from({ length: count }, (_, index) => ({ index, value: index, reason }));
    await store.write((writer) => writer.holdValues(key, many, NOW));
    const wanted = [5, count - 1, count];
    const released = await store.write((writer) => writer.releaseHeld(key, wanted));
    assert.deepEqual(
      released.map(({ index, value }) => [index, value]),
      [
        [5, 5],
        [count - 1, count - 1],
      ],
    );
    const left = await store.listHeld({ key, limit: 20_000 });
    assert.equal(left.length, count - 2);
  });
}

// What operators expect of series, settings by the beginning of their names, and values of many series at once.

import assert from 'node:assert/strict';
import { addSeries, NOW, write } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const row = (pattern: string, source: string, expect: string, since = NOW) => ({
  ...{ pattern, source, expect, since },
});

export function expectationsContract(storeTest: StoreTest): void {
  storeTest('expectations are listed by pattern and source, and replaced', async (store) => {
    assert.deepEqual(await store.listExpectations(), []);
    await store.write(async (writer) => {
      await writer.putExpectation(row('de*', 'entsoe', 'by 13:15 through tomorrow'));
      await writer.putExpectation(row('de*', '', 'within PT2H'));
      await writer.putExpectation(row('*', '', 'none'));
      assert.equal((await writer.listExpectations()).length, 3);
    });
    await store.write((writer) => writer.putExpectation(row('de*', '', 'within P1D', NOW + 5)));
    assert.deepEqual(await store.listExpectations(), [
      row('*', '', 'none'),
      row('de*', '', 'within P1D', NOW + 5),
      row('de*', 'entsoe', 'by 13:15 through tomorrow'),
    ]);
  });

  storeTest('an expectation is removed once, and only with its own source', async (store) => {
    await store.write((writer) => writer.putExpectation(row('de*', 'ecb', 'none')));
    const remove = (source: string) =>
      store.write((writer) => writer.removeExpectation({ pattern: 'de*', source }));
    assert.equal(await remove(''), false);
    assert.equal(await remove('ecb'), true);
    assert.equal(await remove('ecb'), false);
    assert.deepEqual(await store.listExpectations(), []);
  });

  storeTest('settings are listed by the beginning of their names', async (store) => {
    for (const name of ['test/b', 'test/a', 'test', 'test/ä', 'tesu'])
      await store.putSetting(name, `of ${name}`);
    assert.deepEqual(
      (await store.listSettings('test/')).map(([name, value]) => [name, value]),
      ['test/a', 'test/b', 'test/ä'].map((name) => [name, `of ${name}`]),
    );
    assert.deepEqual(await store.listSettings('other/'), []);
  });

  storeTest('the values of many series are those of each', async (store) => {
    const keys: number[] = [];
    for (const code of ['aa', 'ab', 'ac']) keys.push(await addSeries(store, code));
    await write(store, keys[0]!, { 3: 1, 7: 2, 900: 3 });
    await write(store, keys[1]!, { 0: 4, 1000: 5 });
    for (const span of [
      { start: 0, end: 1_000 },
      { start: 5, end: 8 },
      { start: 760, end: 780 },
      { start: 5, end: 5 },
    ]) {
      const found = await store.readManyValues(keys, 'hour', span);
      assert.deepEqual([...found.keys()], keys);
      for (const key of keys)
        assert.deepEqual(found.get(key), await store.readValues(key, span), JSON.stringify(span));
    }
    assert.equal((await store.readManyValues([], 'hour', { start: 0, end: 9 })).size, 0);
  });
}

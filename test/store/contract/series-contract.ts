// Defining, finding and searching series.

import assert from 'node:assert/strict';
import type { SeriesQuery } from '#store/series-record';
import type { Store } from '#store/store';
import { addSeries, definitionOf, NOW, runOf, write } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const codesOf = async (store: Store, query: Partial<SeriesQuery>): Promise<string[]> =>
  (await store.searchSeries({ limit: 100, ...query })).map(({ code }) => code);

export function seriesContract(storeTest: StoreTest): void {
  storeTest('a new series is found by its code and has nothing yet', async (store) => {
    const definition = definitionOf('dehrprice', { area: 'DE', category: 'hrprice' });
    const made = await store.write((writer) => writer.defineSeries(definition));
    assert.deepEqual(made, {
      ...definition,
      key: made.key,
      firstIndex: null,
      lastIndex: null,
      runFirstIndex: null,
      runLastIndex: null,
      newestRunAt: null,
      newestRunLastIndex: null,
      updatedAt: null,
      version: made.version,
    });
    assert.deepEqual(await store.findSeries('dehrprice'), made);
  });

  storeTest('a code that was never defined is not found', async (store) => {
    await addSeries(store, 'dehrprice');
    assert.equal(await store.findSeries('dehrpric'), undefined);
    assert.equal(await store.findSeries(''), undefined);
  });

  storeTest('every series has a key of its own', async (store) => {
    const keys = [await addSeries(store, 'aa'), await addSeries(store, 'ab')];
    keys.push(await addSeries(store, 'aa'));
    assert.notEqual(keys[0], keys[1]);
    assert.equal(keys[2], keys[0]);
    assert.equal(await store.countSeries(), 2);
  });

  storeTest('a changed definition raises the version, an equal one does not', async (store) => {
    const key = await addSeries(store, 'aa', { area: 'DE' });
    await write(store, key, { 5: 1 });
    const before = await store.findSeries('aa');
    await addSeries(store, 'aa', { area: 'DE' });
    assert.deepEqual(await store.findSeries('aa'), before);
    const changes = [{ description: 'Other' }, { unit: 'MW' }, { area: null }, { category: 'fx' }];
    let version = before!.version;
    let change = { area: 'DE' as string | null };
    for (const next of changes) {
      change = { ...change, ...next };
      await addSeries(store, 'aa', change);
      const record = await store.findSeries('aa');
      assert.ok(record!.version > version);
      assert.deepEqual(record, { ...before, ...change, version: record!.version });
      version = record!.version;
    }
  });

  storeTest(
    'the reaches of all series come in pages, in the order of their codes',
    async (store) => {
      const keys: number[] = [];
      for (const code of ['bb', 'aa', 'cc', 'ab']) keys.push(await addSeries(store, code));
      await write(store, keys[1]!, { 3: 1, 7: 2 });
      const records = await Promise.all(
        ['bb', 'aa', 'cc', 'ab'].map((code) => store.findSeries(code)),
      );
      const expected = records
        .map((record) => {
          const { key, code, resolution, area, firstIndex, lastIndex, updatedAt } = record!;
          return [code, key, resolution, area, firstIndex, lastIndex, updatedAt] as const;
        })
        .sort(([a], [b]) => (a < b ? -1 : 1));
      const first = await store.listReaches('', 3);
      const second = await store.listReaches(first.at(-1)![0], 3);
      assert.equal(first.length, 3);
      assert.deepEqual([...first, ...second], expected);
      assert.deepEqual(await store.listReaches(second.at(-1)![0], 3), []);
    },
  );

  storeTest('the resolution of a series cannot change', async (store) => {
    await addSeries(store, 'aa');
    await assert.rejects(addSeries(store, 'aa', { resolution: 'day' }), {
      name: 'Error',
      message: /aa.*hour.*day/,
    });
    assert.equal((await store.findSeries('aa'))!.resolution, 'hour');
  });

  storeTest('a search returns records in order of code, by bytes', async (store) => {
    for (const code of ['b.1', 'b-1', 'b_1', 'b1', 'ba', 'a9']) await addSeries(store, code);
    assert.deepEqual(await codesOf(store, {}), ['a9', 'b-1', 'b.1', 'b1', 'b_1', 'ba']);
    const [first] = await store.searchSeries({ limit: 1 });
    assert.deepEqual(first, await store.findSeries('a9'));
  });

  storeTest('a prefix matches the beginning of codes only', async (store) => {
    for (const code of ['de', 'dehrprice', 'dehrwind', 'df', 'ude', 'd%', 'd_']) {
      await addSeries(store, code);
    }
    assert.deepEqual(await codesOf(store, { prefix: 'de' }), ['de', 'dehrprice', 'dehrwind']);
    assert.deepEqual(await codesOf(store, { prefix: 'dehrw' }), ['dehrwind']);
    assert.deepEqual(await codesOf(store, { prefix: 'd_' }), ['d_']);
    assert.deepEqual(await codesOf(store, { prefix: 'd%' }), ['d%']);
    assert.deepEqual(await codesOf(store, { prefix: 'zz' }), []);
    assert.deepEqual(await codesOf(store, { prefix: 'dé\u{1F600}' }), []);
  });

  storeTest('pages follow one another without overlap', async (store) => {
    const codes = Array.from({ length: 25 }, (_, i) => `de${String(i).padStart(2, '0')}`);
    for (const code of [...codes, 'aa', 'bb', 'zz']) await addSeries(store, code);
    const seen: string[] = [];
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const page = await codesOf(store, { prefix: 'de', after, limit: 10 });
      if (page.length === 0) break;
      assert.ok(page.length <= 10);
      seen.push(...page);
    }
    assert.deepEqual(seen, codes);
    assert.deepEqual(await codesOf(store, { after: 'de24' }), ['zz']);
    assert.deepEqual(await codesOf(store, { prefix: 'de', after: 'aa', limit: 1 }), ['de00']);
    assert.deepEqual(await codesOf(store, { prefix: 'de', after: 'zz' }), []);
    assert.deepEqual(await codesOf(store, { limit: 0 }), []);
  });

  storeTest('every word occurs in the code or the description, in any case', async (store) => {
    await addSeries(store, 'se1price', { description: 'Price, ÅNGERMANLAND, 50% of it' });
    await addSeries(store, 'se2price', { description: 'Price, Ångermanland_north' });
    await addSeries(store, 'se3wind', { description: 'Wind in åmål' });
    const words = (...list: string[]) => codesOf(store, { words: list });
    assert.deepEqual(await words('PRICE'), ['se1price', 'se2price']);
    assert.deepEqual(await words('ångerman'), ['se1price', 'se2price']);
    assert.deepEqual(await words('ÅMÅL'), ['se3wind']);
    assert.deepEqual(await words('a\u030Ama\u030Al'), ['se3wind']);
    assert.deepEqual(await words('se1', 'price'), ['se1price']);
    assert.deepEqual(await words('se1', 'wind'), []);
    assert.deepEqual(await words('%'), ['se1price']);
    assert.deepEqual(await words('d_n'), ['se2price']);
    assert.deepEqual(await words('\\'), []);
    assert.deepEqual(await words('', 'wind'), ['se3wind']);
  });

  storeTest('a changed description is searched as it is now', async (store) => {
    await addSeries(store, 'aa', { description: 'Old words' });
    await addSeries(store, 'aa', { description: 'New WORDS' });
    assert.deepEqual(await codesOf(store, { words: ['old'] }), []);
    assert.deepEqual(await codesOf(store, { words: ['new', 'words'] }), ['aa']);
  });

  storeTest('a search with thousands of words or a very long one is no error', async (store) => {
    await addSeries(store, 'aa', { description: 'x '.repeat(10) });
    const many = Array.from({ length: 5_000 }, (_, i) => `w${i}`);
    assert.deepEqual(await codesOf(store, { words: many }), []);
    assert.deepEqual(await codesOf(store, { words: many.map(() => 'x') }), ['aa']);
    assert.deepEqual(await codesOf(store, { words: ['x'.repeat(100_000)] }), []);
  });

  storeTest('area and resolution narrow a search', async (store) => {
    await addSeries(store, 'dehrprice', { area: 'DE' });
    await addSeries(store, 'dedayprice', { area: 'DE', resolution: 'day' });
    await addSeries(store, 'frhrprice', { area: 'FR' });
    await addSeries(store, 'fxeurnok', { resolution: 'day' });
    assert.deepEqual(await codesOf(store, { area: 'DE' }), ['dedayprice', 'dehrprice']);
    assert.deepEqual(await codesOf(store, { resolution: 'day' }), ['dedayprice', 'fxeurnok']);
    const both = { area: 'DE', resolution: 'hour', prefix: 'd', words: ['price'] } as const;
    assert.deepEqual(await codesOf(store, both), ['dehrprice']);
  });

  storeTest('units are listed once each, in order', async (store) => {
    assert.deepEqual(await store.listUnits(), []);
    for (const [code, unit] of Object.entries({ aa: 'MWh', ab: 'EUR/MWh', ac: 'MWh', ad: '' })) {
      await addSeries(store, code, { unit });
    }
    assert.deepEqual(await store.listUnits(), ['', 'EUR/MWh', 'MWh']);
  });

  storeTest('the state of the catalogue moves with every change, and only then', async (store) => {
    assert.equal((await store.readCatalogState()).updatedAt, null);
    let { version } = await store.readCatalogState();
    const key = await addSeries(store, 'aa');
    const other = await addSeries(store, 'ab');
    const changes = [
      () => addSeries(store, 'aa', { unit: 'MW' }),
      () => write(store, key, { 5: 1 }, NOW),
      () => write(store, other, { 5: 1 }, NOW + 1),
      () => store.write((writer) => writer.writeRun(key, runOf(1, 5, [1]), NOW + 2)),
    ];
    for (const change of changes) {
      await change();
      const state = await store.readCatalogState();
      assert.ok(state.version > version);
      version = state.version;
      await change();
      assert.deepEqual(await store.readCatalogState(), state);
    }
    assert.equal((await store.readCatalogState()).updatedAt, NOW + 2);
    await addSeries(store, 'ac');
    assert.equal((await store.readCatalogState()).updatedAt, NOW + 2);
    const failed = store.write(async (writer) => {
      await write(writer, key, { 5: 2 }, NOW + 3);
      throw new Error('stop');
    });
    await assert.rejects(failed);
    assert.equal((await store.readCatalogState()).updatedAt, NOW + 2);
  });

  storeTest('the last value put for a setting wins', async (store) => {
    assert.equal(await store.getSetting('zone'), undefined);
    await store.putSetting('zone', 'UTC');
    await store.putSetting('zone', 'Europe/Berlin');
    await store.putSetting('made', String(NOW));
    assert.equal(await store.getSetting('zone'), 'Europe/Berlin');
    assert.equal(await store.getSetting('made'), String(NOW));
  });

  storeTest('an open store answers a ping', async (store) => {
    await store.ping();
  });
}

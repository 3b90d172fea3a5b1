// A copy refuses a target with data of its own, unless it is told to replace it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Store } from '#store/store';
import { addSeries, NOW } from '../contract/sample-series.ts';
import { addMany, change, copy, ENGINES, NAMES } from './copy-engines.ts';
import { dumpTables, makeSample, withTables } from './copy-sample.ts';

describe('a target with data of its own', () => {
  for (const to of NAMES) {
    test(`a target in ${to} with other data is refused and unchanged, unless it is to be replaced`, async (t) => {
      const [a, b] = [await ENGINES.SQLite(t), await ENGINES[to](t)];
      await makeSample(a, 1);
      await addMany(a, 20);
      await addMany(b, 30);
      await makeSample(b, 2);
      const before = await dumpTables(b);
      await assert.rejects(copy(a, b), /^CopyFault: The target holds data that is not a copy of/);
      assert.deepEqual(await dumpTables(b), before);
      await copy(a, b, true);
      assert.deepEqual(await dumpTables(b), await dumpTables(a));
      assert.equal((await copy(a, b)).copied, 0);
    });

    test(`a target in ${to} is refused if it was written to after it was copied`, async (t) => {
      const writes: [name: string, work: (store: Store) => Promise<unknown>][] = [
        ['values', (store) => addSeries(store, 'own')],
        [
          'an entry',
          (store) =>
            store.write(async () => {}, { kind: 'values', actor: 'a', name: 'n', now: NOW }),
        ],
        [
          'accounts',
          ({ accounts }) =>
            accounts.addEntry({ recordedAt: NOW, actor: 'a', kind: 'k', name: 'n', detail: 'd' }),
        ],
      ];
      const a = await ENGINES.SQLite(t);
      await makeSample(a);
      for (const [name, work] of writes) {
        const b = await ENGINES[to](t);
        await copy(a, b);
        await change(b, work);
        await assert.rejects(copy(a, b), /^CopyFault: .* that was written to since/, name);
        await copy(a, b, true);
        assert.deepEqual(await dumpTables(b), await dumpTables(a));
      }
    });

    test(`a target in ${to} is refused if it is the source itself`, async (t) => {
      const a = await ENGINES[to](t);
      await makeSample(a);
      const before = await dumpTables(a);
      for (const force of [false, true]) {
        await assert.rejects(copy(a, a, force), /^CopyFault: Both addresses mean the same store/);
      }
      assert.deepEqual(await dumpTables(a), before);
    });
  }

  test('a copy follows codes that have moved to another series key', async (t) => {
    const [a, b] = [await ENGINES.SQLite(t), await ENGINES.SQLite(t)];
    await addMany(a, 60);
    await copy(a, b);
    await withTables(a, (store) =>
      store.transact('series', async (session) => {
        await session.run("UPDATE series SET code = 'moving' WHERE series_key = 50");
        await session.run("UPDATE series SET code = 'many49' WHERE series_key = 3");
        await session.run("UPDATE series SET code = 'many2' WHERE series_key = 50");
      }),
    );
    await copy(a, b);
    assert.deepEqual(await dumpTables(b), await dumpTables(a));
  });
});

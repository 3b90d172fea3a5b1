// The journal, and taking its entries back.

import assert from 'node:assert/strict';
import type { SeriesWriter } from '#store/series-store';
import { LAST_BACKUP } from '#store/store';
import { entryOf, undoEntry, valuesOf, writeEntry } from './sample-entries.ts';
import { addSeries, definitionOf, NOW, runOf, write } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const GAP = Number.NaN;
const HOUR = 3_600_000;

export function journalContract(storeTest: StoreTest): void {
  storeTest('the journal says who wrote what, newest first', async (store) => {
    const key = await addSeries(store, 'aa');
    const first = await writeEntry(store, key, { 1: 1, 2: 2 }, NOW);
    const second = await writeEntry(store, key, { 1: 1, 2: 3, 4: 4 }, NOW + 10);
    const third = await writeEntry(store, key, { 1: 1 }, NOW + 20);
    await assert.rejects(
      store.write(
        async (writer) => {
          await write(writer, key, { 9: 9 }, NOW + 25);
          throw new Error('given up');
        },
        entryOf(NOW + 25),
      ),
    );
    await write(store, key, { 8: 8 }, NOW + 26);
    const listed = await store.listEntries({ limit: 9 });
    assert.deepEqual(
      listed.map(({ id }) => id),
      [third, second, first],
    );
    const none = { added: 0, changed: 0, same: 0 };
    assert.deepEqual(listed[1], {
      ...{ id: second, recordedAt: NOW + 10, kind: 'import', actor: 'trader' },
      ...{ name: 'prices.csv', undoes: null, undoneBy: null, seriesCount: 1 },
      points: { added: 1, changed: 1, same: 1, held: 0 },
      runs: none,
    });
    assert.equal(listed[0]!.seriesCount, 0);
    assert.deepEqual(await store.findEntry(second), listed[1]);
    assert.equal(await store.findEntry(99), undefined);
    const page = await store.listEntries({ limit: 1, before: second });
    assert.deepEqual(page, [listed[2]]);
    assert.deepEqual(await store.listEntries({ limit: 9, kind: 'undo' }), []);
  });

  storeTest(
    'the figures follow held values, imports and backups, and no other entry',
    async (store) => {
      const figures = async () => {
        const { bytes, ...rest } = await store.readFigures();
        assert.ok(bytes > 0 && Number.isInteger(bytes), `${bytes} bytes`);
        return rest;
      };
      const none = { heldValues: 0, lastImportAt: null, lastBackupAt: null };
      assert.deepEqual(await figures(), none);
      const key = await addSeries(store, 'aa');
      await store.write(
        (writer) => write(writer, key, { 1: 1 }, NOW),
        entryOf(NOW, { kind: 'values' }),
      );
      assert.deepEqual(await figures(), none);
      await writeEntry(store, key, { 1: 2 }, NOW + 10);
      const held = [1, 2, 3].map((index) => ({ index, value: 9, reason: 'odd' }));
      await store.write((writer) => writer.holdValues(key, held, NOW + 11));
      await store.putSetting(LAST_BACKUP, String(NOW + 12));
      const all = { heldValues: 3, lastImportAt: NOW + 10, lastBackupAt: NOW + 12 };
      assert.deepEqual(await figures(), all);
      await store.write(
        (writer) => write(writer, key, { 1: 3 }, NOW + 20),
        entryOf(NOW + 20, { kind: 'collect' }),
      );
      await store.write((writer) => writer.releaseHeld(key, [2]));
      assert.deepEqual(await figures(), { ...all, heldValues: 2 });
      await writeEntry(store, key, { 1: 4 }, NOW + 30);
      assert.deepEqual(await figures(), { ...all, heldValues: 2, lastImportAt: NOW + 30 });
    },
  );

  storeTest(
    'taking an entry back restores the values before it and keeps later changes',
    async (store) => {
      const key = await addSeries(store, 'aa');
      await writeEntry(store, key, { 1: 1, 2: 2, 3: 3 }, NOW);
      const id = await writeEntry(store, key, { 1: 10, 2: GAP, 4: 40 }, NOW + 10);
      await writeEntry(store, key, { 4: 44, 5: 5 }, NOW + 20);
      const counts = await undoEntry(store, id, NOW + 30);
      assert.deepEqual(counts, { points: 2, runs: 0, definitions: 0, kept: 1 });
      assert.deepEqual(await valuesOf(store, key, 1, 6), [1, 2, 3, 44, 5]);
      assert.deepEqual(await valuesOf(store.asOf(NOW + 29), key, 1, 6), [10, GAP, 3, 44, 5]);
      assert.equal((await store.findSeries('aa'))!.updatedAt, NOW + 30);
      const [last] = await store.listEntries({ limit: 1 });
      assert.deepEqual([last!.kind, last!.undoes], ['undo', id]);
      assert.equal((await store.findEntry(id))!.undoneBy, last!.id);
    },
  );

  storeTest(
    'points that an entry added are gaps again after it is taken back, later ones stay',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const id = await writeEntry(store, key, { 1: 1, 2: 2, 3000: 3 }, NOW);
      await writeEntry(store, key, { 3: 3, 2: 22 }, NOW + 10);
      assert.deepEqual(await undoEntry(store, id, NOW + 20), {
        ...{ points: 2, runs: 0, definitions: 0, kept: 1 },
      });
      assert.deepEqual(await valuesOf(store, key, 1, 4), [GAP, 22, 3]);
      const { firstIndex, lastIndex } = (await store.findSeries('aa'))!;
      assert.deepEqual([firstIndex, lastIndex], [2, 3]);
    },
  );

  storeTest('a value that an entry removed comes back next to later ones', async (store) => {
    const key = await addSeries(store, 'aa');
    await writeEntry(store, key, { 5: 5 }, NOW);
    const id = await writeEntry(store, key, { 5: GAP }, NOW + 10);
    await writeEntry(store, key, { 6: 6 }, NOW + 20);
    assert.equal((await undoEntry(store, id, NOW + 30)).points, 1);
    assert.deepEqual(await valuesOf(store, key, 5, 7), [5, 6]);
  });

  storeTest('a write of the same moment is not taken back with an entry', async (store) => {
    const key = await addSeries(store, 'aa');
    const id = await writeEntry(store, key, { 1: 1 }, NOW);
    await write(store, key, { 2: 2 }, NOW);
    await write(store, key, { 3: 3 }, NOW - 500);
    await undoEntry(store, id, NOW);
    assert.deepEqual(await valuesOf(store, key, 1, 4), [GAP, 2, 3]);
  });

  storeTest(
    'taking an undo back restores the entry, and each entry can be taken back once',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const run = runOf(HOUR, 5, [1, 2]);
      const lower = Float64Array.of(0, 1);
      const bands = [{ level: 80, lower, upper: Float64Array.of(9, 9) }];
      const detail = { tier: 'full', historyDays: 3, members: [], drivers: [], notes: [] };
      const id = await store.write(async (writer) => {
        await writer.defineSeries(definitionOf('aa', { unit: 'GWh' }));
        await write(writer, key, { 1: 1 }, NOW);
        await writer.writeRun(key, run, NOW, detail, bands);
        return writer.entryId!;
      }, entryOf(NOW));
      const before = await store.findSeries('aa');
      const counts = { points: 1, runs: 1, definitions: 1, kept: 0 };
      assert.deepEqual(await undoEntry(store, id, NOW + 10), counts);
      assert.deepEqual(await store.listRuns(key), []);
      assert.deepEqual(await store.readBands(key, HOUR, 'model'), []);
      const [taken] = await store.listEntries({ limit: 1 });
      assert.deepEqual(await undoEntry(store, taken!.id, NOW + 20), counts);
      assert.deepEqual(await store.readRuns(key, 0, NOW), [run]);
      assert.deepEqual(await store.readBands(key, HOUR, 'model'), bands);
      assert.deepEqual(await store.findRunDetail(key, HOUR, 'model'), detail);
      const { version: _, ...again } = (await store.findSeries('aa'))!;
      const { version: __, ...was } = before!;
      assert.deepEqual(again, { ...was, updatedAt: NOW + 20 });
      await assert.rejects(undoEntry(store, id, NOW + 30), /taken back already, by entry/);
      await assert.rejects(undoEntry(store, taken!.id, NOW + 30), /taken back already/);
      await assert.rejects(undoEntry(store, 99, NOW + 30), /there is no entry 99/);
    },
  );

  storeTest(
    'an entry that changed a text and changed it back has nothing to take back',
    async (store) => {
      const define = (writer: SeriesWriter, unit: string) =>
        writer.defineSeries(definitionOf('aa', { unit }));
      const made = await store.write(async (writer) => {
        for (const unit of ['MWh', 'GWh']) await define(writer, unit);
        return writer.entryId!;
      }, entryOf(NOW));
      const reverted = await store.write(
        async (writer) => {
          for (const unit of ['TWh', 'GWh']) await define(writer, unit);
          return writer.entryId!;
        },
        entryOf(NOW + 10),
      );
      const before = await store.findSeries('aa');
      const nothing = { points: 0, runs: 0, definitions: 0, kept: 0 };
      assert.deepEqual(await undoEntry(store, reverted, NOW + 20), nothing);
      assert.deepEqual(await undoEntry(store, made, NOW + 30), nothing);
      assert.deepEqual(await store.findSeries('aa'), before);
      assert.deepEqual(
        (await store.listEntries({ limit: 2 })).map(({ seriesCount }) => seriesCount),
        [0, 0],
      );
    },
  );
}

// The past: the store as of an instant, and compacting.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';
import { entryOf, undoEntry, valuesOf, writeEntry } from '../sample-entries.ts';
import { addSeries, definitionOf, NOW, runOf, write } from '../sample-series.ts';
import type { Runs, StoreTest } from '../store-contract.ts';
import { compareAll, momentsOf, Versions } from './history-compare.ts';
import { historyOf } from './history-steps.ts';
import { Twins } from './history-twins.ts';

const GAP = Number.NaN;
const HOUR = 3_600_000;

export function historyContract(storeTest: StoreTest, runs: Runs): void {
  storeTest('a series as of a moment is what it was then', async (store) => {
    const made = (writer: SeriesWriter, unit: string, now: number) =>
      writer.defineSeries(definitionOf('aa', { unit }), now);
    const { key } = await store.write((writer) => made(writer, 'MWh', NOW));
    await write(store, key, { 1: 1, 2: 2 }, NOW + 10);
    await store.write((writer) => made(writer, 'GWh', NOW + 20));
    await write(store, key, { 5: 5 }, NOW + 30);
    const recordAt = async (at: number) => {
      const record = await store.asOf(at).findSeries('aa');
      return record && [record.unit, record.firstIndex, record.lastIndex, record.updatedAt];
    };
    assert.equal(await recordAt(NOW - 1), undefined);
    assert.deepEqual(await recordAt(NOW), ['MWh', null, null, null]);
    assert.deepEqual(await recordAt(NOW + 10), ['MWh', 1, 2, NOW + 10]);
    assert.deepEqual(await recordAt(NOW + 29), ['GWh', 1, 2, NOW + 10]);
    assert.deepEqual(await recordAt(NOW + 30), ['GWh', 1, 5, NOW + 30]);
    assert.deepEqual(await store.asOf(NOW + 99).findSeries('aa'), await store.findSeries('aa'));
    assert.deepEqual(await valuesOf(store.asOf(NOW + 29), key, 1, 6), [1, 2, GAP, GAP, GAP]);
    const into = new Float64Array(9).fill(7);
    const read = await store.asOf(NOW + 29).readValues(key, { start: 1, end: 6 }, into);
    assert.deepEqual(Array.from(read), [1, 2, GAP, GAP, GAP]);
    assert.equal(read.buffer, into.buffer);
  });

  storeTest(
    'a replaced run as of an earlier moment has its old values and bands',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const detail = { tier: 'full', historyDays: 3, members: [], drivers: [], notes: ['a'] };
      const band = (level: number) => ({
        level,
        lower: Float64Array.of(0, GAP),
        upper: Float64Array.of(9, 9.5),
      });
      const older = runOf(HOUR, 5, [1, 2]);
      const newer = runOf(HOUR, 5, [1, 2, 3]);
      const bands = [band(80), band(90)];
      await store.write((writer) => writer.writeRun(key, older, NOW, detail, bands));
      await store.write((writer) => writer.writeRun(key, newer, NOW + 10));
      const before = store.asOf(NOW + 9);
      assert.deepEqual(await before.findNewestRun(key), older);
      assert.deepEqual(await before.findRunDetail(key, HOUR, 'model'), detail);
      assert.deepEqual(await before.readBands(key, HOUR, 'model'), bands);
      assert.deepEqual(await store.asOf(NOW + 10).readRuns(key, 0, NOW), [newer]);
      assert.deepEqual(await store.asOf(NOW + 10).readBands(key, HOUR, 'model'), []);
      assert.deepEqual(await store.asOf(NOW - 1).listRuns(key), []);
      assert.deepEqual(await store.asOf(NOW - 1).readBands(key, HOUR, 'model'), []);
      assert.equal(await store.asOf(NOW - 1).findRunDetail(key, HOUR, 'model'), undefined);
    },
  );

  storeTest('compacting keeps the present and all history after its moment', async (store) => {
    const key = await addSeries(store, 'aa');
    const run = (first: number) => runOf(HOUR, first, [1, 2]);
    const first = await writeEntry(store, key, { 1: 1, 2: 2 }, NOW);
    await store.write((writer) => writer.writeRun(key, run(5), NOW));
    const second = await writeEntry(store, key, { 1: 10 }, NOW + 10);
    await store.write((writer) => writer.writeRun(key, run(6), NOW + 20));
    const third = await writeEntry(store, key, { 2: 20 }, NOW + 30);
    const readAsOf = async (at: number) => [
      await store.asOf(at).findSeries('aa'),
      await valuesOf(store.asOf(at), key, 0, 9),
      await store.asOf(at).readRuns(key, 0, NOW),
    ];
    const moments = [NOW + 20, NOW + 25, NOW + 30, NOW + 99];
    const before = await Promise.all(moments.map(readAsOf));
    const present = [await store.findSeries('aa'), await valuesOf(store, key, 0, 9)];
    assert.equal(await store.historyFrom(), null);
    const removed = await store.compact(NOW + 20, entryOf(NOW + 40, { kind: 'compact' }));
    assert.ok(removed > 0);
    assert.equal(await store.historyFrom(), NOW + 20);
    assert.deepEqual(await Promise.all(moments.map(readAsOf)), before);
    assert.deepEqual([await store.findSeries('aa'), await valuesOf(store, key, 0, 9)], present);
    for (const id of [first, second]) {
      await assert.rejects(undoEntry(store, id, NOW + 50), /the record was compacted/);
    }
    const [compacted] = await store.listEntries({ limit: 1 });
    assert.equal(compacted!.kind, 'compact');
    await assert.rejects(undoEntry(store, compacted!.id, NOW + 50), /cannot be taken back/);
    // Compacting to an earlier moment than before brings nothing back.
    assert.equal(await store.compact(NOW + 5, entryOf(NOW + 45, { kind: 'compact' })), 0);
    assert.equal(await store.historyFrom(), NOW + 20);
    assert.equal((await undoEntry(store, third, NOW + 50)).points, 1);
    assert.deepEqual(await valuesOf(store, key, 1, 3), [10, 2]);
  });

  storeTest('any history as of any moment has the content of a slow model', async (store) => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(historyOf(14), async (steps) => {
        const twins = new Twins(store, `past${made++}x`);
        const versions = new Versions();
        let now = NOW;
        for (const each of steps) {
          now += each.byMs;
          await twins.take(each, now);
          await versions.note(twins, []);
        }
        await compareAll(twins);
        await versions.note(twins, momentsOf(twins));
      }),
      { numRuns: runs(200) },
    );
  });
}

/** Compacting concerns a whole store, so each history has a store of its own. */
export function compactContract(
  declare: (title: string, body: () => Promise<void>) => void,
  open: () => Promise<Store>,
  runs: Runs,
): void {
  declare('any history compacted to any moment is the same from there on', async () => {
    await fc.assert(
      fc.asyncProperty(historyOf(9), historyOf(6), fc.nat(), async (steps, later, chosen) => {
        const store = await open();
        try {
          const twins = new Twins(store, 'past');
          let now = NOW;
          for (const each of steps) await twins.take(each, (now += each.byMs));
          const moments = momentsOf(twins);
          const bound = moments[chosen % moments.length]!;
          await store.compact(bound, entryOf(now, { kind: 'compact' }));
          twins.model.compact(bound);
          assert.equal(await store.historyFrom(), bound);
          await compareAll(twins, bound);
          for (const each of later) await twins.take(each, (now += each.byMs));
          await compareAll(twins, bound);
        } finally {
          await store.close();
        }
      }),
      { numRuns: runs(25) },
    );
  });
}

// The past: the store as of an instant, entries and taking them back, and giving the record up.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EntryFacts } from '#store/journal-entry';
import type { SeriesReader, SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';
import { compareAll, momentsOf, Versions } from './history-compare.ts';
import { historyOf, Twins } from './history-steps.ts';
import { addSeries, definitionOf, NOW, runOf, write } from './sample-series.ts';
import type { Runs, StoreTest } from './store-contract.ts';

const GAP = Number.NaN;
const HOUR = 3_600_000;

const entryOf = (now: number, change: Partial<EntryFacts> = {}): EntryFacts => ({
  kind: 'import',
  actor: 'trader',
  name: 'prices.csv',
  now,
  ...change,
});

/** Points of a series as an entry of the journal; resolves to its number. */
const put = (
  store: Store,
  key: number,
  points: Readonly<Record<number, number>>,
  now: number,
): Promise<number> =>
  store.write(async (writer) => {
    await write(writer, key, points, now);
    return writer.entryId!;
  }, entryOf(now));

const undo = (store: Store, id: number, now: number) =>
  store.write(
    (writer) => writer.undoEntry(id, now),
    entryOf(now, { kind: 'undo', undoes: id, name: `entry ${id}` }),
  );

const valuesOf = async (reader: SeriesReader, key: number, start: number, end: number) =>
  Array.from(await reader.readValues(key, { start, end }));

export function historyContract(storeTest: StoreTest, runs: Runs): void {
  storeTest('a series is as of a moment what it was then', async (store) => {
    const made = (writer: SeriesWriter, unit: string, now: number) =>
      writer.defineSeries(definitionOf('aa', { unit }), now);
    const { key } = await store.write((writer) => made(writer, 'MWh', NOW));
    await write(store, key, { 1: 1, 2: 2 }, NOW + 10);
    await store.write((writer) => made(writer, 'GWh', NOW + 20));
    await write(store, key, { 5: 5 }, NOW + 30);
    const then = async (at: number) => {
      const record = await store.asOf(at).findSeries('aa');
      return record && [record.unit, record.firstIndex, record.lastIndex, record.updatedAt];
    };
    assert.equal(await then(NOW - 1), undefined);
    assert.deepEqual(await then(NOW), ['MWh', null, null, null]);
    assert.deepEqual(await then(NOW + 10), ['MWh', 1, 2, NOW + 10]);
    assert.deepEqual(await then(NOW + 29), ['GWh', 1, 2, NOW + 10]);
    assert.deepEqual(await then(NOW + 30), ['GWh', 1, 5, NOW + 30]);
    assert.deepEqual(await store.asOf(NOW + 99).findSeries('aa'), await store.findSeries('aa'));
    assert.deepEqual(await valuesOf(store.asOf(NOW + 29), key, 1, 6), [1, 2, GAP, GAP, GAP]);
    const into = new Float64Array(9).fill(7);
    const read = await store.asOf(NOW + 29).readValues(key, { start: 1, end: 6 }, into);
    assert.deepEqual(Array.from(read), [1, 2, GAP, GAP, GAP]);
    assert.equal(read.buffer, into.buffer);
  });

  storeTest('a run that was replaced is as of then what it was, with its bands', async (store) => {
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
    assert.deepEqual(await before.findRunDetail(key, HOUR), detail);
    assert.deepEqual(await before.readBands(key, HOUR), bands);
    assert.deepEqual(await store.asOf(NOW + 10).readRuns(key, 0, NOW), [newer]);
    assert.deepEqual(await store.asOf(NOW + 10).readBands(key, HOUR), []);
    assert.deepEqual(await store.asOf(NOW - 1).listRuns(key), []);
    assert.deepEqual(await store.asOf(NOW - 1).readBands(key, HOUR), []);
    assert.equal(await store.asOf(NOW - 1).findRunDetail(key, HOUR), undefined);
  });

  storeTest('the journal says who wrote what, newest first', async (store) => {
    const key = await addSeries(store, 'aa');
    const first = await put(store, key, { 1: 1, 2: 2 }, NOW);
    const second = await put(store, key, { 1: 1, 2: 3, 4: 4 }, NOW + 10);
    const third = await put(store, key, { 1: 1 }, NOW + 20);
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

  storeTest('an entry taken back leaves what was before it, and later changes', async (store) => {
    const key = await addSeries(store, 'aa');
    await put(store, key, { 1: 1, 2: 2, 3: 3 }, NOW);
    const id = await put(store, key, { 1: 10, 2: GAP, 4: 40 }, NOW + 10);
    await put(store, key, { 4: 44, 5: 5 }, NOW + 20);
    const counts = await undo(store, id, NOW + 30);
    assert.deepEqual(counts, { points: 2, runs: 0, definitions: 0, kept: 1 });
    assert.deepEqual(await valuesOf(store, key, 1, 6), [1, 2, 3, 44, 5]);
    assert.deepEqual(await valuesOf(store.asOf(NOW + 29), key, 1, 6), [10, GAP, 3, 44, 5]);
    assert.equal((await store.findSeries('aa'))!.updatedAt, NOW + 30);
    const [last] = await store.listEntries({ limit: 1 });
    assert.deepEqual([last!.kind, last!.undoes], ['undo', id]);
    assert.equal((await store.findEntry(id))!.undoneBy, last!.id);
  });

  storeTest('what an entry filled anew is empty again, but for its neighbours', async (store) => {
    const key = await addSeries(store, 'aa');
    const id = await put(store, key, { 1: 1, 2: 2, 3000: 3 }, NOW);
    await put(store, key, { 3: 3, 2: 22 }, NOW + 10);
    assert.deepEqual(await undo(store, id, NOW + 20), {
      ...{ points: 2, runs: 0, definitions: 0, kept: 1 },
    });
    assert.deepEqual(await valuesOf(store, key, 1, 4), [GAP, 22, 3]);
    const { firstIndex, lastIndex } = (await store.findSeries('aa'))!;
    assert.deepEqual([firstIndex, lastIndex], [2, 3]);
  });

  storeTest('a value that an entry emptied comes back beside later ones', async (store) => {
    const key = await addSeries(store, 'aa');
    await put(store, key, { 5: 5 }, NOW);
    const id = await put(store, key, { 5: GAP }, NOW + 10);
    await put(store, key, { 6: 6 }, NOW + 20);
    assert.equal((await undo(store, id, NOW + 30)).points, 1);
    assert.deepEqual(await valuesOf(store, key, 5, 7), [5, 6]);
  });

  storeTest('a write of the same moment is not taken back with an entry', async (store) => {
    const key = await addSeries(store, 'aa');
    const id = await put(store, key, { 1: 1 }, NOW);
    await write(store, key, { 2: 2 }, NOW);
    await write(store, key, { 3: 3 }, NOW - 500);
    await undo(store, id, NOW);
    assert.deepEqual(await valuesOf(store, key, 1, 4), [GAP, 2, 3]);
  });

  storeTest('taking back what was taken back brings it again, once', async (store) => {
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
    assert.deepEqual(await undo(store, id, NOW + 10), counts);
    assert.deepEqual(await store.listRuns(key), []);
    assert.deepEqual(await store.readBands(key, HOUR), []);
    const [taken] = await store.listEntries({ limit: 1 });
    assert.deepEqual(await undo(store, taken!.id, NOW + 20), counts);
    assert.deepEqual(await store.readRuns(key, 0, NOW), [run]);
    assert.deepEqual(await store.readBands(key, HOUR), bands);
    assert.deepEqual(await store.findRunDetail(key, HOUR), detail);
    const { version: _, ...again } = (await store.findSeries('aa'))!;
    const { version: __, ...was } = before!;
    assert.deepEqual(again, { ...was, updatedAt: NOW + 20 });
    await assert.rejects(undo(store, id, NOW + 30), /taken back already, by entry/);
    await assert.rejects(undo(store, taken!.id, NOW + 30), /taken back already/);
    await assert.rejects(undo(store, 99, NOW + 30), /there is no entry 99/);
  });

  storeTest(
    'an entry that said something and unsaid it has nothing to take back',
    async (store) => {
      const say = (writer: SeriesWriter, unit: string) =>
        writer.defineSeries(definitionOf('aa', { unit }));
      const made = await store.write(async (writer) => {
        for (const unit of ['MWh', 'GWh']) await say(writer, unit);
        return writer.entryId!;
      }, entryOf(NOW));
      const unsaid = await store.write(
        async (writer) => {
          for (const unit of ['TWh', 'GWh']) await say(writer, unit);
          return writer.entryId!;
        },
        entryOf(NOW + 10),
      );
      const before = await store.findSeries('aa');
      const nothing = { points: 0, runs: 0, definitions: 0, kept: 0 };
      assert.deepEqual(await undo(store, unsaid, NOW + 20), nothing);
      assert.deepEqual(await undo(store, made, NOW + 30), nothing);
      assert.deepEqual(await store.findSeries('aa'), before);
      assert.deepEqual(
        (await store.listEntries({ limit: 2 })).map(({ seriesCount }) => seriesCount),
        [0, 0],
      );
    },
  );

  storeTest('the record given up leaves the present and all after it', async (store) => {
    const key = await addSeries(store, 'aa');
    const run = (first: number) => runOf(HOUR, first, [1, 2]);
    const first = await put(store, key, { 1: 1, 2: 2 }, NOW);
    await store.write((writer) => writer.writeRun(key, run(5), NOW));
    const second = await put(store, key, { 1: 10 }, NOW + 10);
    await store.write((writer) => writer.writeRun(key, run(6), NOW + 20));
    const third = await put(store, key, { 2: 20 }, NOW + 30);
    const look = async (at: number) => [
      await store.asOf(at).findSeries('aa'),
      await valuesOf(store.asOf(at), key, 0, 9),
      await store.asOf(at).readRuns(key, 0, NOW),
    ];
    const moments = [NOW + 20, NOW + 25, NOW + 30, NOW + 99];
    const before = await Promise.all(moments.map(look));
    const present = [await store.findSeries('aa'), await valuesOf(store, key, 0, 9)];
    assert.equal(await store.historyFrom(), null);
    const removed = await store.compact(NOW + 20, entryOf(NOW + 40, { kind: 'compact' }));
    assert.ok(removed > 0);
    assert.equal(await store.historyFrom(), NOW + 20);
    assert.deepEqual(await Promise.all(moments.map(look)), before);
    assert.deepEqual([await store.findSeries('aa'), await valuesOf(store, key, 0, 9)], present);
    for (const id of [first, second]) {
      await assert.rejects(undo(store, id, NOW + 50), /the record was compacted/);
    }
    const [compacted] = await store.listEntries({ limit: 1 });
    assert.equal(compacted!.kind, 'compact');
    await assert.rejects(undo(store, compacted!.id, NOW + 50), /cannot be taken back/);
    // Giving up less than was given up before brings nothing back.
    assert.equal(await store.compact(NOW + 5, entryOf(NOW + 45, { kind: 'compact' })), 0);
    assert.equal(await store.historyFrom(), NOW + 20);
    assert.equal((await undo(store, third, NOW + 50)).points, 1);
    assert.deepEqual(await valuesOf(store, key, 1, 3), [10, 2]);
  });

  storeTest('any history as of any moment is what a slow model has', async (store) => {
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

/** Gives a store's record up, so each history has a store of its own. */
export function compactContract(
  declare: (title: string, body: () => Promise<void>) => void,
  open: () => Promise<Store>,
  runs: Runs,
): void {
  declare('any history given up to any moment is the same from there on', async () => {
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

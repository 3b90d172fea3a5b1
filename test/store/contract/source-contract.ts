// Runs of several sources: they stand beside each other, and an order decides between those of one time.

import assert from 'node:assert/strict';
import { HINDCAST_SOURCE, hindcastSourceOf } from '#core/values/source-order';
import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';
import { addSeries, NOW, runOf } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const band = (level: number) => ({
  level,
  lower: Float64Array.of(0, 0),
  upper: Float64Array.of(9, 9),
});

const put = (store: Store, key: number, run: ReturnType<typeof runOf>, now = NOW) =>
  store.write((writer) => writer.writeRun(key, run, now));

const order = (store: Store, key: number, sources: readonly string[], now: number) =>
  store.write((writer) => writer.setSourceOrder(key, sources, now));

const newestOf = async (reader: SeriesReader, key: number) =>
  (await reader.findNewestRun(key))?.source;

/** The forms of runs over the first indices, as texts, in order. */
async function formsOf(reader: SeriesReader, key: number, source?: string): Promise<string[]> {
  const query = { from: 0, to: 10 ** 15, intervals: { start: 0, end: 100 }, source };
  const forms = await reader.readRunForms(key, query);
  const told = forms.map(async (form) => {
    const bands = (await form.bands()).map(({ level }) => level);
    const lived = `${form.recordedAt! - NOW}…${form.replacedAt === null ? '' : form.replacedAt - NOW}`;
    return `${form.analyzedAt} ${form.source} ${lived} [${await form.values()}] [${bands}]`;
  });
  return (await Promise.all(told)).sort();
}

export function sourceContract(storeTest: StoreTest): void {
  storeTest(
    'two sources have a run of one time each, and neither replaces the other',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const [ours, theirs] = [runOf(100, 5, [1, 2], 'gridtide'), runOf(100, 6, [3], 'vendor')];
      assert.equal(await put(store, key, ours), 'added');
      assert.equal(await put(store, key, theirs), 'added');
      assert.deepEqual(await store.readRuns(key, 100, 100), [theirs, ours]);
      assert.deepEqual(await store.readRuns(key, 100, 100, 'gridtide'), [ours]);
      assert.deepEqual(await store.findRunsOver(key, { start: 0, end: 9 }, 1), [theirs, ours]);
      assert.deepEqual(await store.findRunsOver(key, { start: 5, end: 6 }, 1, 200, 'vendor'), []);
      assert.deepEqual((await store.listRuns(key, 'vendor')).length, 1);
    },
  );

  storeTest(
    'between runs of one time names decide, and Gridtide’s own comes last',
    async (store) => {
      const key = await addSeries(store, 'aa');
      for (const source of ['gridtide', 'zulu', 'alpha'])
        await put(store, key, runOf(9, 5, [1], source));
      const listed = async () => (await store.listRuns(key)).map(({ source }) => source);
      assert.deepEqual(await listed(), ['alpha', 'zulu', 'gridtide']);
      assert.equal(await newestOf(store, key), 'alpha');
      await order(store, key, ['gridtide', 'zulu'], NOW + 1);
      assert.deepEqual(await listed(), ['gridtide', 'zulu', 'alpha']);
      assert.equal(await newestOf(store, key), 'gridtide');
      assert.deepEqual(await store.readSourceOrder(key), ['gridtide', 'zulu']);
    },
  );

  storeTest(
    'the newest run’s last value is the preferred source’s, whatever the order of writing',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const last = async () => (await store.findSeries('aa'))!.newestRunLastIndex;
      await put(store, key, runOf(9, 5, [1, 2, 3], 'alpha'));
      await put(store, key, runOf(9, 5, [1, 2, 3, 4, 5], 'zulu'));
      assert.equal(await last(), 7);
      await order(store, key, ['zulu'], NOW + 1);
      assert.equal(await last(), 9);
      await put(store, key, runOf(9, 5, [1], 'alpha'), NOW + 2);
      assert.equal(await last(), 9);
    },
  );

  for (const hindcasts of [HINDCAST_SOURCE, hindcastSourceOf('mine')])
    storeTest(
      `hindcasts of ${hindcasts} are found only by it, and are no newest run of the series`,
      async (store) => {
        const key = await addSeries(store, 'aa');
        const [real, later] = [runOf(100, 5, [1], 'gridtide'), runOf(300, 5, [1, 2], hindcasts)];
        const span = { start: 0, end: 9 };
        const facts = async (reader: SeriesReader) => {
          const { runLastIndex, newestRunAt, newestRunLastIndex } = (await reader.findSeries(
            'aa',
          ))!;
          return [runLastIndex, newestRunAt, newestRunLastIndex];
        };
        await put(store, key, later);
        assert.deepEqual(await facts(store), [6, null, null]);
        assert.equal(await store.findNewestRun(key), undefined);
        await put(store, key, real, NOW + 1);
        await put(store, key, runOf(100, 5, [9, 9, 9], hindcasts), NOW + 2);
        assert.deepEqual(await facts(store), [7, 100, 5]);
        for (const reader of [store, store.asOf(NOW + 2)]) {
          assert.deepEqual(await reader.findNewestRun(key), real);
          assert.deepEqual(await reader.findRunsOver(key, span, 9), [real]);
          assert.deepEqual(await reader.findNewestRun(key, 999, hindcasts), later);
          assert.equal((await reader.findRunsOver(key, span, 9, 999, hindcasts)).length, 2);
          const listed = (await reader.listRuns(key)).map(({ source }) => source);
          assert.deepEqual(listed, [hindcasts, 'gridtide', hindcasts]);
        }
        await store.write((writer) => writer.removeRuns(key, 'gridtide', 200));
        assert.deepEqual(await facts(store), [7, null, null]);
      },
    );

  storeTest(
    'another order is a change of the series, and the same order is none',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const before = (await store.findSeries('aa'))!;
      await order(store, key, ['b', 'a'], NOW);
      const after = (await store.findSeries('aa'))!;
      assert.equal(after.version, before.version + 1);
      await order(store, key, ['b', 'a'], NOW + 1);
      assert.deepEqual(await store.findSeries('aa'), after);
      await order(store, key, [], NOW + 2);
      assert.deepEqual(await store.readSourceOrder(key), []);
    },
  );

  storeTest('as of an earlier instant the order of then decides', async (store) => {
    const key = await addSeries(store, 'aa');
    for (const source of ['alpha', 'zulu']) await put(store, key, runOf(9, 5, [1], source));
    await order(store, key, ['zulu'], NOW + 10);
    assert.equal(await newestOf(store, key), 'zulu');
    assert.equal(await newestOf(store.asOf(NOW + 10), key), 'zulu');
    assert.equal(await newestOf(store.asOf(NOW + 9), key), 'alpha');
    assert.deepEqual(await store.asOf(NOW + 9).readSourceOrder(key), []);
  });

  storeTest(
    'every form of a run is read with its values, its bands and how long it stood',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const write = (run: ReturnType<typeof runOf>, now: number, level?: number) =>
        store.write((writer) => {
          return writer.writeRun(
            key,
            run,
            now,
            undefined,
            level === undefined ? [] : [band(level)],
          );
        });
      await write(runOf(100, 5, [1, 2], 'a'), NOW, 80);
      await write(runOf(100, 5, [3, 4], 'a'), NOW + 10, 90);
      await write(runOf(200, 5, [5, 6], 'b'), NOW + 20);
      await write(runOf(200, 900, [7, 8], 'a'), NOW + 20);
      const past = '100 a 0…10 [1,2] [80]';
      const [present, other] = ['100 a 10… [3,4] [90]', '200 b 20… [5,6] []'];
      assert.deepEqual(await formsOf(store, key), [past, present, other]);
      assert.deepEqual(await formsOf(store, key, 'b'), [other]);
      // As of an instant, what was replaced later still stood.
      assert.deepEqual(await formsOf(store.asOf(NOW + 9), key), ['100 a 0… [1,2] [80]']);
      assert.deepEqual(await formsOf(store.asOf(NOW + 15), key), [past, present]);
      assert.deepEqual(await store.findIssueTimes(key), { start: 100, end: 201 });
      assert.equal(await store.findIssueTimes(key + 1), undefined);
    },
  );

  storeTest('taking an entry back restores the run of its source only', async (store) => {
    const key = await addSeries(store, 'aa');
    await put(store, key, runOf(100, 5, [1], 'a'));
    await put(store, key, runOf(100, 5, [2], 'b'));
    const entry = { kind: 'runs' as const, actor: 'test', name: 'x', now: NOW + 10 };
    const id = await store.write(async (writer) => {
      await writer.writeRun(key, runOf(100, 5, [3], 'a'), NOW + 10);
      return writer.entryId!;
    }, entry);
    const undo = { ...entry, kind: 'undo' as const, now: NOW + 20, undoes: id };
    await store.write((writer) => writer.undoEntry(id, NOW + 20), undo);
    const values = (await store.readRuns(key, 100, 100)).map((run) => [run.source, ...run.values]);
    assert.deepEqual(values, [
      ['a', 1],
      ['b', 2],
    ]);
  });
}

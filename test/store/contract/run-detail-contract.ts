// What a model says about its runs, its memory, and the removal of old runs.

import assert from 'node:assert/strict';
import type { RunBand, RunDetail } from '#store/run-store';
import type { Store } from '#store/store';
import { addSeries, NOW, runOf } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const GAP = Number.NaN;

const DETAIL: RunDetail = {
  tier: 'full',
  historyDays: 800,
  members: [
    { name: 'LEAR 56', weight: 0.75, isDropped: false },
    { name: 'GP 364', weight: 0, isDropped: true },
  ],
  drivers: ['dehrload', 'dehrwind'],
  notes: ['GP 364 was worse than naive for 56 days'],
};

const bandOf = (level: number, lower: readonly number[], upper: readonly number[]): RunBand => ({
  level,
  lower: Float64Array.from(lower),
  upper: Float64Array.from(upper),
});

const RUN = runOf(100, 5, [1, 2, 3]);
const BANDS = [bandOf(80, [0, GAP, 2.5], [2, GAP, 1 / 3]), bandOf(90, [-1, 0, 1], [3, 4, 5])];

const put = (
  store: Store,
  key: number,
  run = RUN,
  detail?: RunDetail,
  bands?: readonly RunBand[],
  now = NOW,
) => store.write((writer) => writer.writeRun(key, run, now, detail, bands));

const detailOf = async (store: Store, key: number, at = 100, source = RUN.source) => [
  await store.findRunDetail(key, at, source),
  await store.readBands(key, at, source),
];

const factsOf = async (store: Store) => {
  const series = (await store.findSeries('aa'))!;
  const { runFirstIndex, runLastIndex, newestRunAt, newestRunLastIndex } = series;
  return [runFirstIndex, runLastIndex, newestRunAt, newestRunLastIndex];
};

export function runDetailContract(storeTest: StoreTest): void {
  detailTests(storeTest);
  removalTests(storeTest);

  storeTest('a model finds its memory of a series as it left it', async (store) => {
    const key = await addSeries(store, 'aa');
    const other = await addSeries(store, 'ab');
    const before = await store.findSeries('aa');
    const keep = (source: string, text: string) =>
      store.write((writer) => writer.writeModelMemory(key, source, text, NOW));
    assert.equal(await store.readModelMemory(key, 'short-term'), undefined);
    await keep('short-term', '{"errors":[1.5]}');
    await keep('other', '');
    await keep('short-term', '{"errors":[1.5,2]} ü\n');
    assert.equal(await store.readModelMemory(key, 'short-term'), '{"errors":[1.5,2]} ü\n');
    assert.equal(await store.readModelMemory(key, 'other'), '');
    assert.equal(await store.readModelMemory(other, 'short-term'), undefined);
    assert.deepEqual(await store.findSeries('aa'), before);
    const unknown = store.write((writer) => writer.writeModelMemory(key + 99, 'x', '', NOW));
    await assert.rejects(unknown, /no series with key/);
  });
}

function detailTests(storeTest: StoreTest): void {
  storeTest('detail and bands come back as written, narrow bands first', async (store) => {
    const key = await addSeries(store, 'aa');
    assert.equal(await put(store, key, RUN, DETAIL, BANDS.toReversed()), 'added');
    assert.deepEqual(await detailOf(store, key), [DETAIL, BANDS]);
    assert.deepEqual(await store.readRuns(key, 0, 999), [RUN]);
    assert.deepEqual(await detailOf(store, key, 99), [undefined, []]);
    assert.deepEqual(await detailOf(store, key + 1), [undefined, []]);
  });

  storeTest('a distribution comes back with its median, whose bounds are equal', async (store) => {
    const key = await addSeries(store, 'aa');
    const bands = [
      bandOf(0, [1, GAP, 3], [1, GAP, 3]),
      ...BANDS,
      bandOf(98, [-9, 0, 1], [9, 9, 9]),
    ];
    assert.equal(await put(store, key, RUN, DETAIL, bands.toReversed()), 'added');
    assert.deepEqual(await detailOf(store, key), [DETAIL, bands]);
    assert.equal(await put(store, key, RUN, DETAIL, bands, NOW + 1), 'same');
    const query = { from: 0, to: 999, intervals: { start: 0, end: 99 } };
    const [form] = await store.readRunForms(key, query);
    assert.deepEqual(await form!.bands(), bands);
    // A replaced run keeps its distribution.
    await put(store, key, runOf(100, 5, [7, 8, 9]), undefined, [], NOW + 10);
    assert.deepEqual(await store.asOf(NOW + 5).readBands(key, 100, RUN.source), bands);
  });

  storeTest('a run without detail has none, and bands need none', async (store) => {
    const key = await addSeries(store, 'aa');
    await put(store, key);
    assert.deepEqual(await detailOf(store, key), [undefined, []]);
    assert.equal(await put(store, key, RUN, undefined, BANDS), 'changed');
    assert.deepEqual(await detailOf(store, key), [undefined, BANDS]);
  });

  storeTest('the same run with the same detail and bands changes nothing', async (store) => {
    const key = await addSeries(store, 'aa');
    await put(store, key, RUN, DETAIL, BANDS);
    const before = await store.findSeries('aa');
    const { notes, ...rest } = DETAIL;
    const again = await put(store, key, RUN, { notes, ...rest }, BANDS.toReversed(), NOW + 1);
    assert.equal(again, 'same');
    assert.deepEqual(await store.findSeries('aa'), before);
  });

  storeTest('any difference in detail or bands is a change of the series', async (store) => {
    const key = await addSeries(store, 'aa');
    await put(store, key, RUN, DETAIL, BANDS);
    const changes: [RunDetail | undefined, RunBand[]][] = [
      [{ ...DETAIL, tier: 'naive' }, BANDS],
      [{ ...DETAIL, tier: 'naive' }, BANDS.slice(0, 1)],
      [{ ...DETAIL, tier: 'naive' }, [bandOf(81, [0, GAP, 2.5], [2, GAP, 1 / 3])]],
      [{ ...DETAIL, tier: 'naive' }, [bandOf(81, [0, GAP, 2.5], [2, GAP, 1])]],
      [{ ...DETAIL, tier: 'naive' }, [bandOf(81, [0, 0, 2.5], [2, GAP, 1])]],
      [undefined, []],
    ];
    for (const [i, [detail, bands]] of changes.entries()) {
      const { version } = (await store.findSeries('aa'))!;
      // The values stay the same, and so does their time.
      const run = { ...RUN, updatedAt: 999_999 };
      assert.equal(await put(store, key, run, detail, bands, NOW + i), 'changed');
      assert.deepEqual(await detailOf(store, key), [detail, bands]);
      assert.deepEqual(await store.readRuns(key, 0, 999), [RUN]);
      const series = (await store.findSeries('aa'))!;
      assert.deepEqual([series.version, series.updatedAt], [version + 1, NOW + i]);
    }
  });

  storeTest('a run with other values loses the detail of the one before', async (store) => {
    const key = await addSeries(store, 'aa');
    await put(store, key, RUN, DETAIL, BANDS);
    await put(store, key, runOf(200, 5, [1, 2, 3]), DETAIL, BANDS);
    assert.equal(await put(store, key, runOf(100, 5, [1, 2, 4, 5])), 'changed');
    assert.deepEqual(await detailOf(store, key), [undefined, []]);
    assert.deepEqual(await detailOf(store, key, 200), [DETAIL, BANDS]);
  });

  storeTest('detail or bands that make no sense are refused with their run', async (store) => {
    const key = await addSeries(store, 'aa');
    const three = [1, 2, 3];
    const bad: [RunDetail | undefined, RunBand[], RegExp][] = [
      [undefined, [bandOf(80, [1, 2], three)], /2 and 3 values for a run of 3/],
      [undefined, [bandOf(80, three, [1])], /3 and 1 values for a run of 3/],
      [undefined, [bandOf(80, three, three), bandOf(80, three, three)], /two bands of 80 %/],
      [undefined, [bandOf(0, three, [1, 2, 4])], /a median with two different bounds/],
      [undefined, [bandOf(0.8, three, three)], /a band of 0.8 %/],
      [undefined, [bandOf(100, three, three)], /a band of 100 %/],
      [undefined, [bandOf(80, three, [1, Number.POSITIVE_INFINITY, 1])], /Infinity/],
      [{ ...DETAIL, historyDays: GAP }, [], /detail is NaN/],
      [{ ...DETAIL, members: [{ name: 'x', weight: GAP, isDropped: false }] }, [], /detail is NaN/],
    ];
    await store.write(async (writer) => {
      for (const [detail, bands, message] of bad) {
        await assert.rejects(writer.writeRun(key, RUN, NOW, detail, bands), message);
      }
    });
    assert.deepEqual(await store.listRuns(key), []);
  });
}

function removalTests(storeTest: StoreTest): void {
  const remove = (store: Store, key: number, source: string, before: number) =>
    store.write((writer) => writer.removeRuns(key, source, before));

  storeTest('old runs of a source are removed with their details and bands', async (store) => {
    const key = await addSeries(store, 'aa');
    const other = await addSeries(store, 'ab');
    for (const at of [100, 200, 300]) {
      await put(store, key, runOf(at, at, [1, 2, 3], 'ours'), DETAIL, BANDS);
    }
    await put(store, key, runOf(150, 900, [1, 2, 3], 'theirs'), DETAIL, BANDS);
    await put(store, other, runOf(100, 100, [1, 2, 3], 'ours'), DETAIL, BANDS);
    assert.equal(await remove(store, key, 'ours', 300), 2);
    const left = (await store.listRuns(key)).map(({ analyzedAt }) => analyzedAt);
    assert.deepEqual(left, [300, 150]);
    for (const at of [100, 200])
      assert.deepEqual(await detailOf(store, key, at, 'ours'), [undefined, []]);
    assert.deepEqual(await detailOf(store, key, 150, 'theirs'), [DETAIL, BANDS]);
    assert.deepEqual(await detailOf(store, key, 300, 'ours'), [DETAIL, BANDS]);
    assert.deepEqual(await detailOf(store, other, 100, 'ours'), [DETAIL, BANDS]);
    // A new run of an old time does not get the detail of the removed one.
    await put(store, key, runOf(100, 100, [1, 2, 3], 'ours'));
    assert.deepEqual(await detailOf(store, key, 100, 'ours'), [undefined, []]);
  });

  storeTest('a removal updates the series’ facts about its runs', async (store) => {
    const key = await addSeries(store, 'aa');
    await put(store, key, runOf(100, 10, [1, 2, 3], 'theirs'));
    await put(store, key, runOf(200, 5, [1, 2], 'ours'));
    await put(store, key, runOf(300, 40, [1, 2, 3, 4], 'ours'));
    assert.deepEqual(await factsOf(store), [5, 43, 300, 43]);
    await remove(store, key, 'ours', 300);
    assert.deepEqual(await factsOf(store), [10, 43, 300, 43]);
    await remove(store, key, 'ours', 301);
    assert.deepEqual(await factsOf(store), [10, 12, 100, 12]);
    await remove(store, key, 'theirs', 999);
    assert.deepEqual(await factsOf(store), [null, null, null, null]);
  });

  storeTest('a removal makes the version grow only if a run was removed', async (store) => {
    const key = await addSeries(store, 'aa');
    await put(store, key, runOf(100, 10, [1], 'ours'));
    const before = (await store.findSeries('aa'))!;
    const catalog = await store.readCatalogState();
    assert.equal(await remove(store, key, 'ours', 100), 0);
    assert.equal(await remove(store, key, 'theirs', 999), 0);
    assert.deepEqual(await store.findSeries('aa'), before);
    assert.deepEqual(await store.readCatalogState(), catalog);
    assert.equal(await remove(store, key, 'ours', 101), 1);
    const after = (await store.findSeries('aa'))!;
    assert.deepEqual([after.version, after.updatedAt], [before.version + 1, NOW]);
    const { version, updatedAt } = await store.readCatalogState();
    assert.deepEqual([version, updatedAt], [catalog.version + 1, NOW]);
    await assert.rejects(remove(store, key + 1, 'ours', 101), /no series with key/);
  });
}

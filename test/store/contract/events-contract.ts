// The log of changes: each write tells what it really changed, in the order of the commits.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { ChangeEvent } from '#store/change-event';
import type { Store } from '#store/store';
import { entryOf, undoEntry, writeEntry } from './sample-entries.ts';
import { addSeries, definitionOf, NOW, runOf, write } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const HOUR_MS = 3_600_000;
const GAP = Number.NaN;

const eventsAfter = (store: Store, after: number): Promise<ChangeEvent[]> =>
  store.listEvents(after, 1_000);

/** The events of a write as short texts: `values.changed aa 3-5 3`. */
async function told(store: Store, work: () => Promise<unknown>): Promise<string[]> {
  const { newest } = await store.eventRange();
  await work();
  return (await eventsAfter(store, newest)).map((event) => {
    const { type, code, firstIndex, lastIndex, points, analyzedAt, source } = event;
    const span = firstIndex === null ? [] : [`${firstIndex}-${lastIndex}`, points];
    const run = analyzedAt === null ? [] : [`at ${analyzedAt / HOUR_MS}`];
    return [type, code, ...span, ...run, ...(source === null ? [] : [source])].join(' ');
  });
}

export function eventsContract(storeTest: StoreTest): void {
  storeTest('a new store has an empty log', async (store) => {
    assert.deepEqual(await store.eventRange(), { oldest: 0, newest: 0 });
    assert.deepEqual(await eventsAfter(store, 0), []);
  });

  storeTest(
    'an event says what changed, of which series, when, and by which entry',
    async (store) => {
      const facts = { area: 'DE', category: 'hrprice' };
      const key = await addSeries(store, 'dehrprice', facts);
      const { newest } = await store.eventRange();
      const entryId = await writeEntry(store, key, { 5: 1.5, 7: 2 }, NOW);
      const [event, ...others] = await eventsAfter(store, newest);
      assert.deepEqual(others, []);
      assert.deepEqual(event, {
        ...{ id: newest + 1, type: 'values.changed', key, code: 'dehrprice', resolution: 'hour' },
        ...{ ...facts, firstIndex: 5, lastIndex: 7, points: 2, analyzedAt: null, source: null },
        ...{ recordedAt: NOW, entryId },
      });
      assert.deepEqual(await store.eventRange(), { oldest: 1, newest: newest + 1 });
    },
  );

  storeTest('the span of values covers what is different, and nothing beside it', async (store) => {
    const key = await addSeries(store, 'aa');
    const rows: readonly (readonly [Record<number, number>, string[]])[] = [
      [{ 0: 1, 1: 2, 2: 3, 3: 4 }, ['values.changed aa 0-3 4']],
      [{ 0: 1, 1: 2, 2: 3, 3: 4 }, []],
      [{ 0: 1, 1: 9, 2: 3, 3: 4 }, ['values.changed aa 1-1 1']],
      [{ 0: 1, 1: GAP, 2: 8, 3: 4 }, ['values.changed aa 1-2 2']],
      [{ 1: GAP, 9: GAP }, []],
      [{ 2: -0 }, ['values.changed aa 2-2 1']],
      [{ 2: 0 }, []],
      // Two chunks, of which only the second has something new.
      [{ 3: 4, 800: 1, 5000: 2 }, ['values.changed aa 800-5000 2']],
    ];
    for (const [points, expected] of rows) {
      const events = await told(store, () => write(store, key, points));
      assert.deepEqual(events, expected, JSON.stringify(points));
    }
  });

  storeTest('all that one write changes of a series’ values is one event', async (store) => {
    const key = await addSeries(store, 'aa');
    const other = await addSeries(store, 'ab');
    const events = await told(store, () =>
      store.write(async (writer) => {
        await write(writer, key, { 10: 1 });
        await write(writer, other, { 3: 1 });
        await write(writer, key, { 4: 1, 5: 1 });
      }),
    );
    assert.deepEqual(events, ['values.changed aa 4-10 3', 'values.changed ab 3-3 1']);
  });

  storeTest('series tell that they were made, and that their texts changed', async (store) => {
    const define = (change = {}) =>
      store.write((writer) => writer.defineSeries(definitionOf('aa', change), NOW));
    assert.deepEqual(await told(store, define), ['series.added aa']);
    assert.deepEqual(await told(store, define), []);
    assert.deepEqual(await told(store, () => define({ area: 'FR' })), ['series.changed aa']);
    assert.equal((await eventsAfter(store, 0)).at(-1)!.area, 'FR');
    const { key } = (await store.findSeries('aa'))!;
    const order = () => store.write((writer) => writer.setSourceOrder(key, ['b', 'a'], NOW + 1));
    assert.deepEqual(await told(store, order), ['series.changed aa']);
    assert.deepEqual(await told(store, order), []);
  });

  storeTest('each run is an event of its own, with its time and source', async (store) => {
    const key = await addSeries(store, 'aa');
    const put = (hour: number, values: number[], source = 'model') =>
      store.write((writer) => writer.writeRun(key, runOf(hour * HOUR_MS, 20, values, source), NOW));
    const rows: readonly (readonly [() => Promise<unknown>, string[]])[] = [
      [() => put(6, [1, 2, 3]), ['run.added aa 20-22 3 at 6 model']],
      [() => put(6, [1, 2, 3]), []],
      [() => put(6, [1, 2]), ['run.replaced aa 20-21 2 at 6 model']],
      [() => put(6, [7], 'other'), ['run.added aa 20-20 1 at 6 other']],
      [
        () => store.write((writer) => writer.removeRuns(key, 'model', 7 * HOUR_MS)),
        ['run.removed aa model'],
      ],
      [() => store.write((writer) => writer.removeRuns(key, 'model', 7 * HOUR_MS)), []],
    ];
    for (const [work, expected] of rows) assert.deepEqual(await told(store, work), expected);
  });

  storeTest('an undo tells what it put back and what it took away', async (store) => {
    const key = await addSeries(store, 'aa');
    await writeEntry(store, key, { 1: 1 }, NOW);
    const id = await store.write(
      async (writer) => {
        await write(writer, key, { 1: 5, 2: 6 }, NOW + 1);
        await writer.writeRun(key, runOf(HOUR_MS, 20, [1]), NOW + 1);
        return writer.entryId!;
      },
      entryOf(NOW + 1),
    );
    assert.deepEqual(await told(store, () => undoEntry(store, id, NOW + 2)), [
      'values.changed aa 1-2 2',
      'run.removed aa 20-20 1 at 1 model',
    ]);
    assert.notEqual((await eventsAfter(store, 0)).at(-1)!.entryId, id);
  });

  storeTest(
    'an undo that puts an earlier run back tells that the run was replaced',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const put = (values: number[], now: number) =>
        store.write(async (writer) => {
          await writer.writeRun(key, runOf(HOUR_MS, 20, values), now);
          return writer.entryId!;
        }, entryOf(now));
      await put([1, 2], NOW);
      const id = await put([3], NOW + 1);
      const events = await told(store, () => undoEntry(store, id, NOW + 2));
      assert.deepEqual(events, ['run.replaced aa 20-21 2 at 1 model']);
    },
  );

  storeTest(
    'values that are held and released are told, if they were not held before',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const hold = (...indices: number[]) =>
        store.write((writer) =>
          writer.holdValues(
            key,
            indices.map((index) => ({ index, value: 9, reason: 'odd' })),
            NOW,
          ),
        );
      assert.deepEqual(await told(store, () => hold(7, 3)), ['held.added aa 3-7 2']);
      assert.deepEqual(await told(store, () => hold(7, 8)), ['held.added aa 8-8 1']);
      const release = () => store.write((writer) => writer.releaseHeld(key, [3, 4]));
      assert.deepEqual(await told(store, release), ['held.released aa 3-3 1']);
      assert.deepEqual(await told(store, release), []);
    },
  );

  storeTest(
    'a write that fails leaves no event, and its number is given to the next',
    async (store) => {
      const key = await addSeries(store, 'aa');
      const failing = store.write(async (writer) => {
        await write(writer, key, { 1: 1 });
        throw new Error('no');
      });
      await assert.rejects(failing, /^Error: no$/);
      await write(store, key, { 1: 1 });
      assert.deepEqual(
        (await eventsAfter(store, 0)).map(({ id, type }) => [id, type]),
        [
          [1, 'series.added'],
          [2, 'values.changed'],
        ],
      );
    },
  );

  storeTest(
    'writers side by side get numbers without a hole, and readers see them in order',
    async (store) => {
      const keys = await Promise.all(['aa', 'ab', 'ac'].map((code) => addSeries(store, code)));
      const { newest } = await store.eventRange();
      const seen: number[] = [];
      let isOver = false;
      const reading = (async () => {
        while (!isOver || seen.at(-1) !== newest + 30) {
          for (const { id } of await store.listEvents(seen.at(-1) ?? newest, 7)) seen.push(id);
          await setImmediate();
        }
      })();
      const writes = Array.from({ length: 30 }, (_, i) =>
        write(store, keys[i % 3]!, { [i]: i + 1 }),
      );
      await Promise.all(writes);
      isOver = true;
      await reading;
      assert.deepEqual(
        seen,
        Array.from({ length: 30 }, (_, i) => newest + 1 + i),
      );
    },
  );

  storeTest(
    'forgetting the beginning of the log keeps the newest event and its number',
    async (store) => {
      const key = await addSeries(store, 'aa');
      for (const i of [1, 2, 3]) await write(store, key, { [i]: i }, NOW + i);
      const compact = entryOf(NOW, { kind: 'compact' });
      assert.equal(await store.forgetEvents(NOW + 2, compact), 2);
      assert.deepEqual(await store.eventRange(), { oldest: 3, newest: 4 });
      assert.equal(await store.forgetEvents(NOW + 9, compact), 1);
      assert.deepEqual(await store.eventRange(), { oldest: 4, newest: 4 });
      assert.equal(await store.forgetEvents(NOW + 9, compact), 0);
      await write(store, key, { 9: 9 }, NOW + 10);
      assert.deepEqual(await store.eventRange(), { oldest: 4, newest: 5 });
    },
  );
}

// Writing and reading observed values, and the extent that follows them.

import assert from 'node:assert/strict';
import { RESOLUTIONS } from '#core/time/resolution';
import type { Store } from '#store/store';
import { addSeries, NOW, pointsOf, write } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const GAP = Number.NaN;

async function extentOf(store: Store, code = 'aa'): Promise<(number | null)[]> {
  const { firstIndex, lastIndex } = (await store.findSeries(code))!;
  return [firstIndex, lastIndex];
}

const read = async (store: Store, key: number, start: number, end: number): Promise<number[]> =>
  Array.from(await store.readValues(key, { start, end }));

export function pointsContract(storeTest: StoreTest): void {
  storeTest('values come back as written, with gaps between', async (store) => {
    const key = await addSeries(store, 'aa');
    const values = { [-3]: 0.1, [-1]: -250.07, 0: 1 / 3, 2: 1e300, 3: 5e-324 };
    assert.deepEqual(await write(store, key, values), { added: 5, changed: 0, same: 0 });
    assert.deepEqual(await read(store, key, -4, 5), [
      ...[GAP, 0.1, GAP, -250.07, 1 / 3, GAP, 1e300, 5e-324, GAP],
    ]);
    assert.deepEqual(await read(store, key, 0, 1), [1 / 3]);
    assert.deepEqual(await extentOf(store), [-3, 3]);
  });

  storeTest('values can be read into an array with other values', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 10, 3: 30 });
    const into = new Float64Array(6).fill(99);
    const values = await store.readValues(key, { start: 0, end: 5 }, into);
    assert.equal(values.buffer, into.buffer);
    assert.deepEqual(Array.from(values), [GAP, 10, GAP, 30, GAP]);
    assert.equal(into[5], 99);
  });

  storeTest('a span of many chunks is the same whole and in parts', async (store) => {
    const key = await addSeries(store, 'aa');
    const count = 130_000;
    const indices = Int32Array.from({ length: count }, (_, i) => i);
    const values = Float64Array.from({ length: count }, (_, i) => (i % 97 === 0 ? GAP : i / 100));
    await store.write((writer) => writer.writePoints(key, indices, values, NOW));
    assert.deepEqual(await store.readValues(key, { start: 0, end: count }), values);
    const middle = await store.readValues(key, { start: 700, end: 70_001 });
    assert.deepEqual(middle, values.subarray(700, 70_001));
  });

  storeTest(
    'a long span has every value at its index, with months missing or not',
    async (store) => {
      // Twenty chunks; the first half without a missing one, the second with some.
      const key = await addSeries(store, 'aa');
      const values = Float64Array.from({ length: 15_360 }, (_, i) =>
        i > 8_000 && i % 3_000 < 1_600 ? Number.NaN : (i % 6_007) / 100,
      );
      const indices = Int32Array.from(values, (_, i) => 400_000 + i);
      await store.write((writer) => writer.writePoints(key, indices, values, NOW));
      for (const [from, to] of [
        [0, 15_360],
        [1, 15_359],
        [0, 7_700],
        [9_100, 15_360],
        [-900, 16_000],
        [769, 6_913],
      ] as const) {
        const span = { start: 400_000 + from, end: 400_000 + to };
        const expected = Float64Array.from(
          { length: to - from },
          (_, i) => values[from + i] ?? GAP,
        );
        assert.deepEqual(await store.readValues(key, span), expected, `${from} to ${to}`);
      }
    },
  );

  storeTest('an empty span has no values, and an unknown key only gaps', async (store) => {
    const key = await addSeries(store, 'aa');
    assert.deepEqual(await read(store, key, 5, 5), []);
    assert.deepEqual(await read(store, key, 5, 3), []);
    assert.deepEqual(await read(store, key + 99, 0, 2), [GAP, GAP]);
  });

  storeTest('negative zero is stored as zero and equals it', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: -0, 2: 1 / 3 });
    assert.ok(Object.is((await read(store, key, 1, 2))[0], 0));
    assert.deepEqual(await write(store, key, { 1: -0 }), { added: 0, changed: 0, same: 1 });
  });

  storeTest('a write counts what is new, what differs and what is the same', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 10, 2: 20, 3: 30, 5: 50 });
    const points = { 0: 0, 1: 10, 2: 21, 3: GAP, 4: GAP, 5: 50, 6: 60 };
    assert.deepEqual(await write(store, key, points), { added: 2, changed: 2, same: 3 });
    assert.deepEqual(await read(store, key, 0, 7), [0, 10, 21, GAP, GAP, 50, 60]);
  });

  storeTest(
    'a long write counts gaps as a short one does, and leaves its values alone',
    async (store) => {
      const key = await addSeries(store, 'aa');
      // Every seventh point is a gap, and some chunks have no value at all.
      const valueAt = (i: number): number =>
        i % 7 === 0 || (i > 800 && i < 3_000) ? GAP : i === 1 ? -0 : i / 100;
      const indices = Int32Array.from({ length: 5_000 }, (_, i) => i - 300);
      const values = Float64Array.from(indices, (_, i) => valueAt(i));
      const given = values.slice();
      const gaps = values.filter(Number.isNaN).length;
      const put = () => store.write((writer) => writer.writePoints(key, indices, values, NOW));
      assert.deepEqual(await put(), { added: 5_000 - gaps, changed: 0, same: gaps });
      assert.deepEqual(values, given);
      const stored = given.map((value) => value + 0);
      assert.deepEqual(await store.readValues(key, { start: -300, end: 4_700 }), stored);
      assert.deepEqual(await extentOf(store), [-299, 4_699]);
      assert.deepEqual(await put(), { added: 0, changed: 0, same: 5_000 });
      values.fill(GAP);
      assert.deepEqual(await put(), { added: 0, changed: 5_000 - gaps, same: gaps });
      assert.deepEqual(await extentOf(store), [null, null]);
    },
  );

  storeTest(
    'only a write that changes a value moves the update time and the version',
    async (store) => {
      const key = await addSeries(store, 'aa');
      await write(store, key, { 1: 1 }, NOW);
      const before = (await store.findSeries('aa'))!;
      assert.equal(before.updatedAt, NOW);
      await write(store, key, { 1: 1, 2: GAP }, NOW + 1);
      await write(store, key, {}, NOW + 2);
      assert.deepEqual(await store.findSeries('aa'), before);
      await write(store, key, { 1: 2 }, NOW + 3);
      const after = (await store.findSeries('aa'))!;
      assert.equal(after.updatedAt, NOW + 3);
      assert.ok(after.version > before.version);
    },
  );

  storeTest('other points stay as they are, in the same month and elsewhere', async (store) => {
    const key = await addSeries(store, 'aa');
    const other = await addSeries(store, 'ab');
    await write(store, key, { 100: 1, 101: 2, 5000: 3, 90000: 4 });
    await write(store, other, { 100: 9 });
    await write(store, key, { 101: 7 });
    assert.deepEqual(await read(store, key, 100, 103), [1, 7, GAP]);
    assert.deepEqual(await read(store, key, 5_000, 5_001), [3]);
    assert.deepEqual(await read(store, key, 90_000, 90_001), [4]);
    assert.deepEqual(await read(store, other, 100, 102), [9, GAP]);
  });

  storeTest('gaps at the ends pull the extent inwards, however far', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 10: 1, 11: 2, 40000: 3, 80000: 4, 80001: 5 });
    await write(store, key, { 10: GAP });
    assert.deepEqual(await extentOf(store), [11, 80_001]);
    await write(store, key, { 11: GAP, 80001: GAP });
    assert.deepEqual(await extentOf(store), [40_000, 80_000]);
    await write(store, key, { 80000: GAP });
    assert.deepEqual(await extentOf(store), [40_000, 40_000]);
  });

  storeTest('one write can move an end inwards and set a value further out', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 5000: 1, 6000: 2 });
    await write(store, key, { 4000: 3, 5000: GAP, 6000: GAP, 7000: 4 });
    assert.deepEqual(await extentOf(store), [4_000, 7_000]);
    await write(store, key, { 4000: GAP, 4500: 5, 6500: 6, 7000: GAP });
    assert.deepEqual(await extentOf(store), [4_500, 6_500]);
  });

  storeTest(
    'a series whose values all became gaps has no extent, and can start again',
    async (store) => {
      const key = await addSeries(store, 'aa');
      await write(store, key, { 1: 1, 5000: 2 });
      await write(store, key, { 1: GAP, 5000: GAP });
      assert.deepEqual(await extentOf(store), [null, null]);
      assert.deepEqual(await read(store, key, 0, 3), [GAP, GAP, GAP]);
      await write(store, key, { 2: GAP });
      assert.deepEqual(await extentOf(store), [null, null]);
      await write(store, key, { 3000: 5 });
      assert.deepEqual(await extentOf(store), [3_000, 3_000]);
    },
  );

  for (const { name } of RESOLUTIONS) {
    storeTest(`a series of ${name} values keeps points across many chunks`, async (store) => {
      const key = await addSeries(store, 'aa', { resolution: name });
      const start = -3_100;
      const indices = Int32Array.from({ length: 9_000 }, (_, i) => start + i);
      const values = Float64Array.from(indices, (index) => (index % 97 === 0 ? GAP : index / 100));
      await store.write((writer) => writer.writePoints(key, indices, values, NOW));
      assert.deepEqual(await store.readValues(key, { start, end: start + 9_000 }), values);
      for (const [from, end] of [
        [-3_100, -3_000],
        [-1, 1],
        [511, 513],
        [1_535, 4_700],
      ] as const) {
        const expected = values.subarray(from - start, end - start);
        assert.deepEqual(await store.readValues(key, { start: from, end }), expected.slice());
      }
    });
  }

  storeTest('a write that makes no sense is refused and changes nothing', async (store) => {
    const key = await addSeries(store, 'aa');
    const bad: [Int32Array, Float64Array][] = [
      [Int32Array.of(1, 5_000), Float64Array.of(1, Number.POSITIVE_INFINITY)],
      [Int32Array.of(1, 5_000), Float64Array.of(1, Number.NEGATIVE_INFINITY)],
      [Int32Array.of(1, 5_000, 5_000), Float64Array.of(1, 2, 3)],
      [Int32Array.of(5_000, 1), Float64Array.of(1, 2)],
      [Int32Array.of(1, 2), Float64Array.of(1)],
    ];
    await store.write(async (writer) => {
      for (const [indices, values] of bad) {
        await assert.rejects(writer.writePoints(key, indices, values, NOW));
      }
    });
    await assert.rejects(write(store, key + 1, { 1: 1 }), /no series with key/);
    assert.deepEqual(await extentOf(store), [null, null]);
    assert.deepEqual(await read(store, key, 0, 3), [GAP, GAP, GAP]);
    assert.equal((await store.findSeries('aa'))!.updatedAt, null);
  });

  storeTest('writes that are not awaited one by one are all kept', async (store) => {
    const key = await addSeries(store, 'aa');
    await store.write(async (writer) => {
      const writes = Array.from({ length: 20 }, (_, i) =>
        writer.writePoints(key, ...pointsOf({ [i]: i, [1_000 + i]: i }), NOW),
      );
      await Promise.all(writes);
    });
    assert.deepEqual(
      await read(store, key, 0, 20),
      Array.from({ length: 20 }, (_, i) => i),
    );
    assert.deepEqual(await extentOf(store), [0, 1_019]);
  });
}

// Writing by rule: what is held, what is not, and what happens to it later.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { writeByRule } from '#importers/points/write-by-rule';
import { NOW } from '../open-market.ts';
import { GAP, openSeries } from './ruled-series.ts';

suite('writing to a series', () => {
  test('a write without a rule stores everything', async (t) => {
    const series = await openSeries(t);
    assert.deepEqual(await series.write({ 1: 1e9, 2: GAP, 3: -1e9 }), {
      ...{ added: 2, changed: 0, same: 1, held: 0 },
    });
    assert.deepEqual(await series.held(), []);
  });

  test('a write with a rule stores what is allowed and holds the rest with its reason', async (t) => {
    const series = await openSeries(t);
    await series.setRule({ highest: 100 });
    const counts = await series.write({ 1: 50, 2: 3000, 3: 60 });
    assert.deepEqual(counts, { added: 2, changed: 0, same: 0, held: 1 });
    assert.deepEqual(await series.read(1, 4), [50, GAP, 60]);
    const [held] = await series.store.listHeld({ limit: 9 });
    assert.equal(held!.reason, '3000 is above 100, the highest allowed.');
    const [entry] = await series.store.listEntries({ limit: 1 });
    assert.deepEqual(entry!.points, counts);
    assert.equal(held!.entryId, entry!.id);
  });

  test('a stored value stays if its replacement is held', async (t) => {
    const series = await openSeries(t);
    await series.write({ 1: 50 });
    await series.setRule({ highest: 100 });
    const before = await series.store.findSeries('dehrprice');
    assert.equal((await series.write({ 1: 3000 }, NOW + 1)).held, 1);
    assert.deepEqual(await series.read(1, 2), [50]);
    assert.deepEqual(await series.store.findSeries('dehrprice'), before);
  });

  test('a value that is stored already is never held, however odd', async (t) => {
    const series = await openSeries(t);
    await series.write({ 1: 3000, 2: 50 });
    await series.setRule({ highest: 100, largestStep: 1 });
    assert.deepEqual(await series.write({ 1: 3000, 2: 50 }), {
      ...{ added: 0, changed: 0, same: 2, held: 0 },
    });
  });

  test('a file that is written again holds the same values once, since the first time', async (t) => {
    const series = await openSeries(t);
    await series.setRule({ highest: 100 });
    await series.write({ 1: 50, 2: 3000 });
    const held = await series.store.listHeld({ limit: 9 });
    const again = await series.write({ 1: 50, 2: 3000 }, NOW + 60_000);
    assert.deepEqual(again, { added: 0, changed: 0, same: 1, held: 1 });
    assert.deepEqual(await series.store.listHeld({ limit: 9 }), held);
  });

  test('another odd value replaces the held one', async (t) => {
    const series = await openSeries(t);
    await series.setRule({ highest: 100 });
    await series.write({ 2: 3000 });
    await series.write({ 2: 4000 });
    assert.deepEqual(await series.held(), [[2, 4000]]);
  });

  for (const [what, value] of [
    ['an allowed value', 70],
    ['a gap', GAP],
    ['the value that is stored', 60],
  ] as const) {
    test(`${what} that comes later releases the held one`, async (t) => {
      const series = await openSeries(t);
      await series.write({ 2: 60 });
      await series.setRule({ highest: 100 });
      await series.write({ 2: 3000, 3: 4000 });
      await series.write({ 2: value });
      assert.deepEqual(await series.held(), [[3, 4000]]);
      assert.deepEqual(await series.read(2, 3), [value]);
    });
  }

  test('a held value that is written again after the rule was loosened or removed is stored', async (t) => {
    const series = await openSeries(t);
    await series.setRule({ highest: 100 });
    await series.write({ 1: 300, 2: 3000 });
    await series.setRule({ highest: 500 });
    assert.deepEqual(await series.write({ 1: 300, 2: 3000 }), {
      ...{ added: 1, changed: 0, same: 0, held: 1 },
    });
    await series.setRule(undefined);
    assert.equal((await series.write({ 1: 300, 2: 3000 })).added, 1);
    assert.deepEqual(await series.held(), []);
  });

  test('steps are judged against what is stored on both sides', async (t) => {
    const series = await openSeries(t);
    await series.write({ 1: 50, 4: 60 });
    await series.setRule({ largestStep: 10 });
    assert.deepEqual(await series.write({ 2: 61, 3: 90, 5: 200 }), {
      ...{ added: 0, changed: 0, same: 0, held: 3 },
    });
    assert.equal((await series.write({ 2: 58, 3: 62, 5: 70 })).added, 3);
    assert.deepEqual(await series.held(), []);
  });

  test('the callback is told every index that is held', async (t) => {
    const { store, key, setRule } = await openSeries(t);
    await setRule({ highest: 100 });
    const indices = Int32Array.of(3, 5, 9);
    const values = Float64Array.of(500, 5, 900);
    const told: number[] = [];
    await store.write((writer) =>
      writeByRule(writer, { key, indices, values }, NOW, (index) => told.push(index)),
    );
    assert.deepEqual(told, [3, 9]);
  });
});

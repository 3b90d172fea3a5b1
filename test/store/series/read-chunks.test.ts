// Reading many chunks at once.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '#store/open/open-store';
import { addSeries, NOW } from '../contract/sample-series.ts';

describe('ten years of hours', () => {
  test('reading ten years of hours leaves no chunks to the garbage collector', async () => {
    const store = await openStore('sqlite::memory:');
    const key = await addSeries(store, 'aa');
    const indices = Int32Array.from({ length: 87_672 }, (_, i) => i);
    const values = Float64Array.from(indices, (i) => (i % 1_000) / 100);
    await store.write((writer) => writer.writePoints(key, indices, values, NOW));
    const into = new Float64Array(values.length);
    const span = { start: 0, end: values.length };
    assert.deepEqual(await store.readValues(key, span, into), values);
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 40; i++) await store.readValues(key, span, into);
    // The chunks of one reading are 150 kB.
    const left = process.memoryUsage().arrayBuffers - before;
    assert.ok(left < 500_000, `${left} bytes are left`);
    assert.deepEqual(into, values);
    await store.close();
  });

  test('months without a value among ten years of hours are read as gaps, and all others at their place', async () => {
    const store = await openStore('sqlite::memory:');
    const key = await addSeries(store, 'aa');
    const hours = Int32Array.from({ length: 87_672 }, (_, i) => i - 40_000);
    const isStored = (hour: number) => Math.floor(hour / 2_000) % 3 !== 0;
    const indices = hours.filter(isStored);
    const points = Float64Array.from(indices, (hour) => hour / 100);
    await store.write((writer) => writer.writePoints(key, indices, points, NOW));
    const read = await store.readValues(key, { start: -40_000, end: 47_672 });
    const expected = Float64Array.from(hours, (hour) => (isStored(hour) ? hour / 100 : Number.NaN));
    assert.deepEqual(read, expected);
    const none = await store.readValues(key, { start: 100_000, end: 110_000 });
    assert.ok(none.every(Number.isNaN));
    await store.close();
  });
});

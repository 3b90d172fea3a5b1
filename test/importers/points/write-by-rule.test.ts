// Writing by rule: what is held, what is not, and what happens to it later.

import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { NEIGHBOUR_REACH } from '#core/values/value-rules';
import { type RuleCounts, writeByRule } from '#importers/points/write-by-rule';
import type { SeriesKey, ValueRule } from '#store/series-store';
import type { Store } from '#store/store';
import { NOW, openMarket } from '../open-market.ts';

const GAP = Number.NaN;
const ANY: ValueRule = { lowest: null, highest: null, largestStep: null };

type Points = Readonly<Record<number, number>>;

interface RuledSeries {
  readonly store: Store;
  readonly key: SeriesKey;
  write(points: Points, now?: number): Promise<RuleCounts>;
  setRule(rule: Partial<ValueRule> | undefined): Promise<void>;
  read(from: number, end: number): Promise<number[]>;
  /** The index and the value of each held point. */
  held(): Promise<[number, number][]>;
}

async function openSeries(t: TestContext): Promise<RuledSeries> {
  const store = await openMarket(t);
  const { key } = (await store.findSeries('dehrprice'))!;
  return {
    store,
    key,
    write(points, now = NOW) {
      const indices = Int32Array.from(Object.keys(points).map(Number)).sort();
      const values = Float64Array.from(indices, (index) => points[index]!);
      const entry = { kind: 'import', actor: 'anna', name: 'prices.csv', now } as const;
      return store.write((writer) => writeByRule(writer, { key, indices, values }, now), entry);
    },
    setRule: (rule) => store.write((writer) => writer.setRule(key, rule && { ...ANY, ...rule })),
    read: async (start, end) => [...(await store.readValues(key, { start, end }))],
    async held() {
      const held = await store.listHeld({ key, limit: 999 });
      return held.map(({ index, value }) => [index, value]);
    },
  };
}

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

suite('a long write', () => {
  /** Hours that rise by one, more of them than are judged together. */
  const COUNT = 300_000;
  const CUT = 1 << 18;
  const indices = Int32Array.from({ length: COUNT }, (_, i) => i);

  test('a long write is judged as a whole across its cuts', async (t) => {
    const { store, key, setRule, held } = await openSeries(t);
    await setRule({ largestStep: 10 });
    const values = Float64Array.from(indices, (i) => i % 8);
    for (const odd of [7, CUT - 1, CUT, COUNT - 5]) values[odd] = 500;
    // What the second part overwrites is no neighbour.
    await store.write((writer) =>
      writer.writePoints(key, Int32Array.of(CUT + 1), Float64Array.of(900), NOW),
    );
    const counts = await store.write((writer) =>
      writeByRule(writer, { key, indices, values }, NOW),
    );
    assert.deepEqual(counts, { added: COUNT - 5, changed: 1, same: 0, held: 4 });
    assert.deepEqual(
      (await held()).map(([index]) => index),
      [7, CUT - 1, CUT, COUNT - 5],
    );
    const again = await store.write((writer) => writeByRule(writer, { key, indices, values }, NOW));
    assert.deepEqual(again, { added: 0, changed: 0, same: COUNT - 4, held: 4 });
  });

  test('a write of points very far apart is cut between them', async (t) => {
    const series = await openSeries(t);
    await series.setRule({ largestStep: 1, highest: 100_000 });
    const far = { 0: 0, 1000000: 50_000, 200000000: 0, 200000001: 0.5, 500000000: 200_000 };
    assert.deepEqual(await series.write(far), { added: 4, changed: 0, same: 0, held: 1 });
    assert.ok(NEIGHBOUR_REACH < 1_000_000);
  });
});

suite('whatever is written under whatever rule', () => {
  const aPoint = fc.option(fc.integer({ min: -40, max: 40 }), { nil: GAP });
  const aWrite = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 60 }), aPoint), {
      selector: ([index]) => index,
      minLength: 1,
      maxLength: 25,
    })
    .map((points) => Object.fromEntries(points));
  const aRule = fc.option(
    fc.record({
      lowest: fc.option(fc.integer({ min: -30, max: 0 })),
      highest: fc.option(fc.integer({ min: 0, max: 30 })),
      largestStep: fc.option(fc.integer({ min: 1, max: 30 })),
    }),
    { nil: undefined },
  );
  const aHistory = fc.array(fc.record({ rule: aRule, points: aWrite }), {
    minLength: 1,
    maxLength: 6,
  });

  test('the newest value of every hour is stored or held, and never both', async (t) => {
    const { store } = await openSeries(t);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(aHistory, async (history) => {
        const definition = {
          ...{ code: `run${run++}`, description: '', unit: '', area: null, category: null },
          resolution: 'hour' as const,
        };
        const { key } = await store.write((writer) => writer.defineSeries(definition));
        const newest = new Map<number, number>();
        for (const { rule, points } of history) {
          const indices = Int32Array.from(Object.keys(points).map(Number)).sort();
          const values = Float64Array.from(indices, (index) => points[index]!);
          const counts = await store.write(async (writer) => {
            await writer.setRule(key, rule);
            return writeByRule(writer, { key, indices, values }, NOW);
          });
          const { added, changed, same, held } = counts;
          assert.equal(added + changed + same + held, indices.length);
          for (const [at, index] of indices.entries()) newest.set(index, values[at]!);
        }
        const stored = await store.readValues(key, { start: 0, end: 61 });
        const held = await store.listHeld({ key, limit: 99 });
        const aside = new Map(held.map(({ index, value }) => [index, value]));
        for (const [index, value] of newest) {
          assert.ok(Object.is(aside.get(index) ?? stored[index], value + 0));
          assert.notEqual(aside.get(index), stored[index]);
        }
        for (const index of aside.keys()) assert.ok(newest.has(index));
      }),
      { numRuns: 60 },
    );
  });
});

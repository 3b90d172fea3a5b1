// What was known when: values as of an instant, compared with a slow model that keeps every version.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';
import { addSeries, NOW, write } from './sample-series.ts';
import type { Runs, StoreTest } from './store-contract.ts';

const GAP = Number.NaN;

const asOf = async (store: SeriesReader, key: number, start: number, end: number, at: number) =>
  Array.from(await store.readValuesAsOf(key, { start, end }, at));

/** A daily series has 512 points per chunk, so this range has eight chunks. */
const RANGE = { start: -1_100, end: 2_600 };

interface Step {
  /** How far the clock moves since the step before; it may also be set back. */
  readonly byMs: number;
  readonly isAborted: boolean;
  readonly points: readonly (readonly [index: number, value: number])[];
}

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 3, arbitrary: fc.constant(GAP) },
  { weight: 1, arbitrary: fc.double({ noDefaultInfinity: true, noNaN: true }).map((n) => n + 0) },
);
const index = fc.oneof(
  fc.integer({ min: -8, max: 8 }),
  fc.constantFrom(-1_024, -513, -512, -1, 0, 511, 512, 1_024, 2_047),
  fc.integer({ min: RANGE.start, max: RANGE.end - 1 }),
);
const points = fc.oneof(
  fc.uniqueArray(fc.tuple(index, value), { maxLength: 12, selector: ([at]) => at }),
  fc
    .tuple(index, value, fc.integer({ min: 1, max: 1_600 }))
    .map(([start, one, n]) =>
      Array.from({ length: Math.min(n, RANGE.end - start) }, (_, i) => [start + i, one] as const),
    ),
);
const step: fc.Arbitrary<Step> = fc.record({
  byMs: fc.constantFrom(0, 0, 1, 1, 1_000, -1),
  isAborted: fc.constantFrom(false, false, false, false, true),
  points,
});

/** Every version of a series, oldest first. */
type Versions = { readonly at: number; readonly values: ReadonlyMap<number, number> }[];

function add(versions: Versions, list: Step['points'], now: number): void {
  const latest = versions.at(-1)!;
  const values = new Map(latest.values);
  let isChanged = false;
  for (const [at, next] of list) {
    isChanged ||= !Object.is(values.get(at) ?? GAP, next);
    if (Number.isNaN(next)) values.delete(at);
    else values.set(at, next);
  }
  if (isChanged) versions.push({ at: Math.max(now, latest.at), values });
}

/** The first version is the series without values, which counts as always known. */
async function compareChangeTimes(
  reader: SeriesReader,
  key: number,
  versions: Versions,
  moment: number,
): Promise<void> {
  const changes = new Set(versions.slice(1).map(({ at }) => at));
  const expected = [...changes].filter((at) => at <= moment).reverse();
  assert.deepEqual(await reader.listChangeTimes(key, 1_000, moment), expected);
  assert.deepEqual(await reader.listChangeTimes(key, 2, moment), expected.slice(0, 2));
}

/** Taking the changes back one by one, the newest first, leads through every version. */
async function compareChanges(
  reader: SeriesReader,
  key: number,
  versions: Versions,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const changes = await reader.readChanges(key, { start, end });
  const values = await reader.readValues(key, { start, end });
  let next = 0;
  for (const moment of versions.map(({ at }) => at).reverse()) {
    for (; next < changes.length && changes[next]!.recordedAt > moment; next++) {
      const before = values.slice();
      const isTouched = new Uint8Array(values.length);
      changes[next]!.undo(values, start, isTouched);
      for (const [i, value] of values.entries())
        if (!Object.is(value, before[i])) assert.equal(isTouched[i], 1);
    }
    const { values: expected } = versions.findLast(({ at }) => at <= moment)!;
    for (const [i, value] of values.entries())
      assert.ok(Object.is(value, expected.get(start + i) ?? GAP), `${start + i} at ${moment}`);
  }
}

async function compare(
  reader: SeriesReader,
  key: number,
  versions: Versions,
  part: { start: number; end: number },
): Promise<void> {
  const moments = new Set(versions.flatMap(({ at }) => [at - 1, at, at + 1]));
  for (const moment of moments) {
    const { values } = versions.findLast(({ at }) => at <= moment) ?? versions[0]!;
    const expected = Float64Array.from({ length: RANGE.end - RANGE.start }, (_, i) => {
      return values.get(RANGE.start + i) ?? GAP;
    });
    assert.deepEqual(await reader.readValuesAsOf(key, RANGE, moment), expected);
    const inPart = expected.slice(part.start - RANGE.start, part.end - RANGE.start);
    assert.deepEqual(await reader.readValuesAsOf(key, part, moment), inPart);
    const last = values.size === 0 ? null : Math.max(...values.keys());
    await compareChangeTimes(reader, key, versions, moment);
    assert.equal(await reader.lastKnownIndex(key, moment), last);
  }
  await compareChanges(reader, key, versions, RANGE);
  await compareChanges(reader, key, versions, part);
}

const part = fc
  .tuple(index, index)
  .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));

const putAll = (store: Store, key: number, list: Step['points'], now: number, end: () => void) =>
  store.write(async (writer) => {
    await write(writer, key, Object.fromEntries(list), now);
    end();
  });

export function knownContract(storeTest: StoreTest, runs: Runs): void {
  storeTest('values as of a moment are those that were stored then', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 10, 2: 20, 3: 30 }, NOW);
    await write(store, key, { 2: 25, 3: GAP, 4: 40 }, NOW + 100);
    await write(store, key, { 2: 20 }, NOW + 200);
    assert.deepEqual(await asOf(store, key, 0, 6, NOW - 1), [GAP, GAP, GAP, GAP, GAP, GAP]);
    assert.deepEqual(await asOf(store, key, 0, 6, NOW), [GAP, 10, 20, 30, GAP, GAP]);
    assert.deepEqual(await asOf(store, key, 0, 6, NOW + 99), [GAP, 10, 20, 30, GAP, GAP]);
    assert.deepEqual(await asOf(store, key, 0, 6, NOW + 100), [GAP, 10, 25, GAP, 40, GAP]);
    assert.deepEqual(await asOf(store, key, 0, 6, NOW + 200), [GAP, 10, 20, GAP, 40, GAP]);
    assert.deepEqual(await asOf(store, key, 2, 4, NOW + 5), [20, 30]);
  });

  storeTest('several writes at one moment are one change', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1, 2: 2 }, NOW);
    await write(store, key, { 1: 5 }, NOW + 10);
    await write(store, key, { 1: 6, 2: 7, 3: 8, 5000: 9 }, NOW + 10);
    await write(store, key, { 5000: 10 }, NOW + 10);
    assert.deepEqual(await asOf(store, key, 1, 4, NOW + 9), [1, 2, GAP]);
    assert.deepEqual(await asOf(store, key, 5_000, 5_001, NOW + 9), [GAP]);
    assert.deepEqual(await asOf(store, key, 1, 4, NOW + 10), [6, 7, 8]);
    assert.deepEqual(await asOf(store, key, 5_000, 5_001, NOW + 10), [10]);
  });

  storeTest('a clock that was set back does not make a write known earlier', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1 }, NOW);
    await write(store, key, { 1: 2, 2: 2 }, NOW - 500);
    assert.deepEqual(await asOf(store, key, 1, 3, NOW - 1), [GAP, GAP]);
    assert.deepEqual(await asOf(store, key, 1, 3, NOW), [2, 2]);
  });

  storeTest('a write that changes nothing, or is rolled back, leaves no trace', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1, 2: 2 }, NOW);
    await write(store, key, { 1: 1, 3: GAP }, NOW + 10);
    const stop = new Error('given up');
    const givenUp = putAll(store, key, [[1, 9]], NOW + 20, () => {
      throw stop;
    });
    await assert.rejects(givenUp, (error) => error === stop);
    for (const at of [NOW, NOW + 10, NOW + 30]) {
      assert.deepEqual(await asOf(store, key, 1, 4, at), [1, 2, GAP]);
    }
    // Neither moves the series' clock.
    await write(store, key, { 3: 3 }, NOW + 5);
    assert.deepEqual(await asOf(store, key, 1, 4, NOW + 5), [1, 2, 3]);
  });

  storeTest('the history of one series is not that of another', async (store) => {
    const key = await addSeries(store, 'aa');
    const other = await addSeries(store, 'ab');
    await write(store, key, { 1: 1 }, NOW);
    await write(store, other, { 1: 2 }, NOW + 10);
    assert.deepEqual(await asOf(store, key, 1, 2, NOW), [1]);
    assert.deepEqual(await asOf(store, other, 1, 2, NOW), [GAP]);
  });

  storeTest('an empty span has no values, and an unknown key only gaps', async (store) => {
    const key = await addSeries(store, 'aa');
    assert.deepEqual(await asOf(store, key, 5, 5, NOW), []);
    assert.deepEqual(await asOf(store, key, 5, 3, NOW), []);
    assert.deepEqual(await asOf(store, key + 99, 0, 2, NOW), [GAP, GAP]);
    assert.equal(await store.lastKnownIndex(key, NOW), null);
    assert.equal(await store.lastKnownIndex(key + 99, NOW), null);
  });

  storeTest('the last known value is found, however far back it is', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { [-7]: 1, 20: 2 }, NOW);
    const later = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [30_000 + i * 700, i]));
    await write(store, key, later, NOW + 10);
    await write(store, key, { 20: GAP, 92300: GAP }, NOW + 20);
    await write(store, key, { [-7]: GAP, ...mapAll(later, GAP) }, NOW + 30);
    const last = (at: number) => store.lastKnownIndex(key, at);
    assert.equal(await last(NOW - 1), null);
    assert.equal(await last(NOW), 20);
    assert.equal(await last(NOW + 10), 92_300);
    assert.equal(await last(NOW + 20), 91_600);
    assert.equal(await last(NOW + 30), null);
  });

  storeTest('a writer sees its own writes as of their moment', async (store) => {
    const key = await addSeries(store, 'aa');
    await write(store, key, { 1: 1 }, NOW);
    await store.write(async (writer) => {
      await write(writer, key, { 1: 2, 900: 3 }, NOW + 10);
      assert.deepEqual(await asOf(writer, key, 1, 2, NOW), [1]);
      assert.deepEqual(await asOf(writer, key, 1, 2, NOW + 10), [2]);
      assert.equal(await writer.lastKnownIndex(key, NOW), 1);
      assert.equal(await writer.lastKnownIndex(key, NOW + 10), 900);
      assert.equal(await store.lastKnownIndex(key, NOW + 10), 1);
    });
  });

  storeTest('any history as of any moment has the values of a slow model', async (store) => {
    let seriesMade = 0;
    const history = fc.array(step, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(history, part, async (steps, span) => {
        const key = await addSeries(store, `known${seriesMade++}`, { resolution: 'day' });
        const versions: Versions = [{ at: Number.NEGATIVE_INFINITY, values: new Map() }];
        let now = NOW;
        for (const { byMs, isAborted, points: list } of steps) {
          now += byMs;
          const stop = new Error('given up');
          const written = putAll(store, key, list, now, () => {
            if (isAborted) throw stop;
          });
          if (isAborted) await assert.rejects(written, (error) => error === stop);
          else await written;
          if (!isAborted) add(versions, list, now);
        }
        versions[0] = { ...versions[0]!, at: NOW - 10 ** 6 };
        await compare(store, key, versions, span);
      }),
      { numRuns: runs(200) },
    );
  });
}

const mapAll = (points: Readonly<Record<number, number>>, to: number): Record<number, number> =>
  Object.fromEntries(Object.keys(points).map((at) => [at, to]));

// Writing by rule in several parts, and any writes under any rules.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { NEIGHBOUR_REACH } from '#core/values/value-rules';
import { writeByRule } from '#importers/points/write-by-rule';
import { rounds } from '../../../harness/rounds.ts';
import { NOW } from '../open-market.ts';
import { GAP, openSeries } from './ruled-series.ts';

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
      { numRuns: rounds(60, 4) },
    );
  });
});

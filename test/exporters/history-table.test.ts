// The table of what was known when, beside what the store says as of every instant.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { HOUR_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { historyTable } from '#exporters/history-table';
import { openNewStore } from '../../harness/new-store.ts';
import { runs } from '../core/properties.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-history-'));
const store = await openNewStore(join(folder, 'history.db'));
after(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const grid = gridOf(resolutionOf('hour'), findZone('Europe/Berlin')!);
const SPAN = { start: 470_000, end: 474_000 };

interface Row {
  readonly time: number;
  readonly value: number;
  readonly recorded: number;
  readonly replaced: number;
}

async function readRows(code: string): Promise<Row[]> {
  const series = (await store.findSeries(code))!;
  const table = historyTable(store, [{ series, grid, indices: SPAN }]);
  const rows: Row[] = [];
  for await (const { length, times, values } of table.batches) {
    for (let row = 0; row < length; row++) {
      const [value, recorded, replaced] = values.map((column) => column[row]!);
      rows.push({ time: times[row]!, value: value!, recorded: recorded!, replaced: replaced! });
    }
  }
  return rows;
}

let count = 0;

async function makeSeries(): Promise<{ code: string; key: number }> {
  const code = `series${++count}`;
  const key = await store.write(async (writer) => {
    const facts = { description: code, unit: 'MW', area: null, category: null };
    return (await writer.defineSeries({ code, resolution: 'hour', ...facts })).key;
  });
  return { code, key };
}

const put = (key: number, points: ReadonlyMap<number, number>, at: number) =>
  store.write(async (writer) => {
    const indices = Int32Array.from([...points.keys()].sort((a, b) => a - b));
    const values = Float64Array.from(indices, (index) => points.get(index)!);
    await writer.writePoints(key, indices, values, at);
  });

suite('the table of history', () => {
  test('each value has the time it was recorded and the time it was replaced', async () => {
    const { code, key } = await makeSeries();
    const [a, b, c] = [SPAN.start, SPAN.start + 1, SPAN.start + 2];
    await put(
      key,
      new Map([
        [a, 1],
        [b, 2],
        [c, 3],
      ]),
      1_000,
    );
    await put(
      key,
      new Map([
        [b, 20],
        [c, Number.NaN],
      ]),
      2_000,
    );
    await put(
      key,
      new Map([
        [b, 2],
        [c, 30],
      ]),
      3_000,
    );
    const at = (index: number) => index * HOUR_MS;
    const still = Number.NaN;
    assert.deepEqual(await readRows(code), [
      { time: at(a), value: 1, recorded: 1_000, replaced: still },
      { time: at(b), value: 2, recorded: 1_000, replaced: 2_000 },
      { time: at(b), value: 20, recorded: 2_000, replaced: 3_000 },
      { time: at(b), value: 2, recorded: 3_000, replaced: still },
      { time: at(c), value: 3, recorded: 1_000, replaced: 2_000 },
      { time: at(c), value: 30, recorded: 3_000, replaced: still },
    ]);
  });

  test('the rows that hold at an instant are what the store says as of it', async () => {
    const point = fc.tuple(
      fc.integer({ min: SPAN.start, max: SPAN.end - 1 }),
      fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(Number.NaN)),
    );
    const stretch = fc
      .tuple(
        fc.integer({ min: SPAN.start, max: SPAN.end - 900 }),
        fc.integer({ min: 1, max: 900 }),
        fc.nat(3),
      )
      .map(([start, length, value]) =>
        Array.from({ length }, (_, i) => [start + i, value] as [number, number]),
      );
    const writes = fc.array(fc.oneof(fc.array(point, { maxLength: 9 }), stretch), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(writes, async (all) => {
        const { code, key } = await makeSeries();
        for (const [i, points] of all.entries())
          if (points.length > 0) await put(key, new Map(points), 1_000 + 100 * Math.floor(i / 2));
        const rows = await readRows(code);
        for (const moment of [999, 1_000, 1_050, 1_100, 1_200, 9_000]) {
          const expected = await store.readValuesAsOf(key, SPAN, moment);
          const found = new Float64Array(expected.length).fill(Number.NaN);
          for (const { time, value, recorded, replaced } of rows) {
            // A comparison with NaN, which stands for no instant, is false.
            if (recorded > moment || replaced <= moment) continue;
            const place = time / HOUR_MS - SPAN.start;
            assert.ok(Number.isNaN(found[place]!), 'two values hold at one instant');
            found[place] = value;
          }
          assert.deepEqual(found, expected);
        }
      }),
      runs(25),
    );
  });
});

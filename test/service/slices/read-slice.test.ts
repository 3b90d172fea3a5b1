// Slices of runs by lead time, compared with a slow stitch of all runs, on both engines: around both clock
// changes, with several sources, corrections, and as of earlier instants.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { readDelivery, readSlice, type Slice } from '#service/slices/read-slice';
import { openStore } from '#store/open/open-store';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';
import { makeDatabase } from '../../../harness/postgres/test-database.ts';
import { Random } from '../../../harness/random.ts';
import { rounds } from '../../../harness/rounds.ts';
import { allRuns } from '../../core/properties.ts';
import { type Question, sliceSlowly, type Taken, type WrittenRun, ZONE } from './slice-model.ts';

const QUESTIONS = rounds(10_000, 16);

const zone = findZone(ZONE)!;
const ORDER = ['vendor'];
const SOURCES = ['gridtide', 'vendor', 'alpha'];
/** Six days around each clock change of 2024. */
const CHANGES = [Date.UTC(2024, 2, 31), Date.UTC(2024, 9, 27)];
const DAYS_AROUND = 3;

/** Runs of three sources four times a day, some late, a third corrected later, with gaps inside. */
function makeRuns(): WrittenRun[] {
  const random = new Random(21);
  const written: WrittenRun[] = [];
  for (const change of CHANGES) {
    for (let slot = -4 * DAYS_AROUND; slot < 4 * DAYS_AROUND; slot++) {
      for (const source of SOURCES) {
        if (random.below(4) === 0) continue;
        const analyzedAt = change + slot * 6 * HOUR_MS + random.below(2) * 30 * MINUTE_MS;
        const recordedAt = analyzedAt + random.below(8) * HOUR_MS;
        const forms = random.below(3) === 0 ? 2 : 1;
        for (let form = 0; form < forms; form++) {
          const firstIndex = Math.floor(analyzedAt / HOUR_MS) + random.below(30) - 2;
          const values = Array.from(
            { length: 1 + random.below(90) },
            () => random.below(1_000) / 10,
          );
          for (let i = 1; i + 1 < values.length; i++)
            if (random.below(9) === 0) values[i] = Number.NaN;
          const at = recordedAt + form * (1 + random.below(20)) * HOUR_MS;
          written.push({ analyzedAt, source, firstIndex, values, at });
        }
      }
    }
  }
  return written.sort((a, b) => a.at - b.at);
}

const WRITTEN = makeRuns();

async function fill(store: Store): Promise<SeriesRecord> {
  const texts = { description: '', unit: 'EUR/MWh', area: null, category: null };
  const { key } = await store.write((writer) =>
    writer.defineSeries({ code: 'dehrprice', ...texts, resolution: 'hour' }),
  );
  await store.write((writer) => writer.setSourceOrder(key, ORDER, 0));
  for (const { at, values, ...run } of WRITTEN) {
    const stored = { ...run, values: Float64Array.from(values), updatedAt: at };
    await store.write((writer) => writer.writeRun(key, stored, at));
  }
  return (await store.findSeries('dehrprice'))!;
}

const minute = fc.option(
  fc.oneof(fc.constantFrom(0, 60, 120, 150, 180, 720), fc.integer({ min: 0, max: 1_439 })),
  { nil: undefined, freq: 2 },
);
const hourNear = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -DAYS_AROUND * 24, max: 8 * 24 }))
  .map(([change, hours]) => change / HOUR_MS + hours);

const question: fc.Arbitrary<Question> = fc.record({
  start: hourNear,
  length: fc.integer({ min: 1, max: 60 }),
  lead: fc.oneof(
    fc.integer({ min: 0, max: 5 }).map((daysAhead) => ({ daysAhead })),
    fc.integer({ min: 0, max: 72 }).map((hoursAhead) => ({ hoursAhead })),
  ),
  zone: fc.constantFrom(ZONE, 'UTC', 'America/New_York'),
  issuedAt: fc.option(fc.constantFrom(0, 60, 360, 390, 420, 720, 780), { nil: undefined, freq: 4 }),
  issuedBefore: minute,
  issuedAfter: minute,
  source: fc.option(fc.constantFrom(...SOURCES, 'nobody'), { nil: undefined, freq: 2 }),
  knownBy: minute,
  asOf: fc.option(
    hourNear.map((hour) => hour * HOUR_MS),
    { nil: undefined, freq: 2 },
  ),
  pick: fc.constantFrom('latest', 'earliest'),
});

/** 02:30 does not exist on 2024-03-31 in Berlin: it means 01:00Z, to which the clock jumps, and not 00:30Z. */
const KNOWN_BY_A_SKIPPED_TIME: Question = {
  ...{ start: CHANGES[0]! / HOUR_MS, length: 48, lead: { hoursAhead: 0 }, zone: ZONE },
  ...{ issuedAt: undefined, issuedBefore: undefined, issuedAfter: undefined, source: undefined },
  ...{ knownBy: 150, asOf: undefined, pick: 'earliest' },
};

const takenOf = ({ values, runOf, runs }: Slice): (Taken | undefined)[] =>
  Array.from(values, (value, i) => {
    const run = runs[runOf[i]!];
    return run && { value, ...run, recordedAt: run.recordedAt! };
  });

const OPENERS: [name: string, open: () => Promise<{ url: string; remove(): Promise<unknown> }>][] =
  [
    [
      'SQLite',
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
        const remove = () => rm(folder, { recursive: true });
        return { url: `sqlite:${join(folder, 'slices.db')}`, remove };
      },
    ],
    [
      'PostgreSQL',
      async () => {
        const { url, drop } = await makeDatabase();
        return { url, remove: drop };
      },
    ],
  ];

// All stores are filled before the first test: what is awaited between tests may come after the last of them.
const stores = [];
for (const [engine, open] of OPENERS) {
  const { url, remove } = await open();
  const store = await openStore(url);
  after(async () => {
    await store.close();
    await remove();
  });
  stores.push({ engine, store, series: await fill(store) });
}

for (const { engine, store, series } of stores) {
  test(`${engine}: any slice is what a slow stitch of all runs gives`, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const { start, length, lead, pick, asOf } = asked;
        const reader = asOf === undefined ? store : store.asOf(asOf);
        const slice = await readSlice(
          {
            ...{ series, lead, pick, choice: undefined },
            intervals: { start, end: start + length },
            selectors: { ...asked, zone: findZone(asked.zone)! },
          },
          { store: reader, zone, blocks: DEFAULT_BLOCKS },
        );
        const expected = sliceSlowly(WRITTEN, asked, ORDER);
        assert.deepEqual(takenOf(slice), expected);
        found += expected.filter((taken) => taken !== undefined).length;
      }),
      { ...allRuns(QUESTIONS), examples: [[KNOWN_BY_A_SKIPPED_TIME]] },
    );
    assert.ok(found > QUESTIONS / 2, `only ${found} intervals had a run`);
  });

  test(`${engine}: one delivery is in every run that covers it, the oldest first`, async () => {
    const index = CHANGES[0]! / HOUR_MS + 30;
    const task = { series, index, selectors: { zone }, choice: undefined };
    const issued = { start: CHANGES[0]! - 9 * DAY_MS, end: CHANGES[0]! + 9 * DAY_MS };
    const context = { store, zone, blocks: DEFAULT_BLOCKS };
    const { runs, values } = await readDelivery({ ...task, issued }, context);
    const newestForms = new Map(WRITTEN.map((run) => [`${run.analyzedAt} ${run.source}`, run]));
    const expected = [...newestForms.values()]
      .filter((run) => index >= run.firstIndex && index < run.firstIndex + run.values.length)
      .sort((a, b) => a.analyzedAt - b.analyzedAt);
    assert.ok(expected.length > 5);
    assert.deepEqual(
      runs.map(({ analyzedAt }) => analyzedAt),
      expected.map(({ analyzedAt }) => analyzedAt),
    );
    const byName = (list: readonly unknown[][]) => list.map(String).sort();
    assert.deepEqual(
      byName(runs.map(({ analyzedAt, source }, i) => [analyzedAt, source, values[i]])),
      byName(
        expected.map((run) => [run.analyzedAt, run.source, run.values[index - run.firstIndex]]),
      ),
    );
  });
}

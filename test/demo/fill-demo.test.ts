import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { DEMO_SERIES } from '#demo/demo-catalog';
import { DEMO_VERSION, type DemoFilled, fillDemo } from '#demo/fill-demo';
import { readFreshness } from '#service/freshness/count-feeds';
import { FeedScan } from '#service/freshness/scan-feeds';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { at, berlin, seriesOf } from './market.ts';

const folder = await mkdtemp(join(tmpdir(), 'demo-'));
after(() => rm(folder, { recursive: true }));
let files = 0;
const newPath = (): string => join(folder, `${++files}.db`);

async function emptyStore(t: TestContext, path = newPath()): Promise<Store> {
  const store = await openStore(`sqlite:${path}`);
  t.after(() => store.close());
  return store;
}

const fill = (store: Store, now: string) => fillDemo(store, at(now), berlin);

const FILLED_AT = '2023-02-15T14:20:00Z';

interface FirstFill {
  readonly path: string;
  readonly filled: DemoFilled;
  /** What was done of what total, at each call of the progress. */
  readonly steps: readonly (readonly [done: number, total: number])[];
  /** How often other work ran in between. */
  readonly turns: number;
}

let firstFill: Promise<FirstFill> | undefined;

/** Fills one file for all tests that need the same, because it takes seconds. */
async function fillFirst(): Promise<FirstFill> {
  const path = newPath();
  const store = await openStore(`sqlite:${path}`);
  const steps: [number, number][] = [];
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const filled = await fillDemo(store, at(FILLED_AT), berlin, (...step) => steps.push(step));
  clearInterval(timer);
  await store.close();
  return { path, filled, steps, turns };
}

/** A store of its own that was filled at `FILLED_AT`. */
async function filledStore(t: TestContext): Promise<Store> {
  const path = newPath();
  await copyFile((await (firstFill ??= fillFirst())).path, path);
  return emptyStore(t, path);
}

/** All demo data of a store without its update times. */
async function contentsOf(store: Store, runsFrom: string) {
  const contents: Record<string, unknown> = {};
  for (const { definition } of DEMO_SERIES) {
    const { key, version, updatedAt, ...record } = (await store.findSeries(definition.code))!;
    const { firstIndex, lastIndex, newestRunAt, newestRunLastIndex } = record;
    const values =
      firstIndex === null
        ? []
        : await store.readValues(key, { start: firstIndex, end: lastIndex! + 1 });
    const stored = await store.readRuns(key, at(runsFrom), Number.MAX_SAFE_INTEGER);
    const runs: unknown[] = [];
    for (const { updatedAt, ...run } of stored)
      runs.push([run, await store.readBands(key, run.analyzedAt, run.source)]);
    contents[definition.code] = {
      firstIndex,
      lastIndex,
      newestRunAt,
      newestRunLastIndex,
      values,
      runs,
    };
  }
  return contents;
}

test('a store filled in steps over a clock change equals one filled at once', {
  skip: skipUnlessLong(),
}, async (t) => {
  const [inSteps, atOnce] = [await emptyStore(t), await emptyStore(t)];
  const last = '2023-04-03T14:20:00Z';
  await fill(inSteps, '2023-03-20T02:20:00Z');
  // Hour by hour over the auction, a run, and Italy's outage from 12:00Z to 17:00Z.
  for (let hour = 11; hour < 20; hour++) await fill(inSteps, `2023-03-25T${hour}:20:00Z`);
  await fill(inSteps, '2023-03-26T01:00:00Z');
  await fill(inSteps, '2023-03-27T06:00:00Z');
  await fill(inSteps, last);
  await fill(atOnce, last);
  const runsFrom = '2023-03-20T14:20:01Z';
  const contents = await contentsOf(atOnce, runsFrom);
  assert.deepEqual(await contentsOf(inSteps, runsFrom), contents);
  const { values } = contents.ithrcons as { values: Float64Array };
  assert.ok(values.some(Number.isNaN));
});

test('a store filled in steps over a year’s end equals one filled at once', {
  skip: skipUnlessLong(),
}, async (t) => {
  const [inSteps, atOnce] = [await emptyStore(t), await emptyStore(t)];
  const last = '2025-01-13T15:35:00Z';
  for (const now of [
    '2024-12-30T11:05:00Z',
    '2024-12-31T23:10:00Z',
    '2025-01-02T05:20:00Z',
    last,
  ]) {
    await fill(inSteps, now);
  }
  await fill(atOnce, last);
  const runsFrom = '2024-12-30T15:35:01Z';
  const contents = await contentsOf(atOnce, runsFrom);
  assert.deepEqual(await contentsOf(inSteps, runsFrom), contents);
  assert.equal((contents.deqhprice as { values: Float64Array }).values.length, 14 * 96);
  assert.equal((contents.deyrcons as { values: Float64Array }).values.length, 2);
});

test('filling again at the same time writes nothing, and nothing is late', async (t) => {
  const store = await filledStore(t);
  const { filled } = await firstFill!;
  assert.ok(filled.points > 200_000);
  assert.equal(filled.runs, 28 * 3 * 35);
  const before = await store.findSeries('dehrprice');
  assert.deepEqual(await fill(store, FILLED_AT), { points: 0, runs: 0 });
  assert.deepEqual(await store.findSeries('dehrprice'), before);
  const scan = await FeedScan.open(store, at(FILLED_AT), berlin);
  const { late, fresh } = (await readFreshness(scan, 0)).counts;
  assert.deepEqual([late, fresh], [0, 233]);
});

test('an hour later only the hour’s values are written', async (t) => {
  const store = await filledStore(t);
  const { points, runs } = await fill(store, '2023-02-15T15:20:00Z');
  const hourly = DEMO_SERIES.filter(
    ({ definition, knownUntil }) =>
      definition.resolution === 'hour' && knownUntil === seriesOf('dehrcons').knownUntil,
  );
  const rates = DEMO_SERIES.filter(({ definition }) => definition.category === 'fx');
  assert.ok(points >= hourly.length + rates.length - 4 && points <= hourly.length + rates.length);
  assert.equal(runs, 0);
  assert.equal((await store.findSeries('dehrcons'))!.updatedAt, at('2023-02-15T15:20:00Z'));
  // Its last change is the noon run.
  assert.equal((await store.findSeries('dehrprice'))!.updatedAt, at('2023-02-15T12:10:00Z'));
});

test('filling with a clock that was set back writes nothing', async (t) => {
  const store = await filledStore(t);
  assert.deepEqual(await fill(store, '2023-02-10T03:00:00Z'), { points: 0, runs: 0 });
});

test('every forecast series has the runs of the last 14 days, and no other series has any', async (t) => {
  const store = await filledStore(t);
  for (const { definition } of DEMO_SERIES) {
    const { key } = (await store.findSeries(definition.code))!;
    const isForecast = ['hrprice', 'hrcons', 'hrproduction'].includes(definition.category!);
    assert.equal((await store.listRuns(key)).length, isForecast ? 28 : 0, definition.code);
  }
});

test('a store with series of its own is refused and left alone', async (t) => {
  const store = await emptyStore(t);
  await store.write((writer) =>
    writer.defineSeries({
      code: 'mine',
      description: 'my own series',
      unit: 'MW',
      resolution: 'hour',
      area: null,
      category: null,
    }),
  );
  await assert.rejects(
    fill(store, '2023-02-15T14:20:00Z'),
    /not the demo’s: --demo needs a store of its own/,
  );
  assert.equal(await store.countSeries(), 1);
  assert.equal(await store.getSetting('demo'), undefined);
});

test('another series in a demo store stays as it is', async (t) => {
  const store = await filledStore(t);
  await store.write(async (writer) => {
    const definition = {
      ...seriesOf('dehrcons').definition,
      code: 'mine',
      area: null,
      category: null,
    };
    const { key } = await writer.defineSeries(definition);
    await writer.writePoints(key, Int32Array.of(464_600), Float64Array.of(1), at(FILLED_AT));
  });
  const before = await store.findSeries('mine');
  assert.ok((await fill(store, '2023-02-16T14:20:00Z')).points > 0);
  assert.deepEqual(await store.findSeries('mine'), before);
});

test('a store of another version of the demo is written again', async (t) => {
  const [store, fresh] = [await filledStore(t), await filledStore(t)];
  const { key, firstIndex } = (await store.findSeries('dehrprice'))!;
  await store.write((writer) =>
    writer.writePoints(key, Int32Array.of(firstIndex! + 5), Float64Array.of(9_999), at(FILLED_AT)),
  );
  await store.putSetting('demo', 'older');
  assert.deepEqual(await fill(store, FILLED_AT), { points: 1, runs: 0 });
  assert.equal(await store.getSetting('demo'), DEMO_VERSION);
  const runsFrom = '2023-01-01T00:00:00Z';
  assert.deepEqual(await contentsOf(store, runsFrom), await contentsOf(fresh, runsFrom));
});

test('a demo store from before the order of sources gets one, and one that an operator set stays', async (t) => {
  const store = await filledStore(t);
  const keyOf = async (code: string) => (await store.findSeries(code))!.key;
  const [german, french] = [await keyOf('dehrprice'), await keyOf('frhrprice')];
  const newest = async () => (await store.findNewestRun(german))!.source;
  // The migration leaves every series without an order.
  await store.write(async (writer) => {
    for (const { definition } of DEMO_SERIES)
      await writer.setSourceOrder(await keyOf(definition.code), [], at(FILLED_AT));
    await writer.setSourceOrder(french, ['demo-naive'], at(FILLED_AT));
    const run = (await writer.findNewestRun(german))!;
    assert.equal(run.source, 'demo-naive');
    await writer.writeRun(german, { ...run, source: 'gridtide' }, at(FILLED_AT));
  });
  assert.equal(await newest(), 'demo-naive');
  assert.deepEqual(await fill(store, FILLED_AT), { points: 0, runs: 0 });
  assert.equal(await newest(), 'gridtide');
  for (const { definition } of DEMO_SERIES) {
    const key = await keyOf(definition.code);
    const expected = key === french ? ['demo-naive'] : ['gridtide', 'demo-naive'];
    assert.deepEqual(await store.readSourceOrder(key), expected);
  }
  const { version } = (await store.findSeries('dehrprice'))!;
  await fill(store, FILLED_AT);
  assert.equal((await store.findSeries('dehrprice'))!.version, version);
});

test('progress rises to the total, and other work runs in between', async () => {
  const { steps, turns } = await (firstFill ??= fillFirst());
  assert.ok(steps.length > 3);
  for (let i = 1; i < steps.length; i++) assert.ok(steps[i]![0] > steps[i - 1]![0]);
  const [done, total] = steps.at(-1)!;
  assert.equal(done, total);
  assert.ok(turns > 10, `${turns} turns`);
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { DEMO_SERIES } from '#demo/demo-catalog';
import { fillDemo } from '#demo/fill-demo';
import { pastJobs } from '#demo/past-jobs';
import { runTimes } from '#demo/simple-runs';
import { AHEAD_AREAS, AHEAD_SERIES } from '#demo/world/day-ahead';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { at, berlin, generate, hoursBetween, meanOf } from '../market.ts';

const NOW = at('2023-03-20T14:20:00Z');

let filling: Promise<Store> | undefined;
const folder = await mkdtemp(join(tmpdir(), 'demo-'));
after(async () => {
  await (await filling)?.close();
  await rm(folder, { recursive: true });
});

/** One store that was filled at once at `NOW`. */
const filledStore = (): Promise<Store> =>
  (filling ??= openStore(`sqlite:${join(folder, 'demo.db')}`).then(async (store) => {
    await fillDemo(store, NOW, berlin);
    return store;
  }));

const keyOf = async (store: Store, code: string): Promise<number> =>
  (await store.findSeries(code))!.key;

test('as of every run time the store has only what was known', async () => {
  const store = await filledStore();
  const lastKnown = async (code: string, asOf: number): Promise<number> =>
    (await store.lastKnownIndex(await keyOf(store, code), asOf))! * HOUR_MS;
  const times = runTimes(NOW, null);
  assert.equal(times.length, 28);
  for (const time of times) assert.equal(await lastKnown('dehrcons', time), time - HOUR_MS);
  const morning = at('2023-03-15T06:00:00Z');
  const noon = at('2023-03-15T12:00:00Z');
  // Market time is UTC+1: tomorrow's prices are published at 13:00, its forecasts at 07:00.
  assert.equal(await lastKnown('dehrprice', morning), at('2023-03-15T22:00:00Z'));
  assert.equal(await lastKnown('dehrprice', noon), at('2023-03-16T22:00:00Z'));
  assert.equal(await lastKnown('dehrwindforecast', morning), at('2023-03-16T22:00:00Z'));
  assert.equal(await lastKnown('dehrcons', NOW), at('2023-03-20T13:00:00Z'));
  // What no model reads is recorded at a few noons.
  const yesterday = at('2023-03-19T14:00:00Z');
  assert.equal(await lastKnown('dehrwind', yesterday), at('2023-03-19T11:00:00Z'));
  assert.equal(await lastKnown('dehrwind', NOW), at('2023-03-20T13:00:00Z'));
});

test('a run is known from ten minutes after its issue time on', async () => {
  const store = await filledStore();
  for (const code of ['dehrprice', 'no1hrcons']) {
    const key = await keyOf(store, code);
    for (const analyzedAt of runTimes(NOW, null)) {
      const madeAt = analyzedAt + 10 * MINUTE_MS;
      assert.equal((await store.asOf(madeAt).findNewestRun(key))!.analyzedAt, analyzedAt);
      const before = await store.asOf(madeAt - 1).findNewestRun(key);
      assert.notEqual(before?.analyzedAt, analyzedAt);
    }
    const recorded = (await store.listRuns(key)).map(({ recordedAt }) => recordedAt);
    assert.deepEqual(
      recorded.toReversed(),
      runTimes(NOW, null).map((time) => time + 10 * MINUTE_MS),
    );
  }
});

test('every series has values as of yesterday, and hourly ones others as of today', async () => {
  const store = await filledStore();
  for (const { definition } of DEMO_SERIES) {
    const { key, lastIndex } = (await store.findSeries(definition.code))!;
    // Some begin later.
    if (lastIndex === null) continue;
    const known = await store.lastKnownIndex(key, NOW - DAY_MS);
    assert.ok(known !== null, definition.code);
    if (definition.resolution === 'hour') assert.ok(known < lastIndex, definition.code);
  }
});

test('day-ahead forecasts have errors of a realistic size', () => {
  const span = hoursBetween('2024-01-01T00:00:00Z', '2024-12-31T00:00:00Z');
  assert.equal(AHEAD_SERIES.length, 3 * AHEAD_AREAS.length);
  for (const [tail, least, most] of [
    ['cons', 0.008, 0.025],
    ['wind', 0.06, 0.16],
    ['solar', 0.05, 0.14],
  ] as const) {
    const actual = generate(`dehr${tail}`, span);
    const forecast = generate(`dehr${tail}forecast`, span);
    const errors = forecast.map((value, i) => Math.abs(value - actual[i]!));
    const share = meanOf(errors) / meanOf(actual);
    assert.ok(share > least && share < most, `${tail}: ${share}`);
    const bias = meanOf(forecast) / meanOf(actual) - 1;
    assert.ok(Math.abs(bias) < 0.02, `${tail}: ${bias}`);
  }
});

test('past jobs are the noon runs of two weeks, each area once, main areas and newest first', () => {
  const jobs = pastJobs(NOW);
  const [first] = jobs;
  assert.equal(first!.analyzedAt, at('2023-03-19T12:00:00Z'));
  assert.deepEqual(first!.areas, AHEAD_AREAS);
  assert.equal(jobs.length, 2 * 13);
  const ofDay = jobs.filter(({ analyzedAt }) => analyzedAt === at('2023-03-12T12:00:00Z'));
  assert.equal(new Set(ofDay.flatMap(({ areas }) => areas)).size, 35);
  assert.equal(ofDay.flatMap(({ areas }) => areas).length, 35);
});

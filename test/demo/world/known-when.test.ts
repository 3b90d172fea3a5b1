import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { fillDemo } from '#demo/fill-demo';
import { pastJobs } from '#demo/past-jobs';
import { runTimes } from '#demo/simple-runs';
import { AHEAD_AREAS, AHEAD_SERIES } from '#demo/world/day-ahead';
import { openStore } from '#store/open/open-store';
import { at, berlin, generate, hoursBetween, meanOf } from '../market.ts';

const NOW = at('2023-03-20T14:20:00Z');

test('as of every run time the store has only what was known', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  const store = await openStore(`sqlite:${join(folder, 'demo.db')}`);
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  await fillDemo(store, NOW, berlin);
  const lastKnown = async (code: string, asOf: number): Promise<number> => {
    const { key } = (await store.findSeries(code))!;
    return (await store.lastKnownIndex(key, asOf))! * HOUR_MS;
  };
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

// Scheduled jobs while the clock jumps: each due time is done once by two servers on one store.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { DAY_MS, formatUtc, HOUR_MS, type Instant } from '#core/time/instant';
import { dueTimeOf, jobOf } from '#service/collecting/collect-jobs';
import { startCollecting } from '#service/collecting/collect-schedule';
import { dueTimesOfDay, FORECAST_JOB } from '#service/model-runs/forecast-jobs';
import { startSchedule } from '#service/model-runs/forecast-schedule';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { until } from '../../harness/lifetime.ts';
import { openWorld as openCollectWorld } from '../service/collecting/collect-world.ts';
import { berlin, daysBefore, load, openModelStore } from '../service/model-runs/model-store.ts';
import { JUMPS, sampleJumps } from './clock-jumps.ts';

const LOOK_EVERY_MS = 2;
const EVERY_RECORD = 100_000;
const HOURS = [6, 12];

interface Line {
  readonly msg: string;
  readonly dueAt?: string;
}

/** Makes a logger that keeps its lines. */
function makeLogger(): { readonly lines: Line[]; readonly logger: pino.Logger } {
  const lines: Line[] = [];
  return { lines, logger: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }) };
}

/** How often the log says that each due time is done. */
function countDone(lines: readonly Line[], msg: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines.filter((each) => each.msg === msg)) {
    counts.set(line.dueAt!, (counts.get(line.dueAt!) ?? 0) + 1);
  }
  return counts;
}

async function untilDone(store: Store, name: string, times: () => readonly Instant[]) {
  return until(async () => {
    const records = await store.listJobs(name, EVERY_RECORD);
    const done = new Set(records.filter(({ state }) => state === 'done').map(({ dueAt }) => dueAt));
    return times().every((time) => done.has(time)) ? records : undefined;
  });
}

function assertOnce(lines: readonly Line[], msg: string, dueTimes: Iterable<Instant>): void {
  const told = countDone(lines, msg);
  assert.deepEqual(
    [...told].filter(([, count]) => count > 1),
    [],
    'done twice',
  );
  assert.deepEqual([...told.keys()].sort(), [...dueTimes].map(formatUtc).sort());
}

/** Runs the schedules of two servers on a store, whose clocks jump together. */
async function scheduleForecasts(
  t: TestContext,
  jumps: readonly ((now: Instant) => Instant)[],
  fill: (store: Store) => Promise<void>,
): Promise<Store> {
  const { store, url } = await openModelStore(t);
  await fill(store);
  const other = await openStore(url);
  let now = Date.UTC(2024, 4, 16, 12, 10);
  const { lines, logger } = makeLogger();
  const parts = { storeUrl: url, zone: berlin, hours: HOURS, logger, lookEveryMs: LOOK_EVERY_MS };
  const schedules = [store, other].map((each) =>
    startSchedule({ ...parts, store: each, clock: () => now }),
  );
  t.after(async () => {
    for (const schedule of schedules) await schedule.stop();
    await other.close();
  });
  const due = new Set<Instant>();
  for (const jump of [(at: Instant) => at, ...jumps]) {
    now = jump(now);
    const times = dueTimesOfDay(HOURS, now);
    for (const time of times) due.add(time);
    await untilDone(store, FORECAST_JOB, () => times);
  }
  for (const schedule of schedules) await schedule.stop();
  assertOnce(lines, 'forecasts made', due);
  assert.deepEqual(
    lines.filter(({ msg }) => msg !== 'forecasts made'),
    [],
  );
  return store;
}

test('each due time of forecasts is done once, however the clock jumps', {
  timeout: 600_000,
}, async (t) => {
  const store = await scheduleForecasts(t, sampleJumps(), async () => {});
  const jobs = await store.listJobs(FORECAST_JOB, EVERY_RECORD);
  t.diagnostic(`figure: ${JUMPS} under forecasts: ${jobs.length} due times, each once`);
});

test('each run is made once, however the clock jumps', { timeout: 600_000 }, async (t) => {
  const NOON = Date.UTC(2024, 4, 16, 12);
  let key = 0;
  // Few and near, as each makes real runs of real values.
  const nearby = [9, -30, 1, 20, -1, -9, 40, -40, 12].map(
    (hours) => (now: Instant) => now + hours * HOUR_MS,
  );
  const store = await scheduleForecasts(t, nearby, async (opened) => {
    const from = daysBefore(NOON, 45);
    const to = daysBefore(NOON, 4);
    const recordedAt = NOON - 5 * DAY_MS;
    ({ key } = await load(opened, { category: 'hrcons', from, to, recordedAt }));
  });
  const made = await store.listRuns(key);
  assert.ok(made.length > 4, `${made.length} runs`);
  const jobs = await store.listJobs(FORECAST_JOB, EVERY_RECORD);
  const told = jobs.map(({ note }) => /^(\d+) made, (\d+) there already/.exec(note!)!.slice(1));
  const sum = (at: number): number => told.reduce((total, counts) => total + Number(counts[at]), 0);
  assert.deepEqual([sum(0), sum(1)], [made.length, 0], 'no run was made twice');
});

test('each due time of collecting is done once, however the clock jumps', {
  timeout: 600_000,
}, async (t) => {
  const world = await openCollectWorld(t, '2024-05-10T07:20:00Z');
  const config = await world.config({
    source: 'entsoe',
    what: ['prices'],
    areas: ['DE'],
    every: '1h',
    back: '0d',
    from: '2024-05-09',
  });
  const [entry] = config.entries;
  const other = await openStore(world.storeUrl);
  const { lines, logger } = makeLogger();
  const { store, zone, env, world: fetchWorld } = world.parts;
  const parts = { zone, env, world: fetchWorld, config, logger, lookEveryMs: LOOK_EVERY_MS };
  const schedules = [store, other].map((each) => startCollecting({ ...parts, store: each }));
  const due = new Set<Instant>();
  // Within days, as collecting a year takes a year's requests.
  const jumps = sampleJumps().map((jump) => (now: Instant) => {
    const stepMs = (jump(now) - now) % (3 * DAY_MS);
    const first = Date.UTC(2024, 4, 10);
    return Math.min(first + 10 * DAY_MS, Math.max(first, now + stepMs));
  });
  try {
    for (const jump of jumps) {
      world.now = jump(world.now);
      const dueAt = dueTimeOf(entry!, world.now);
      due.add(dueAt);
      await untilDone(store, jobOf(entry!), () => [dueAt]);
    }
  } finally {
    for (const schedule of schedules) await schedule.stop();
    await other.close();
  }
  const told = countDone(lines, 'collected');
  assert.ok(due.size > JUMPS / 10, `${due.size} due times`);
  assert.deepEqual(
    [...told].filter(([, count]) => count > 1),
    [],
    'collected twice',
  );
  for (const dueAt of due) assert.equal(told.get(formatUtc(dueAt)), 1, formatUtc(dueAt));
  t.diagnostic(`figure: ${JUMPS} under collecting: ${due.size} due times, each once`);
});

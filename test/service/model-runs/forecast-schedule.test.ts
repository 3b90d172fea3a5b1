import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { dueTimes, FORECAST_JOB, readForecastStatus } from '#service/model-runs/forecast-jobs';
import {
  type Schedule,
  type ScheduleParts,
  startSchedule,
} from '#service/model-runs/forecast-schedule';
import { MODEL_SOURCE } from '#service/model-runs/run-model';
import type { JobRecord, Store } from '#store/store';
import {
  at,
  berlin,
  daysBefore,
  load,
  loadRun,
  type ModelStore,
  openModelStore,
} from './model-store.ts';

const NOW = at('2024-05-16T12:10:00Z');
const NOON = at('2024-05-16T12:00:00Z');
const MORNING = at('2024-05-16T06:00:00Z');
const HOURS = [6, 12];

function start(t: TestContext, { store, url }: ModelStore, more: Partial<ScheduleParts> = {}) {
  const schedule = startSchedule({
    store,
    storeUrl: url,
    zone: berlin,
    hours: HOURS,
    clock: () => NOW,
    logger: pino({ level: 'silent' }),
    ...more,
  });
  t.after(() => schedule.stop());
  return schedule;
}

/** Waits until no job of a name is running and there are so many. */
async function settled(store: Store, count: number, name = FORECAST_JOB): Promise<JobRecord[]> {
  for (;;) {
    const jobs = await store.listJobs(name, 99);
    if (jobs.length >= count && jobs.every(({ state }) => state !== 'running')) return jobs;
    await wait(20);
  }
}

/** A short history whose values came in hour by hour, so that both runs know enough. */
async function loadHistory(store: Store, recordedAt: Instant = MORNING - 2 * DAY_MS) {
  const from = daysBefore(NOW, 40);
  return load(store, { category: 'hrcons', from, to: daysBefore(NOW, 2), recordedAt });
}

test('what was due in the last day and nobody made is made at the start, newest first', async (t) => {
  const held = await openModelStore(t);
  const { key } = await loadHistory(held.store);
  start(t, held);
  const jobs = await settled(held.store, 2);
  assert.deepEqual(
    jobs.map(({ dueAt, state, note }) => [dueAt, state, note]),
    [
      [NOON, 'done', '1 made, 0 there already, 0 not possible'],
      [MORNING, 'done', '1 made, 0 there already, 0 not possible'],
    ],
  );
  const runs = await held.store.listRuns(key);
  assert.deepEqual(
    runs.map(({ analyzedAt, source }) => [analyzedAt, source]),
    [
      [NOON, MODEL_SOURCE],
      [MORNING, MODEL_SOURCE],
    ],
  );
});

test('two servers on one store make each run once', async (t) => {
  const held = await openModelStore(t);
  await loadHistory(held.store);
  const schedules: Schedule[] = [start(t, held), start(t, held)];
  const jobs = await settled(held.store, 2);
  const made = jobs.map(({ note }) => Number(note!.split(' ')[0]));
  assert.deepEqual(made, [1, 1]);
  assert.equal(schedules[0]!.failures + schedules[1]!.failures, 0);
});

test('a run by another source stays, and a stand-in is replaced', async (t) => {
  const held = await openModelStore(t);
  const { key } = await loadHistory(held.store);
  const values = new Float64Array(25).fill(1);
  for (const [analyzedAt, source] of [
    [NOON, 'a vendor'],
    [MORNING, 'a stand-in'],
  ] as const) {
    await loadRun(held.store, 'dehrcons', { analyzedAt, firstIndex: 476_664, values }, source);
  }
  start(t, held, { replaced: ['a stand-in'] });
  await settled(held.store, 2);
  assert.deepEqual(
    (await held.store.listRuns(key)).map(({ source }) => source),
    ['a vendor', MODEL_SOURCE],
  );
});

test('a store without series has its due times done at once', async (t) => {
  const held = await openModelStore(t);
  start(t, held);
  const [job] = await settled(held.store, 2);
  assert.equal(job!.note, '0 made, 0 there already, 0 not possible');
});

test('a thread that breaks makes the job fail, counts as a failure and leaves the server alone', async (t) => {
  const held = await openModelStore(t);
  await loadHistory(held.store);
  const schedule = start(t, held, { storeUrl: `${held.url}-is-not-there` });
  const jobs = await settled(held.store, 2);
  assert.deepEqual(
    jobs.map(({ state }) => state),
    ['failed', 'failed'],
  );
  assert.match(jobs[0]!.note!, /there is no|not exist|no such/i);
  assert.equal(schedule.failures, 2);
});

test('past jobs are made once after what is due', async (t) => {
  const held = await openModelStore(t);
  const { key } = await loadHistory(held.store);
  const past = NOON - DAY_MS;
  const backJobs = [{ name: 'past', analyzedAt: past, areas: ['DE'] }];
  const first = start(t, held, { backJobs });
  await settled(held.store, 1, 'past');
  await first.stop();
  assert.ok((await held.store.listRuns(key)).some(({ analyzedAt }) => analyzedAt === past));
  assert.equal(await held.store.claimJob('past', past, NOW), false);
});

test('a stop ends a job under way as failed, so that the next start takes it up', async (t) => {
  const held = await openModelStore(t);
  await loadHistory(held.store);
  const schedule = start(t, held);
  while ((await held.store.listJobs(FORECAST_JOB, 9)).length === 0) await wait(1);
  await schedule.stop();
  const [job] = await held.store.listJobs(FORECAST_JOB, 9);
  assert.ok(job!.state !== 'running');
  start(t, held);
  const jobs = await settled(held.store, 2);
  assert.ok(jobs.every(({ state }) => state === 'done'));
});

test('due times are those of the hours, newest first, the first instant left out', () => {
  assert.deepEqual(dueTimes(HOURS, NOON - DAY_MS, NOON), [NOON, MORNING]);
  assert.deepEqual(dueTimes(HOURS, NOON, NOON + 18 * HOUR_MS), [MORNING + DAY_MS]);
  assert.deepEqual(dueTimes([], 0, NOON), []);
});

test('the status is waiting, then late, then running, then done', async (t) => {
  const { store } = await openModelStore(t);
  const look = (now: Instant) => readForecastStatus(store, HOURS, now);
  assert.deepEqual(await look(NOON + HOUR_MS / 2), {
    dueAt: NOON,
    state: 'waiting',
    isLate: false,
    note: null,
    doneDueAt: null,
    doneAt: null,
    nextDueAt: MORNING + DAY_MS,
  });
  assert.equal((await look(NOON + HOUR_MS / 2 + 1)).isLate, true);
  await store.claimJob(FORECAST_JOB, NOON, NOON + 5);
  assert.equal((await look(NOON + 6)).state, 'running');
  await store.endJob(FORECAST_JOB, NOON, NOON + 9, 'done', '3 made');
  const done = await look(NOON + HOUR_MS);
  assert.deepEqual(
    [done.state, done.isLate, done.note, done.doneDueAt, done.doneAt],
    ['done', false, '3 made', NOON, NOON + 9],
  );
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { OWN_SOURCE } from '#core/values/source-order';
import {
  dueTimes,
  FORECAST_JOB,
  readForecastStatus,
  targetJob,
} from '#service/model-runs/forecast-jobs';
import {
  type Schedule,
  type ScheduleParts,
  startSchedule,
} from '#service/model-runs/forecast-schedule';
import { putTarget, readTarget } from '#service/model-runs/forecast-targets';
import type { JobRecord, Store } from '#store/store';
import { until } from '../../../harness/lifetime.ts';
import { skipUnlessLong } from '../../../harness/rounds.ts';
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

/** Waits until at least `count` jobs of a name exist and none is running. */
async function settled(store: Store, count: number, name = FORECAST_JOB): Promise<JobRecord[]> {
  return until(async () => {
    const jobs = await store.listJobs(name, 99);
    const isSettled = jobs.length >= count && jobs.every(({ state }) => state !== 'running');
    return isSettled ? jobs : undefined;
  });
}

/** Loads a history that is long enough for both runs. */
async function loadHistory(store: Store, recordedAt: Instant = MORNING - 2 * DAY_MS) {
  const from = daysBefore(NOW, 40);
  return load(store, { category: 'hrcons', from, to: daysBefore(NOW, 2), recordedAt });
}

test('a schedule makes the open due times of the last day at the start, newest first', async (t) => {
  const opened = await openModelStore(t);
  const { key } = await loadHistory(opened.store);
  start(t, opened);
  const jobs = await settled(opened.store, 2);
  assert.deepEqual(
    jobs.map(({ dueAt, state, note }) => [dueAt, state, note]),
    [
      [NOON, 'done', '1 made, 0 there already, 0 not possible'],
      [MORNING, 'done', '1 made, 0 there already, 0 not possible'],
    ],
  );
  const runs = await opened.store.listRuns(key);
  assert.deepEqual(
    runs.map(({ analyzedAt, source }) => [analyzedAt, source]),
    [
      [NOON, OWN_SOURCE],
      [MORNING, OWN_SOURCE],
    ],
  );
});

test('two servers on one store make each run once', { skip: skipUnlessLong() }, async (t) => {
  const opened = await openModelStore(t);
  await loadHistory(opened.store);
  const schedules: Schedule[] = [start(t, opened), start(t, opened)];
  const jobs = await settled(opened.store, 2);
  const made = jobs.map(({ note }) => Number(note!.split(' ')[0]));
  assert.deepEqual(made, [1, 1]);
  assert.equal(schedules[0]!.failures + schedules[1]!.failures, 0);
});

test('a run by another source stays, and the model makes its own beside it', {
  skip: skipUnlessLong(),
}, async (t) => {
  const opened = await openModelStore(t);
  const { key } = await loadHistory(opened.store);
  const values = new Float64Array(25).fill(1);
  for (const [analyzedAt, source] of [
    [NOON, 'a vendor'],
    [MORNING, 'another'],
  ] as const) {
    await loadRun(opened.store, 'dehrcons', { analyzedAt, firstIndex: 476_664, values }, source);
  }
  start(t, opened);
  await settled(opened.store, 2);
  assert.deepEqual(
    (await opened.store.listRuns(key)).map(({ source }) => source),
    ['a vendor', OWN_SOURCE, 'another', OWN_SOURCE],
  );
});

test('the due times of a store without series are done at once', async (t) => {
  const opened = await openModelStore(t);
  start(t, opened);
  const [job] = await settled(opened.store, 2);
  assert.equal(job!.note, '0 made, 0 there already, 0 not possible');
});

test('a schedule with categories leaves out parts of hours', async (t) => {
  const endOf = async (more: Partial<ScheduleParts>) => {
    const opened = await openModelStore(t);
    const [from, to] = [daysBefore(NOW, 2) * 4, daysBefore(NOW, 0) * 4];
    const quarters = { resolution: 'quarterhour', recordedAt: MORNING - DAY_MS } as const;
    await load(opened.store, { ...quarters, category: 'qhprice', from, to });
    start(t, opened, more);
    const [job] = await settled(opened.store, 2);
    return job!.note;
  };
  assert.equal(await endOf({}), '0 made, 0 there already, 1 not possible');
  assert.equal(await endOf({ categories: ['hrprice'] }), '0 made, 0 there already, 0 not possible');
});

test('a thread that breaks makes its job fail, counts as a failure and does not end the server', async (t) => {
  const opened = await openModelStore(t);
  await loadHistory(opened.store);
  const schedule = start(t, opened, { storeUrl: `${opened.url}-that-does-not-exist` });
  const jobs = await settled(opened.store, 2);
  assert.deepEqual(
    jobs.map(({ state }) => state),
    ['failed', 'failed'],
  );
  assert.match(jobs[0]!.note!, /there is no|not exist|no such/i);
  assert.equal(schedule.failures, 2);
});

test('past jobs are made once, after the due ones', { skip: skipUnlessLong() }, async (t) => {
  const opened = await openModelStore(t);
  const { key } = await loadHistory(opened.store);
  const past = NOON - DAY_MS;
  const backJobs = [{ name: 'past', analyzedAt: past, areas: ['DE'] }];
  const first = start(t, opened, { backJobs });
  await settled(opened.store, 1, 'past');
  await first.stop();
  assert.ok((await opened.store.listRuns(key)).some(({ analyzedAt }) => analyzedAt === past));
  assert.equal(await opened.store.claimJob('past', past, NOW), false);
});

test('a stop ends a running job as failed, and the next start takes it up', async (t) => {
  const opened = await openModelStore(t);
  await loadHistory(opened.store);
  const schedule = start(t, opened);
  while ((await opened.store.listJobs(FORECAST_JOB, 9)).length === 0) await wait(1);
  await schedule.stop();
  const [job] = await opened.store.listJobs(FORECAST_JOB, 9);
  assert.ok(job!.state !== 'running');
  start(t, opened);
  const jobs = await settled(opened.store, 2);
  assert.ok(jobs.every(({ state }) => state === 'done'));
});

test('due times follow the hours, newest first, without the first instant', () => {
  assert.deepEqual(dueTimes(HOURS, NOON - DAY_MS, NOON), [NOON, MORNING]);
  assert.deepEqual(dueTimes(HOURS, NOON, NOON + 18 * HOUR_MS), [MORNING + DAY_MS]);
  assert.deepEqual(dueTimes([], 0, NOON), []);
});

test('the status of a due time goes from waiting to late, running and done', async (t) => {
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

test('a definition is made at its own hours, another at those of the server, each by its own job', async (t) => {
  const model = await openModelStore(t);
  const { key } = await loadHistory(model.store);
  const base = {
    ...{ series: 'dehrcons', drivers: null, kind: null, area: null, createdAt: NOW },
    ...{ formula: null, unit: null },
  };
  await model.store.write(async (writer) => {
    await writer.putForecastTarget({ ...base, name: 'night', hours: [3] });
    await writer.putForecastTarget({ ...base, name: 'usual', hours: null });
    await writer.putForecastTarget({ ...base, name: 'gone', hours: [12], series: 'nothing' });
  });
  start(t, model, { hours: [12] });
  const [night] = await settled(model.store, 1, targetJob('night'));
  const [usual] = await settled(model.store, 1, targetJob('usual'));
  const [gone] = await settled(model.store, 1, targetJob('gone'));
  assert.deepEqual(
    [night, usual, gone].map((job) => [job!.dueAt, job!.state, job!.note]),
    [
      [at('2024-05-16T03:00:00Z'), 'done', '1 made, 0 there already, 0 not possible'],
      [NOON, 'done', '1 made, 0 there already, 0 not possible'],
      [NOON, 'done', '0 made, 0 there already, 1 not possible (there is no such series)'],
    ],
  );
  const runs = await model.store.listRuns(key);
  assert.deepEqual(runs.map(({ source, analyzedAt }) => [source, analyzedAt]).sort(), [
    [OWN_SOURCE, NOON],
    ['night', at('2024-05-16T03:00:00Z')],
    ['usual', NOON],
  ]);
  const status = await readForecastStatus(model.store, [3], NOW, targetJob('night'));
  assert.deepEqual([status.state, status.isLate], ['done', false]);
});

test('the values of a formula are brought up to date every ten minutes, without a run', async (t) => {
  const model = await openModelStore(t);
  const { store } = model;
  const part = await loadHistory(store);
  const draft = { name: 'double', formula: '2 * dehrcons', hours: [13] };
  const target = readTarget(draft, MORNING);
  await store.write((writer) => putTarget(writer, target));
  const time = { now: NOW };
  await store.claimJob(targetJob('double'), NOON - 23 * HOUR_MS, NOW);
  await store.endJob(targetJob('double'), NOON - 23 * HOUR_MS, NOW, 'done', 'before');
  const change = (value: number) =>
    store.write((writer) =>
      writer.writePoints(part.key, Int32Array.of(part.lastIndex! + 1), Float64Array.of(value), NOW),
    );
  const lastOf = async () => {
    const { key, lastIndex } = (await store.findSeries('double'))!;
    return (await store.readValues(key, { start: lastIndex!, end: lastIndex! + 1 }))[0];
  };
  await change(7);
  start(t, model, { hours: [], clock: () => time.now, lookEveryMs: 20 });
  assert.equal(await until(async () => ((await lastOf()) === 14 ? 14 : undefined)), 14);
  const [entry] = await store.listEntries({ limit: 1 });
  assert.deepEqual([entry!.actor, entry!.name], ['forecast', 'double: 2 × dehrcons']);
  await change(8);
  time.now = NOW + 11 * MINUTE_MS;
  assert.equal(await until(async () => ((await lastOf()) === 16 ? 16 : undefined)), 16);
  assert.deepEqual(await store.listRuns((await store.findSeries('double'))!.key), []);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FORECAST_JOB } from '#service/model-runs/forecast-jobs';
import { World } from '../../../../../harness/world/world.ts';

const PATH = '/api/v1/power-balance-forecast/short-term/status';
const NOON = Date.parse('2024-05-17T12:00:00Z');

const world = await World.open(
  { after },
  { now: '2024-05-17T12:10:00Z', forecasts: { hours: [6, 12], failures: () => 3 } },
);

test('the status names the newest due time, its state, and what comes next', async () => {
  await world.store.claimJob(FORECAST_JOB, NOON - 6 * 3_600_000, NOON - 5 * 3_600_000);
  await world.store.endJob(FORECAST_JOB, NOON - 6 * 3_600_000, NOON - 1_000, 'done', '9 made');
  const { status, body } = await world.get(PATH, null);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    scheduled: true,
    hours: [6, 12],
    dueTime: '2024-05-17T12:00:00Z',
    state: 'waiting',
    late: false,
    note: null,
    lastDueTime: '2024-05-17T06:00:00Z',
    lastDoneTime: '2024-05-17T11:59:59Z',
    nextDueTime: '2024-05-18T06:00:00Z',
  });
});

test('a late run shows in the metrics, with the last success and the failures', async () => {
  world.setNow('2024-05-17T12:31:00Z');
  const { text } = await world.get('/metrics', null);
  assert.match(text, /^gridtide_forecast_late 1$/m);
  assert.match(text, /^gridtide_forecast_failures_total 3$/m);
  const success = (NOON - 1_000) / 1000;
  assert.match(
    text,
    new RegExp(`^gridtide_forecast_last_success_timestamp_seconds ${success}$`, 'm'),
  );
  assert.equal((await world.get(PATH, null)).body.late, true);
});

test('a server that makes no runs says so and has no such metrics', async (t) => {
  const other = await World.open(t, { now: '2024-05-17T12:10:00Z' });
  const { body } = await other.get(PATH, null);
  assert.equal(body.scheduled, false);
  assert.equal(body.dueTime, null);
  assert.equal(body.late, false);
  assert.doesNotMatch((await other.get('/metrics', null)).text, /gridtide_forecast/);
});

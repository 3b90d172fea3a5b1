import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { recallRuns, rememberRun } from '#service/model-runs/model-memory';

const NOON = 12 * HOUR_MS;
const runOf = (day: number, value: number) => ({
  day,
  values: { blend: new Float64Array(25).fill(value), lear56: new Float64Array(25).fill(value + 1) },
});

test('runs are recalled as they were remembered, to seven digits, oldest day first', () => {
  let text = rememberRun(undefined, 11 * DAY_MS + NOON, runOf(12, 61.123456));
  text = rememberRun(text, 10 * DAY_MS + NOON, runOf(11, Number.NaN));
  const runs = recallRuns(text, 99 * DAY_MS);
  assert.deepEqual(
    runs.map(({ day }) => day),
    [11, 12],
  );
  assert.ok(Math.abs(runs[1]!.values.blend![7]! - 61.123456) < 1e-5);
  assert.ok(Number.isNaN(runs[0]!.values.blend![0]!));
});

test('a run recalls neither itself nor later runs', () => {
  let text: string | undefined;
  for (const day of [10, 11, 12])
    text = rememberRun(text, day * DAY_MS + NOON, runOf(day + 1, day));
  const days = recallRuns(text, 11 * DAY_MS + NOON).map(({ day }) => day);
  assert.deepEqual(days, [11]);
});

test('one run of a day is recalled: that of the same time of day, else the newest', () => {
  const morning = 6 * HOUR_MS;
  let text = rememberRun(undefined, 10 * DAY_MS + morning, runOf(11, 6));
  text = rememberRun(text, 10 * DAY_MS + NOON, runOf(11, 12));
  const recalled = (at: number) => recallRuns(text, at).map(({ values }) => values.blend![0]);
  assert.deepEqual(recalled(12 * DAY_MS + morning), [6]);
  assert.deepEqual(recalled(12 * DAY_MS + NOON), [12]);
  assert.deepEqual(recalled(12 * DAY_MS + 9 * HOUR_MS), [12]);
});

test('members are kept for 84 runs and the blend for 240', () => {
  let text: string | undefined;
  for (let day = 0; day < 300; day++) text = rememberRun(text, day * DAY_MS, runOf(day + 1, day));
  const runs = recallRuns(text, 1e15);
  assert.equal(runs.length, 240);
  assert.equal(runs.filter(({ values }) => values.lear56).length, 84);
  assert.equal(runs.at(-1)!.day, 300);
});

// Several processes on one store, each with a schedule.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '#core/time/instant';
import { FORECAST_JOB } from '#service/model-runs/forecast-jobs';
import { openStore } from '#store/open/open-store';
import type { JobRecord, Store } from '#store/store';
import { until } from '../../../harness/lifetime.ts';
import { makeDatabase } from '../../../harness/postgres/test-database.ts';
import { skipUnlessLong } from '../../../harness/rounds.ts';
import { at, daysBefore, load, openModelStore } from './model-store.ts';

const NOW = at('2024-05-16T12:10:00Z');
const NOON = at('2024-05-16T12:00:00Z');
const MORNING = at('2024-05-16T06:00:00Z');
const PAST = [1, 2, 3].map((days) => NOON - days * DAY_MS);
const SCRIPT = join(import.meta.dirname, 'schedule-process.ts');

interface Process {
  readonly child: ChildProcess;
  readonly exit: Promise<unknown>;
  /** The jobs that it printed: name and due time. */
  said(): string[];
  stop(): Promise<void>;
}

function start(t: TestContext, url: string): Process {
  const argv = ['-C', 'source', SCRIPT, url, String(NOW), ...PAST.map(String)];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(child, 'close');
  let output = '';
  child.stdout!.on('data', (piece) => (output += piece));
  t.after(() => void child.kill('SIGKILL'));
  return {
    child,
    exit,
    said: () => {
      const lines = output.split('\n').slice(0, -1);
      return lines
        .map((line) => JSON.parse(line))
        .map(({ job, dueAt, made, message }) => `${job} ${dueAt}: ${message}, ${made} made`);
    },
    async stop() {
      child.stdin!.end('stop');
      await exit;
    },
  };
}

async function loadHistory(store: Store): Promise<number> {
  const from = daysBefore(NOW, 60);
  const recordedAt = PAST.at(-1)! - DAY_MS;
  const to = daysBefore(NOW, 4);
  return (await load(store, { category: 'hrcons', from, to, recordedAt })).key;
}

/** Waits until all jobs are done, and returns them. */
async function allDone(store: Store): Promise<JobRecord[]> {
  return until(async () => {
    const jobs = [
      ...(await store.listJobs(FORECAST_JOB, 99)),
      ...(await store.listJobs('past', 99)),
    ];
    const done = jobs.filter(({ state }) => state === 'done');
    return done.length === 2 + PAST.length ? jobs : undefined;
  });
}

const EXPECTED = [NOON, MORNING, ...PAST];

async function doEachOnce(t: TestContext, store: Store, url: string): Promise<void> {
  const key = await loadHistory(store);
  const processes = [start(t, url), start(t, url), start(t, url)];
  const jobs = await allDone(store);
  for (const each of processes) await each.stop();
  assert.deepEqual(
    jobs.map(({ note }) => note),
    EXPECTED.map(() => '1 made, 0 there already, 0 not possible'),
  );
  const said = processes.flatMap((each) => each.said());
  assert.equal(said.length, EXPECTED.length, said.join('\n'));
  assert.equal(new Set(said).size, EXPECTED.length);
  const runs = await store.listRuns(key);
  assert.deepEqual(
    runs.map(({ analyzedAt }) => analyzedAt),
    EXPECTED.toSorted((a, b) => b - a),
  );
}

test('three servers on one SQLite file do each job once', { timeout: 240_000 }, async (t) => {
  const { store, url } = await openModelStore(t);
  await doEachOnce(t, store, url);
});

// The store contract has the claims of jobs on both engines.
test('three servers on one PostgreSQL do each job once', {
  timeout: 240_000,
  skip: skipUnlessLong(),
}, async (t) => {
  const { url, drop } = await makeDatabase();
  const store = await openStore(url);
  t.after(async () => {
    await store.close();
    await drop();
  });
  await doEachOnce(t, store, url);
});

test('a job whose process is killed is taken up by another at once', {
  timeout: 240_000,
}, async (t) => {
  const { store, url } = await openModelStore(t);
  const key = await loadHistory(store);
  const first = start(t, url);
  while ((await store.listJobs(FORECAST_JOB, 9)).every(({ state }) => state !== 'running')) {
    await wait(1);
  }
  first.child.kill('SIGKILL');
  await first.exit;
  const left = await store.listJobs(FORECAST_JOB, 9);
  assert.ok(
    left.some(({ state }) => state === 'running'),
    'it left a job that looks like running',
  );
  const second = start(t, url);
  await allDone(store);
  await second.stop();
  assert.equal(second.said().length, EXPECTED.length - first.said().length);
  assert.equal((await store.listRuns(key)).length, EXPECTED.length);
});

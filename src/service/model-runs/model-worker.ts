// The thread that makes runs, with a store connection of its own, so that it does not slow requests. It
// gets one message a job and answers with how its runs ended.

import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Instant } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { FitMemo, type KeptResults } from '#model/members/fit-memo';
import { refreshComputed } from '#service/model-runs/computed-values';
import { labelOf, prepareRun, type RunOutcome } from '#service/model-runs/run-model';
import { RunQueue } from '#service/model-runs/run-queue';
import type { ModelTarget } from '#service/model-runs/settle-target';
import { mayWarmUp } from '#service/model-runs/warm-up';
import { openStore } from '#store/open/open-store';

export interface WorkerSettings {
  readonly storeUrl: string;
  readonly storeReadUrls: readonly string[];
  readonly zoneName: string;
}

/** What the thread is started with. */
export interface WorkerStart extends WorkerSettings {
  /** What the fits of the thread before kept. */
  readonly kept?: KeptResults | undefined;
}

/** One job: the runs of one time. */
export interface WorkerTask {
  readonly analyzedAt: Instant;
  readonly targets: readonly ModelTarget[];
  /** The codes of computed series whose values are brought up to date, besides those of `targets`. */
  readonly computed?: readonly string[];
  /** The server's clock minus the machine's. */
  readonly clockAheadMs: number;
}

export interface TaskEnd {
  readonly made: number;
  readonly kept: number;
  readonly refused: number;
  /** Why the run of a definition could not be made. */
  readonly reasons: readonly string[];
  /** A sentence for each run that broke. */
  readonly faults: readonly string[];
  /** The number of fits that were made, and of those whose inputs were the same as before. */
  readonly fits?: { readonly made: number; readonly kept: number };
}

/** The last message of the thread: what its fits kept. */
export interface WorkerEnd {
  readonly kept: KeptResults;
}

/** What the fits of 35 areas × 3 categories keep fits in. */
const MOST_KEPT_BYTES = 128 * 2 ** 20;
const LOW_PRIORITY = 10;
/** Few connections to PostgreSQL, as the thread does one thing after the other. */
const CONNECTIONS = 2;

/** On Linux the priority is the thread's; on other systems it would be that of the whole server. */
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY);

const { storeUrl, storeReadUrls, zoneName, kept } = workerData as WorkerStart;
const zone = findZone(zoneName)!;
const memo = new FitMemo(MOST_KEPT_BYTES, kept);
const store = await openStore(storeUrl, {
  create: false,
  readUrls: storeReadUrls,
  connections: CONNECTIONS,
  // Each series is read once a run.
  cacheBytes: 0,
});

async function work({
  analyzedAt,
  targets,
  computed = [],
  clockAheadMs,
}: WorkerTask): Promise<TaskEnd> {
  const counts: Record<RunOutcome['state'], number> = { made: 0, kept: 0, refused: 0 };
  const reasons: string[] = [];
  const faults: string[] = [];
  const { hits, misses } = memo;
  const clock = (): Instant => Date.now() + clockAheadMs;
  for (const code of computed) {
    try {
      await refreshComputed(store, code, clock);
    } catch (error) {
      faults.push(`${code}: ${(error as Error).message}`);
    }
  }
  const add = (outcome: RunOutcome): void => {
    counts[outcome.state]++;
    if (outcome.state === 'refused' && outcome.name !== undefined) reasons.push(outcome.why);
  };
  const fail = (target: ModelTarget, error: unknown): void => {
    faults.push(`${labelOf(target)}: ${(error as Error).message}`);
  };
  const queue = new RunQueue(store, clock, add, fail);
  const warmsUp = mayWarmUp(targets.length);
  for (const target of targets) {
    const request = { ...target, analyzedAt, replaces: false, warmsUp };
    try {
      const prepared = await prepareRun(store, zone, request, clock, memo);
      if (prepared.state === 'pending') await queue.push(prepared);
      else add(prepared);
    } catch (error) {
      fail(target, error);
    }
  }
  await queue.flush();
  const fits = { made: memo.misses - misses, kept: memo.hits - hits };
  return { ...counts, reasons, faults, fits };
}

// Tasks wait for each other: the port delivers the next message while a task still runs.
let lastTask: Promise<void> = Promise.resolve();
parentPort!.on('message', (task: WorkerTask | 'close') => {
  lastTask = lastTask.then(async () => {
    if (task === 'close') {
      await store.close();
      const end: WorkerEnd = { kept: memo.kept };
      const buffers = [...memo.kept.values()].map(({ buffer }) => buffer as ArrayBuffer);
      parentPort!.postMessage(end, buffers);
      parentPort!.close();
    } else parentPort!.postMessage(await work(task));
  });
});

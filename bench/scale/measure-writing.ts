// Points a second through the store's own writer: two days for many series, as they come every hour, and
// whole years, as they come once.

import type { Child } from '../../harness/processes.ts';
import { showStep } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import type { Engine } from './engine.ts';
import { makeFilledStore } from './prepare-store.ts';
import { YEAR_HOURS } from './scale-year.ts';

export interface WriteEffort {
  readonly seconds: number;
  /** Written in one transaction. */
  readonly seriesPerBatch: number;
}

export interface Written {
  readonly points: number;
  readonly ms: number;
  readonly cpuMs: number;
}

export interface Writing {
  readonly work: 'update-48-hours' | 'load-years';
  readonly seriesPerBatch: number;
  readonly pointsPerSecond: number;
  /** CPU of a million points: the writer's process, and the database's. */
  readonly writerCpuMs: number;
  readonly databaseCpuMs: number;
}

const STORE = 'writing';
const STORE_SIZE = 1_000;
const UPDATED_PER_BATCH = 100;
const LOADED_PER_BATCH = 20;

/** The store is made anew for every run, and goes afterwards. */
export async function measureWriting(
  workspace: Workspace,
  engine: Engine,
  seconds: number,
): Promise<Writing[]> {
  const content = { size: STORE_SIZE, hours: YEAR_HOURS, hasRuns: true };
  const { address } = await makeFilledStore(engine, STORE, content);
  const child = workspace.start('bench/scale/writer-process.ts');
  const update = { seconds, seriesPerBatch: UPDATED_PER_BATCH };
  const load = { seconds, seriesPerBatch: LOADED_PER_BATCH };
  showStep('48 hours');
  const updated = await measure(engine, child, 'updateDays', address, STORE_SIZE, update);
  showStep('years');
  const loaded = await measure(engine, child, 'loadYears', address, load);
  await child.stop();
  await engine.remove(STORE);
  return [
    { work: 'update-48-hours', seriesPerBatch: UPDATED_PER_BATCH, ...updated },
    { work: 'load-years', seriesPerBatch: LOADED_PER_BATCH, ...loaded },
  ];
}

async function measure(engine: Engine, child: Child, call: string, ...args: unknown[]) {
  const before = await engine.usage();
  const { points, ms, cpuMs } = await child.call<Written>(call, ...args);
  const databaseMs = (await engine.usage()).cpuMs - before.cpuMs;
  const millions = points / 1e6;
  return {
    pointsPerSecond: (points * 1000) / ms,
    writerCpuMs: cpuMs / millions,
    databaseCpuMs: databaseMs / millions,
  };
}

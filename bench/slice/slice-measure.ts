// The rounds: each reader and each server is asked the same before the next round begins, so that a noisy
// minute falls on all.

import type { Throughput } from '../../harness/load/closed-loop.ts';
import { type BenchRequest, requestBytes } from '../../harness/load/request-bytes.ts';
import { medianOf } from '../../harness/median.ts';
import type { Child } from '../../harness/processes.ts';
import { clearStep, showStage, showStep } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { usageOf } from '../contenders/contender.ts';
import type { Usage } from '../contenders/usage.ts';
import { hoursOf, listRuns, listSeries, type SliceSize } from './slice-data.ts';
import {
  actualRequest,
  checkAnswers,
  type SliceField,
  type SliceServer,
  slicedRequest,
  sqlRequest,
  startField,
} from './slice-field.ts';

/** What is timed, and how it is named in the report. */
export const WORK = {
  values: 'read the actual values',
  slice: 'read the slice',
  bands: 'read the slice with two bands',
  actual: 'answer the actual values',
  sliced: 'answer the slice',
  sql: 'answer the slice, SQL day by day',
  'sql-whole': 'answer the slice, SQL over all rows',
} as const;
export type WorkName = keyof typeof WORK;

const NAMES = Object.keys(WORK) as WorkName[];
const READS: readonly WorkName[] = ['values', 'slice', 'bands'];

export interface Timing {
  readonly ms: number;
  readonly cpuMs: number;
}

export interface SliceMeasured {
  readonly size: SliceSize;
  readonly runs: number;
  readonly hours: number;
  readonly equalRows: number;
  readonly rounds: ReadonlyMap<WorkName, readonly Timing[]>;
  /** The peak memory of the reading process and of the server. */
  readonly readerPeakMb: number;
  readonly serverPeakMb: number;
  readonly postgres: { readonly version: string; readonly bytes: number; readonly rows: number };
}

export interface SliceEffort {
  readonly rounds: number;
  readonly seconds: number;
}

/** How often a store is read in one round, and its actual values, which take a fraction of it. */
const READ_TIMES = { values: 200, slice: 10, bands: 10 };

export async function measureSlices(
  workspace: Workspace,
  size: SliceSize,
  { rounds, seconds }: SliceEffort,
): Promise<SliceMeasured> {
  const field = await startField(workspace, size);
  showStage('The same rows from both');
  const equalRows = await checkAnswers(field, ['day', 'whole']);
  const load = workspace.start('harness/load/load-process.ts');
  showStage(`${rounds} rounds`);
  const timings = new Map(NAMES.map((name) => [name, [] as Timing[]]));
  // Round 0 warms up: code is compiled, pages are read.
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
      showStep(`round ${round} of ${rounds}: ${WORK[name]}`);
      const timing = await measure(name, field, load, seconds);
      if (round > 0) timings.get(name)!.push(timing);
    }
  }
  clearStep();
  const { start, end } = hoursOf(size);
  return {
    ...{ size, equalRows, runs: listRuns(size).length, hours: end - start, rounds: timings },
    readerPeakMb: (await field.reader.call<Usage>('usage')).peakMb,
    serverPeakMb: (await usageOf(field.product)).peakMb,
    postgres: await field.postgres.child.call('facts'),
  };
}

function measure(name: WorkName, field: SliceField, load: Child, seconds: number): Promise<Timing> {
  const { size, reader, product, postgres } = field;
  const series = listSeries(size);
  const codes = series.map(({ code }) => code);
  if (READS.includes(name)) {
    const times = READ_TIMES[name as keyof typeof READ_TIMES];
    return reader.call('read', { codes, intervals: hoursOf(size), reading: name, times });
  }
  const ask = (server: SliceServer, requests: BenchRequest[]) =>
    askServer(server, requests, field.token, load, seconds);
  if (name === 'actual')
    return ask(
      product,
      codes.map((code) => actualRequest(code, size)),
    );
  if (name === 'sliced')
    return ask(
      product,
      codes.map((code) => slicedRequest(code, size)),
    );
  const statement = name === 'sql' ? 'day' : 'whole';
  return ask(
    postgres,
    series.map(({ id }) => sqlRequest(id, size, statement)),
  );
}

async function askServer(
  server: SliceServer,
  requests: readonly BenchRequest[],
  token: string,
  load: Child,
  seconds: number,
): Promise<Timing> {
  const bytes = requests.map((request) => requestBytes(request, token));
  const before = await usageOf(server);
  const asked = { port: server.port, requests: bytes, clients: 1, seconds };
  const { medianMs, count } = await load.call<Throughput>('askInLoop', asked);
  const after = await usageOf(server);
  return { ms: medianMs, cpuMs: (after.cpuMs - before.cpuMs) / count };
}

/** The time of one piece of work over another's: the median of the rounds' own ratios. */
export function ratioOf({ rounds }: SliceMeasured, a: WorkName, b: WorkName): number {
  const others = rounds.get(b)!;
  return medianOf(rounds.get(a)!.map(({ ms }, round) => ms / others[round]!.ms));
}

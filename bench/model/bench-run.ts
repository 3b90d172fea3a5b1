// npm run bench -- run: a full forecast run of the demo, 35 areas × 3 categories, and one more of the hour before,
// inside a server that is being asked small questions in the meantime.

import { setTimeout as sleep } from 'node:timers/promises';
import { AREAS } from '#core/market/areas';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { fillDemo } from '#demo/fill-demo';
import { FORECAST_JOB } from '#service/model-runs/forecast-jobs';
import { openStore } from '#store/open/open-store';
import type { JobRecord, Store } from '#store/store';
import { addReader } from '../../harness/data/fill-product.ts';
import type { Throughput } from '../../harness/load/closed-loop.ts';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { medianOf } from '../../harness/median.ts';
import type { Child } from '../../harness/processes.ts';
import { showStage } from '../../harness/progress.ts';
import { inWorkspace, type Workspace } from '../../harness/workspace.ts';
import type { Usage } from '../contenders/usage.ts';
import type { Table } from '../report/tables.ts';
import { describeMachine, writePage } from '../report/write-page.ts';
import { toTerminal } from '../report/write-tables.ts';

const SMALL_PER_SECOND = 200;
const ROUND_SECONDS = 5;
const IDLE_ROUNDS = 6;
const SAMPLE_EVERY_MS = 250;
const MOST_CPU_SECONDS = 25;
const MOST_RATIO = 2;

interface MeasuredRun {
  readonly seconds: number;
  /** The CPU of the server, less that of the requests. */
  readonly cpuSeconds: number;
  readonly note: string;
  readonly p99Ms: readonly number[];
}

interface Measured {
  readonly idleP99Ms: readonly number[];
  /** A run by itself, and one that has its fits. */
  readonly first: MeasuredRun;
  readonly second: MeasuredRun;
}

export async function benchRun(args: readonly string[]): Promise<void> {
  const out = args[0] === '--out' ? args[1]! : 'bench/results';
  const measured = await inWorkspace(measureRun);
  const table = tableOf(measured);
  console.log(`\n${toTerminal(table)}`);
  const path = await writePage({
    folder: out,
    name: 'model-run',
    title: 'A forecast run in a serving process',
    command: 'npm run bench -- run',
    run: `${describeMachine()}.`,
    tables: [table],
  });
  console.log(`Written to ${path}`);
}

async function measureRun(workspace: Workspace): Promise<Measured> {
  const path = workspace.path('demo.db');
  showStage('the demo: 35 areas');
  const store = await openStore(`sqlite:${path}`);
  try {
    const now = Date.now();
    await fillDemo(store, now, findZone('Europe/Berlin')!);
    const token = await addReader(store, now);
    const requests = smallRequests(token);
    const load = workspace.start('harness/load/load-process.ts');
    const p99: AskRound = async (port) => {
      const paced = { port, requests, perSecond: SMALL_PER_SECOND, seconds: ROUND_SECONDS };
      return (await load.call<Throughput>('askAtRate', paced)).p99Ms;
    };
    showStage('small requests to an idle server');
    const idle = await measureIdle(workspace, path, p99);
    showStage('the same beside a full run, and beside one of the hour before');
    const busy = workspace.start('bench/contenders/product-server.ts');
    // The newest full hour comes first, then the hour before.
    const dueAt = Math.floor(now / HOUR_MS) * HOUR_MS;
    const hourOf = (time: Instant): number => (time % DAY_MS) / HOUR_MS;
    const hours = `${hourOf(dueAt)},${hourOf(dueAt - HOUR_MS)}`;
    const settings = { FORECASTS: 'true', FORECAST_HOURS: hours };
    const port = await busy.call<number>('start', `sqlite:${path}`, settings);
    const used = sampleUsage(busy);
    const beside = { store, used, round: () => p99(port), idleShare: idle.share };
    const first = await measureBeside(beside, dueAt);
    const second = await measureBeside(beside, dueAt - HOUR_MS);
    await used.stop();
    await busy.stop();
    return { idleP99Ms: idle.p99Ms, first, second };
  } finally {
    await store.close();
  }
}

/** Sends small requests for a round and returns their p99 in milliseconds. */
type AskRound = (port: number) => Promise<number>;

/** The p99 of rounds without a run, and the share of a core that the requests take. */
async function measureIdle(workspace: Workspace, path: string, p99: AskRound) {
  const quiet = workspace.start('bench/contenders/product-server.ts');
  const port = await quiet.call<number>('start', `sqlite:${path}`, {});
  await p99(port);
  const p99Ms: number[] = [];
  const before = await quiet.call<Usage>('usage');
  for (let round = 0; round < IDLE_ROUNDS; round++) p99Ms.push(await p99(port));
  const after = await quiet.call<Usage>('usage');
  await quiet.stop();
  return { p99Ms, share: (after.cpuMs - before.cpuMs) / (IDLE_ROUNDS * ROUND_SECONDS * 1000) };
}

/** Looks at the CPU of a server all the time, since runs end between two rounds of requests. */
function sampleUsage(server: Child) {
  const samples: { readonly at: Instant; readonly cpuMs: number }[] = [];
  let isStopped = false;
  const look = async (): Promise<void> => {
    while (!isStopped) {
      const { cpuMs } = await server.call<Usage>('usage');
      samples.push({ at: Date.now(), cpuMs });
      await sleep(SAMPLE_EVERY_MS);
    }
  };
  const looking = look();
  const cpuMsAt = (time: Instant): number =>
    (samples.findLast(({ at }) => at <= time) ?? samples[0]!).cpuMs;
  const stop = (): Promise<void> => {
    isStopped = true;
    return looking;
  };
  return { cpuMsAt, stop };
}

interface Beside {
  readonly store: Store;
  readonly used: ReturnType<typeof sampleUsage>;
  readonly round: () => Promise<number>;
  readonly idleShare: number;
}

/** Asks until the runs of a due time are made. */
async function measureBeside(
  { store, used, round, idleShare }: Beside,
  dueAt: Instant,
): Promise<MeasuredRun> {
  const p99Ms: number[] = [];
  const jobOf = async (): Promise<JobRecord | undefined> => {
    await sleep(100);
    return (await store.listJobs(FORECAST_JOB, 5)).find((job) => job.dueAt === dueAt);
  };
  let job = await jobOf();
  while (job?.state !== 'done' && job?.state !== 'failed') {
    p99Ms.push(await round());
    job = await jobOf();
  }
  const tookMs = job.endedAt! - job.startedAt;
  const usedMs = used.cpuMsAt(job.endedAt!) - used.cpuMsAt(job.startedAt);
  return {
    seconds: tookMs / 1000,
    cpuSeconds: (usedMs - idleShare * tookMs) / 1000,
    note: job.note ?? '',
    // The last round may have begun as the run ended.
    p99Ms: p99Ms.length > 1 ? p99Ms.slice(0, -1) : p99Ms,
  };
}

/** The newest forecast of eight areas. */
const smallRequests = (token: string): Uint8Array[] =>
  AREAS.slice(0, 8).map(({ code }) =>
    requestBytes(
      {
        method: 'GET',
        path: `/api/v1/power-balance-forecast/short-term?area=${code}&balanceCategory=hrprice`,
      },
      token,
    ),
  );

function tableOf({ idleP99Ms, first, second }: Measured): Table {
  const idle = medianOf(idleP99Ms);
  const ratioOf = ({ p99Ms }: MeasuredRun): number => medianOf(p99Ms) / idle;
  const worst = Math.max(ratioOf(first), ratioOf(second));
  const verdict = (isReached: boolean): string => (isReached ? 'reached' : 'MISSED');
  const row = (name: string, of: (run: MeasuredRun) => string, ...bar: string[]): string[] => [
    name,
    of(first),
    of(second),
    ...(bar.length > 0 ? bar : ['', '']),
  ];
  return {
    title: 'A full run of 35 areas × 3 categories',
    note: `${first.note}. ${SMALL_PER_SECOND} small requests a second; medians of the p99 of ${idleP99Ms.length}, ${first.p99Ms.length} and ${second.p99Ms.length} rounds of ${ROUND_SECONDS} s; idle: ${idle.toFixed(2)} ms; server, client and the run’s thread share two cores. CPU is the server’s, less that of the requests.`,
    head: ['', 'nothing kept', 'an hour away', 'bar', ''],
    rows: [
      row('seconds', ({ seconds }) => seconds.toFixed(0)),
      row(
        'CPU, s',
        ({ cpuSeconds }) => cpuSeconds.toFixed(0),
        `≤ ${MOST_CPU_SECONDS}`,
        verdict(Math.max(first.cpuSeconds, second.cpuSeconds) <= MOST_CPU_SECONDS),
      ),
      row('p99 beside the run, ms', ({ p99Ms }) => medianOf(p99Ms).toFixed(2)),
      row(
        'ratio to idle',
        (run) => `${ratioOf(run).toFixed(2)} ×`,
        `≤ ${MOST_RATIO} ×`,
        verdict(worst <= MOST_RATIO),
      ),
    ],
    textColumns: 1,
  };
}

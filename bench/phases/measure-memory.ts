// What a long mix does to the server's memory: every kind of request about every series, from eight
// clients without a pause, while another process keeps writing, so that kept answers go stale.

import { openStore } from '#store/open/open-store';
import { END_HOUR } from '../../harness/data/calendar.ts';
import { type BenchSeries, longSeries, shortSeries } from '../../harness/data/catalog.ts';
import { fillProduct } from '../../harness/data/fill-product.ts';
import { makeValues } from '../../harness/data/synthetic-values.ts';
import type { Throughput } from '../../harness/load/closed-loop.ts';
import { type BenchRequest, requestBytes } from '../../harness/load/request-bytes.ts';
import { showStage, showStep } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { makeCases, SEARCH_COUNT } from '../cases.ts';
import { usageOf } from '../contenders/contender.ts';
import type { Usage } from '../contenders/usage.ts';
import type { MemoryOptions } from '../options.ts';

const CLIENTS = 8;
const SLICE_SECONDS = 10;
const SERIES_CHANGED_PER_SLICE = 5;
const HOURS_CHANGED = 48;

export interface MemorySample extends Usage {
  readonly minute: number;
}

export interface MemoryResult {
  readonly minutes: number;
  readonly seriesCount: number;
  readonly requests: number;
  readonly samples: readonly MemorySample[];
}

export async function measureMemory(
  workspace: Workspace,
  { minutes, series: seriesCount }: MemoryOptions,
): Promise<MemoryResult> {
  const series = longSeries(seriesCount);
  const path = workspace.path('memory.db');
  showStage(`Gridtide: ${seriesCount} series of 10 years hourly`);
  const token = await fillProduct(path, [...series, ...shortSeries(SEARCH_COUNT)], Date.now());
  const child = workspace.start('bench/contenders/product-server.ts');
  const port = await child.call<number>('start', `sqlite:${path}`, {});
  const load = workspace.start('harness/load/load-process.ts');
  const requests = mixOf(series).map((request) => requestBytes(request, token));
  const asked = { port, requests, clients: CLIENTS, seconds: SLICE_SECONDS };

  showStage(`${minutes} minutes of requests`);
  const startedAt = performance.now();
  const minute = (): number => (performance.now() - startedAt) / 60_000;
  const samples: MemorySample[] = [{ minute: 0, ...(await usageOf({ child })) }];
  let count = 0;
  for (let slice = 0; minute() < minutes; slice++) {
    showStep(`minute ${minute().toFixed(1)}: ${Math.round(samples.at(-1)!.rssMb)} MB`);
    const answered = load.call<Throughput>('askInLoop', asked);
    await changeValues(path, series, slice);
    count += (await answered).count;
    samples.push({ minute: minute(), ...(await usageOf({ child })) });
  }
  return { minutes, seriesCount, requests: count, samples };
}

/** Every request of every case once, small ones between large ones. */
function mixOf(series: readonly BenchSeries[]): BenchRequest[] {
  const lists = makeCases(series).map(({ requests }) => requests);
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) =>
    lists.map((list) => list[i % list.length]!),
  ).flat();
}

/** New values for the last two days of some series, as an import would bring them. */
async function changeValues(path: string, series: readonly BenchSeries[], slice: number) {
  const store = await openStore(`sqlite:${path}`);
  const indices = Int32Array.from(
    { length: HOURS_CHANGED },
    (_, i) => END_HOUR - HOURS_CHANGED + i,
  );
  try {
    await store.write(async (writer) => {
      for (let i = 0; i < SERIES_CHANGED_PER_SLICE; i++) {
        const { code, kind } = series[(slice * SERIES_CHANGED_PER_SLICE + i) % series.length]!;
        const found = await writer.findSeries(code);
        const values = makeValues(kind, slice, HOURS_CHANGED);
        await writer.writePoints(found!.key, indices, values, Date.now());
      }
    });
  } finally {
    await store.close();
  }
}

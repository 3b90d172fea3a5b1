// Times the clients. A server in a process of its own has kept the answers before the clock runs.

import assert from 'node:assert/strict';
import { GridtideClient } from '#client/programs/gridtide-client';
import { readData, type SeriesData } from '#client/series/series-data';
import { FIRST_DAY, LAST_DAY } from '../../harness/data/calendar.ts';
import { type BenchSeries, type Kind, longSeries } from '../../harness/data/catalog.ts';
import { fillProduct } from '../../harness/data/fill-product.ts';
import { showStage } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { measurePython, type PythonMeasured } from './python-measure.ts';

/** What is timed, in the order of a round. */
export const WORK = {
  parse: 'JSON.parse alone, of text that is decoded already',
  read: 'the client’s reader: bytes to typed arrays',
  call: 'client.series(…) over HTTP, an answer that the server has kept',
  fetch: 'fetch and JSON.parse of the same answer',
} as const;

export type WorkName = keyof typeof WORK;

export interface KindMeasured {
  readonly kind: Kind;
  readonly bytes: number;
  readonly points: number;
  /** Milliseconds, a round each. */
  readonly times: ReadonlyMap<WorkName, readonly number[]>;
}

export interface ClientsMeasured {
  readonly rounds: number;
  readonly kinds: readonly KindMeasured[];
  /** A text if Python or pandas is not installed: why. */
  readonly python: PythonMeasured | string;
}

/** Rounds before those that count: the engine compiles what it meets often. */
const WARM_UP = 20;

/** Two decimals, whole numbers and full precision. */
const seriesOfKinds = (): BenchSeries[] =>
  longSeries(10).filter(({ kind }, i, all) => all.findIndex((one) => one.kind === kind) === i);

export async function measureClients(
  workspace: Workspace,
  rounds: number,
): Promise<ClientsMeasured> {
  const series = seriesOfKinds();
  showStage(`${series.length} series of ten years`);
  const path = workspace.path('clients.db');
  const key = await fillProduct(path, series, Date.now());
  const server = workspace.start('bench/contenders/product-server.ts');
  const url = `http://127.0.0.1:${await server.call<number>('start', `sqlite:${path}`, {})}`;
  const kinds: KindMeasured[] = [];
  for (const one of series) {
    showStage(`the TypeScript client: ${one.kind}, ${rounds} rounds`);
    kinds.push(await measureKind(one, url, key, rounds));
  }
  showStage('the Python client');
  const python = await measurePython(url, key, series[0]!.code, rounds);
  return { rounds, kinds, python };
}

async function measureKind(
  { code, kind }: BenchSeries,
  url: string,
  key: string,
  rounds: number,
): Promise<KindMeasured> {
  const client = new GridtideClient({ url, key });
  const span = { from: FIRST_DAY, to: LAST_DAY };
  const address = `${url}/api/v1/series/${code}?from=${FIRST_DAY}&to=${LAST_DAY}&format=columns`;
  const fetchBytes = async (): Promise<ArrayBuffer> =>
    (await fetch(address, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer();
  const bytes = new Uint8Array(await fetchBytes());
  const decoder = new TextDecoder();
  const text = decoder.decode(bytes);
  const works: Record<WorkName, () => unknown> = {
    parse: () => JSON.parse(text),
    read: () => readData<SeriesData>(bytes),
    call: () => client.series(code, span),
    fetch: async () => JSON.parse(decoder.decode(await fetchBytes())),
  };
  const points = await assertSame(works);
  const times = new Map(Object.keys(WORK).map((name) => [name as WorkName, [] as number[]]));
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [name, work] of Object.entries(works)) {
      const startMs = performance.now();
      await work();
      if (round >= 0) times.get(name as WorkName)!.push(performance.now() - startMs);
    }
  }
  return { kind, bytes: bytes.length, points, times };
}

/** All ways must give the same numbers. Resolves to how many. */
async function assertSame(works: Record<WorkName, () => unknown>): Promise<number> {
  const parsed = works.parse() as { times: number[]; values: (number | null)[] };
  for (const data of [works.read(), await works.call()] as SeriesData[]) {
    assert.deepEqual(
      data.values,
      Float64Array.from(parsed.values, (value) => value ?? Number.NaN),
    );
    assert.deepEqual(
      data.times,
      Float64Array.from(parsed.times, (time) => time * 1_000),
    );
  }
  return parsed.times.length;
}

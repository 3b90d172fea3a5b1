// Has the tables made, and reads some series of them: how long it took, and how many bytes were sent.

import { longSeries } from '../../harness/data/catalog.ts';
import { fillProduct } from '../../harness/data/fill-product.ts';
import { clearStep, showStage, showStep } from '../../harness/progress.ts';
import { TableReader } from '../../harness/tables/table-reader.ts';
import type { Workspace } from '../../harness/workspace.ts';
import type { Usage } from '../contenders/usage.ts';
import { readByDuckDb } from './read-by-duckdb.ts';

const YEARS = Array.from({ length: 10 }, (_, i) => 2016 + i);
const WANTED = 10;

export interface TablesMeasured {
  readonly series: number;
  readonly wanted: number;
  /** The files by year: how long each took to make, its bytes and its points. */
  readonly files: readonly { readonly year: number; readonly ms: number; readonly bytes: number }[];
  readonly points: number;
  /** The CPU of making all of them, and the largest resident set of the server. */
  readonly makingCpuMs: number;
  readonly serverPeakMb: number;
  /** Who read: DuckDB, or the replay of its requests. */
  readonly reader: string;
  readonly requests: number;
  readonly sentBytes: number;
  readonly rows: number;
  readonly readMs: number;
}

export async function measureTables(
  workspace: Workspace,
  seriesCount: number,
): Promise<TablesMeasured> {
  const series = longSeries(seriesCount);
  showStage(`${seriesCount} series of 10 years hourly`);
  const token = await fillProduct(workspace.path('tables.db'), series, Date.now());
  const server = workspace.start('bench/contenders/product-server.ts');
  const storeUrl = `sqlite:${workspace.path('tables.db')}`;
  const port = await server.call<number>('start', storeUrl, { SPOOL_MB: '4000' });
  const urlOf = (year: number) =>
    `http://127.0.0.1:${port}/api/v1/tables/values/%2A/${year}.parquet`;

  showStage('Making the tables');
  const before = await server.call<Usage>('usage');
  const files: { year: number; ms: number; bytes: number }[] = [];
  for (const year of YEARS) {
    showStep(String(year));
    const startedAt = performance.now();
    const reader = new TableReader(urlOf(year), token);
    await reader.readLength();
    files.push({ year, ms: performance.now() - startedAt, bytes: reader.length });
  }
  const after = await server.call<Usage>('usage');

  showStage(`Reading ${WANTED} series`);
  const step = Math.floor(seriesCount / WANTED);
  const codes = Array.from({ length: WANTED }, (_, i) => series[i * step]!.code);
  const urls = YEARS.map(urlOf);
  const read = (await readByDuckDb(urls, codes, token)) ?? (await readByRanges(urls, codes, token));
  const points = series.reduce((sum, { hours }) => sum + hours, 0);
  const expected = series
    .filter(({ code }) => codes.includes(code))
    .reduce((sum, { hours }) => sum + hours, 0);
  // The first and the last hour of ten years may lie in other years of market time.
  if (Math.abs(read.rows - expected) > codes.length)
    throw new Error(`${read.reader} read ${read.rows} rows instead of ${expected}`);
  clearStep();
  await server.stop();
  return {
    ...{ series: seriesCount, wanted: WANTED, files, points, ...read },
    makingCpuMs: after.cpuMs - before.cpuMs,
    serverPeakMb: after.peakMb,
  };
}

/** The requests that DuckDB sends: HEAD, the end of the file, its footer, and the columns of the row groups that fit. */
async function readByRanges(urls: readonly string[], codes: readonly string[], token: string) {
  const startedAt = performance.now();
  let [requests, sentBytes, rows] = [0, 0, 0];
  for (const url of urls) {
    const reader = new TableReader(url, token);
    rows += (await reader.readSeries(codes)).length;
    requests += reader.asked.length;
    sentBytes += reader.bytes;
  }
  const readMs = performance.now() - startedAt;
  return { reader: 'the requests of DuckDB, replayed', requests, sentBytes, rows, readMs };
}

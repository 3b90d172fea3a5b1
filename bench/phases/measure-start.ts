// How soon a store of 100,000 series serves: from the start of the command to "ready", and the first
// answer after that.

import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_DAY } from '../../harness/data/calendar.ts';
import { shortSeries } from '../../harness/data/catalog.ts';
import { fillProduct } from '../../harness/data/fill-product.ts';
import { findFreePort } from '../../harness/free-port.ts';
import { HttpConnection } from '../../harness/load/http-connection.ts';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { medianOf } from '../../harness/median.ts';
import { ProductProcess } from '../../harness/product-process.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { seriesRequest } from '../cases.ts';

export interface StartResult {
  readonly series: number;
  readonly readyMs: number;
  readonly firstAnswerMs: number;
}

const POLL_MS = 5;
const LONGEST_START_MS = 60_000;

export async function measureStart(
  workspace: Workspace,
  seriesCount: number,
  rounds: number,
): Promise<StartResult> {
  const path = workspace.path('start.db');
  const series = shortSeries(seriesCount);
  const token = await fillProduct(path, series, Date.now());
  const middle = series[series.length >> 1]!.code;
  const request = requestBytes(seriesRequest(middle, FIRST_DAY, FIRST_DAY, 'hour'), token);
  const starts: { readyMs: number; firstAnswerMs: number }[] = [];
  for (let round = 0; round < rounds; round++) starts.push(await startOnce(path, request));
  return {
    series: seriesCount,
    readyMs: medianOf(starts.map(({ readyMs }) => readyMs)),
    firstAnswerMs: medianOf(starts.map(({ firstAnswerMs }) => firstAnswerMs)),
  };
}

async function startOnce(path: string, request: Buffer) {
  const port = await findFreePort();
  const startedAt = performance.now();
  const args = ['serve', '--port', String(port), '--store', `sqlite:${path}`];
  const server = new ProductProcess(args, { NODE_ENV: 'production', LOG_LEVEL: 'warn' });
  try {
    const connection = await waitUntilReady(port);
    const readyAt = performance.now();
    const { status } = await connection.ask(request);
    const answeredAt = performance.now();
    connection.close();
    if (status !== 200) throw new Error(`the first answer was ${status}`);
    return { readyMs: readyAt - startedAt, firstAnswerMs: answeredAt - readyAt };
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

/** Resolves to a connection to a server that has answered at /readyz that it is ready. */
export async function waitUntilReady(port: number): Promise<HttpConnection> {
  const deadline = performance.now() + LONGEST_START_MS;
  const probe = requestBytes({ method: 'GET', path: '/readyz' }, 'none');
  while (performance.now() < deadline) {
    const connection = await HttpConnection.open(port).catch(() => undefined);
    const answer = await connection?.ask(probe).catch(() => undefined);
    if (answer?.status === 200) return connection!;
    connection?.close();
    await sleep(POLL_MS);
  }
  throw new Error(`the server was not ready within ${LONGEST_START_MS / 1000} s`);
}

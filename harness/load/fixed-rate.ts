// Requests at a fixed rate, whether or not earlier ones are answered. A latency counts from the moment
// its request was due, so that a server that stalls cannot hide the requests it kept waiting.

import { quantiles } from '../median.ts';
import type { Throughput } from './closed-loop.ts';
import { HttpConnection } from './http-connection.ts';
import { type Pace, paced } from './paced.ts';

export interface Paced extends Pace {
  readonly port: number;
  readonly requests: readonly Uint8Array[];
}

/** The result with its latencies, so that several runs can be judged as one. */
export interface PacedAnswers extends Throughput {
  readonly latencies: Float64Array;
}

export async function askAtRate({
  port,
  requests,
  perSecond,
  seconds,
}: Paced): Promise<PacedAnswers> {
  const buffers = requests.map((bytes) => Buffer.from(bytes));
  const idle: HttpConnection[] = [];
  const opened: HttpConnection[] = [];
  const latencies: number[] = [];
  const take = async (): Promise<HttpConnection> => {
    const free = idle.pop();
    if (free) return free;
    const connection = await HttpConnection.open(port);
    opened.push(connection);
    return connection;
  };
  const ask = async (dueAt: number, request: Buffer): Promise<void> => {
    const connection = await take();
    const { status } = await connection.ask(request);
    if (status !== 200) throw new Error(`a request was answered with ${status}`);
    latencies.push(performance.now() - dueAt);
    idle.push(connection);
  };
  try {
    // Connections are open before the clock runs.
    idle.push(...(await Promise.all(Array.from({ length: 8 }, take))));
    const startedAt = performance.now();
    let sent = 0;
    await paced({ perSecond, seconds }, (dueAt) => ask(dueAt, buffers[sent++ % buffers.length]!));
    return {
      count: latencies.length,
      elapsedMs: performance.now() - startedAt,
      ...quantiles(latencies),
      latencies: Float64Array.from(latencies),
    };
  } finally {
    for (const connection of opened) connection.close();
  }
}

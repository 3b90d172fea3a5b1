// Requests at a fixed rate, whether or not earlier ones are answered. A latency counts from the moment
// its request was due, so that a server that stalls cannot hide the requests it kept waiting.

import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from '../median.ts';
import type { Throughput } from './closed-loop.ts';
import { HttpConnection } from './http-connection.ts';

export interface Paced {
  readonly port: number;
  readonly requests: readonly Uint8Array[];
  readonly perSecond: number;
  readonly seconds: number;
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
    const asked: Promise<void>[] = [];
    for (let i = 0; i < perSecond * seconds; i++) {
      const dueAt = startedAt + (i * 1000) / perSecond;
      const early = dueAt - performance.now();
      if (early > 0) await sleep(early);
      // A timer fires late by its own grain; the request is due when it can be sent.
      asked.push(
        ask(Math.max(dueAt, early > 0 ? performance.now() : dueAt), buffers[i % buffers.length]!),
      );
    }
    await Promise.all(asked);
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

// Load as fast as the server answers: every client asks, waits for the answer, and asks again.

import { quantiles } from '../median.ts';
import { HttpConnection } from './http-connection.ts';

export interface Asked {
  readonly port: number;
  /** The requests, sent in turn, over and over. */
  readonly requests: readonly Uint8Array[];
  readonly clients: number;
  readonly seconds: number;
}

export interface Throughput {
  readonly count: number;
  readonly elapsedMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

export async function askInLoop({ port, requests, clients, seconds }: Asked): Promise<Throughput> {
  const buffers = requests.map((bytes) => Buffer.from(bytes));
  const connections = await Promise.all(
    Array.from({ length: clients }, () => HttpConnection.open(port)),
  );
  const latencies: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  // Every client awaits its last answer: a slow server's last answers count, and so does their time.
  const run = async (connection: HttpConnection): Promise<void> => {
    for (let now = performance.now(); now < deadline; ) {
      const { status } = await connection.ask(buffers[next++ % buffers.length]!);
      if (status !== 200) throw new Error(`a request was answered with ${status}`);
      const answeredAt = performance.now();
      latencies.push(answeredAt - now);
      now = answeredAt;
    }
  };
  try {
    await Promise.all(connections.map(run));
  } finally {
    for (const connection of connections) connection.close();
  }
  const elapsedMs = performance.now() - startedAt;
  return { count: latencies.length, elapsedMs, ...quantiles(latencies) };
}

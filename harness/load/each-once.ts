// Every request once, in order, by one client: for latencies of requests that must not repeat.

import { HttpConnection } from './http-connection.ts';

export interface AskedOnce {
  readonly port: number;
  readonly requests: readonly Uint8Array[];
  /** No request begins after this long. */
  readonly seconds: number;
}

/** Resolves to the milliseconds that each answer took. */
export async function askEachOnce({ port, requests, seconds }: AskedOnce): Promise<Float64Array> {
  const connection = await HttpConnection.open(port);
  const latencies: number[] = [];
  try {
    let now = performance.now();
    const deadline = now + seconds * 1000;
    for (const bytes of requests) {
      const { status } = await connection.ask(Buffer.from(bytes));
      if (status !== 200) throw new Error(`a request was answered with ${status}`);
      const answeredAt = performance.now();
      latencies.push(answeredAt - now);
      if (answeredAt >= deadline) break;
      now = answeredAt;
    }
  } finally {
    connection.close();
  }
  return Float64Array.from(latencies);
}

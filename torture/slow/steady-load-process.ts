// Callers who are not slow: requests at a fixed rate, in a process of their own, so that the work of the
// slow ones is not taken for the server's. A latency counts from the moment its request was due.

import { HttpConnection } from '../../harness/load/http-connection.ts';
import { type Pace, paced } from '../../harness/load/paced.ts';
import { quantiles } from '../../harness/median.ts';
import { answerCalls } from '../../harness/processes.ts';

export interface Steady extends Pace {
  readonly port: number;
  readonly request: Uint8Array;
}

export interface SteadyAnswers {
  readonly count: number;
  readonly p99Ms: number;
  /** Requests that did not get a 200, each in a few words. */
  readonly failures: readonly string[];
}

/** Connections kept from one stretch to the next: clients that have arrived before. */
const idle: HttpConnection[] = [];

async function askSteadily(steady: Steady): Promise<SteadyAnswers> {
  const { port } = steady;
  const request = Buffer.from(steady.request);
  const latencies: number[] = [];
  const failures: string[] = [];
  const askOn = async (connection: HttpConnection): Promise<void> => {
    const { status } = await connection.ask(request);
    idle.push(connection);
    if (status !== 200) failures.push(`answered with ${status}`);
  };
  const ask = async (dueAt: number): Promise<void> => {
    const kept = idle.pop();
    try {
      // The server ends connections that are not used; any client then takes a new one.
      const isDone = kept
        ? await askOn(kept).then(
            () => true,
            () => false,
          )
        : false;
      if (!isDone) await askOn(await HttpConnection.open(port));
      latencies.push(performance.now() - dueAt);
    } catch (error) {
      failures.push((error as Error).message);
    }
  };
  await paced(steady, ask);
  return { count: latencies.length, p99Ms: quantiles(latencies).p99Ms, failures };
}

answerCalls({ askSteadily }, () => {
  for (const connection of idle) connection.close();
});

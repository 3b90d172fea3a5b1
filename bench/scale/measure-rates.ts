// What many callers get, and what it costs: requests per second of 32 clients, and the CPU of the server
// and of the database for each, apart. At every size, so that all servers' memory has seen the same.

import type { Throughput } from '../../harness/load/closed-loop.ts';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { medianOf } from '../../harness/median.ts';
import type { Child } from '../../harness/processes.ts';
import { showStep } from '../../harness/progress.ts';
import { usageOf } from '../contenders/contender.ts';
import type { Engine } from './engine.ts';
import { type LatencyEffort, serversFor } from './measure-latency.ts';
import { drawRequests, READS, type ScaleRead } from './reads.ts';
import type { ScaleServer } from './start-servers.ts';

export const RATE_CLIENTS = 32;

export interface Rate {
  readonly read: string;
  readonly size: number;
  readonly perSecond: number;
  /** CPU per request. */
  readonly serverCpuUs: number;
  readonly databaseCpuUs: number;
  /** Requests that a second of one core pays for, of the server and of both together. */
  readonly perServerCore: number;
  readonly perCore: number;
}

type Reading = Pick<Rate, 'perSecond' | 'serverCpuUs' | 'databaseCpuUs'>;

export async function measureRates(
  engine: Engine,
  servers: readonly ScaleServer[],
  load: Child,
  { rounds, seconds }: LatencyEffort,
): Promise<Rate[]> {
  const cells = READS.flatMap((read) =>
    serversFor(read, servers).map((server) => ({ read, server, readings: [] as Reading[] })),
  );
  for (let round = 0; round <= rounds; round++) {
    for (const { read, server, readings } of cells) {
      showStep(`round ${round} of ${rounds}: ${read.name}, ${server.store.content.size}`);
      const reading = await askMany(engine, server, read, load, round, seconds);
      if (round > 0) readings.push(reading);
    }
  }
  return cells.map(({ read, server, readings }) => rateOf(read, server, readings));
}

async function askMany(
  engine: Engine,
  server: ScaleServer,
  read: ScaleRead,
  load: Child,
  round: number,
  seconds: number,
): Promise<Reading> {
  const { store, port } = server;
  const drawn = drawRequests(read, store.content.size, read.count, 1_000 + round);
  const requests = drawn.map((request) => requestBytes(request, store.token));
  const [own, database] = [await usageOf(server), await engine.usage()];
  const asked = { port, requests, clients: RATE_CLIENTS, seconds };
  const { count, elapsedMs } = await load.call<Throughput>('askInLoop', asked);
  const serverMs = (await usageOf(server)).cpuMs - own.cpuMs;
  const databaseMs = (await engine.usage()).cpuMs - database.cpuMs;
  return {
    perSecond: (count * 1000) / elapsedMs,
    serverCpuUs: (serverMs * 1000) / count,
    databaseCpuUs: (databaseMs * 1000) / count,
  };
}

function rateOf({ name }: ScaleRead, { store }: ScaleServer, readings: readonly Reading[]): Rate {
  const median = (pick: (reading: Reading) => number): number => medianOf(readings.map(pick));
  const serverCpuUs = median((reading) => reading.serverCpuUs);
  const databaseCpuUs = median((reading) => reading.databaseCpuUs);
  return {
    read: name,
    size: store.content.size,
    perSecond: median((reading) => reading.perSecond),
    serverCpuUs,
    databaseCpuUs,
    perServerCore: 1e6 / serverCpuUs,
    perCore: 1e6 / (serverCpuUs + databaseCpuUs),
  };
}

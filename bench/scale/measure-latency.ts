// How long one caller waits for each read, by the number of series. Rounds are interleaved: every size is
// asked the same before the next read, so that a noisy minute falls on all.

import { requestBytes } from '../../harness/load/request-bytes.ts';
import { medianOf, quantiles } from '../../harness/median.ts';
import type { Child } from '../../harness/processes.ts';
import { showStep } from '../../harness/progress.ts';
import { usageOf } from '../contenders/contender.ts';
import { drawRequests, READS, type ScaleRead } from './reads.ts';
import type { ScaleServer } from './start-servers.ts';

export interface Latency {
  readonly read: string;
  readonly size: number;
  /** The median of the rounds' own medians. */
  readonly p50Ms: number;
  /** The latencies of all rounds together. */
  readonly p99Ms: number;
  /** CPU of the server's process, per request. */
  readonly serverCpuUs: number;
  readonly requests: number;
  /** Medians, round by round. */
  readonly roundsMs: readonly number[];
}

export interface LatencyEffort {
  readonly rounds: number;
  readonly seconds: number;
}

interface Cell {
  readonly read: ScaleRead;
  readonly server: ScaleServer;
  readonly roundsMs: number[];
  readonly latencies: number[];
  cpuMs: number;
}

/** Those that can answer a read, in order of size. */
export const serversFor = (
  { isMetadata }: ScaleRead,
  servers: readonly ScaleServer[],
): ScaleServer[] => servers.filter(({ store }) => isMetadata || store.content.hasRuns);

export async function measureLatency(
  servers: readonly ScaleServer[],
  load: Child,
  { rounds, seconds }: LatencyEffort,
): Promise<Latency[]> {
  const rows = READS.map((read) =>
    serversFor(read, servers).map(
      (server): Cell => ({ read, server, roundsMs: [], latencies: [], cpuMs: 0 }),
    ),
  );
  // Round 0 warms up: code is compiled, connections are made.
  for (let round = 0; round <= rounds; round++) {
    for (const row of rows) {
      // Every other round goes the other way, so that no size always follows the same one.
      for (const cell of round % 2 === 0 ? row : row.toReversed()) {
        showStep(
          `round ${round} of ${rounds}: ${cell.read.name}, ${cell.server.store.content.size}`,
        );
        await askCell(cell, load, round, seconds);
      }
    }
  }
  return rows.flat().map(latencyOf);
}

async function askCell(cell: Cell, load: Child, round: number, seconds: number): Promise<void> {
  const { read, server } = cell;
  const { store, port } = server;
  const seed = round * READS.length + READS.indexOf(read);
  const drawn = drawRequests(read, store.content.size, read.count, seed);
  const requests = drawn.map((request) => requestBytes(request, store.token));
  const before = await usageOf(server);
  const latencies = await load.call<Float64Array>('askEachOnce', { port, requests, seconds });
  const after = await usageOf(server);
  if (round === 0) return;
  cell.cpuMs += after.cpuMs - before.cpuMs;
  cell.roundsMs.push(quantiles([...latencies]).medianMs);
  cell.latencies.push(...latencies);
}

const latencyOf = ({ read, server, roundsMs, latencies, cpuMs }: Cell): Latency => ({
  read: read.name,
  size: server.store.content.size,
  p50Ms: medianOf(roundsMs),
  p99Ms: quantiles(latencies).p99Ms,
  serverCpuUs: (cpuMs * 1000) / latencies.length,
  requests: latencies.length,
  roundsMs,
});

export interface Growth {
  readonly read: string;
  readonly smallest: number;
  readonly largest: number;
  readonly ratio: number;
}

/** The p50 at the largest size over that at the smallest: the median of the rounds' own ratios. */
export function growthOf(latencies: readonly Latency[], read: string): Growth {
  const row = latencies.filter((each) => each.read === read).sort((a, b) => a.size - b.size);
  const [smallest, largest] = [row[0]!, row.at(-1)!];
  const ratios = largest.roundsMs.map((ms, round) => ms / smallest.roundsMs[round]!);
  return { read, smallest: smallest.size, largest: largest.size, ratio: medianOf(ratios) };
}

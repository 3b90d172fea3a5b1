// Interleaved rounds: every case asks the one server, then the other, before the next round begins, so
// that a noisy minute falls on both. Medians of the rounds are what is reported.

import autocannon from 'autocannon';
import { CASES, type Case } from './cases.ts';
import type { BenchServer, Servers } from './servers.ts';

export interface Reading {
  readonly requestsPerSecond: number;
  /** CPU of the server's process per request. */
  readonly cpuUs: number;
}

export interface CaseResult {
  readonly name: string;
  readonly clients: number;
  readonly bytes: number;
  readonly real: Reading;
  readonly bare: Reading;
}

export async function measureCases(
  servers: Servers,
  seconds: number,
  rounds: number,
): Promise<CaseResult[]> {
  const readings = CASES.map(() => ({ real: [] as Reading[], bare: [] as Reading[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [i, each] of CASES.entries()) {
      showProgress(`round ${round + 1} of ${rounds}: ${each.name}`);
      readings[i]!.real.push(await measure(servers.real, each, each.path, servers.token, seconds));
      readings[i]!.bare.push(
        await measure(servers.bare, each, servers.barePath(i), servers.token, seconds),
      );
    }
  }
  showProgress('');
  return CASES.map((each, i) => ({
    name: each.name,
    clients: each.clients,
    bytes: servers.sizes[i]!,
    real: medianReading(readings[i]!.real),
    bare: medianReading(readings[i]!.bare),
  }));
}

/** One line that rewrites itself, on a terminal only. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

async function measure(
  server: BenchServer,
  each: Case,
  path: string,
  token: string,
  seconds: number,
): Promise<Reading> {
  const before = await server.cpuMs();
  const result = await autocannon({
    url: server.url + path,
    method: each.method,
    connections: each.clients,
    duration: seconds,
    headers: {
      authorization: `Bearer ${token}`,
      ...(each.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(each.body ? { body: JSON.stringify(each.body) } : {}),
  });
  const cpuMs = (await server.cpuMs()) - before;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${each.name}: ${result.non2xx} answers were not 200, ${result.errors} requests failed`,
    );
  }
  const count = result.requests.total;
  return { requestsPerSecond: count / result.duration, cpuUs: (cpuMs * 1000) / count };
}

function medianReading(readings: readonly Reading[]): Reading {
  const median = (pick: (reading: Reading) => number): number => {
    const sorted = readings.map(pick).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)]!;
  };
  return { requestsPerSecond: median((r) => r.requestsPerSecond), cpuUs: median((r) => r.cpuUs) };
}

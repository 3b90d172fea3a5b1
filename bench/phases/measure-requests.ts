// Requests per second and CPU a request. Rounds are interleaved: every contender is asked the same
// before the next case begins, so that a noisy minute falls on all. Medians of the rounds count.

import type { Throughput } from '../../harness/load/closed-loop.ts';
import { type BenchRequest, requestBytes } from '../../harness/load/request-bytes.ts';
import { medianOf } from '../../harness/median.ts';
import type { Child } from '../../harness/processes.ts';
import { showStep } from '../../harness/progress.ts';
import { type Case, type CaseName, WARM_VARIANTS } from '../cases.ts';
import { type Contender, type ContenderName, TITLES, usageOf } from '../contenders/contender.ts';
import { barePath, type Field } from '../contenders/start-contenders.ts';

export const CLIENT_COUNTS = [1, 32] as const;

export interface Reading {
  readonly perSecond: number;
  /** CPU of the contender's processes per request. */
  readonly cpuUs: number;
  /** What one request took, as its client saw it. */
  readonly medianMs: number;
}

export interface RequestResult {
  readonly name: CaseName;
  readonly clients: number;
  /** Medians of the rounds. */
  readonly readings: ReadonlyMap<ContenderName, Reading>;
  /** Requests per second, round by round. */
  readonly rates: ReadonlyMap<ContenderName, readonly number[]>;
}

/**
 * One contender's rate over another's: the median of the rounds' own ratios, because the two readings
 * of a round are seconds apart and those of different rounds minutes.
 */
export function ratioOf({ rates }: RequestResult, a: ContenderName, b: ContenderName): number {
  const others = rates.get(b) ?? [];
  return medianOf((rates.get(a) ?? []).map((rate, round) => rate / others[round]!));
}

export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** No round begins after this long, once there are a few: a busy machine must not take all day. */
  readonly enoughMs?: number;
}

const FEWEST_ROUNDS = 3;

/** Long enough for every server's code to be compiled, in each of its threads. */
const WARM_UP_SECONDS = 1;

export async function measureRequests(
  field: Field,
  cases: readonly Case[],
  load: Child,
  { rounds, seconds, enoughMs = Infinity }: Effort,
): Promise<RequestResult[]> {
  const startedAt = performance.now();
  const cells = cases.flatMap((each) =>
    CLIENT_COUNTS.map((clients) => ({
      each,
      clients,
      readings: new Map(field.contenders.map(({ name }) => [name, [] as Reading[]])),
    })),
  );
  for (let round = 0; round <= rounds; round++) {
    if (round > FEWEST_ROUNDS && performance.now() - startedAt > enoughMs) break;
    for (const { each, clients, readings } of cells) {
      for (const contender of inOrder(field.contenders)) {
        showStep(
          `round ${round} of ${rounds}: ${each.name}, ${clients}, ${TITLES[contender.name]}`,
        );
        const time = round === 0 ? WARM_UP_SECONDS : seconds * (each.lasts ?? 1);
        const reading = await measure(contender, each, clients, field.token, load, time);
        if (round > 0) readings.get(contender.name)!.push(reading);
      }
    }
  }
  return cells.map(({ each, clients, readings }) => ({
    name: each.name,
    clients,
    readings: new Map([...readings].map(([name, list]) => [name, medianReading(list)])),
    rates: new Map([...readings].map(([name, list]) => [name, list.map((r) => r.perSecond)])),
  }));
}

/**
 * The two contenders that answer from memory are asked twice, in the opposite order the second time. Their
 * ratio is near one, so that a tenth counts, and they take little time.
 */
function inOrder(contenders: readonly Contender[]): readonly Contender[] {
  const twice = contenders.filter(({ name }) => name === 'bare' || name === 'warm');
  return [...contenders, ...twice.reverse()];
}

/** Every contender's own list of requests for a case. */
export function requestsFor({ name }: Contender, each: Case, token: string): Buffer[] {
  const isWarm = name === 'bare' || name === 'warm';
  const asked: readonly BenchRequest[] = isWarm
    ? each.requests.slice(0, WARM_VARIANTS)
    : each.requests;
  return asked.map((request, i) =>
    requestBytes(name === 'bare' ? { ...request, path: barePath(each.name, i) } : request, token),
  );
}

/** Asks one contender one thing for some seconds. */
export async function measure(
  contender: Contender,
  each: Case,
  clients: number,
  token: string,
  load: Child,
  seconds: number,
): Promise<Reading> {
  const { port } = contender;
  const requests = requestsFor(contender, each, token);
  const before = await usageOf(contender);
  const asked = { port, requests, clients, seconds };
  const { count, elapsedMs, medianMs } = await load.call<Throughput>('askInLoop', asked);
  const cpuMs = (await usageOf(contender)).cpuMs - before.cpuMs;
  return { perSecond: (count * 1000) / elapsedMs, cpuUs: (cpuMs * 1000) / count, medianMs };
}

function medianReading(readings: readonly Reading[]): Reading {
  const median = (pick: (reading: Reading) => number): number => medianOf(readings.map(pick));
  return {
    perSecond: median((r) => r.perSecond),
    cpuUs: median((r) => r.cpuUs),
    medianMs: median((r) => r.medianMs),
  };
}

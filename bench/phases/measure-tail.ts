// How long small requests wait, alone and beside answers of 3 MB. Small requests come at a fixed rate
// from a process of their own; two clients that let everybody else go first ask for the large ones.
// Of the rounds the quietest counts: what else runs on the machine can only make a p99 longer.

import type { Case } from '../cases.ts';
import type { ContenderName } from '../contenders/contender.ts';
import type { Field } from '../contenders/start-contenders.ts';
import type { Throughput } from '../load/closed-loop.ts';
import { medianOf } from '../median.ts';
import type { Child } from '../processes.ts';
import { showStep } from '../progress.ts';
import { type Effort, requestsFor } from './measure-requests.ts';

const SMALL_PER_SECOND = 300;
const LARGE_CLIENTS = 2;

export interface TailResult {
  readonly contender: ContenderName;
  readonly aloneP99Ms: number;
  readonly besideP99Ms: number;
  /** Large answers that were sent meanwhile, a second. */
  readonly largePerSecond: number;
}

/** `bare` and `warm` send large answers they hold ready, `cold` makes each. */
const MEASURED: readonly ContenderName[] = ['bare', 'warm', 'cold'];

export async function measureTail(
  { contenders, token }: Field,
  cases: readonly Case[],
  small: Child,
  large: Child,
  { rounds, seconds }: Effort,
): Promise<TailResult[]> {
  await large.call('yieldToOthers');
  const caseOf = (name: string): Case => cases.find((each) => each.name === name)!;
  const measured = contenders
    .filter(({ name }) => MEASURED.includes(name))
    .map((contender) => ({
      contender,
      alone: [] as number[],
      beside: [] as number[],
      large: [] as number[],
    }));
  for (let round = 1; round <= rounds; round++) {
    for (const { contender, alone, beside, large: rates } of measured) {
      showStep(`round ${round} of ${rounds}: ${contender.name}`);
      const { port } = contender;
      const smallRequests = [
        ...requestsFor(contender, caseOf('forecast'), token),
        ...requestsFor(contender, caseOf('last-48'), token).slice(0, 4),
      ];
      const paced = { port, requests: smallRequests, perSecond: SMALL_PER_SECOND, seconds };
      const requests = requestsFor(contender, caseOf('decade'), token);
      const looped = { port, requests, clients: LARGE_CLIENTS, seconds: seconds + 0.5 };

      alone.push((await small.call<Throughput>('askAtRate', paced)).p99Ms);
      const meanwhile = large.call<Throughput>('askInLoop', looped);
      beside.push((await small.call<Throughput>('askAtRate', paced)).p99Ms);
      const { count, elapsedMs } = await meanwhile;
      rates.push((count * 1000) / elapsedMs);
    }
  }
  return measured.map(({ contender, alone, beside, large: rates }) => ({
    contender: contender.name,
    aloneP99Ms: Math.min(...alone),
    besideP99Ms: Math.min(...beside),
    largePerSecond: medianOf(rates),
  }));
}

// How long small requests wait, alone and beside answers of 3 MB. Small requests come at a fixed rate
// from a process of their own; two clients in a third process ask for the large ones.

import type { Throughput } from '../../harness/load/closed-loop.ts';
import { type Cores, moveTo, runWhenIdle, shareCores } from '../../harness/load/cores.ts';
import type { PacedAnswers } from '../../harness/load/fixed-rate.ts';
import { medianOf, quantiles } from '../../harness/median.ts';
import type { Child } from '../../harness/processes.ts';
import { showStep } from '../../harness/progress.ts';
import type { Case } from '../cases.ts';
import type { Contender, ContenderName } from '../contenders/contender.ts';
import type { Field } from '../contenders/start-contenders.ts';
import { type Effort, requestsFor } from './measure-requests.ts';

const SMALL_PER_SECOND = 300;
const LARGE_CLIENTS = 2;
/** A round is alone and beside in turn, so often: what disturbs the machine for a second meets both. */
const ROUND_PARTS = 3;
/** The large clients outlast the small ones. */
const LARGE_EXTRA_SECONDS = 0.3;

export interface TailResult {
  readonly contender: ContenderName;
  /** Medians of the rounds. */
  readonly aloneP99Ms: number;
  readonly besideP99Ms: number;
  /** Beside over alone: the median of the rounds' own ratios. */
  readonly ratio: number;
  /** Large answers that were sent meanwhile, a second. */
  readonly largePerSecond: number;
}

interface Round {
  readonly aloneP99Ms: number;
  readonly besideP99Ms: number;
  readonly largePerSecond: number;
}

interface Clients {
  readonly small: Child;
  readonly large: Child;
}

/** `bare` and `warm` send large answers they hold ready, `cold` makes each. */
const MEASURED: readonly ContenderName[] = ['bare', 'warm', 'cold'];

export async function measureTail(
  field: Field,
  cases: readonly Case[],
  small: Child,
  large: Child,
  { rounds, seconds }: Effort,
): Promise<TailResult[]> {
  const measured = field.contenders
    .filter(({ name }) => MEASURED.includes(name))
    .map((contender) => ({ contender, rounds: [] as Round[] }));
  const servers = measured.map(({ contender }) => contender.child);
  const cores = shareCores();
  await giveCores(cores, servers, { small, large });
  for (let round = 0; round <= rounds; round++) {
    for (const { contender, rounds: done } of measured) {
      showStep(`round ${round} of ${rounds}: ${contender.name}`);
      const result = await measureRound(contender, field.token, cases, { small, large }, seconds);
      if (round > 0) done.push(result);
    }
  }
  if (cores) for (const { pid } of [small, ...servers]) moveTo(cores.all, pid);
  return measured.map(({ contender, rounds: done }) => ({
    contender: contender.name,
    aloneP99Ms: medianOf(done.map(({ aloneP99Ms }) => aloneP99Ms)),
    besideP99Ms: medianOf(done.map(({ besideP99Ms }) => besideP99Ms)),
    ratio: medianOf(done.map(({ aloneP99Ms, besideP99Ms }) => besideP99Ms / aloneP99Ms)),
    largePerSecond: medianOf(done.map(({ largePerSecond }) => largePerSecond)),
  }));
}

/**
 * The servers get a core that no client runs on; on the clients' core the large ones run only while the
 * small ones have nothing to do. What a small request then waits for is the server.
 */
async function giveCores(
  cores: Cores | undefined,
  servers: readonly Child[],
  { small, large }: Clients,
): Promise<void> {
  if (!cores) {
    await large.call('yieldToOthers');
    return;
  }
  for (const { pid } of servers) moveTo(cores.server, pid);
  for (const { pid } of [small, large]) moveTo(cores.clients, pid);
  runWhenIdle(large.pid);
}

async function measureRound(
  contender: Contender,
  token: string,
  cases: readonly Case[],
  { small, large }: Clients,
  seconds: number,
): Promise<Round> {
  const requestsOf = (name: string): Buffer[] =>
    requestsFor(contender, cases.find((each) => each.name === name)!, token);
  const { port } = contender;
  const slice = seconds / ROUND_PARTS;
  const paced = {
    port,
    requests: [...requestsOf('forecast'), ...requestsOf('last-48').slice(0, 4)],
    perSecond: SMALL_PER_SECOND,
    seconds: slice,
  };
  const looped = {
    port,
    requests: requestsOf('decade'),
    clients: LARGE_CLIENTS,
    seconds: slice + LARGE_EXTRA_SECONDS,
  };
  const alone: number[] = [];
  const beside: number[] = [];
  let [largeCount, largeMs] = [0, 0];
  for (let part = 0; part < ROUND_PARTS; part++) {
    alone.push(...(await small.call<PacedAnswers>('askAtRate', paced)).latencies);
    const meanwhile = large.call<Throughput>('askInLoop', looped);
    beside.push(...(await small.call<PacedAnswers>('askAtRate', paced)).latencies);
    const { count, elapsedMs } = await meanwhile;
    largeCount += count;
    largeMs += elapsedMs;
  }
  return {
    aloneP99Ms: quantiles(alone).p99Ms,
    besideP99Ms: quantiles(beside).p99Ms,
    largePerSecond: (largeCount * 1000) / largeMs,
  };
}

// A stranger on many connections, in every way that needs no token, and what a user feels of it.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#store/open/open-store';
import { runWhenIdle, shareCores } from '../../harness/load/cores.ts';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { medianOf } from '../../harness/median.ts';
import { fillMarket } from '../../harness/outage/outage-market.ts';
import { Child } from '../../harness/processes.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { readProcessorTime, takenShare } from '../../harness/taken-time.ts';
import { listOperations } from '../requests/surface.ts';
import type { Attempt, Ground, Row } from '../row.ts';
import type { Steady, SteadyAnswers } from '../slow/steady-load-process.ts';
import { type AttackPlan, planAttacks } from '../stranger/attacks.ts';
import type { Attack, Seen } from '../stranger/stranger-process.ts';

const ATTACKS = 8;
/** The seconds of an attack in a full run. */
const ATTACK_SECONDS = 20;
/** A full run attacks three times in turn, and the median counts: a machine that stalls once decides nothing. */
const FULL_SECONDS = 3 * ATTACKS * ATTACK_SECONDS;
const SERIES = 40_000;
const P99_TIMES = 3;
const MOST_MB = 400;
/**
 * The share of the processors' time that other machines of the host may take in a round. Beyond it the
 * round measures them and not the server: it is repeated, and the row says how often.
 */
const MOST_TAKEN = 0.02;
const MOST_REPEATED = 12;
const WARM_UP_SECONDS = 2;
/** The pause after an attack, in which the server refuses what still waits, for 4 s at most. */
const CALM_MS = 5_000;
/** The pause in a short run, which judges no times. */
const SHORT_CALM_MS = 200;
/** Requests of a stranger in a minute. In a short run a single request on each connection is more than that. */
const LIMIT = 600;
const SHORT_LIMIT = 60;
const USER = { method: 'GET', path: '/api/v1/series/dehrprice?from=today-3&to=today' } as const;
const USER_A_SECOND = 100;

interface Felt {
  readonly name: string;
  readonly aloneMs: number;
  readonly besideMs: number;
  readonly seen: Seen;
  readonly peakMb: number;
}

interface StrangerTally {
  felt: Felt[];
  asked: number;
  /** Requests of the user that got another answer than 200. */
  refused: number;
  /** The rounds that did not count, because other machines took the processors. */
  repeated: number;
  faults: string[];
}

/** What one round of an attack showed. */
interface Round {
  readonly alone: SteadyAnswers;
  readonly beside: SteadyAnswers;
  readonly seen: Seen;
  readonly peakMb: number;
  /** The share of the processors' time that other machines took meanwhile. */
  readonly taken: number;
}

class Stranger implements Attempt {
  readonly #tally: StrangerTally;
  readonly #server: ProductServer;
  readonly #plans: readonly AttackPlan[];
  readonly #request: Buffer;
  readonly #secondsEach: number;
  readonly #isFull: boolean;
  readonly #user = new Child('torture/slow/steady-load-process.ts');
  readonly #stranger = new Child('torture/stranger/stranger-process.ts');

  constructor(
    tally: StrangerTally,
    server: ProductServer,
    plans: readonly AttackPlan[],
    key: string,
    ground: Ground,
  ) {
    this.#tally = tally;
    this.#server = server;
    this.#plans = plans;
    this.#request = requestBytes(USER, key);
    this.#isFull = isFull(ground);
    this.#secondsEach = Math.min(ATTACK_SECONDS, Math.max(1, Math.floor(ground.count / ATTACKS)));
    ground.after(async () => {
      await this.#user.stop();
      await this.#stranger.stop();
    });
  }

  /** One attack. What the user feels alone is measured just before it, as the machine may change. */
  async next(_done: number, most: number): Promise<number> {
    const plan = this.#plans[this.#tally.felt.length % this.#plans.length]!;
    const seconds = Math.min(this.#secondsEach, most);
    if (this.#tally.felt.length === 0) await this.#askAsUser(WARM_UP_SECONDS);
    await this.#stranger.call('load', plan.requests);
    if (this.#tally.felt.length === 0) this.#yieldStranger();
    let round = await this.#round(plan, seconds);
    while (round.taken > MOST_TAKEN && this.#tally.repeated < MOST_REPEATED) {
      this.#tally.repeated++;
      round = await this.#round(plan, seconds);
    }
    const { alone, beside, seen, peakMb } = round;
    for (const { count, failures } of [alone, beside]) {
      this.#tally.asked += count;
      this.#tally.refused += failures.length;
    }
    const felt = { aloneMs: alone.p99Ms, besideMs: beside.p99Ms, seen, peakMb };
    this.#tally.felt.push({ name: plan.name, ...felt });
    for (const status of Object.keys(seen)) {
      if (Number(status) >= 500 && status !== '503')
        this.#tally.faults.push(`${plan.name}: answered with ${status}`);
    }
    const probe = await fetch(`${this.#server.url}/healthz`);
    if (probe.status !== 200) this.#tally.faults.push(`${plan.name}: a probe got ${probe.status}`);
    return seconds;
  }

  /** The user alone, and then beside the attack. */
  async #round(plan: AttackPlan, seconds: number): Promise<Round> {
    await sleep(this.#isFull ? CALM_MS : SHORT_CALM_MS);
    const from = await readProcessorTime();
    const alone = await this.#askAsUser(seconds);
    await forgetPeak(this.#server);
    const [beside, seen] = await Promise.all([
      this.#askAsUser(seconds),
      this.#attack(plan, seconds),
    ]);
    const taken = takenShare(from, await readProcessorTime());
    return { alone, beside, seen, taken, peakMb: await readPeakMb(this.#server) };
  }

  /** A stranger has a machine of its own: here only what the server and the user leave of the processors. */
  #yieldStranger(): void {
    if (shareCores()) runWhenIdle(this.#stranger.pid);
  }

  async finish(): Promise<void> {
    if (this.#server.hasEnded) this.#tally.faults.push('the server ended by itself');
    else if ((await this.#server.stop()) !== 0)
      this.#tally.faults.push('the server did not end cleanly');
  }

  #attack({ way, connections, opened }: AttackPlan, seconds: number): Promise<Seen> {
    const { port } = this.#server;
    // Another address each time: no attack is held back by the limits that the one before has reached.
    const address = `127.0.0.${2 + this.#tally.felt.length + this.#tally.repeated}`;
    const attack = { port, address, connections, seconds, ...(opened ? { opened } : {}) };
    return this.#stranger.call<Seen>(way, attack satisfies Attack);
  }

  #askAsUser(seconds: number): Promise<SteadyAnswers> {
    return this.#user.call<SteadyAnswers>('askSteadily', {
      port: this.#server.port,
      request: this.#request,
      perSecond: USER_A_SECOND,
      seconds,
    } satisfies Steady);
  }
}

const isFull = ({ count }: Ground): boolean => count >= ATTACKS * ATTACK_SECONDS;

/** Makes Linux count the most memory of the server from what it has now. */
const forgetPeak = ({ child }: ProductServer): Promise<void> =>
  writeFile(`/proc/${child.pid}/clear_refs`, '5');

/** The most memory that the server has had since, as Linux counts. */
async function readPeakMb({ child }: ProductServer): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1_024;
}

/** A catalogue in which a search has something to do. */
async function fillCatalogue(url: string, count: number): Promise<void> {
  const store = await openStore(url);
  await store.write(async (writer) => {
    for (let i = 0; i < count; i++) {
      await writer.defineSeries({
        code: `stranger${i}`,
        description: `Series number ${i}, price of an hour, EUR/MWh`,
        unit: 'EUR/MWh',
        resolution: 'hour',
        area: null,
        category: null,
      });
    }
  });
  await store.close();
}

async function prepare(ground: Ground, tally: StrangerTally): Promise<Stranger> {
  const storeUrl = `sqlite:${join(ground.folder, `store-${Date.now()}.db`)}`;
  const { key } = await fillMarket(storeUrl);
  await fillCatalogue(storeUrl, isFull(ground) ? SERIES : SERIES / 20);
  const env = {
    STORE: storeUrl,
    PUBLIC_REQUESTS_PER_MINUTE: `${isFull(ground) ? LIMIT : SHORT_LIMIT}`,
    METRICS_ACCESS: 'public',
  };
  const server = await ProductServer.start(ground, { env });
  const plans = planAttacks(await listOperations(), key);
  // What is made once is made before: the attacks are measured, not the first request of each kind.
  for (const path of ['/openapi.json', '/metrics', '/', '/api/v1/about', '/api/v1/metadata/units'])
    await (await fetch(server.url + path)).arrayBuffer();
  return new Stranger(tally, server, plans, key, ground);
}

const told = (seen: Seen): string =>
  Object.entries(seen)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

export const strangerRow: Row<StrangerTally> = {
  name: 'stranger',
  summary: 'a stranger on 60 connections and more, on every public route and every schema',
  count: FULL_SECONDS,
  unit: 'seconds',
  isOneLife: true,
  mustHold: 'p99 of a user at most 3 × alone, memory at most 400 MB, probes answered',
  lacks: async () =>
    process.platform === 'linux' ? undefined : 'it needs Linux, where all of 127.0.0.0/8 is local',
  newTally: () => ({ felt: [], asked: 0, refused: 0, repeated: 0, faults: [] }),
  open: prepare,
  judge({ felt, asked, refused, repeated, faults }) {
    const attacks = [...Map.groupBy(felt, ({ name }) => name).values()].map(sumUp);
    const misses = attacks
      .filter(({ times }) => times > P99_TIMES)
      .map(
        ({ name, times }) => `${name}: the p99 of a user was ${times.toFixed(1)} times its usual`,
      );
    for (const { name, peakMb } of attacks) {
      if (peakMb > MOST_MB) misses.push(`${name}: the server took ${peakMb.toFixed(0)} MB`);
    }
    const each = attacks.map(
      ({ name, aloneMs, besideMs, times, seen, peakMb }) =>
        `${name}: p99 of a user ${aloneMs.toFixed(1)} ms alone, ${besideMs.toFixed(1)} ms beside, ${times.toFixed(1)} times, at most ${peakMb.toFixed(0)} MB (${told(seen)})`,
    );
    return {
      faults: refused > 0 ? [...faults, `${refused} requests of the user were refused`] : faults,
      misses,
      figures: [
        ...each,
        `${asked} requests of the user`,
        `${repeated} rounds repeated, because other machines of the host took the processors`,
      ].join('; '),
    };
  },
};

/** Sums up an attack's rounds: medians of the times, the most of the memory, and the answers of the last. */
function sumUp(rounds: readonly Felt[]): Felt & { readonly times: number } {
  return {
    ...rounds.at(-1)!,
    aloneMs: medianOf(rounds.map(({ aloneMs }) => aloneMs)),
    besideMs: medianOf(rounds.map(({ besideMs }) => besideMs)),
    times: medianOf(rounds.map(({ aloneMs, besideMs }) => besideMs / aloneMs)),
    peakMb: Math.max(...rounds.map(({ peakMb }) => peakMb)),
  };
}

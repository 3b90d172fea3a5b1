// Twice as many requests as a server can answer, minute after minute, each from a client that waits two
// seconds for it.

import { join } from 'node:path';
import type { Asked, Throughput } from '../../harness/load/closed-loop.ts';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { fillMarket } from '../../harness/outage/outage-market.ts';
import { Child } from '../../harness/processes.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Overload, Overloaded } from '../overload/overload-process.ts';
import type { Attempt, Ground, Row } from '../row.ts';

/** A stretch at a time: the capacity is measured before each, as the machine may change. */
const STRETCH_SECONDS = 60;
const MEASURE_SECONDS = 5;
const CLIENTS = 16;
const TIMES = 2;
const PATIENCE_MS = 2_000;
const GOOD_SHARE = 0.8;
const RECOVERY_MS = 1_000;
/** A year of hours, made anew each time: work enough that the clients are not what is measured. */
const REQUEST = {
  method: 'GET',
  path: '/api/v1/series/dehrprice?from=today-365&to=today',
} as const;

interface OverloadTally {
  /** Answers a second in each stretch: at most, and under overload. */
  capacity: number[];
  goodput: number[];
  sent: number;
  statuses: Record<string, number>;
  abandoned: number;
  cut: number;
  worstRecoveryMs: number;
  faults: string[];
}

class Overloading implements Attempt {
  readonly #tally: OverloadTally;
  readonly #server: ProductServer;
  readonly #request: Buffer;
  readonly #load: Child;
  readonly #crowd: Child;

  constructor(tally: OverloadTally, server: ProductServer, key: string, ground: Ground) {
    this.#tally = tally;
    this.#server = server;
    this.#request = requestBytes(REQUEST, key);
    this.#load = new Child('harness/load/load-process.ts');
    this.#crowd = new Child('torture/overload/overload-process.ts');
    ground.after(async () => {
      await this.#load.stop();
      await this.#crowd.stop();
    });
  }

  async next(_done: number, most: number): Promise<number> {
    const seconds = Math.min(STRETCH_SECONDS, most);
    const { port } = this.#server;
    const { count, elapsedMs } = await this.#load.call<Throughput>('askInLoop', {
      port,
      requests: [this.#request],
      clients: CLIENTS,
      seconds: Math.min(MEASURE_SECONDS, seconds),
    } satisfies Asked);
    const capacity = (count / elapsedMs) * 1_000;
    const seen = await this.#crowd.call<Overloaded>('overload', {
      port,
      request: this.#request,
      perSecond: TIMES * capacity,
      seconds,
      patienceMs: PATIENCE_MS,
    } satisfies Overload);
    this.#note(capacity, seconds, seen);
    return seconds;
  }

  async finish(): Promise<void> {
    if (this.#server.hasEnded) this.#tally.faults.push('the server ended by itself');
    else if ((await this.#server.stop()) !== 0)
      this.#tally.faults.push('the server did not end cleanly');
  }

  #note(capacity: number, seconds: number, seen: Overloaded): void {
    const tally = this.#tally;
    tally.capacity.push(Math.round(capacity));
    tally.goodput.push(Math.round(seen.good / seconds));
    tally.sent += seen.sent;
    tally.abandoned += seen.abandoned;
    tally.cut += seen.cut;
    tally.worstRecoveryMs = Math.max(tally.worstRecoveryMs, Math.round(seen.recoveryMs));
    for (const [status, count] of Object.entries(seen.statuses)) {
      tally.statuses[status] = (tally.statuses[status] ?? 0) + count;
      if (!['200', '429', '503'].includes(status))
        tally.faults.push(`${count} requests were answered with ${status}`);
    }
  }
}

async function prepare(ground: Ground, tally: OverloadTally): Promise<Overloading> {
  const storeUrl = `sqlite:${join(ground.folder, `store-${Date.now()}.db`)}`;
  const { key } = await fillMarket(storeUrl);
  const server = await ProductServer.start(ground, { env: { CACHE_MB: '0', STORE: storeUrl } });
  return new Overloading(tally, server, key, ground);
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => a + b, 0) / numbers.length;

export const overloadRow: Row<OverloadTally> = {
  name: 'overload',
  summary: 'twice as many requests as the server can answer',
  count: 300,
  unit: 'seconds',
  mustHold: 'goodput at least 0.8 × the maximum, the rest 429 or 503, recovery at once',
  newTally: () => ({
    capacity: [],
    goodput: [],
    sent: 0,
    statuses: {},
    abandoned: 0,
    cut: 0,
    worstRecoveryMs: 0,
    faults: [],
  }),
  open: prepare,
  judge(tally) {
    const [most, good] = [meanOf(tally.capacity), meanOf(tally.goodput)];
    const share = good / most;
    const unanswered = tally.abandoned + tally.cut;
    const misses: string[] = [];
    if (share < GOOD_SHARE) misses.push(`goodput was ${share.toFixed(2)} × the maximum`);
    if (unanswered > 0) misses.push(`${unanswered} requests got neither 200 nor 429 nor 503`);
    if (tally.worstRecoveryMs > RECOVERY_MS)
      misses.push(`recovery took ${tally.worstRecoveryMs} ms`);
    const seen = Object.entries(tally.statuses).map(([status, count]) => `${count} × ${status}`);
    return {
      faults: tally.faults,
      misses,
      figures: `at most ${most.toFixed(0)} answers a second; of twice as many ${good.toFixed(0)} a second within 2 s (${share.toFixed(2)} ×); ${seen.join(', ')}, ${tally.abandoned} given up after 2 s, ${tally.cut} cut; the first after it answered in ${tally.worstRecoveryMs} ms at worst`,
    };
  },
};

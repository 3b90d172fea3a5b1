// An hour of everything at a moderate rate, after a quarter of an hour at a higher one: what stays of it in
// memory, and whether answers get slower. Requests take longer whenever the host has other things to do, so the
// last quarter is compared with a second server, started later with a store like the first one's at its start,
// that is warm and asked the same at the same time.

import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessorTime, takenShare } from '../../harness/taken-time.ts';
import { type MemoryReading, meanReading, readMemory } from '../memory.ts';
import type { Attempt, Ground, Row } from '../row.ts';
import { judgeSoak, newSoakTally, type SoakTally, WARM_SHARE } from '../soak/judge-soak.ts';
import type { Stretch } from '../soak/soak-process.ts';
import { makeSoakStore, type SoakStore } from '../soak/soak-store.ts';
import { SoakedServer, storePath } from '../soak/soaked-server.ts';

const PER_SECOND = 100;
/** Caches are full, code compiled and the allocator at its size after some 180,000 requests, not after a time. */
const WARM_UP_PER_SECOND = 250;
/** About the number of stretches in a run of any length. */
const STRETCHES = 80;
/** The young server warms up for as long as the old one did, then comes the last quarter of the hour. */
const COMPARED_FROM = 4 / 5;
const YOUNG_FROM = COMPARED_FROM - WARM_SHARE;
const READ_EVERY_MS = 1_000;
/** Series of ten years: a short run has no time to read many. */
const SERIES = 40;
const FEW_SERIES = 4;
const SHORT_SECONDS = 60;
const MOST_FAULTS = 50;

class Soaking implements Attempt {
  readonly #ground: Ground;
  readonly #tally: SoakTally;
  readonly #server: SoakedServer;
  readonly #youngStore: SoakStore;
  #young: SoakedServer | undefined;

  constructor(ground: Ground, tally: SoakTally, server: SoakedServer, youngStore: SoakStore) {
    this.#ground = ground;
    this.#tally = tally;
    this.#server = server;
    this.#youngStore = youngStore;
  }

  async next(done: number, most: number): Promise<number> {
    const { count } = this.#ground;
    const seconds = Math.min(Math.ceil(count / STRETCHES), most);
    // A short run, which is a test of this row, must do on any machine: it warms nothing up.
    const isShort = count <= SHORT_SECONDS;
    const isWarm = isShort || done >= count * WARM_SHARE;
    const isCompared = isShort || done >= count * COMPARED_FROM;
    const young = done >= count * YOUNG_FROM ? await this.#startYoung() : undefined;

    const before = await readProcessorTime();
    const stretch = this.#server.call(isWarm ? PER_SECOND : WARM_UP_PER_SECOND, seconds);
    const [answered, youngAnswered, readings] = await Promise.all([
      stretch,
      young?.call(isCompared ? PER_SECOND : WARM_UP_PER_SECOND, seconds),
      this.#readUntil(stretch),
    ]);
    this.#tally.taken.push(takenShare(before, await readProcessorTime()));
    this.#tally.seconds += seconds;
    this.#tally.memory.push(meanReading(readings));
    this.#note(answered);
    if (youngAnswered) this.#noteFaults(youngAnswered, 'of the young server, ');
    if (youngAnswered && isCompared) this.#tally.young.push(youngAnswered.latencies);
    return seconds;
  }

  async #startYoung(): Promise<SoakedServer> {
    this.#young ??= await SoakedServer.start(this.#ground, YOUNG, this.#youngStore);
    return this.#young;
  }

  #note(answered: Stretch): void {
    const tally = this.#tally;
    tally.latencies.push(answered.latencies);
    tally.turnedAway.push(turnedAwayOf(answered.statuses));
    for (const [kind, seen] of Object.entries(answered.statuses)) {
      const known = (tally.statuses[kind] ??= {});
      for (const [status, count] of Object.entries(seen))
        known[status] = (known[status] ?? 0) + count;
    }
    this.#noteFaults(answered, '');
  }

  #noteFaults(answered: Stretch, whose: string): void {
    const { faults } = this.#tally;
    for (const fault of answered.faults)
      if (faults.length < MOST_FAULTS) faults.push(`${whose}${fault}`);
  }

  async #readUntil(end: Promise<unknown>): Promise<MemoryReading[]> {
    const readings: MemoryReading[] = [];
    let isOver = false;
    end.finally(() => (isOver = true)).catch(() => {});
    while (!isOver) {
      readings.push(await readMemory(this.#server.url));
      await Promise.race([sleep(READ_EVERY_MS), end]);
    }
    return readings;
  }

  async finish(): Promise<void> {
    for (const server of [this.#server, this.#young])
      if (server && !(await server.stop()))
        this.#tally.faults.push('the server did not end cleanly');
  }
}

const OLD = 'store';
const YOUNG = 'young-store';

async function prepare(ground: Ground, tally: SoakTally): Promise<Soaking> {
  const series = ground.count > SHORT_SECONDS ? SERIES : FEW_SERIES;
  const store = await makeSoakStore(storePath(ground, OLD), series);
  const youngStore = await makeSoakStore(storePath(ground, YOUNG), series);
  return new Soaking(ground, tally, await SoakedServer.start(ground, OLD, store), youngStore);
}

const turnedAwayOf = (statuses: Stretch['statuses']): number =>
  Object.values(statuses).reduce((sum, seen) => sum + (seen[503] ?? 0), 0);

export const soakRow: Row<SoakTally> = {
  name: 'soak',
  summary: 'more than an hour of reads, files, searches, sign-ins, writes and wrong requests',
  count: 4_500,
  unit: 'seconds',
  isOneLife: true,
  mustHold:
    'memory grows by less than 1 % an hour after a quarter of an hour, the p99 of the last quarter is at most 1.2 × that of a server which is new and warm, asked the same at the same time',
  newTally: newSoakTally,
  open: prepare,
  judge: judgeSoak,
};

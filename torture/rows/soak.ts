// An hour of everything at a moderate rate, after a quarter of an hour at a higher one: what stays of it in
// memory, and whether answers get slower.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from '../../bench/processes.ts';
import { growthOf, type MemoryReading, meanReading, readMemory } from '../memory.ts';
import { ProductServer } from '../product.ts';
import type { Attempt, Ground, Outcome, Row } from '../row.ts';
import { countOf, type LatencyCounts, quantileMs, sumOf } from '../soak/latency-histogram.ts';
import type { Opened, Stretch } from '../soak/soak-process.ts';
import { makeSoakStore, type SoakStore } from '../soak/soak-store.ts';

const PER_SECOND = 100;
/** Caches are full, code compiled and the allocator at its size after some 180,000 requests, not after a time. */
const WARM_UP_PER_SECOND = 250;
/** A run has about so many stretches, whatever its length. */
const STRETCHES = 80;
const WARM_SHARE = 1 / 5;
const READ_EVERY_MS = 1_000;
/** Series of ten years: a short run has no time to read many. */
const SERIES = 40;
const FEW_SERIES = 4;
const SHORT_SECONDS = 60;
const MOST_FAULTS = 50;

const MOST_GROWTH_AN_HOUR = 0.01;
const MOST_SLOWER = 1.2;

interface SoakTally {
  seconds: number;
  statuses: Record<string, Record<string, number>>;
  /** Of each stretch. */
  latencies: LatencyCounts[];
  /** Requests that were refused as too many, in each stretch. */
  turnedAway: number[];
  memory: MemoryReading[];
  faults: string[];
}

class Soaking implements Attempt {
  readonly #tally: SoakTally;
  readonly #server: ProductServer;
  readonly #callers: Child;
  readonly #stretchSeconds: number;
  readonly #warmUpSeconds: number;

  constructor(ground: Ground, tally: SoakTally, server: ProductServer, callers: Child) {
    this.#tally = tally;
    this.#server = server;
    this.#callers = callers;
    this.#stretchSeconds = Math.ceil(ground.count / STRETCHES);
    // A short run, which is a test of this row, must do on any machine.
    this.#warmUpSeconds = ground.count > SHORT_SECONDS ? ground.count * WARM_SHARE : 0;
  }

  async next(done: number, most: number): Promise<number> {
    const seconds = Math.min(this.#stretchSeconds, most);
    const rate = done < this.#warmUpSeconds ? WARM_UP_PER_SECOND : PER_SECOND;
    const stretch = this.#callers.call<Stretch>('call', rate, seconds);
    const [answered, readings] = await Promise.all([stretch, this.#readUntil(stretch)]);
    const tally = this.#tally;
    tally.seconds += seconds;
    tally.latencies.push(answered.latencies);
    tally.memory.push(meanReading(readings));
    tally.turnedAway.push(turnedAwayOf(answered.statuses));
    for (const [kind, seen] of Object.entries(answered.statuses)) {
      const known = (tally.statuses[kind] ??= {});
      for (const [status, count] of Object.entries(seen))
        known[status] = (known[status] ?? 0) + count;
    }
    for (const fault of answered.faults)
      if (tally.faults.length < MOST_FAULTS) tally.faults.push(fault);
    if (this.#server.hasEnded) throw new Error(`the server ended: ${this.#server.stderr}`);
    return seconds;
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
    await this.#callers.stop();
    if ((await this.#server.stop()) !== 0)
      this.#tally.faults.push('the server did not end cleanly');
  }
}

async function prepare(ground: Ground, tally: SoakTally): Promise<Soaking> {
  const path = join(ground.folder, 'store.db');
  const store = await makeSoakStore(path, ground.count > SHORT_SECONDS ? SERIES : FEW_SERIES);
  // Callers come from many addresses; a token lives for a minute, the least there is.
  const env = { TRUST_PROXY: 'true', TOKEN_LIFETIME: '1' };
  const server = await ProductServer.start(ground, `sqlite:${path}`, env);
  const callers = await startCallers(ground, server, store);
  return new Soaking(ground, tally, server, callers);
}

async function startCallers(ground: Ground, { port }: ProductServer, store: SoakStore) {
  const callers = new Child('../torture/soak/soak-process.ts');
  ground.after(() => callers.stop());
  await callers.call('open', { port, seed: ground.seed, store } satisfies Opened);
  return callers;
}

const turnedAwayOf = (statuses: Stretch['statuses']): number =>
  Object.values(statuses).reduce((sum, seen) => sum + (seen[503] ?? 0), 0);

const percent = (share: number): string =>
  `${share >= 0 ? '+' : '−'}${Math.abs(share * 100).toFixed(2)} %`;

interface Course {
  readonly growthAnHour: number;
  /** Such as `480.1 to 481.2 MB (+0.21 % an hour)`. */
  readonly text: string;
}

/** How one figure of memory went, by the line through it. */
function courseOf(readings: readonly number[], seconds: number): Course {
  const { fromMb, toMb } = growthOf(readings);
  const growthAnHour = (toMb / fromMb - 1) * (3_600 / seconds);
  const text = `${fromMb.toFixed(1)} to ${toMb.toFixed(1)} MB (${percent(growthAnHour)} an hour)`;
  return { growthAnHour, text };
}

const QUARTERS = [0, 1, 2, 3] as const;

/** The latencies of each quarter, so that a run that got slower shows when it did. */
function quartersOf(latencies: readonly LatencyCounts[]): LatencyCounts[] {
  const edge = (quarter: number): number => Math.round((quarter * latencies.length) / 4);
  return QUARTERS.map((quarter) => sumOf(latencies.slice(edge(quarter), edge(quarter + 1))));
}

function judge(tally: SoakTally): Outcome {
  const { seconds, statuses, latencies, memory, faults } = tally;
  const warm = Math.ceil(memory.length * WARM_SHARE);
  const [kept, small] = [memory.slice(warm), latencies.slice(warm)];
  const lasted = ((kept.length - 1) * seconds) / memory.length;
  const course = (name: keyof MemoryReading): Course =>
    courseOf(
      kept.map((reading) => reading[name]),
      lasted,
    );
  const [resident, heap, external] = [course('residentMb'), course('heapMb'), course('externalMb')];
  const quarters = quartersOf(small);
  const quantiles = (share: number): number[] =>
    quarters.map((quarter) => quantileMs(quarter, share));
  const p99s = quantiles(0.99);
  const [first, last] = [p99s[0]!, p99s.at(-1)!];
  const counts = Object.values(statuses);
  // The warm-up may be more than a busy machine can do; the hour may not.
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const turnedAway = sum(tally.turnedAway.slice(warm));
  const earlier = sum(tally.turnedAway.slice(0, warm));
  const misses: string[] = [];
  if (turnedAway > 0) misses.push(`${turnedAway} requests were turned away as too many`);
  if (resident.growthAnHour >= MOST_GROWTH_AN_HOUR)
    misses.push(`memory grew by ${percent(resident.growthAnHour)} an hour`);
  if (last > MOST_SLOWER * first)
    misses.push(`the last p99 is ${(last / first).toFixed(2)} × the first`);
  const asked = sum(counts.flatMap((seen) => Object.values(seen)));
  const before = earlier > 0 ? `, ${formatCount(earlier)} turned away while warming up` : '';
  return {
    faults,
    misses,
    figures: `${formatCount(asked)} requests of ${counts.length} kinds${before}; after warm-up resident ${resident.text}, of which JavaScript heap ${heap.text}, buffers ${external.text}; of ${formatCount(countOf(sumOf(small)))} small ones, by quarters, the median was ${listMs(quantiles(0.5))} and the p99 ${listMs(p99s)}`,
  };
}

/** A run of a few seconds has quarters without a stretch. */
const listMs = (values: readonly number[]): string =>
  `${values.map((value) => (Number.isNaN(value) ? '–' : value.toFixed(1))).join(', ')} ms`;

const formatCount = (count: number): string => count.toLocaleString('en-GB');

export const soakRow: Row<SoakTally> = {
  name: 'soak',
  summary: 'more than an hour of reads, files, searches, sign-ins, writes and wrong requests',
  count: 4_500,
  unit: 'seconds',
  isOneLife: true,
  mustHold:
    'memory grows by less than 1 % an hour after a quarter of an hour, the last p99 is at most 1.2 × the first',
  newTally: () => ({
    seconds: 0,
    statuses: {},
    latencies: [],
    turnedAway: [],
    memory: [],
    faults: [],
  }),
  open: prepare,
  judge,
};

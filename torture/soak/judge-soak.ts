// What a long run comes to: how memory went, and whether a server that has been asked for an hour is slower
// than one that was asked the same at the same time and is young.

import { medianOf } from '../../harness/median.ts';
import { formatCount } from '../../harness/numbers.ts';
import { growthOf, type MemoryReading } from '../memory.ts';
import type { Outcome } from '../row.ts';
import { countOf, type LatencyCounts, quantileMs, sumOf } from './latency-histogram.ts';

/** The part of a run in which caches fill, of the whole. */
export const WARM_SHARE = 1 / 5;
const MOST_GROWTH_AN_HOUR = 0.01;
const MOST_SLOWER = 1.2;
const SLOWEST = 0.99;

export interface SoakTally {
  seconds: number;
  statuses: Record<string, Record<string, number>>;
  /** The p99 of each stretch. */
  latencies: LatencyCounts[];
  /** The young server's p99 in each of the last stretches. */
  young: LatencyCounts[];
  /** Requests that were refused as too many, in each stretch. */
  turnedAway: number[];
  memory: MemoryReading[];
  /** The share of processor time that other machines of the host had, in each stretch. */
  taken: number[];
  faults: string[];
}

export const newSoakTally = (): SoakTally => ({
  seconds: 0,
  statuses: {},
  latencies: [],
  young: [],
  turnedAway: [],
  memory: [],
  taken: [],
  faults: [],
});

export function judgeSoak(tally: SoakTally): Outcome {
  const { statuses, faults } = tally;
  const warm = Math.ceil(tally.memory.length * WARM_SHARE);
  const kept = tally.memory.slice(warm);
  const lasted = ((kept.length - 1) * tally.seconds) / tally.memory.length;
  const course = (name: keyof MemoryReading): Course =>
    courseOf(
      kept.map((reading) => reading[name]),
      lasted,
    );
  const [resident, heap, external] = [course('residentMb'), course('heapMb'), course('externalMb')];
  const small = tally.latencies.slice(warm);
  const quarters = quartersOf(small).map(sumOf);
  const quantiles = (share: number): number[] =>
    quarters.map((counts) => quantileMs(counts, share));
  const taken = quartersOf(tally.taken.slice(warm)).map((shares) => sum(shares) / shares.length);
  const slower = slowerThanYoung(tally);
  // The warm-up may be more than a busy machine can do; the hour may not.
  const turnedAway = sum(tally.turnedAway.slice(warm));
  const earlier = sum(tally.turnedAway.slice(0, warm));

  const misses: string[] = [];
  if (turnedAway > 0) misses.push(`${turnedAway} requests were turned away as too many`);
  if (resident.growthAnHour >= MOST_GROWTH_AN_HOUR)
    misses.push(`memory grew by ${percent(resident.growthAnHour)} an hour`);
  if (!(slower.ratio <= MOST_SLOWER))
    misses.push(`after an hour the p99 is ${slower.ratio.toFixed(2)} × that of a young server`);

  const counts = Object.values(statuses);
  const asked = sum(counts.flatMap((seen) => Object.values(seen)));
  const before = earlier > 0 ? `, ${formatCount(earlier)} turned away while warming up` : '';
  const figures = [
    `${formatCount(asked)} requests of ${counts.length} kinds${before}`,
    `after warm-up resident ${resident.text}, of which JavaScript heap ${heap.text}, buffers ${external.text}`,
    `in the last quarter the p99 of small ones was ${slower.ratio.toFixed(2)} × that of a young server asked the same (median of ${tally.young.length} stretches; ${list([slower.oldMs], 1)} ms and ${list([slower.youngMs], 1)} ms over all)`,
    `of ${formatCount(countOf(sumOf(small)))} small ones, by quarters, the median was ${list(quantiles(0.5), 2)} ms and the p99 ${list(quantiles(SLOWEST), 1)} ms, while other machines of the host took ${list(
      taken.map((share) => share * 100),
      1,
    )} % of the processors' time`,
  ];
  return { faults, misses, figures: figures.join('; ') };
}

/**
 * Compares stretch by stretch, as the host does the same to both, and takes the median, as one stretch may
 * be disturbed.
 */
export function slowerThanYoung({ latencies, young }: Pick<SoakTally, 'latencies' | 'young'>) {
  const old = latencies.slice(latencies.length - young.length);
  const p99 = (counts: LatencyCounts): number => quantileMs(counts, SLOWEST);
  return {
    ratio: medianOf(old.map((counts, at) => p99(counts) / p99(young[at]!))),
    oldMs: p99(sumOf(old)),
    youngMs: p99(sumOf(young)),
  };
}

interface Course {
  readonly growthAnHour: number;
  /** The text, such as `480.1 to 481.2 MB (+0.21 % an hour)`. */
  readonly text: string;
}

/** How one figure of memory went, by the line through it. */
function courseOf(readings: readonly number[], seconds: number): Course {
  const { fromMb, toMb } = growthOf(readings);
  const growthAnHour = (toMb / fromMb - 1) * (3_600 / seconds);
  const text = `${fromMb.toFixed(1)} to ${toMb.toFixed(1)} MB (${percent(growthAnHour)} an hour)`;
  return { growthAnHour, text };
}

/** What was noted of each stretch, by quarters, so that a run that got slower shows when it did. */
function quartersOf<T>(stretches: readonly T[]): T[][] {
  const edge = (quarter: number): number => Math.round((quarter * stretches.length) / 4);
  return [0, 1, 2, 3].map((quarter) => stretches.slice(edge(quarter), edge(quarter + 1)));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const percent = (share: number): string =>
  `${share >= 0 ? '+' : '−'}${Math.abs(share * 100).toFixed(2)} %`;

/** A run of a few seconds has quarters without a stretch. */
const list = (values: readonly number[], digits: number): string =>
  values.map((value) => (Number.isNaN(value) ? '–' : value.toFixed(digits))).join(', ');

// The runs behind the forecast part of a series, and their bands over it. Each time has the bands of its own run. Pure.

import type { SeriesColumns } from '#contract/forecast';
import type { Band, BandedTimes, RunBands } from '#view/runs/run-bands';

/** Values of one run that follow each other: the indices [first, end) of an answer. */
export interface RunStretch {
  /** The issue time, as the server writes it. */
  readonly run: string;
  readonly first: number;
  readonly end: number;
}

/** The most runs whose bands are shown: later ones lie far ahead. */
const MOST_RUNS = 4;

/** The stretches of the forecast part that are of one run each. */
export const runStretches = ({ origins = [], times }: SeriesColumns): RunStretch[] =>
  origins
    .flatMap(({ first, kind, run }, i) =>
      kind === 'forecast' && run !== null
        ? [{ run, first, end: origins[i + 1]?.first ?? times.length }]
        : [],
    )
    .slice(0, MOST_RUNS);

/** The bands of each stretch's run over its own values; `endTime` ends the last of the answer. */
export function bandsOver(
  { times: all }: SeriesColumns,
  stretches: readonly RunStretch[],
  found: ReadonlyMap<string, RunBands>,
  endTime: number,
): BandedTimes {
  const from = stretches[0]?.first ?? 0;
  const end = stretches.at(-1)?.end ?? 0;
  const times = Float64Array.from(all.slice(from, end));
  const levels = new Set([...found.values()].flatMap(({ bands }) => bands.map(levelOf)));
  const bands = [...levels]
    .sort((a, b) => a - b)
    .map((level) => {
      const empty = (): Float64Array => new Float64Array(times.length).fill(Number.NaN);
      const band = { level, lower: empty(), upper: empty() };
      for (const stretch of stretches) lay(band, stretch, found.get(stretch.run), times, from);
      return band;
    });
  return { times, endTime: all[end] ?? endTime, bands };
}

const levelOf = ({ level }: Band): number => level;

function lay(
  { level, lower, upper }: Band,
  { first, end }: RunStretch,
  run: RunBands | undefined,
  times: Float64Array,
  from: number,
): void {
  const band = run?.bands.find((one) => one.level === level);
  if (!run || !band) return;
  const places = new Map(Array.from(run.times, (time, i) => [time, i]));
  for (let i = first - from; i < end - from; i++) {
    const place = places.get(times[i]!);
    if (place === undefined) continue;
    lower[i] = band.lower[place]!;
    upper[i] = band.upper[place]!;
  }
}

/** Whether a bound cannot be on a logarithmic axis. */
export const reachesZero = ({ bands }: BandedTimes): boolean =>
  bands.some(({ lower }) => lower.some((bound) => bound <= 0));

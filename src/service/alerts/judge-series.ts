// Whether a series fulfils the condition of a rule now: reads what the condition needs and judges it.

import {
  type AccuracyCondition,
  type Condition,
  type GapCondition,
  type JumpCondition,
  spanOfWithin,
  type ValuesCondition,
  type Within,
} from '#core/alerts/condition';
import { type Finding, judgeGaps, judgeJump, judgeValues, meanError } from '#core/alerts/judge';
import type { Grid } from '#core/time/grid';
import { firstIndexFrom } from '#core/time/grid';
import { DAY_MS, type Instant } from '#core/time/instant';
import { type IndexSpan, indicesIn, intersect, isEmpty } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type ForecastRun, horizonOf } from '#core/values/forecast-run';
import { gridOfSeries } from '#service/context';
import { readColumn } from '#service/series/read-column';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

export interface Verdict {
  /** The intervals that fulfil the condition; undefined if none do. */
  readonly finding: Finding | undefined;
  /** The runs that were compared, newest first. */
  readonly runs?: readonly Pick<ForecastRun, 'analyzedAt' | 'source'>[];
  /** Only of lateness: the sentence that says what was expected. */
  readonly note?: string;
}

/** The judgement of lateness, which needs more than one series. */
export type JudgeLate = (series: SeriesRecord, now: Instant) => Promise<Verdict>;

export interface JudgingContext {
  readonly store: SeriesReader;
  readonly zone: Zone;
  readonly judgeLate: JudgeLate;
}

const NOTHING: Verdict = { finding: undefined };
const MOST_HELD = 1_000;
/** Runs that are passed over because what they forecast has not been observed yet. */
const MOST_OPEN_RUNS = 60;

/** The intervals that a condition looks at; undefined if the calendar does not decide them. */
export function watchedIndices(
  within: Within | undefined,
  grid: Grid,
  now: Instant,
  zone: Zone,
): IndexSpan | undefined {
  return within && indicesIn(grid, spanOfWithin(within, now, zone));
}

/** A text that differs for every state that could be judged otherwise. Held values have none. */
export function stateTag(
  condition: Condition,
  series: SeriesRecord,
  now: Instant,
  zone: Zone,
): string {
  if (condition.kind === 'late') return `${series.version} ${now}`;
  const within = 'within' in condition ? condition.within : undefined;
  const indices = watchedIndices(within, gridOfSeries(series, zone), now, zone);
  return `${series.version} ${indices?.start} ${indices?.end}`;
}

/** Judges a series as it is now. */
export function judgeSeries(
  condition: Condition,
  series: SeriesRecord,
  now: Instant,
  context: JudgingContext,
): Promise<Verdict> {
  switch (condition.kind) {
    case 'values':
      return condition.run
        ? judgeRun(condition, series, now, context)
        : judgeObserved(condition, series, now, context);
    case 'jump':
      return judgeRuns(condition, series, now, context);
    case 'gap':
      return judgeGap(condition, series, now, context);
    case 'accuracy':
      return judgeAccuracy(condition, series, context);
    case 'held':
      return judgeHeld(series, context);
    case 'late':
      return context.judgeLate(series, now);
  }
}

async function judgeObserved(
  condition: ValuesCondition,
  series: SeriesRecord,
  now: Instant,
  { store, zone }: JudgingContext,
): Promise<Verdict> {
  const grid = gridOfSeries(series, zone);
  const indices =
    watchedIndices(condition.within, grid, now, zone) ??
    newestIndices(grid, series, condition.forMs);
  if (!indices || isEmpty(indices)) return NOTHING;
  const values = condition.within
    ? await readColumn(store, series, indices)
    : await store.readValues(series.key, indices);
  return { finding: judgeValues({ start: indices.start, values }, grid, condition) };
}

/** The last observed intervals that cover a length of time. */
export function newestIndices(
  grid: Grid,
  { lastIndex }: Pick<SeriesRecord, 'lastIndex'>,
  forMs: number,
): IndexSpan | undefined {
  if (lastIndex === null) return undefined;
  const end = lastIndex + 1;
  return { start: grid.indexOf(grid.startOf(end) - Math.max(1, forMs)), end };
}

async function judgeRun(
  condition: ValuesCondition,
  series: SeriesRecord,
  now: Instant,
  { store, zone }: JudgingContext,
): Promise<Verdict> {
  const run = await store.findNewestRun(series.key, undefined, condition.run!.source);
  if (!run) return NOTHING;
  const grid = gridOfSeries(series, zone);
  const indices = watchedIndices(condition.within, grid, now, zone);
  return { finding: judgeValues(partOf(run, indices), grid, condition), runs: [run] };
}

/** The values of a run within a span. */
export function partOf(run: ForecastRun, indices: IndexSpan | undefined) {
  const { start, end } = indices ? intersect(horizonOf(run), indices) : horizonOf(run);
  const from = start - run.firstIndex;
  return { start, values: run.values.subarray(from, Math.max(from, end - run.firstIndex)) };
}

async function judgeRuns(
  { source: asked, within, bound }: JumpCondition,
  { key, ...series }: SeriesRecord,
  now: Instant,
  { store, zone }: JudgingContext,
): Promise<Verdict> {
  const newer = await store.findNewestRun(key, undefined, asked);
  if (!newer) return NOTHING;
  // Runs of one source are compared: two models differ at all times.
  const older = await store.findNewestRun(key, newer.analyzedAt - 1, newer.source);
  if (!older) return NOTHING;
  const indices = watchedIndices(within, gridOfSeries(series, zone), now, zone);
  return { finding: judgeJump(newer, older, indices, bound), runs: [newer, older] };
}

async function judgeGap(
  { within, forMs }: GapCondition,
  series: SeriesRecord,
  now: Instant,
  { store, zone }: JudgingContext,
): Promise<Verdict> {
  const { key, firstIndex, lastIndex } = series;
  if (firstIndex === null || lastIndex === null) return NOTHING;
  const grid = gridOfSeries(series, zone);
  const watched = watchedIndices(within, grid, now, zone)!;
  const indices = intersect(watched, { start: firstIndex, end: lastIndex + 1 });
  if (isEmpty(indices)) return NOTHING;
  const values = await store.readValues(key, indices);
  return { finding: judgeGaps({ start: indices.start, values }, grid, forMs) };
}

async function judgeHeld({ key }: SeriesRecord, { store }: JudgingContext): Promise<Verdict> {
  const held = await store.listHeld({ key, limit: MOST_HELD });
  if (held.length === 0) return NOTHING;
  const indices = { start: held[0]!.index, end: held.at(-1)!.index + 1 };
  return { finding: { indices, points: held.length, worst: null, worstIndex: null } };
}

/** The intervals of a run's first 24 hours. */
export function firstDayOf(run: ForecastRun, grid: Grid): IndexSpan {
  const start = run.firstIndex;
  return intersect(horizonOf(run), {
    start,
    end: Math.max(start + 1, firstIndexFrom(grid, grid.startOf(start) + DAY_MS)),
  });
}

async function judgeAccuracy(
  { source: asked, runs: wanted, bound }: AccuracyCondition,
  series: SeriesRecord,
  { store, zone }: JudgingContext,
): Promise<Verdict> {
  const { key, lastIndex } = series;
  if (lastIndex === null) return NOTHING;
  const grid = gridOfSeries(series, zone);
  const runs: ForecastRun[] = [];
  const errors: number[] = [];
  let run = await store.findNewestRun(key, undefined, asked);
  const source = run?.source;
  for (
    let looked = 0;
    run && errors.length < wanted && looked < wanted + MOST_OPEN_RUNS;
    looked++
  ) {
    const day = firstDayOf(run, grid);
    if (day.end <= lastIndex + 1) {
      const actual = await store.readValues(key, day);
      const error = meanError(partOf(run, day).values, actual);
      if (!Number.isNaN(error)) {
        errors.push(error);
        runs.push(run);
      }
    }
    run = await store.findNewestRun(key, run.analyzedAt - 1, source);
  }
  return { finding: findingOfErrors(errors, wanted, bound, runs, grid), runs };
}

/** Fewer runs than asked for decide nothing. */
export function findingOfErrors(
  errors: readonly number[],
  wanted: number,
  bound: number,
  runs: readonly ForecastRun[],
  grid: Grid,
): Finding | undefined {
  if (errors.length < wanted) return undefined;
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  if (!(mean > bound)) return undefined;
  const days = runs.map((run) => firstDayOf(run, grid));
  const indices = {
    start: Math.min(...days.map(({ start }) => start)),
    end: Math.max(...days.map(({ end }) => end)),
  };
  return { indices, points: indices.end - indices.start, worst: mean, worstIndex: null };
}

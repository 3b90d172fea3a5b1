// Judges the runs of the past: each counts from its issue time on.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  AccuracyCondition,
  Condition,
  JumpCondition,
  ValuesCondition,
} from '#core/alerts/condition';
import { judgeJump, judgeValues, meanError } from '#core/alerts/judge';
import type { Judgement } from '#core/alerts/replay';
import { refuseField } from '#core/errors';
import { DAY_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { ForecastRun } from '#core/values/forecast-run';
import { isMeant } from '#core/values/source-order';
import { findingOfErrors, firstDayOf, partOf, watchedIndices } from '#service/alerts/judge-series';
import { looksOver } from '#service/alerts/try-observed';
import { gridOfSeries, type ServiceContext } from '#service/context';
import type { SeriesRecord } from '#store/series-record';

const MOST_RUNS_TRIED = 5_000;
const DAYS_A_READ = 20;
/** Runs from before the span that the first one of it is compared with. */
const LEAD_IN_DAYS = 20;
const RUNS_A_TURN = 100;

type Context = Pick<ServiceContext, 'store' | 'zone'>;

export async function* judgeRunsOver(
  condition: Condition,
  series: SeriesRecord,
  span: Span,
  context: Context,
): AsyncGenerator<Judgement> {
  if (condition.kind === 'jump') yield* judgeJumpsOver(condition, series, span, context);
  else if (condition.kind === 'accuracy') yield* judgeErrorsOver(condition, series, span, context);
  else if (condition.kind === 'values') yield* judgeNewestOver(condition, series, span, context);
}

/** Runs in the order of their issue times: the preferred source's first. */
async function* runsOver(
  { key }: SeriesRecord,
  { start, end }: Span,
  source: string | undefined,
  { store }: Context,
): AsyncGenerator<ForecastRun> {
  let count = 0;
  for (let from = start - LEAD_IN_DAYS * DAY_MS; from < end; from += DAYS_A_READ * DAY_MS) {
    const to = Math.min(end, from + DAYS_A_READ * DAY_MS) - 1;
    for (const run of await store.readRuns(key, from, to, source)) {
      if (!isMeant(run.source, source)) continue;
      if (++count > MOST_RUNS_TRIED) {
        const message = `more than ${MOST_RUNS_TRIED} runs lie in the span; try fewer days`;
        throw refuseField('field_invalid', 'from', message);
      }
      yield run;
      if (count % RUNS_A_TURN === 0) await nextTurn();
    }
  }
}

async function* judgeJumpsOver(
  { source, within, bound }: JumpCondition,
  series: SeriesRecord,
  span: Span,
  context: Context,
): AsyncGenerator<Judgement> {
  const grid = gridOfSeries(series, context.zone);
  const newest = new Map<string, ForecastRun>();
  let lastAt = Number.NEGATIVE_INFINITY;
  for await (const run of runsOver(series, span, source, context)) {
    const at = run.analyzedAt;
    const older = newest.get(run.source);
    newest.set(run.source, run);
    // Another source's run of the same time comes after the preferred one's, and is not the newest.
    if (at < span.start || at === lastAt) continue;
    lastAt = at;
    const indices = watchedIndices(within, grid, at, context.zone);
    yield { at, finding: older && judgeJump(run, older, indices, bound) };
  }
}

async function* judgeNewestOver(
  condition: ValuesCondition,
  series: SeriesRecord,
  span: Span,
  context: Context,
): AsyncGenerator<Judgement> {
  const { zone } = context;
  const grid = gridOfSeries(series, zone);
  const looks = [...looksOver(condition.within, grid, span, zone)];
  let newest: ForecastRun | undefined;
  const judge = (at: number): Judgement => {
    const indices = watchedIndices(condition.within, grid, at, zone);
    return { at, finding: newest && judgeValues(partOf(newest, indices), grid, condition) };
  };
  let next = 0;
  for await (const run of runsOver(series, span, condition.run!.source, context)) {
    const at = run.analyzedAt;
    for (; next < looks.length && looks[next]!.at < at; next++) yield judge(looks[next]!.at);
    if (newest?.analyzedAt === at) continue;
    newest = run;
    if (at >= span.start) yield judge(at);
  }
  for (; next < looks.length; next++) yield judge(looks[next]!.at);
}

async function* judgeErrorsOver(
  { source: asked, runs: wanted, bound }: AccuracyCondition,
  series: SeriesRecord,
  span: Span,
  context: Context,
): AsyncGenerator<Judgement> {
  const { store, zone } = context;
  const grid = gridOfSeries(series, zone);
  const source = asked ?? (await store.findNewestRun(series.key))?.source;
  const errors: number[] = [];
  const runs: ForecastRun[] = [];
  for await (const run of runsOver(series, span, source, context)) {
    const day = firstDayOf(run, grid);
    const at = grid.startOf(day.end);
    if (at >= span.end || series.lastIndex === null || day.end > series.lastIndex + 1) continue;
    const error = meanError(partOf(run, day).values, await store.readValues(series.key, day));
    if (Number.isNaN(error)) continue;
    errors.unshift(error);
    runs.unshift(run);
    errors.length = Math.min(errors.length, wanted);
    runs.length = Math.min(runs.length, wanted);
    if (at < span.start) continue;
    yield { at, finding: findingOfErrors(errors, wanted, bound, runs, grid) };
  }
}

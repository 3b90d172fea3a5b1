// Forecast runs of an area: one run, or every run of a range of issue times.

import type { Caller } from '#accounts/authenticate';
import { Refusal } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { RefusalCode } from '#core/refusal-table';
import { formatUtc, type Instant } from '#core/time/instant';
import { RESOLUTIONS, type Resolution } from '#core/time/resolution';
import { firstOfEachTime } from '#core/values/forecast-run';
import { isMeant } from '#core/values/source-order';
import { AS_OF_REFUSALS, type ServiceContext } from '#service/context';
import { type ChosenRun, cutRun, type ForecastPart } from '#service/forecasts/cut-run';
import type { ForecastRequest } from '#service/forecasts/parse-forecast-request';
import { type ForecastTask, requireForecastSubscription } from '#service/forecasts/settle-forecast';
import { tooManyPoints } from '#service/point-cap';

export interface ForecastAnswer {
  readonly analyzedAt: Instant;
  readonly parts: readonly ForecastPart[];
}

/** Refusals of a request for runs, from its fields to its points. */
export const FORECAST_REFUSALS: readonly RefusalCode[] = [
  'field_missing',
  'field_invalid',
  'date_unknown',
  'span_reversed',
  ...AS_OF_REFUSALS,
  'resolution_unknown',
  'subscription_required',
  'too_many_points',
  'exchange_rate_missing',
  'data_damaged',
];

const END_OF_TIME: Instant = Number.MAX_SAFE_INTEGER;

/** Reads the newest run, or the newest at or before the issue time. */
export async function readForecast(
  task: ForecastTask,
  caller: Caller,
  context: ServiceContext,
): Promise<ForecastAnswer> {
  const { analyzedAt, runs } = await chooseRuns(task, caller, context);
  const parts: ForecastPart[] = [];
  for (const run of runs) parts.push(await cutRun(run, task, context));
  requirePartsWithin(parts, caller);
  return { analyzedAt, parts };
}

/** Chooses the runs of an answer, all of one issue time. */
export async function chooseRuns(
  { request, found }: ForecastTask,
  caller: Caller,
  { store }: ServiceContext,
): Promise<{ analyzedAt: Instant; runs: ChosenRun[] }> {
  const { area, category: wanted, source, issueTime } = request;
  const runs: ChosenRun[] = [];
  for (const { category, series } of found) {
    const run = await store.findNewestRun(series.key, issueTime, source);
    if (run) runs.push({ category, series, run });
  }
  if (runs.length === 0) throw noSuchRun(request);
  if (wanted) requireForecastSubscription(area, wanted, caller);
  const analyzedAt = Math.max(...runs.map(({ run }) => run.analyzedAt));
  return { analyzedAt, runs: runs.filter(({ run }) => run.analyzedAt === analyzedAt) };
}

/** Reads every run with an issue time in the range, oldest first. */
export async function readForecasts(
  task: ForecastTask,
  caller: Caller,
  context: ServiceContext,
): Promise<ForecastAnswer[]> {
  const { area, category: wanted, source, issueTime, fromIssueTime, toIssueTime } = task.request;
  const from = fromIssueTime ?? -END_OF_TIME;
  const to = Math.min(toIssueTime ?? END_OF_TIME, issueTime ?? END_OF_TIME);
  if (wanted) requireForecastSubscription(area, wanted, caller);
  const byIssueTime = new Map<Instant, ForecastPart[]>();
  const all: ForecastPart[] = [];
  for (const { category, series } of task.found) {
    const runs = await context.store.readRuns(series.key, from, to, source);
    const meant = runs.filter((run) => isMeant(run.source, source));
    for (const run of firstOfEachTime(meant)) {
      const part = await cutRun({ category, series, run }, task, context);
      all.push(part);
      const parts = byIssueTime.get(run.analyzedAt);
      if (parts) parts.push(part);
      else byIssueTime.set(run.analyzedAt, [part]);
    }
    requirePartsWithin(all, caller);
  }
  return [...byIssueTime]
    .map(([analyzedAt, parts]) => ({ analyzedAt, parts }))
    .sort((a, b) => a.analyzedAt - b.analyzedAt);
}

function noSuchRun({ series, area, category, source, issueTime }: ForecastRequest): Refusal {
  const ofArea = category ? `${category.name} of area ${area.code}` : `area ${area.code}`;
  const of = series === undefined ? ofArea : `series ${series}`;
  const what = source === undefined ? of : `${of} from source ${quoteGiven(source)}`;
  const when = issueTime === undefined ? '' : ` at or before ${formatUtc(issueTime)}`;
  return new Refusal('run_unknown', `no forecast run for ${what}${when}`);
}

/** Refuses more points than the plan allows, naming a resolution that would fit. */
function requirePartsWithin(parts: readonly ForecastPart[], { plan }: Caller): void {
  const cap = plan.pointsPerAnswer;
  const count = parts.reduce((sum, { points }) => sum + points.times.length, 0);
  if (count <= cap) return;
  const countAt = ({ typicalMs }: Resolution): number =>
    parts.reduce((sum, { points, resolution }) => {
      return sum + Math.ceil((points.times.length * resolution.typicalMs) / typicalMs) + 1;
    }, 0);
  const fitting = RESOLUTIONS.find((candidate) => countAt(candidate) <= cap);
  const hint = fitting
    ? `resolution ${fitting.adverb} would fit`
    : 'ask for fewer runs or a shorter span';
  throw tooManyPoints(`${count} points`, cap, hint);
}

// Forecast runs of an area: the one asked for, or every run of a range of issue times.

import type { Caller } from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import { Refusal, type RefusalCode } from '#core/errors';
import type { Area } from '#core/market/areas';
import { CATEGORIES, type Category } from '#core/market/categories';
import { currencyOfUnit, rateSeriesId, unitIn } from '#core/market/currency';
import { seriesIdOf } from '#core/market/series-id';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { quoteGiven } from '#core/nearest';
import { type Grid, gridOf } from '#core/time/grid';
import { DAY_MS, formatUtc, type Instant } from '#core/time/instant';
import { RESOLUTIONS, type Resolution } from '#core/time/resolution';
import { type IndexSpan, indicesIn, intersect, isEmpty, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type Points, pointsOf } from '#core/values/column';
import { averageOverPeriods } from '#core/values/forecast-periods';
import { type ForecastRun, horizonOf } from '#core/values/forecast-run';
import { bucketsOf } from '#core/values/resample';
import { AS_OF_REFUSALS } from '#service/as-of';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { convertPrices } from '#service/forecasts/exchange-rates';
import type { ForecastRequest } from '#service/forecasts/parse-forecast-request';
import type { SeriesRecord } from '#store/series-store';

/** The two questions differ only in the span they mean when no date is given. */
export type ForecastKind = 'short-term' | 'day-ahead';

/** One run of one category, cut to the span. */
export interface ForecastPart {
  readonly area: Area;
  readonly category: Category;
  readonly unit: string;
  readonly resolution: Resolution;
  readonly updatedAt: Instant;
  readonly points: Points;
}

export interface ForecastAnswer {
  readonly analyzedAt: Instant;
  readonly parts: readonly ForecastPart[];
}

interface CategorySeries {
  readonly category: Category;
  readonly series: SeriesRecord;
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
];

const END_OF_TIME: Instant = Number.MAX_SAFE_INTEGER;

/** A request whose series are found: everything that decides its answer is known, but no run is read. */
export interface ForecastTask {
  readonly kind: ForecastKind;
  readonly request: ForecastRequest;
  readonly found: readonly CategorySeries[];
  /** Daily rates that the prices are converted with. */
  readonly rates: readonly SeriesRecord[];
}

/** Finds the series, and the rates of a currency that is not the prices' own. */
export const settleForecast = (
  kind: ForecastKind,
  request: ForecastRequest,
  caller: Caller,
  context: ServiceContext,
): MaybePromise<ForecastTask> =>
  whenReady(findCategorySeries(request, caller, context), (found) =>
    whenReady(findRates(found, request, context), (rates) => ({ kind, request, found, rates })),
  );

function findRates(
  found: readonly CategorySeries[],
  request: ForecastRequest,
  { store }: ServiceContext,
): MaybePromise<SeriesRecord[]> {
  const needed = new Set<string>();
  for (const { category, series } of found) {
    const own = category.isPrice ? currencyOfUnit(series.unit) : undefined;
    if (own === undefined || own === request.currency) continue;
    needed.add(rateSeriesId(own)).add(rateSeriesId(request.currency));
  }
  return findAll([...needed], store);
}

/** Those of the series that there are. */
function findAll(
  codes: readonly string[],
  store: ServiceContext['store'],
  found: SeriesRecord[] = [],
): MaybePromise<SeriesRecord[]> {
  const [first, ...rest] = codes;
  if (first === undefined) return found;
  return whenReady(store.findSeries(first), (series) =>
    findAll(rest, store, series ? [...found, series] : found),
  );
}

/** Whether the plan includes every series of a task; reading it refuses where it does not. */
export const isGranted = ({ found }: ForecastTask, caller: Caller): boolean =>
  found.length > 0 && found.every(({ series }) => mayRead(caller.plan, series.code));

/** The newest run, or the newest at or before the issue time. */
export async function readForecast(
  task: ForecastTask,
  caller: Caller,
  context: ServiceContext,
): Promise<ForecastAnswer> {
  const { analyzedAt, runs } = await chooseRuns(task, caller, context);
  const parts: ForecastPart[] = [];
  for (const { category, series, run } of runs) {
    parts.push(await cutRun(task.kind, run, category, series, task.request, context));
  }
  requirePartsWithin(parts, caller);
  return { analyzedAt, parts };
}

interface ChosenRun extends CategorySeries {
  readonly run: ForecastRun;
}

/** The runs that an answer shows, all of one issue time. */
export async function chooseRuns(
  { request, found: candidates }: ForecastTask,
  caller: Caller,
  { store }: ServiceContext,
): Promise<{ analyzedAt: Instant; runs: ChosenRun[] }> {
  const found: ChosenRun[] = [];
  for (const { category, series } of candidates) {
    const run = await store.findNewestRun(series.key, request.issueTime);
    if (run) found.push({ category, series, run });
  }
  if (found.length === 0) throw noSuchRun(request);
  if (request.category) requireForecastSubscription(request.area, request.category, caller);
  const analyzedAt = Math.max(...found.map(({ run }) => run.analyzedAt));
  return { analyzedAt, runs: found.filter(({ run }) => run.analyzedAt === analyzedAt) };
}

/** Every run with an issue time in the range, oldest first. */
export async function readForecasts(
  { kind, request, found }: ForecastTask,
  caller: Caller,
  context: ServiceContext,
): Promise<ForecastAnswer[]> {
  const from = request.fromIssueTime ?? -END_OF_TIME;
  const to = Math.min(request.toIssueTime ?? END_OF_TIME, request.issueTime ?? END_OF_TIME);
  const byIssueTime = new Map<Instant, ForecastPart[]>();
  if (request.category) requireForecastSubscription(request.area, request.category, caller);
  const all: ForecastPart[] = [];
  for (const { category, series } of found) {
    for (const run of await context.store.readRuns(series.key, from, to)) {
      const part = await cutRun(kind, run, category, series, request, context);
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

/** The series of the category asked for, or of every category that the plan grants. */
function findCategorySeries(
  { area, category }: ForecastRequest,
  caller: Caller,
  { store }: ServiceContext,
): MaybePromise<CategorySeries[]> {
  const wanted = category
    ? [category]
    : CATEGORIES.filter(({ name }) => mayRead(caller.plan, seriesIdOf(area.code, name)));
  if (wanted.length === 0) {
    const detail = `plan ${quoteGiven(caller.plan.name)} includes no forecast of area ${area.code}`;
    throw new Refusal('subscription_required', detail, {
      faults: [{ field: 'area', message: detail, allowed: caller.plan.patterns }],
    });
  }
  const codes = wanted.map(({ name }) => seriesIdOf(area.code, name));
  return whenReady(findAll(codes, store), (found) =>
    found.map((series) => ({ category: wanted[codes.indexOf(series.code)]!, series })),
  );
}

function requireForecastSubscription(area: Area, category: Category, caller: Caller): void {
  const id = seriesIdOf(area.code, category.name);
  if (mayRead(caller.plan, id)) return;
  const detail = `forecast ${category.name} of area ${area.code} (series ${id}) is outside plan ${quoteGiven(caller.plan.name)}`;
  throw new Refusal('subscription_required', detail, {
    faults: [{ field: 'balanceCategory', message: detail, allowed: caller.plan.patterns }],
  });
}

function noSuchRun({ area, category, issueTime }: ForecastRequest): Refusal {
  const what = category ? `${category.name} of area ${area.code}` : `area ${area.code}`;
  const when = issueTime === undefined ? '' : ` at or before ${formatUtc(issueTime)}`;
  return new Refusal('run_unknown', `no forecast run for ${what}${when}`);
}

/** A run cut to the span, in the resolution and currency asked for. */
export async function cutRun(
  kind: ForecastKind,
  run: ForecastRun,
  category: Category,
  series: SeriesRecord,
  request: ForecastRequest,
  context: ServiceContext,
): Promise<ForecastPart> {
  const grid = gridOfSeries(series, context.zone);
  const span = spanOf(
    kind,
    run,
    grid.startOf(run.firstIndex),
    grid.startOf(horizonOf(run).end - 1),
    request,
    context.zone,
  );
  const isLonger = request.resolution.rank > grid.resolution.rank;
  const target = gridOf(request.resolution, context.zone);
  const asked = intersect(indicesIn(grid, span), horizonOf(run));
  // A period is averaged over all of the run's values in it, so it needs more than the span.
  const kept = isLonger ? intersect(wholePeriods(asked, grid, target), horizonOf(run)) : asked;
  const values = isEmpty(kept)
    ? new Float64Array(0)
    : run.values.subarray(kept.start - run.firstIndex, kept.end - run.firstIndex);
  const prices = { grid, firstIndex: kept.start, values };
  const isConverted = category.isPrice && currencyOfUnit(series.unit) !== undefined;
  const column = {
    ...prices,
    values: isConverted
      ? await convertPrices(prices, series.unit, request.currency, context)
      : values,
  };
  return {
    area: request.area,
    category,
    unit: isConverted ? unitIn(series.unit, request.currency) : series.unit,
    resolution: isLonger ? request.resolution : grid.resolution,
    updatedAt: run.updatedAt,
    points: isLonger ? averageOverPeriods(column, target, span) : pointsOf(column),
  };
}

/** The indices of every period of a longer grid that any of the given ones lies in. */
function wholePeriods(indices: IndexSpan, grid: Grid, target: Grid): IndexSpan {
  if (isEmpty(indices)) return indices;
  const touched = { start: grid.startOf(indices.start), end: grid.startOf(indices.end - 1) + 1 };
  const periods = bucketsOf(target, touched);
  return indicesIn(grid, {
    start: target.startOf(periods.start),
    end: target.startOf(periods.end),
  });
}

/** The instants wanted. With both dates left out: the 25 hours shown, or the market day. */
function spanOf(
  kind: ForecastKind,
  run: ForecastRun,
  firstStamp: Instant,
  lastStamp: Instant,
  { first, last }: ForecastRequest,
  zone: Zone,
): Span {
  if (first !== undefined || last !== undefined) {
    return { start: first ?? firstStamp, end: (last ?? lastStamp) + 1 };
  }
  if (kind === 'day-ahead') {
    const nextDay = zone.dayOf(run.analyzedAt) + 1;
    return { start: zone.startOfDay(nextDay), end: zone.startOfDay(nextDay + 1) };
  }
  const start = (Math.floor(run.analyzedAt / DAY_MS) + 1) * DAY_MS;
  return { start, end: start + DAY_MS + 1 };
}

/** Refuses more points than the plan allows, naming a resolution that would fit. */
function requirePartsWithin(parts: readonly ForecastPart[], caller: Caller): void {
  const cap = caller.plan.pointsPerAnswer;
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
  throw new Refusal(
    'too_many_points',
    `the answer would hold ${count} points; the plan allows ${cap}; ${hint}`,
  );
}

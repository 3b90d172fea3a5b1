// What changed for a plan since an instant: today's and tomorrow's hours of every area, as they are known now
// and as they were known then.

import type { Caller } from '#accounts/authenticate';
import type { Area } from '#core/market/areas';
import { CATEGORIES } from '#core/market/categories';
import { DRIVER_CATEGORIES } from '#core/market/drivers';
import { gridOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import { type IndexSpan, indicesIn, lengthOf, type Span } from '#core/time/span';
import { settleReduction } from '#core/values/reduction';
import { contextAsOf, gridOfSeries, type ServiceContext } from '#service/context';
import { tooManyPoints } from '#service/point-cap';
import { findComparedSources } from '#service/series/compared-source';
import { compareHours, type HoursChange } from '#service/series/hours-change';
import { findPlanAreas } from '#service/series/plan-areas';
import { readTask } from '#service/series/read-series';
import { taskOf } from '#service/series/settle-series';
import type { SeriesRecord } from '#store/series-record';

/** The categories that areas are compared by, balance categories first. */
export const CHANGE_CATEGORIES: readonly string[] = [
  ...CATEGORIES.map(({ name }) => name),
  ...DRIVER_CATEGORIES.map(({ name }) => name),
];

/** What was known of an area's hours at one time. */
export interface KnownHours {
  /** One value for each hour; NaN is a gap. */
  readonly values: Float64Array;
  /** The last observed hour's start, and the newest run; undefined without any. */
  readonly observedAt: Instant | undefined;
  readonly run: { readonly analyzedAt: Instant; readonly source: string } | undefined;
}

export interface AreaChange extends HoursChange {
  readonly area: Area;
  readonly series: SeriesRecord;
  readonly earlier: KnownHours;
  readonly current: KnownHours;
}

export interface PlanChanges {
  readonly category: string;
  /** The categories of which the plan has a series. */
  readonly categories: readonly string[];
  /** The market days, as day numbers. */
  readonly days: readonly number[];
  /** The starts of the days' hours. */
  readonly times: Float64Array;
  /** The sources of the areas' runs over those hours, then and now, the preferred ones first. */
  readonly sources: readonly string[];
  /** The largest mean change first. */
  readonly areas: readonly AreaChange[];
}

interface Wanted {
  /** Undefined is the first category that the plan has. */
  readonly category: string | undefined;
  /** Only runs of this source; undefined: any source's. */
  readonly source: string | undefined;
  /** Whether an area is compared within one source if none is given: the first with runs then and now. */
  readonly isOneSource: boolean;
  readonly since: Instant;
  readonly now: Instant;
}

/**
 * Reads the hours of now and of `since`. Refuses more points than the plan allows. `sinceState` is the state at
 * `since`, if `present` is itself the state at an earlier time.
 */
export async function readPlanChanges(
  wanted: Wanted,
  caller: Caller,
  present: ServiceContext,
  sinceState?: ServiceContext,
): Promise<PlanChanges> {
  const past = sinceState ?? (await contextAsOf(present, wanted.since, 'since'));
  const categories = await findCategories(caller, present);
  const category = wanted.category ?? categories[0] ?? CHANGE_CATEGORIES[0]!;
  const found = await findPlanAreas(category, caller, present);
  const { zone } = present;
  const today = zone.dayOf(wanted.now);
  const span = { start: zone.startOfDay(today), end: zone.startOfDay(today + 2) };
  const hours = indicesIn(gridOf(resolutionOf('hour'), zone), span);
  requireWithin(2 * found.length * lengthOf(hours), caller);
  const areas: AreaChange[] = [];
  const sources = new Set<string>();
  for (const { area, series } of found) {
    const intervals = indicesIn(gridOfSeries(series, zone), span);
    const { since, now } = wanted;
    const compared = await findComparedSources(present.store, series, intervals, since, now);
    for (const source of compared.sources) sources.add(source);
    const source = wanted.source ?? (wanted.isOneSource ? compared.first : undefined);
    const which = { span, hours, source };
    const before = await past.store.findSeries(series.code);
    const earlier = await readHours(sameUnit(before, series), which, past);
    const current = await readHours(series, which, present);
    areas.push({ area, series, earlier, current, ...compareHours(earlier.values, current.values) });
  }
  return {
    category,
    categories,
    days: [today, today + 1],
    ...timesOf(hours, present),
    sources: [...sources],
    areas: areas.toSorted(bySize),
  };
}

async function findCategories(caller: Caller, context: ServiceContext): Promise<string[]> {
  const categories: string[] = [];
  for (const name of CHANGE_CATEGORIES)
    if ((await findPlanAreas(name, caller, context, 1)).length > 0) categories.push(name);
  return categories;
}

function requireWithin(count: number, { plan }: Caller): void {
  if (count <= plan.pointsPerAnswer) return;
  throw tooManyPoints(`${count} points`, plan.pointsPerAnswer, 'read single series with asOf');
}

/** Values of another unit cannot be compared: they count as not known. */
const sameUnit = (before: SeriesRecord | undefined, { unit }: SeriesRecord) =>
  before?.unit === unit ? before : undefined;

const timesOf = (hours: IndexSpan, { zone }: ServiceContext) => {
  const grid = gridOf(resolutionOf('hour'), zone);
  return {
    times: Float64Array.from({ length: lengthOf(hours) }, (_, i) => grid.startOf(hours.start + i)),
  };
};

interface Which {
  readonly span: Span;
  readonly hours: IndexSpan;
  readonly source: string | undefined;
}

/** The hours as a request for the series with resolution=hour answers them; gaps without a series. */
async function readHours(
  series: SeriesRecord | undefined,
  { span, hours, source }: Which,
  context: ServiceContext,
): Promise<KnownHours> {
  const values = new Float64Array(lengthOf(hours)).fill(Number.NaN);
  if (!series) return { values, observedAt: undefined, run: undefined };
  const { zone } = context;
  const grid = gridOfSeries(series, zone);
  const hour = resolutionOf('hour');
  const reduction = settleReduction({ kind: 'resample', to: hour }, grid.resolution, 'resolution');
  const task = taskOf({ series, grid, reduction, aggregation: 'Average', source, span });
  const { points } = await readTask(task, context);
  const run = await context.store.findNewestRun(series.key, undefined, source);
  const hourGrid = gridOf(hour, zone);
  for (const [i, value] of points.values.entries())
    values[hourGrid.indexOf(points.times[i]!) - hours.start] = value;
  return {
    values,
    observedAt: series.lastIndex === null ? undefined : grid.startOf(series.lastIndex),
    run: run && { analyzedAt: run.analyzedAt, source: run.source },
  };
}

/** Compares by the mean change without its sign. What cannot be compared comes last, in the order of areas. */
const bySize = (a: AreaChange, b: AreaChange): number =>
  (b.mean === undefined ? -1 : Math.abs(b.mean)) - (a.mean === undefined ? -1 : Math.abs(a.mean));

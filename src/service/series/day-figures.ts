// What a plan can see at a glance: base and peak of yesterday, today and tomorrow for every area, its newest
// run, and whether its values are late.

import type { Caller } from '#accounts/authenticate';
import type { Area } from '#core/market/areas';
import { CATEGORIES, type Category } from '#core/market/categories';
import { DAY_MS, type Instant } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { Span } from '#core/time/span';
import { VALUE_KINDS, type ValueKind } from '#core/values/origins';
import type { Reduction } from '#core/values/reduction';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { type AreaSeries, findPlanAreas } from '#service/series/plan-areas';
import { readTask } from '#service/series/read-series';
import { taskOf } from '#service/series/settle-series';
import type { SeriesRecord } from '#store/series-record';

export interface DayFigure {
  readonly mean: number;
  readonly count: number;
  readonly expected: number;
  readonly kind: ValueKind;
}

export interface AreaDays {
  readonly area: Area;
  readonly series: SeriesRecord;
  readonly lastAt: Instant | undefined;
  readonly isLate: boolean;
  readonly run: { readonly analyzedAt: Instant; readonly source: string } | undefined;
  /** One for each day; undefined if the day has no value. */
  readonly base: readonly (DayFigure | undefined)[];
  readonly peak: readonly (DayFigure | undefined)[];
}

export interface PlanDays {
  readonly category: Category;
  /** The categories of which the plan has a series. */
  readonly categories: readonly Category[];
  /** The market days, as day numbers. */
  readonly days: readonly number[];
  readonly areas: readonly AreaDays[];
}

interface Asked {
  readonly category: Category | undefined;
  /** Only runs of this source; undefined: any source's. */
  readonly source: string | undefined;
  readonly now: Instant;
}

/** Reads the figures of a category, or of the first one that the plan has. */
export async function readPlanDays(
  asked: Asked,
  caller: Caller,
  context: ServiceContext,
): Promise<PlanDays> {
  const present = new Map<Category, AreaSeries[]>();
  for (const category of CATEGORIES) {
    const found = await findPlanAreas(category.name, caller, context);
    if (found.length > 0) present.set(category, found);
  }
  const categories = [...present.keys()];
  const category = asked.category ?? categories[0] ?? CATEGORIES[0]!;
  const today = context.zone.dayOf(asked.now);
  const days = [today - 1, today, today + 1];
  const areas: AreaDays[] = [];
  for (const { area, series } of present.get(category) ?? [])
    areas.push(await readArea(area, series, { ...asked, category, days }, context));
  return { category, categories, days, areas };
}

interface Wanted extends Asked {
  readonly category: Category;
  readonly days: readonly number[];
}

async function readArea(
  area: Area,
  series: SeriesRecord,
  { category, source, days, now }: Wanted,
  context: ServiceContext,
): Promise<AreaDays> {
  const grid = gridOfSeries(series, context.zone);
  const { lastIndex } = series;
  const knownUntil = lastIndex === null ? undefined : grid.startOf(lastIndex + 1);
  const read = (reduction: Reduction) => readFigures(series, reduction, { days, source }, context);
  const block = context.blocks.find(({ name }) => name === 'peak');
  const run = await context.store.findNewestRun(series.key, undefined, source);
  return {
    area,
    series,
    lastAt: lastIndex === null ? undefined : grid.startOf(lastIndex),
    isLate: isLate(category, knownUntil, now),
    run: run && { analyzedAt: run.analyzedAt, source: run.source },
    base: await read({ kind: 'resample', to: resolutionOf('day') }),
    peak: block ? await read({ kind: 'extract', block }) : days.map(() => undefined),
  };
}

/** A price is published the day before. What is measured may take a day. */
const isLate = ({ isPrice }: Category, knownUntil: Instant | undefined, now: Instant): boolean =>
  knownUntil === undefined || knownUntil <= now - (isPrice ? 0 : DAY_MS);

/** The mean of each day, as a request for the series with this reduction answers it. */
async function readFigures(
  series: SeriesRecord,
  reduction: Reduction,
  { days, source }: Pick<Wanted, 'days' | 'source'>,
  context: ServiceContext,
): Promise<(DayFigure | undefined)[]> {
  const { zone } = context;
  const span: Span = {
    start: zone.startOfDay(days[0]!),
    end: zone.startOfDay(days.at(-1)! + 1),
  };
  const detail = { hasCounts: true, hasKinds: true, threshold: undefined };
  const grid = gridOfSeries(series, zone);
  const task = taskOf({ series, grid, reduction, aggregation: 'Average', source, detail, span });
  const { points, facts } = await readTask(task, context);
  const figures = new Map<number, DayFigure>();
  for (const [i, mean] of points.values.entries()) {
    const kind = VALUE_KINDS[facts!.origins!.kinds[i]!];
    if (Number.isNaN(mean) || kind === undefined) continue;
    const { counts, expected } = facts!.tally!;
    const figure = { mean, count: counts[i]!, expected: expected[i]!, kind };
    figures.set(zone.dayOf(points.times[i]!), figure);
  }
  return days.map((day) => figures.get(day));
}

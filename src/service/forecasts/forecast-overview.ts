// One figure per area: the mean of the newest run over the market day that follows it.

import type { Caller } from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import { AREAS, type Area } from '#core/market/areas';
import type { Category } from '#core/market/categories';
import { seriesIdOf } from '#core/market/categories';
import type { Instant } from '#core/time/instant';
import { indicesIn, intersect, lengthOf } from '#core/time/span';
import { makeReducer } from '#core/values/aggregation';
import { horizonOf } from '#core/values/forecast-run';
import { countPresent } from '#core/values/tally';
import { gridOfSeries, type ServiceContext } from '#service/context';

export interface AreaOverview {
  readonly area: Area;
  readonly isSubscribed: boolean;
  /** Undefined if no run exists, or none that the caller may read. */
  readonly run: RunFigure | undefined;
}

interface RunFigure {
  readonly source: string;
  readonly analyzedAt: Instant;
  /** The first instant of the market day that the mean is over. */
  readonly dayStart: Instant;
  /** NaN if the run has no value on that day. */
  readonly mean: number;
  /** The run's values on that day, and the intervals that the day has. */
  readonly count: number;
  readonly expected: number;
  readonly unit: string;
}

export async function readOverview(
  category: Category,
  source: string | undefined,
  caller: Caller,
  context: ServiceContext,
): Promise<AreaOverview[]> {
  const overview: AreaOverview[] = [];
  for (const area of AREAS) {
    const id = seriesIdOf(area.code, category.name);
    const isSubscribed = mayRead(caller.plan, id);
    overview.push({
      area,
      isSubscribed,
      run: isSubscribed ? await figureOf(id, source, context) : undefined,
    });
  }
  return overview;
}

async function figureOf(
  id: string,
  source: string | undefined,
  { store, zone }: ServiceContext,
): Promise<RunFigure | undefined> {
  const series = await store.findSeries(id);
  const run = series && (await store.findNewestRun(series.key, undefined, source));
  if (!run) return undefined;
  const day = zone.dayOf(run.analyzedAt) + 1;
  const span = { start: zone.startOfDay(day), end: zone.startOfDay(day + 1) };
  const indices = indicesIn(gridOfSeries(series, zone), span);
  const { start, end } = intersect(indices, horizonOf(run));
  const reducer = makeReducer('Average');
  reducer.add(run.values, start - run.firstIndex, end - run.firstIndex);
  return {
    source: run.source,
    analyzedAt: run.analyzedAt,
    dayStart: span.start,
    mean: reducer.take(),
    count: countPresent(run.values, start - run.firstIndex, end - run.firstIndex),
    expected: lengthOf(indices),
    unit: series.unit,
  };
}

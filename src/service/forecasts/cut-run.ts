// One run of one category, cut to the span and in the resolution and currency of a request.

import type { Area } from '#core/market/areas';
import type { Category } from '#core/market/categories';
import { currencyOfUnit, unitIn } from '#core/market/currency';
import { type Grid, gridOf } from '#core/time/grid';
import { DAY_MS, type Instant } from '#core/time/instant';
import type { Resolution } from '#core/time/resolution';
import { type IndexSpan, indicesIn, intersect, isEmpty, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type Column, type Points, pointsOf } from '#core/values/column';
import { averageOverPeriods } from '#core/values/forecast-periods';
import { type ForecastRun, horizonOf } from '#core/values/forecast-run';
import { bucketsOf } from '#core/values/reduce-column';
import { gridOfSeries, type ServiceContext } from '#service/context';
import { convertPrices } from '#service/exchange-rates';
import type { CategorySeries, ForecastTask } from '#service/forecasts/settle-forecast';

export interface ChosenRun extends CategorySeries {
  readonly run: ForecastRun;
}

/** A cut run. */
export interface ForecastPart {
  readonly area: Area;
  readonly category: Category;
  readonly unit: string;
  readonly resolution: Resolution;
  readonly updatedAt: Instant;
  readonly points: Points;
}

type AskedFor = Pick<ForecastTask, 'kind' | 'request'>;

export async function cutRun(
  { category, series, run }: ChosenRun,
  asked: AskedFor,
  context: ServiceContext,
): Promise<ForecastPart> {
  const { area, resolution, currency } = asked.request;
  const grid = gridOfSeries(series, context.zone);
  const longer = resolution.rank > grid.resolution.rank ? gridOf(resolution, context.zone) : null;
  const span = spanOf(run, grid, asked, context.zone);
  const column = columnOf(run, grid, span, longer);
  const own = category.isPrice ? currencyOfUnit(series.unit) : undefined;
  const values =
    own === undefined || own === currency
      ? column.values
      : await convertPrices(column, series.unit, currency, context);
  const cut = { ...column, values };
  return {
    area,
    category,
    unit: own === undefined ? series.unit : unitIn(series.unit, currency),
    resolution: longer ? resolution : grid.resolution,
    updatedAt: run.updatedAt,
    points: longer ? averageOverPeriods(cut, longer, span) : pointsOf(cut),
  };
}

/** The wanted instants. With both dates left out: the 25 hours shown, the market day, or all of the run. */
function spanOf(run: ForecastRun, grid: Grid, { kind, request }: AskedFor, zone: Zone): Span {
  const { first, last } = request;
  if (first !== undefined || last !== undefined) {
    const horizon = horizonOf(run);
    return {
      start: first ?? grid.startOf(horizon.start),
      end: (last ?? grid.startOf(horizon.end - 1)) + 1,
    };
  }
  if (kind === 'whole') {
    const horizon = horizonOf(run);
    return { start: grid.startOf(horizon.start), end: grid.startOf(horizon.end) };
  }
  if (kind === 'day-ahead') {
    const nextDay = zone.dayOf(run.analyzedAt) + 1;
    return { start: zone.startOfDay(nextDay), end: zone.startOfDay(nextDay + 1) };
  }
  const start = (Math.floor(run.analyzedAt / DAY_MS) + 1) * DAY_MS;
  return { start, end: start + DAY_MS + 1 };
}

/**
 * The run's values in the span. An average is over all of the run's values in its period, so that a
 * longer grid needs those of whole periods.
 */
function columnOf(run: ForecastRun, grid: Grid, span: Span, longer: Grid | null): Column {
  const horizon = horizonOf(run);
  const wanted = intersect(indicesIn(grid, span), horizon);
  const kept = longer ? intersect(wholePeriods(wanted, grid, longer), horizon) : wanted;
  const values = isEmpty(kept)
    ? new Float64Array(0)
    : run.values.subarray(kept.start - run.firstIndex, kept.end - run.firstIndex);
  return { grid, firstIndex: kept.start, values };
}

/** The indices of every period of a longer grid that touches the given ones. */
function wholePeriods(indices: IndexSpan, grid: Grid, longer: Grid): IndexSpan {
  if (isEmpty(indices)) return indices;
  const touched = { start: grid.startOf(indices.start), end: grid.startOf(indices.end - 1) + 1 };
  const periods = bucketsOf(longer, touched);
  return indicesIn(grid, {
    start: longer.startOf(periods.start),
    end: longer.startOf(periods.end),
  });
}

// From a forecast request to a task: the series and exchange rates it needs, before any run is read.

import { type Caller, planWords } from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import { Refusal } from '#core/errors';
import type { Area } from '#core/market/areas';
import { CATEGORIES, type Category, seriesIdOf } from '#core/market/categories';
import { currencyOfUnit, rateSeriesId } from '#core/market/currency';
import type { ServiceContext } from '#service/context';
import type { ForecastRequest } from '#service/forecasts/parse-forecast-request';
import type { SeriesRecord } from '#store/series-record';

/** The kinds of request differ only in the span they mean if no date is given: the last one means all of a run. */
export type ForecastKind = 'short-term' | 'day-ahead' | 'whole';

export interface CategorySeries {
  readonly category: Category;
  readonly series: SeriesRecord;
}

/** A request whose series are found: everything that decides its answer is known. */
export interface ForecastTask {
  readonly kind: ForecastKind;
  readonly request: ForecastRequest;
  readonly found: readonly CategorySeries[];
  /** The daily rates that convert the prices. */
  readonly rates: readonly SeriesRecord[];
}

/** Finds the series, and the rates if the currency is not the prices' own. */
export async function settleForecast(
  kind: ForecastKind,
  request: ForecastRequest,
  caller: Caller,
  { store }: ServiceContext,
): Promise<ForecastTask> {
  const found: CategorySeries[] = [];
  for (const category of wantedCategories(request, caller)) {
    const series = await store.findSeries(seriesIdOf(request.area.code, category.name));
    if (series) found.push({ category, series });
  }
  const rates: SeriesRecord[] = [];
  for (const id of neededRates(found, request)) {
    const rate = await store.findSeries(id);
    if (rate) rates.push(rate);
  }
  return { kind, request, found, rates };
}

/** The category of the request, or every category that the plan grants. */
function wantedCategories(
  { area, category }: ForecastRequest,
  caller: Caller,
): readonly Category[] {
  if (category) return [category];
  const { plan } = caller;
  const granted = CATEGORIES.filter(({ name }) => mayRead(plan, seriesIdOf(area.code, name)));
  if (granted.length > 0) return granted;
  const detail = `${planWords(caller)} includes no forecast of area ${area.code}`;
  throw new Refusal('subscription_required', detail, {
    faults: [{ field: 'area', message: detail, allowed: plan.patterns }],
  });
}

function neededRates(
  found: readonly CategorySeries[],
  { currency }: ForecastRequest,
): ReadonlySet<string> {
  const needed = new Set<string>();
  for (const { category, series } of found) {
    const own = category.isPrice ? currencyOfUnit(series.unit) : undefined;
    if (own === undefined || own === currency) continue;
    needed.add(rateSeriesId(own)).add(rateSeriesId(currency));
  }
  return needed;
}

/** Whether the plan includes every series of a task; reading the task refuses if it does not. */
export const isGranted = ({ found }: ForecastTask, caller: Caller): boolean =>
  found.length > 0 && found.every(({ series }) => mayRead(caller.plan, series.code));

/** Refuses a category that was asked for by name and that the plan does not include. */
export function requireForecastSubscription(area: Area, category: Category, caller: Caller): void {
  const id = seriesIdOf(area.code, category.name);
  if (mayRead(caller.plan, id)) return;
  const detail = `forecast ${category.name} of area ${area.code} (series ${id}) is outside ${planWords(caller)}`;
  throw new Refusal('subscription_required', detail, {
    faults: [{ field: 'balanceCategory', message: detail, allowed: caller.plan.patterns }],
  });
}

// Converting prices: each value with the newest daily rate known at its own market day.

import { Refusal } from '#core/errors';
import { CURRENCIES, type Currency, currencyOfUnit, rateSeriesId } from '#core/market/currency';
import type { Grid } from '#core/time/grid';
import { DAY_MS, formatWall } from '#core/time/instant';
import type { ServiceContext } from '#service/context';
import type { SeriesReader } from '#store/series-store';

/** How many days back a first look goes for the newest rate; holidays need a few. */
const LOOK_BACK_DAYS = 31;

/** Consecutive values on a grid, as a run holds them. */
interface Prices {
  readonly grid: Grid;
  readonly firstIndex: number;
  readonly values: Float64Array;
}

/** The prices in another currency; the same array where nothing changes. */
export async function convertPrices(
  prices: Prices,
  unit: string,
  currency: Currency,
  context: ServiceContext,
): Promise<Float64Array> {
  const from = currencyOfUnit(unit);
  if (from === undefined || from === currency || prices.values.length === 0) return prices.values;
  const { grid, firstIndex, values } = prices;
  const days = Int32Array.from(values, (_, i) => context.zone.dayOf(grid.startOf(firstIndex + i)));
  const perEurFrom = await ratesOn(from, days, context.store);
  const perEurTo = await ratesOn(currency, days, context.store);
  return values.map((value, i) => (value / perEurFrom[i]!) * perEurTo[i]!);
}

/** Units of a currency per EUR on ascending day numbers. */
async function ratesOn(
  currency: Currency,
  days: Int32Array,
  store: SeriesReader,
): Promise<Float64Array> {
  if (currency === CURRENCIES[0]) return new Float64Array(days.length).fill(1);
  const id = rateSeriesId(currency);
  const series = await store.findSeries(id);
  const [firstDay, lastDay] = [days[0]!, days[days.length - 1]!];
  const missing = () =>
    new Refusal(
      'exchange_rate_missing',
      `no exchange rate for ${currency}: series ${id} has no value on or before ${formatWall(firstDay * DAY_MS).slice(0, 10)}`,
      { faults: [{ field: 'currency', message: `no rate ${id}` }] },
    );
  if (series?.resolution !== 'day' || series.firstIndex === null || series.lastIndex === null)
    throw missing();
  if (firstDay < series.firstIndex) throw missing();

  const newest = Math.min(firstDay, series.lastIndex);
  for (const start of [newest - LOOK_BACK_DAYS, series.firstIndex]) {
    const stored = await store.readValues(series.key, {
      start,
      end: Math.min(lastDay, series.lastIndex) + 1,
    });
    const rates = carryForward(stored, start, days);
    if (!Number.isNaN(rates[0]!)) return rates;
  }
  throw missing();
}

/** For each day the newest stored rate at or before it. */
function carryForward(
  stored: Float64Array,
  firstStoredDay: number,
  days: Int32Array,
): Float64Array {
  const rates = new Float64Array(days.length);
  let rate = Number.NaN;
  let next = 0;
  for (let i = 0; i < days.length; i++) {
    while (next < stored.length && firstStoredDay + next <= days[i]!) {
      const value = stored[next++]!;
      if (!Number.isNaN(value)) rate = value;
    }
    rates[i] = rate;
  }
  return rates;
}

// Converts prices: each value with the newest daily rate known at its own market day.

import { Refusal } from '#core/errors';
import { CURRENCIES, type Currency, currencyOfUnit, rateSeriesId } from '#core/market/currency';
import { DAY_MS, formatWall } from '#core/time/instant';
import type { Column } from '#core/values/column';
import type { ServiceContext } from '#service/context';
import type { SeriesReader } from '#store/series-store';

/** The days before the first price in which the newest rate is first looked for; holidays need a few. */
const LOOK_BACK_DAYS = 31;

/** Returns the prices in another currency; the same array if nothing changes. */
export async function convertPrices(
  prices: Column,
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

/** Returns the units of a currency per EUR on ascending day numbers. */
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

/** Returns for each day the newest stored rate at or before it. */
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

// Prices of a series in another currency: which series can be converted, by which rates, and to what unit.

import { type Currency, currencyOfUnit, rateSeriesId, unitIn } from '#core/market/currency';
import type { Column } from '#core/values/column';
import type { ServiceContext } from '#service/context';
import { convertPrices } from '#service/exchange-rates';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

export interface Conversion {
  readonly currency: Currency;
  /** The daily rates that take part: their versions decide the answer too. */
  readonly rates: readonly SeriesRecord[];
}

const RATE_CATEGORY = 'fx';

/** Whether a series is in a currency. A rate is not: its unit names two. */
export const isPriceOf = ({ unit, category }: SeriesRecord): boolean =>
  currencyOfUnit(unit) !== undefined && category !== RATE_CATEGORY;

/** Finds the rates. One that does not exist is refused when values are converted. */
export async function settleConversion(
  { unit }: SeriesRecord,
  currency: Currency,
  store: SeriesReader,
): Promise<Conversion> {
  const rates: SeriesRecord[] = [];
  const own = currencyOfUnit(unit)!;
  for (const one of own === currency ? [] : [own, currency]) {
    const rate = await store.findSeries(rateSeriesId(one));
    if (rate) rates.push(rate);
  }
  return { currency, rates };
}

interface ConvertedTask {
  readonly series: SeriesRecord;
  readonly conversion?: Conversion | undefined;
}

/** The series with the unit of its converted values. */
export const convertedSeries = ({ series, conversion }: ConvertedTask): SeriesRecord =>
  conversion ? { ...series, unit: unitIn(series.unit, conversion.currency) } : series;

/** Converts values; the same column if nothing is to be converted. */
export const convertColumn = async (
  { series, conversion }: ConvertedTask,
  column: Column,
  context: ServiceContext,
): Promise<Column> =>
  conversion
    ? { ...column, values: await convertPrices(column, series.unit, conversion.currency, context) }
    : column;

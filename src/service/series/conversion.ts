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

/** The unit of the converted values of a series. */
export const unitOf = ({ unit }: SeriesRecord, { currency }: Conversion): string =>
  unitIn(unit, currency);

/** Converts values of a series. */
export const convertColumn = async (
  { unit }: SeriesRecord,
  { currency }: Conversion,
  column: Column,
  context: ServiceContext,
): Promise<Column> => ({
  ...column,
  values: await convertPrices(column, unit, currency, context),
});

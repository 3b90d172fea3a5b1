// Reference rates on their way from an ECB file to series: units of a currency per euro, one a day.

import { quoteGiven } from '#core/nearest';
import { isCivil } from '#core/time/civil';
import { DAY_MS, formatWall } from '#core/time/instant';
import { ImportFault } from '#importers/files/import-fault';

/** The rates of one currency; days are market days counted from 1970-01-01, strictly ascending. */
export interface RateColumn {
  /** ISO 4217, upper-case. */
  readonly currency: string;
  readonly days: Int32Array;
  readonly rates: Float64Array;
}

/** The years of reference rates: not older than the euro, not absurdly new. */
const FIRST_RATE_YEAR = 1999;
const LAST_RATE_YEAR = 2200;

/** Throws if there is no such day, or if it is before the euro. */
export function checkDate(year: number, month: number, day: number, given: string): void {
  if (year >= FIRST_RATE_YEAR && year <= LAST_RATE_YEAR && isCivil(year, month, day)) return;
  throw new ImportFault(
    `${quoteGiven(given)} is not a date of a reference rate (from ${FIRST_RATE_YEAR} on, such as 2026-04-13 or 13 April 2026)`,
  );
}

/** Reads `1.1684`; throws if it is not a positive number in plain digits. */
export function readRate(given: string): number {
  const rate = /^\d{1,12}(?:\.\d{1,12})?$/.test(given) ? Number(given) : Number.NaN;
  if (rate > 0) return rate;
  throw new ImportFault(`${quoteGiven(given)} is not a positive rate`);
}

const CURRENCY = /^[A-Z]{3}$/;

export function checkCurrency(given: string): string {
  if (CURRENCY.test(given)) return given;
  throw new ImportFault(`${quoteGiven(given)} is not a currency code of three capital letters`);
}

/** Rates in the order of the file, which is newest first in some of them. */
export class RateTable {
  readonly #byCurrency = new Map<string, Map<number, number>>();
  #newestDay: number | undefined;

  /** The newest day with rates; undefined if the file has none. */
  get newestDay(): number | undefined {
    return this.#newestDay;
  }

  /** Adds a rate; throws if the file gives the same day two different rates. */
  add(currency: string, day: number, rate: number): void {
    let rates = this.#byCurrency.get(currency);
    if (!rates) this.#byCurrency.set(currency, (rates = new Map()));
    const earlier = rates.get(day);
    if (earlier !== undefined && earlier !== rate) {
      throw new ImportFault(
        `${currency} on ${formatWall(day * DAY_MS).slice(0, 10)} is ${rate} here and ${earlier} above`,
      );
    }
    rates.set(day, rate);
    if (this.#newestDay === undefined || day > this.#newestDay) this.#newestDay = day;
  }

  /** The rates by currency, in the file's order. */
  columns(): RateColumn[] {
    return Array.from(this.#byCurrency, ([currency, rates]) => {
      const days = Int32Array.from(rates.keys()).sort();
      return { currency, days, rates: Float64Array.from(days, (day) => rates.get(day)!) };
    });
  }
}

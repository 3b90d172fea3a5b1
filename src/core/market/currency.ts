// Currencies of the forecast interface and the price units that carry them.

import { refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';

export const CURRENCIES = [
  'EUR',
  'NOK',
  'SEK',
  'DKK',
  'GBP',
  'CHF',
  'PLN',
  'CZK',
  'HUF',
  'RON',
  'USD',
] as const;

export type Currency = (typeof CURRENCIES)[number];

/** The currency of a code in any case, or undefined. */
export const findCurrency = (text: string): Currency | undefined =>
  CURRENCIES.find((currency) => currency === text.trim().toUpperCase());

/** Reads a currency in any case; refuses what is none. */
export function parseCurrency(given: string, field: string): Currency {
  const currency = findCurrency(given);
  if (currency) return currency;
  const message = `unknown currency ${quoteGiven(given)}${didYouMean(given, CURRENCIES)}`;
  throw refuseField('field_invalid', field, message, CURRENCIES);
}

/** The daily series with a currency's units per EUR. */
export const rateSeriesId = (currency: Currency): string => `fxeur${currency.toLowerCase()}`;

/** The currency a unit such as `EUR/MWh` begins with, or undefined. */
export const currencyOfUnit = (unit: string): Currency | undefined =>
  findCurrency(unit.split('/')[0] ?? '');

/** `EUR/MWh` in another currency: `NOK/MWh`. */
export const unitIn = (unit: string, currency: Currency): string =>
  [currency, ...unit.split('/').slice(1)].join('/');

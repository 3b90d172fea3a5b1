// Daily exchange rates: units of a currency per euro, on banking days only.

import { civilOfDay, weekdayOf } from '#core/time/civil';
import type { IndexSpan } from '#core/time/span';
import { noiseAt, seedOf } from '#demo/world/noise';

export interface Currency {
  readonly code: string;
  /** The usual rate, and its standard deviation as a share. */
  readonly usual: number;
  readonly stray: number;
}

export const CURRENCIES: readonly Currency[] = [
  { code: 'NOK', usual: 11.6, stray: 0.025 },
  { code: 'SEK', usual: 11.3, stray: 0.022 },
  { code: 'DKK', usual: 7.459, stray: 0.0004 },
  { code: 'GBP', usual: 0.857, stray: 0.015 },
  { code: 'CHF', usual: 0.953, stray: 0.015 },
  { code: 'PLN', usual: 4.34, stray: 0.018 },
  { code: 'CZK', usual: 24.8, stray: 0.015 },
  { code: 'HUF', usual: 392, stray: 0.02 },
  { code: 'RON', usual: 4.99, stray: 0.008 },
  { code: 'USD', usual: 1.1, stray: 0.03 },
];

/** No rate is set on weekends and on the fixed-date holidays of the European payment system. */
export function isBankingDay(dayNumber: number): boolean {
  if (weekdayOf(dayNumber) > 4) return false;
  const { month, day } = civilOfDay(dayNumber);
  return ![101, 501, 1225, 1226].includes(month * 100 + day);
}

/** The rates with four decimals; a gap on days without a rate. */
export function ratesOf({ code, usual, stray }: Currency, days: IndexSpan): Float64Array {
  const out = new Float64Array(days.end - days.start).fill(Number.NaN);
  for (let i = 0; i < out.length; i++) {
    const day = days.start + i;
    if (!isBankingDay(day)) continue;
    const drift =
      0.8 * noiseAt(day, seedOf(`fx 150 ${code}`), 150) +
      0.5 * noiseAt(day, seedOf(`fx 34 ${code}`), 34) +
      0.22 * noiseAt(day, seedOf(`fx 7 ${code}`), 7) +
      0.1 * noiseAt(day, seedOf(`fx 1 ${code}`), 1);
    out[i] = Math.round(usual * Math.exp(stray * drift) * 10_000) / 10_000;
  }
  return out;
}

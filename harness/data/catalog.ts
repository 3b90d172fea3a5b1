// Which series there are. Contenders know them by number, requests by code.

import { FIRST_HOUR, HOUR_MS, HOURS } from './calendar.ts';

export type Kind = 'price' | 'load' | 'temperature';

export interface BenchSeries {
  readonly id: number;
  readonly code: string;
  readonly description: string;
  readonly unit: string;
  readonly kind: Kind;
  /** Hours of values from the first hour of the ten years on. */
  readonly hours: number;
}

export const UNITS: Readonly<Record<Kind, string>> = {
  price: 'EUR/MWh',
  load: 'MWh/h',
  temperature: '°C',
};

/** Half prices, three tenths loads, two tenths temperatures. */
export const kindOf = (number: number): Kind =>
  number % 10 < 5 ? 'price' : number % 10 < 8 ? 'load' : 'temperature';

function makeSeries(id: number, prefix: string, number: number, kind: Kind, hours: number) {
  const code = `${prefix}${String(number).padStart(6, '0')}`;
  return { id, code, description: `Hourly ${kind} ${number}`, unit: UNITS[kind], kind, hours };
}

/** Series of ten years of hours. */
export const longSeries = (count: number): BenchSeries[] =>
  Array.from({ length: count }, (_, i) => makeSeries(i, 'hr', i, kindOf(i), HOURS));

/** The same, prices only. */
export const priceSeries = (count: number): BenchSeries[] =>
  Array.from({ length: count }, (_, i) => makeSeries(i, 'px', i, 'price', HOURS));

/** Series with two days of values: what a search finds, and what a start has to cope with. */
export const shortSeries = (count: number): BenchSeries[] =>
  Array.from({ length: count }, (_, i) => makeSeries(1_000_000 + i, 'meta', i, kindOf(i), 48));

export interface BenchRun {
  /** Milliseconds since 1970. */
  readonly analyzedAt: number;
  readonly firstHour: number;
}

export const RUN_HOURS = 240;
const RUNS_PER_AREA = 60;
export const RUN_AREAS = ['DE', 'FR', 'NL', 'AT'] as const;
export const RUN_CATEGORY = 'hrprice';

/** Prices that are known by their forecasts only. */
export const runSeries = (): (BenchSeries & { area: string })[] =>
  RUN_AREAS.map((area, i) => ({
    ...makeSeries(2_000_000 + i, 'run', i, 'price', 0),
    code: area.toLowerCase() + RUN_CATEGORY,
    area,
  }));

/** A run a day at 10:00 UTC over the last days, each from the next hour on. */
export const listRuns = (): BenchRun[] =>
  Array.from({ length: RUNS_PER_AREA }, (_, i) => {
    const hour = FIRST_HOUR + HOURS - (RUNS_PER_AREA - i) * 24 + 10;
    return { analyzedAt: hour * HOUR_MS, firstHour: hour + 1 };
  });

// What the model is asked: prices of the open benchmark, and consumption beside grid operators.

import { join } from 'node:path';
import type { BacktestAsked } from './backtest-process.ts';

export interface MarketQuestion {
  readonly name: string;
  readonly asked: BacktestAsked;
  readonly publishedFile: string;
  readonly bar: number;
}

export const TEST_DAYS = 728;
export const MOST_CPU_SECONDS_A_DAY = 0.7;
/** Share of values that a band may hold: its level, give or take two points. */
export const BAND_SLACK = 0.02;

const MARKETS = [
  { name: 'NP', drivers: ['Grid load forecast', 'Wind power forecast'], bar: 1.63 },
  { name: 'DE', drivers: ['Ampirion Load Forecast', 'PV+Wind Forecast'], bar: 3.24 },
] as const;

export function marketQuestions(folder: string, days: number, every: number): MarketQuestion[] {
  return MARKETS.map(({ name, drivers, bar }) => ({
    name,
    bar,
    publishedFile: join(folder, 'epf', `Forecasts_${name}_DNN_LEAR_ensembles.csv.gz`),
    asked: {
      file: join(folder, 'epf', `${name}.csv.gz`),
      kind: 'price',
      target: 'Price',
      drivers,
      testDays: days,
      every,
      knownUntil: 24,
      isZeroMissing: false,
    },
  }));
}

/** A span of days in which a figure is compared with that of a published forecast. */
export interface LaterSpan {
  readonly from: string;
  readonly to: string;
  readonly measure: 'MAE' | 'CRPS' | '80 %' | '90 %';
  /** The published figure over all days, if it does not follow from the file. */
  readonly published?: number;
  /** The most of the published figure that is allowed; undefined for bands, whose bar is their own share. */
  readonly most?: number;
}

/** Germany 2019 to 2021: the mean of four published LEAR forecasts, and conformal prediction on it. */
export const LATER_SPANS: readonly LaterSpan[] = [
  { from: '2019-06-27', to: '2020-12-31', measure: 'MAE', most: 0.94 },
  { from: '2021-01-01', to: '2021-12-31', measure: 'MAE', most: 0.82 },
  { from: '2020-01-01', to: '2020-12-31', measure: 'CRPS', published: 3.158, most: 0.92 },
  { from: '2021-01-01', to: '2021-12-31', measure: 'CRPS', published: 9.718, most: 0.82 },
  { from: '2020-01-01', to: '2020-12-31', measure: '80 %' },
  { from: '2020-01-01', to: '2020-12-31', measure: '90 %' },
  { from: '2021-01-01', to: '2021-12-31', measure: '80 %' },
  { from: '2021-01-01', to: '2021-12-31', measure: '90 %' },
];

/** The days from 2019-06-27 to 2021-12-31. */
const LATER_DAYS = 919;

export const laterQuestion = (folder: string, every: number): BacktestAsked => ({
  file: join(folder, 'de-2019-2021', 'DE.csv.gz'),
  kind: 'price',
  target: 'price',
  drivers: ['load_forecast', 'wind_onshore_forecast', 'wind_offshore_forecast', 'solar_forecast'],
  testDays: LATER_DAYS,
  every,
  knownUntil: 24,
  isZeroMissing: false,
});

export interface LoadQuestion {
  readonly area: string;
  readonly operatorColumn: string;
  readonly asked: BacktestAsked;
}

/** 2022-07-01 to 2023-06-30, every 8th day, at 09:00 of the day before. */
export function loadQuestions(folder: string): LoadQuestion[] {
  return ['FR', 'BE', 'ES', 'DK_1', 'DE'].map((area) => ({
    area,
    operatorColumn: 'Load_DA',
    asked: {
      file: join(folder, 'entsoe', `${area}.csv.gz`),
      area: area.replace('_', ''),
      kind: 'load',
      target: 'Load_AC',
      drivers: ['Load_DA'],
      testDays: 365,
      every: 8,
      knownUntil: 9,
      isZeroMissing: true,
    },
  }));
}

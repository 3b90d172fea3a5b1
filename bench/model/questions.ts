// What the model is asked: prices of the open benchmark, and consumption beside grid operators.

import { join } from 'node:path';
import type { BacktestAsked } from './backtest-process.ts';

export interface MarketQuestion {
  readonly name: string;
  readonly asked: BacktestAsked;
  readonly publishedFile: string;
  readonly bar: number;
  readonly ceiling: number;
}

export const TEST_DAYS = 728;
export const MOST_CPU_SECONDS_A_DAY = 1.5;
/** Share of values that a band may hold: its level, give or take two points. */
export const BAND_SLACK = 0.02;

const MARKETS = [
  { name: 'NP', drivers: ['Grid load forecast', 'Wind power forecast'], bar: 1.68, ceiling: 1.63 },
  { name: 'DE', drivers: ['Ampirion Load Forecast', 'PV+Wind Forecast'], bar: 3.38, ceiling: 3.33 },
] as const;

export function marketQuestions(folder: string, days: number, every: number): MarketQuestion[] {
  return MARKETS.map(({ name, drivers, bar, ceiling }) => ({
    name,
    bar,
    ceiling,
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

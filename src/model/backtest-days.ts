// Forecasts the past day by day, like live runs: each run sees what was known at its time, and the runs
// before it.

import type { DayTable } from '#model/days/day-table';
import type { PastRun } from '#model/days/past-runs';
import { type Forecast, forecastDays } from '#model/forecast-days';
import { KeptFits } from '#model/members/kept-fits';
import type { SeriesKind } from '#model/members/members';
import type { Refused } from '#model/tiers';

export interface BacktestOptions {
  readonly kind: SeriesKind;
  /** The number of days at the end of the table that are the test. */
  readonly testDays: number;
  /** The distance in days between two forecast days; a larger one gives the record fewer runs. */
  readonly every?: number;
  /** The number of runs before the test, which give weights and bands a record; they are not scored. */
  readonly warmUpRuns?: number;
  /** The known slots of the day before the forecast one; by default all. */
  readonly knownSlotsOfDayBefore?: number;
}

export interface BacktestDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly row: number;
  /** Whether the run is before the test and is not scored; such runs come first. */
  readonly isWarmUp: boolean;
  /** The observed slots of the day; NaN is a gap. */
  readonly actual: Float64Array;
  readonly outcome: Forecast | Refused;
}

const WARM_UP_RUNS = 28;

/** The number of days that a backtest yields, warm-up included. */
export const countBacktestDays = (table: DayTable, options: BacktestOptions): number =>
  backtestRows(table, options).length;

function backtestRows(table: DayTable, options: BacktestOptions): number[] {
  const { testDays, every = 1, warmUpRuns = WARM_UP_RUNS } = options;
  const rows: number[] = [];
  const firstTest = Math.max(0, table.dayCount - testDays);
  for (let run = -warmUpRuns; firstTest + run * every < table.dayCount; run++) {
    const row = firstTest + run * every;
    if (row >= 0) rows.push(row);
  }
  return rows;
}

/** Forecasts the days one after the other, each when the caller asks for it. */
export function* backtestDays(table: DayTable, options: BacktestOptions): Generator<BacktestDay> {
  const { slotsPerDay } = table;
  const hidden = slotsPerDay - (options.knownSlotsOfDayBefore ?? slotsPerDay);
  const firstTest = Math.max(0, table.dayCount - options.testDays);
  const pastRuns: PastRun[] = [];
  const kept = new KeptFits();
  for (const row of backtestRows(table, options)) {
    const knownSlots = Math.max(0, row * slotsPerDay - hidden);
    const outcome = forecastDays(table, { kind: options.kind, row, knownSlots, pastRuns, kept });
    if ('firstDay' in outcome) pastRuns.push(outcome.firstDay);
    yield {
      day: table.firstDay + row,
      row,
      isWarmUp: row < firstTest,
      actual: table.target.slice(row * slotsPerDay, (row + 1) * slotsPerDay),
      outcome,
    };
  }
}

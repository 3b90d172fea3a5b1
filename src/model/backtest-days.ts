// The past forecast day by day, as live runs would have done it: each run sees what was known then,
// and the runs before it.

import type { DayTable } from '#model/day-table';
import { type Forecast, forecastDays } from '#model/forecast-days';
import type { SeriesKind } from '#model/members';
import type { PastRun } from '#model/past-runs';
import type { Refused } from '#model/tiers';

export interface BacktestOptions {
  readonly kind: SeriesKind;
  /** The last so many days of the table are the test. */
  readonly testDays: number;
  /** Every how many-th day is forecast; the record then simply has fewer runs. */
  readonly every?: number;
  /** Runs made before the test, so that weights and bands have a record; not part of the result. */
  readonly warmUpRuns?: number;
  /** Slots known of the day before the one forecast; all unless told. */
  readonly knownSlotsOfDayBefore?: number;
}

export interface BacktestDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly row: number;
  /** Runs before the test come first; they are not to be scored. */
  readonly isWarmUp: boolean;
  /** Slots of the day as observed; NaN is a gap. */
  readonly actual: Float64Array;
  readonly outcome: Forecast | Refused;
}

const WARM_UP_RUNS = 28;

/** How many days a backtest yields, warm-up included. */
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

/** Forecasts the days one after the other; take the next when there is time for it. */
export function* backtestDays(table: DayTable, options: BacktestOptions): Generator<BacktestDay> {
  const { slotsPerDay } = table;
  const hidden = slotsPerDay - (options.knownSlotsOfDayBefore ?? slotsPerDay);
  const firstTest = Math.max(0, table.dayCount - options.testDays);
  const pastRuns: PastRun[] = [];
  for (const row of backtestRows(table, options)) {
    const knownSlots = Math.max(0, row * slotsPerDay - hidden);
    const outcome = forecastDays(table, { kind: options.kind, row, knownSlots, pastRuns });
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

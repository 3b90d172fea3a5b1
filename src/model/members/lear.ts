// LEAR, the price member: for each hour a lasso on the prices of one, two, three and seven days
// before, the drivers of the day, the day before and the week before, net load and the kind of day.

import type { FilledDays } from '#model/days/filled-days';
import type { FitMemo } from '#model/members/fit-memo';
import { fitLagLasso, type LagDesign } from '#model/members/lag-lasso';
import type { DayForecaster } from '#model/members/member';

/** From this window on, prices are distances from yesterday's level, as the level drifts over years. */
const LONG_WINDOW = 364;

const DESIGN: LagDesign = {
  curve: 'asinh',
  targetLags: [1, 2, 3, 7],
  knownHours: 24,
  takesLevel: false,
  driverLags: [0, 1, 7],
  hasNetLoad: true,
  dayTypeLags: [0],
  seasonWaves: 0,
};

/** The past of the drivers is left out of short windows, whose few days cannot bear its columns. */
const SHORT_DESIGN: LagDesign = { ...DESIGN, driverLags: [0] };
const LONG_DESIGN: LagDesign = { ...DESIGN, takesLevel: true };

/** Learns from the `window` days before `day`; the first seven only serve as lags. */
export const fitLear = (
  days: FilledDays,
  day: number,
  window: number,
  memo?: FitMemo,
): DayForecaster | undefined =>
  fitLagLasso(days, day, window, window >= LONG_WINDOW ? LONG_DESIGN : SHORT_DESIGN, memo);

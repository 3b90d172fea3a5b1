// The member for consumption and production: a lasso on whole days two to fourteen days back, on the
// hours of the day before that are already known, and on calendar, season and drivers.

import type { FilledDays } from '#model/days/filled-days';
import type { FitMemo } from '#model/members/fit-memo';
import { fitLagLasso, type LagDesign } from '#model/members/lag-lasso';
import type { DayForecaster } from '#model/members/member';

const LAGS = [2, 3, 7, 8, 14];
export const LONGEST_LAG = LAGS.at(-1)!;

/** Fits with `knownHours` of the day before `day`: 9 for a run at 09:00, 24 if that day is over. */
export const fitLoadLasso = (
  days: FilledDays,
  day: number,
  window: number,
  knownHours: number,
  memo?: FitMemo,
): DayForecaster | undefined => {
  const design: LagDesign = {
    curve: 'straight',
    targetLags: knownHours > 0 ? [1, ...LAGS] : LAGS,
    knownHours,
    takesLevel: false,
    driverLags: [0, 1, 2, 7],
    hasNetLoad: false,
    dayTypeLags: [0, 1, 2, 7],
    seasonWaves: 2,
  };
  return fitLagLasso(days, day, window, design, memo);
};

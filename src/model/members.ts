// The members of the blend for each kind of series: their names, the history that each needs, its weight
// before it has a record, and how it is fitted.

import type { FilledDays } from '#model/filled-days';
import { fitGaussianProcesses, type GpKernel } from '#model/gaussian-process';
import { fitLear } from '#model/lear';
import { fitLoadLasso } from '#model/load-lasso';
import type { DayForecaster } from '#model/member';
import { NAIVES, naiveForecast } from '#model/naives';

/**
 * `load` is consumption: smooth and partly known for today. `wind` and `solar` are production that follows
 * the weather; `other` is everything else, such as a plant or all production of an area.
 */
export const SERIES_KINDS = ['price', 'load', 'wind', 'solar', 'other'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

export interface Member {
  readonly name: string;
  /** The days of history from which on it takes part. */
  readonly fewestDays: number;
  /** Its weight among the others while nothing is known about its errors. */
  readonly prior: number;
}

/** The input of a fit: the days before `day`; the last of them is known for `knownHours`. */
export interface FitInput {
  readonly days: FilledDays;
  readonly day: number;
  readonly knownHours: number;
}

/** The window of each member in days, and the days of history that it needs. */
const LEAR_DAYS: Readonly<Record<number, number>> = {
  56: 112,
  84: 112,
  364: 371,
  728: 735,
  1092: 1100,
  1456: 1463,
};
const LOAD_DAYS: Readonly<Record<number, number>> = { 112: 112, 364: 371, 728: 735, 1092: 1100 };
const GP_DAYS: Readonly<Record<number, number>> = { 364: 371, 728: 735 };
const GP_KERNEL: GpKernel = { linear: 0.3, length: 2, noise: 0.2 };

const windowsOf = (needed: Readonly<Record<number, number>>): number[] =>
  Object.keys(needed).map(Number);

const membersOf = (
  prefix: string,
  needed: Readonly<Record<number, number>>,
  prior: number,
): Member[] =>
  windowsOf(needed).map((window) => ({
    name: `${prefix}${window}`,
    fewestDays: needed[window]!,
    prior,
  }));

const LOAD_MEMBERS = membersOf('load', LOAD_DAYS, 1);

export const MEMBERS: Readonly<Record<SeriesKind, readonly Member[]>> = {
  price: [...membersOf('lear', LEAR_DAYS, 1), ...membersOf('gp', GP_DAYS, 2)],
  load: LOAD_MEMBERS,
  wind: LOAD_MEMBERS,
  solar: LOAD_MEMBERS,
  other: LOAD_MEMBERS,
};

/** Fits the named members (naives too); one with too few days to learn from is left out. */
export function fitMembers(names: readonly string[], input: FitInput): Map<string, DayForecaster> {
  const { days, day, knownHours } = input;
  const fitted = new Map<string, DayForecaster>();
  const keep = (name: string, forecaster: DayForecaster | undefined): void => {
    if (forecaster !== undefined) fitted.set(name, forecaster);
  };
  for (const name of NAIVES) {
    if (names.includes(name)) keep(name, (row) => naiveForecast(name, days, row));
  }
  for (const window of windowsOf(LEAR_DAYS)) {
    const name = `lear${window}`;
    if (names.includes(name)) keep(name, fitLear(days, day, window));
  }
  for (const window of windowsOf(LOAD_DAYS)) {
    const name = `load${window}`;
    if (names.includes(name)) keep(name, fitLoadLasso(days, day, window, knownHours));
  }
  const gpWindows = windowsOf(GP_DAYS).filter((window) => names.includes(`gp${window}`));
  if (gpWindows.length > 0) {
    const [forecasters = []] = fitGaussianProcesses(days, day, gpWindows, [GP_KERNEL]);
    gpWindows.forEach((window, i) => {
      keep(`gp${window}`, forecasters[i]);
    });
  }
  return fitted;
}

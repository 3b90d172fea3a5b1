// The members of the blend for each kind of series: their names, the history that each needs, and how each is
// fitted.

import type { FilledDays } from '#model/days/filled-days';
import { fitCorrection } from '#model/members/corrected-forecast';
import { fitErrorProcess } from '#model/members/error-process';
import { fitGaussianProcess } from '#model/members/gaussian-process';
import { fitLear } from '#model/members/lear';
import { fitLoadLasso } from '#model/members/load-lasso';
import type { DayForecaster } from '#model/members/member';
import { NAIVES, naiveForecast } from '#model/members/naives';
import {
  asPublished,
  findOperatorForecast,
  type OperatorForecast,
} from '#model/members/operator-forecast';

/**
 * `load` is consumption: smooth and partly known for today. `wind` and `solar` are production that follows
 * the weather; `other` is everything else, such as a plant or all production of an area.
 */
export const SERIES_KINDS = ['price', 'load', 'wind', 'solar', 'other'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** The input of a fit: the days before `day`; the last of them is known for `knownHours`. */
export interface FitInput {
  readonly days: FilledDays;
  readonly day: number;
  readonly knownHours: number;
}

export interface Member {
  readonly name: string;
  /** The days of history from which on it takes part. */
  readonly fewestDays: number;
  /** Returns undefined if there are too few days to learn from. */
  readonly fit: (input: FitInput) => DayForecaster | undefined;
}

const lear = (window: number, fewestDays: number): Member => ({
  name: `lear${window}`,
  fewestDays,
  fit: ({ days, day }) => fitLear(days, day, window),
});

const load = (window: number, fewestDays: number): Member => ({
  name: `load${window}`,
  fewestDays,
  fit: ({ days, day, knownHours }) => fitLoadLasso(days, day, window, knownHours),
});

/** The most days that a Gaussian process learns from; it begins with half a year. */
const GP_WINDOW = 728;
const GP_FEWEST_DAYS = 182;

/** A Gaussian process around the level of the last days before each day, or on scales of all days. */
const gaussian = (name: string, levelDays?: number): Member => ({
  name,
  fewestDays: GP_FEWEST_DAYS,
  fit: ({ days, day }) => fitGaussianProcess(days, day, GP_WINDOW, levelDays),
});

/** A member that begins with the forecast of the series by another; it is fitted only if a driver is one. */
const fromOperator = (
  name: string,
  fewestDays: number,
  fit: (operator: OperatorForecast, input: FitInput) => DayForecaster | undefined,
): Member => ({
  name,
  fewestDays,
  fit(input) {
    const operator = findOperatorForecast(input.days, input.day);
    return operator && fit(operator, input);
  },
});

const corrected = (window: number, fewestDays: number): Member =>
  fromOperator(`corrected${window}`, fewestDays, (operator, { days, day, knownHours }) =>
    fitCorrection(days, day, window, knownHours, operator),
  );

/** The lasso on the own past, without a forecast by another: with one it is needless. */
const own = (window: number, fewestDays: number): Member => ({
  name: `own${window}`,
  fewestDays,
  fit: ({ days, day, knownHours }) =>
    findOperatorForecast(days, day) ? undefined : fitLoadLasso(days, day, window, knownHours),
});

const OPERATOR_MEMBERS = [
  fromOperator('published', 112, asPublished),
  ...[corrected(364, 112), corrected(728, 735)],
  fromOperator('errors728', 371, (operator, { days, day, knownHours }) =>
    fitErrorProcess(days, day, 728, knownHours, operator),
  ),
];
const LOAD_MEMBERS = [load(112, 112), load(364, 371), load(728, 735), load(1092, 1100)];
const SOLAR_MEMBERS = [
  ...[own(112, 112), own(364, 371), own(728, 735), own(1092, 1100)],
  ...OPERATOR_MEMBERS,
];

export const MEMBERS: Readonly<Record<SeriesKind, readonly Member[]>> = {
  price: [
    ...[lear(56, 112), lear(84, 112), lear(364, 371)],
    ...[gaussian('gp'), gaussian('gp28', 28), gaussian('gp90', 90)],
  ],
  load: LOAD_MEMBERS,
  // Corrections of an operator's wind were worse than the operator: 1.05 × its error on 31 days of Spain, 2018.
  wind: LOAD_MEMBERS,
  solar: SOLAR_MEMBERS,
  other: LOAD_MEMBERS,
};

const BY_NAME = new Map(
  Object.values(MEMBERS)
    .flat()
    .map((member) => [member.name, member]),
);

/** Fits the named members (naives too); one with too few days to learn from is left out. */
export function fitMembers(names: readonly string[], input: FitInput): Map<string, DayForecaster> {
  const fitted = new Map<string, DayForecaster>();
  for (const name of names) {
    const forecaster = NAIVES.includes(name)
      ? (row: number) => naiveForecast(name, input.days, row)
      : BY_NAME.get(name)?.fit(input);
    if (forecaster !== undefined) fitted.set(name, forecaster);
  }
  return fitted;
}

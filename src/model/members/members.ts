// The members of the blend for each kind of series: their names, the history that each needs, and how each is
// fitted.

import { fitCapacityLasso } from '#model/members/capacity-lasso';
import { correctedBy, fitCorrection, WHOLE_CORRECTION } from '#model/members/corrected-forecast';
import {
  ERRORS,
  ERRORS_WINDOW,
  type FitInput,
  type GivenInput,
  keptFor,
  shareParts,
} from '#model/members/fit-input';
import { DAY_KERNEL, fitGaussianProcess } from '#model/members/gaussian-process';
import { fitLear } from '#model/members/lear';
import { fitLoadLasso } from '#model/members/load-lasso';
import type { DayForecaster } from '#model/members/member';
import { NAIVES, naiveForecast } from '#model/members/naives';
import { asPublished, type OperatorForecast } from '#model/members/operator-forecast';
import { fitPriceCurve, newPriceCurve } from '#model/members/price-curve';
import { fitPriceTrees, KeptTrees } from '#model/members/price-trees';
import { KeptFactor } from '#model/numbers/kernel';

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
  /** The days of history from which on longer windows take its place. */
  readonly replacedFrom?: number;
  /** Returns undefined if there are too few days to learn from. */
  readonly fit: (input: FitInput) => DayForecaster | undefined;
}

const lear = (window: number, fewestDays: number): Member => ({
  name: `lear${window}`,
  fewestDays,
  fit: ({ days, day, memo }) => fitLear(days, day, window, memo),
});

const load = (window: number, fewestDays: number): Member => ({
  name: `load${window}`,
  fewestDays,
  fit: ({ days, day, knownHours, memo }) => fitLoadLasso(days, day, window, knownHours, memo),
});

/** The most days that a Gaussian process learns from; it begins with half a year. */
const GP_WINDOW = 728;
const GP_FEWEST_DAYS = 182;
const CURVE_FEWEST_DAYS = 112;
const TREES_WINDOW = 728;
const TREES_FEWEST_DAYS = 371;

/** A Gaussian process around the level of the last days before each day, or on scales of all days. */
const gaussian = (name: string, levelDays?: number): Member => ({
  name,
  fewestDays: GP_FEWEST_DAYS,
  fit: (input) => {
    const factor = keptFor(input, name, () => new KeptFactor(DAY_KERNEL));
    return fitGaussianProcess(input.scaled(GP_WINDOW), levelDays, factor, input.memo);
  },
});

/** The curve of supply, around the level of the last days before each day. */
const curve = (levelDays: number, window: number): Member => ({
  name: `curve${levelDays}`,
  fewestDays: CURVE_FEWEST_DAYS,
  fit: (input) => {
    const process = keptFor(input, `curve${levelDays}`, newPriceCurve);
    return fitPriceCurve(input.scaled(window), levelDays, process, input.memo);
  },
});

/** Boosted trees over single hours, around the level of the last days before each day. */
const trees = (levelDays: number): Member => ({
  name: `trees${levelDays}`,
  fewestDays: TREES_FEWEST_DAYS,
  fit: (input) => {
    const kept = keptFor(input, `trees${levelDays}`, () => new KeptTrees());
    return fitPriceTrees(input.scaled(TREES_WINDOW), levelDays, kept, input.memo);
  },
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
    const operator = input.operator();
    return operator && fit(operator, input);
  },
});

const corrected = (window: number, fewestDays: number): Member =>
  fromOperator(`corrected${window}`, fewestDays, (operator, { days, day, knownHours }) => {
    const correction = fitCorrection(WHOLE_CORRECTION, days, day, window, knownHours, operator);
    return correction && correctedBy(operator, correction);
  });

/** From two years on, shorter windows only add noise. */
const LONG_HISTORY = 735;
const untilTwoYears = (member: Member): Member => ({ ...member, replacedFrom: LONG_HISTORY });

/** The members of a young series. */
const YOUNG_MEMBERS = [
  ...[load(112, 112), load(364, 150), fromOperator('published', 112, asPublished)],
  corrected(364, 112),
].map(untilTwoYears);

/** The most days that a lasso learns from, and the days of history from which on it learns from all. */
const LONGEST_WINDOW = 1092;
const LONGEST_FROM = 800;

/** The lassos, and what corrects the forecast of another if there is one. */
const membersWith = (twoYears: Member): readonly Member[] => [
  ...YOUNG_MEMBERS,
  ...[twoYears, load(LONGEST_WINDOW, LONGEST_FROM)],
  corrected(728, LONG_HISTORY),
  fromOperator('driftshape', 112, (operator, { drift }) => {
    const correction = drift();
    return correction && correctedBy(operator, correction);
  }),
  fromOperator(ERRORS, 371, (_, { errors }) => errors()?.plain),
  fromOperator(`relative${ERRORS_WINDOW}`, 371, (_, { errors }) => errors()?.relative),
];

const TWO_YEARS = load(728, 420);
/** Plants change, so that their last two years count once more beside the last three. */
const OTHER_MEMBERS = membersWith(TWO_YEARS);
/** What people and the weather do stays alike: three years tell more of it than two. */
const LOAD_MEMBERS = membersWith({ ...TWO_YEARS, replacedFrom: LONGEST_FROM });

/** Wind and solar power without a forecast by another: such a forecast knows of new plants. */
const PLANT_MEMBERS: readonly Member[] = [
  ...LOAD_MEMBERS,
  {
    name: 'capacity',
    fewestDays: 150,
    fit(input) {
      if (input.operator() !== undefined) return undefined;
      const { days, day, knownHours, memo } = input;
      return fitCapacityLasso(days, day, LONGEST_WINDOW, knownHours, memo);
    },
  },
];

export const MEMBERS: Readonly<Record<SeriesKind, readonly Member[]>> = {
  price: [
    untilTwoYears(curve(28, 364)),
    ...[lear(56, 112), lear(84, 112), lear(364, 371)],
    ...[gaussian('gp'), gaussian('gp1', 1), gaussian('gp7', 7), gaussian('gp90', 90)],
    ...[curve(90, 728), trees(1), trees(7)],
  ],
  load: LOAD_MEMBERS,
  wind: PLANT_MEMBERS,
  solar: PLANT_MEMBERS,
  other: OTHER_MEMBERS,
};

const BY_NAME = new Map(
  Object.values(MEMBERS)
    .flat()
    .map((member) => [member.name, member]),
);

/** Fits the named members (naives too); one with too few days to learn from is left out. */
export function fitMembers(
  names: readonly string[],
  given: GivenInput,
): Map<string, DayForecaster> {
  const input = shareParts(given);
  const fitted = new Map<string, DayForecaster>();
  for (const name of names) {
    const forecaster = NAIVES.includes(name)
      ? (row: number) => naiveForecast(name, input.days, row)
      : BY_NAME.get(name)?.fit(input);
    if (forecaster !== undefined) fitted.set(name, forecaster);
  }
  return fitted;
}

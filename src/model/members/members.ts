// The members of the blend for each kind of series: their names, the history that each needs, and how each is
// fitted.

import type { FilledDays } from '#model/days/filled-days';
import { type ScaledDays, scaleDays, settledRowOf } from '#model/days/scaled-days';
import { fitCapacityLasso } from '#model/members/capacity-lasso';
import {
  correctedBy,
  type DayCorrection,
  DRIFT_AND_SHAPE,
  fitCorrection,
  WHOLE_CORRECTION,
} from '#model/members/corrected-forecast';
import { ERROR_KERNEL, type ErrorForecasters, fitErrorProcess } from '#model/members/error-process';
import type { FitMemo } from '#model/members/fit-memo';
import { DAY_KERNEL, fitGaussianProcess } from '#model/members/gaussian-process';
import { KeptFits } from '#model/members/kept-fits';
import { fitLear } from '#model/members/lear';
import { fitLoadLasso } from '#model/members/load-lasso';
import type { DayForecaster } from '#model/members/member';
import { NAIVES, naiveForecast } from '#model/members/naives';
import {
  asPublished,
  findOperatorForecast,
  type OperatorForecast,
} from '#model/members/operator-forecast';
import { fitPriceCurve, newPriceCurve } from '#model/members/price-curve';
import { fitPriceTrees, KeptTrees } from '#model/members/price-trees';
import { KeptFactor } from '#model/numbers/kernel';

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
  /** The days, on scales of the last `window` settled ones; members with the same window share them. */
  readonly scaled: (window: number) => ScaledDays;
  /** The forecast of the series by another; undefined if no driver is one. */
  readonly operator: () => OperatorForecast | undefined;
  /** What its last errors and its shape tell of its next errors. */
  readonly drift: () => DayCorrection | undefined;
  /** What days of which it said alike tell of what is left after that. */
  readonly errors: () => ErrorForecasters | undefined;
  /** What the fit of the day before kept; this fit keeps its own in it. */
  readonly kept?: KeptFits;
  /** What earlier runs, of this series or another, made of the same inputs. */
  readonly memo?: FitMemo | undefined;
}

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

/** What a member kept of the last fit with the same drivers. */
const keptFor = <T extends object>(
  { days, kept }: Pick<FitInput, 'days' | 'kept'>,
  name: string,
  make: () => T,
): T =>
  (kept ?? new KeptFits()).of(
    [name, ...days.drivers.map((driver) => driver.name)].join('\n'),
    make,
  );

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

/** The most days that the last errors and the shape are learnt from. */
const DRIFT_WINDOW = 1344;
/** The most days of errors that the process learns from. */
const ERRORS_WINDOW = 1092;
const ERRORS = `errors${ERRORS_WINDOW}`;
/** The most days of shares of capacity that a lasso learns from. */
const CAPACITY_WINDOW = 1092;

/** The lassos, and what corrects the forecast of another if there is one. */
const OTHER_MEMBERS: readonly Member[] = [
  ...YOUNG_MEMBERS,
  ...[load(728, 420), load(1092, 800)],
  corrected(728, LONG_HISTORY),
  fromOperator('driftshape', 112, (operator, { drift }) => {
    const correction = drift();
    return correction && correctedBy(operator, correction);
  }),
  fromOperator(ERRORS, 371, (_, { errors }) => errors()?.plain),
  fromOperator(`relative${ERRORS_WINDOW}`, 371, (_, { errors }) => errors()?.relative),
];

/** Wind and solar power without a forecast by another: such a forecast knows of new plants. */
const PLANT_MEMBERS: readonly Member[] = [
  ...OTHER_MEMBERS,
  {
    name: 'capacity',
    fewestDays: 150,
    fit(input) {
      if (input.operator() !== undefined) return undefined;
      const { days, day, knownHours, memo } = input;
      return fitCapacityLasso(days, day, CAPACITY_WINDOW, knownHours, memo);
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
  load: OTHER_MEMBERS,
  wind: PLANT_MEMBERS,
  solar: PLANT_MEMBERS,
  other: OTHER_MEMBERS,
};

const BY_NAME = new Map(
  Object.values(MEMBERS)
    .flat()
    .map((member) => [member.name, member]),
);

/** What members compute themselves from the rest of the input, once for all of them. */
type SharedParts = 'scaled' | 'operator' | 'drift' | 'errors';

function shareParts(given: Omit<FitInput, SharedParts>): FitInput {
  const { days, day, knownHours } = given;
  const byWindow = new Map<number, ScaledDays>();
  const operator = once(() => findOperatorForecast(days, day));
  const drift = once(() => {
    const found = operator();
    return found && fitCorrection(DRIFT_AND_SHAPE, days, day, DRIFT_WINDOW, knownHours, found);
  });
  return {
    ...given,
    scaled(window) {
      const known = byWindow.get(window);
      if (known !== undefined) return known;
      const scaled = scaleDays(days, day, window, 'asinh', settledRowOf(days, day));
      byWindow.set(window, scaled);
      return scaled;
    },
    operator,
    drift,
    errors: once(() => {
      const [found, correction] = [operator(), drift()];
      if (found === undefined || correction === undefined) return undefined;
      const asked = { days, day, window: ERRORS_WINDOW, knownHours, operator: found, correction };
      const factor = keptFor(given, ERRORS, () => new KeptFactor(ERROR_KERNEL));
      return fitErrorProcess(asked, factor, given.memo);
    }),
  };
}

/** Makes a part when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly part: T } | undefined;
  return () => {
    made ??= { part: make() };
    return made.part;
  };
}

/** Fits the named members (naives too); one with too few days to learn from is left out. */
export function fitMembers(
  names: readonly string[],
  given: Omit<FitInput, SharedParts>,
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

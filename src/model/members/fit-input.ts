// The input of a fit: what is given, and what several members compute from it once for all of them.

import type { FilledDays } from '#model/days/filled-days';
import { type ScaledDays, scaleDays, settledRowOf } from '#model/days/scaled-days';
import {
  type DayCorrection,
  DRIFT_AND_SHAPE,
  fitCorrection,
} from '#model/members/corrected-forecast';
import { ERROR_KERNEL, type ErrorForecasters, fitErrorProcess } from '#model/members/error-process';
import type { FitMemo } from '#model/members/fit-memo';
import { KeptFits } from '#model/members/kept-fits';
import { findOperatorForecast, type OperatorForecast } from '#model/members/operator-forecast';
import { KeptFactor } from '#model/numbers/kernel';

/** The most days that the last errors and the shape are learnt from. */
const DRIFT_WINDOW = 1344;
/** The most days of errors that the process learns from. */
export const ERRORS_WINDOW = 1092;
export const ERRORS = `errors${ERRORS_WINDOW}`;

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

/** What a member kept of the last fit with the same drivers. */
export const keptFor = <T extends object>(
  { days, kept }: Pick<FitInput, 'days' | 'kept'>,
  name: string,
  make: () => T,
): T =>
  (kept ?? new KeptFits()).of(
    [name, ...days.drivers.map((driver) => driver.name)].join('\n'),
    make,
  );

/** What members compute themselves from the rest of the input, once for all of them. */
type SharedParts = 'scaled' | 'operator' | 'drift' | 'errors';

/** What is given to a fit. */
export type GivenInput = Omit<FitInput, SharedParts>;

export function shareParts(given: GivenInput): FitInput {
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

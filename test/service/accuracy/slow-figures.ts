// Figures that can be checked by reading: every one comes from a plain list of cases.

import type { AccuracyFigures } from '#contract/accuracy';

/** One forecast of one hour, and everything that it is compared with. */
export interface Case {
  readonly time: number;
  /** NaN if no run fits. */
  readonly leadHours: number;
  readonly actual: number | null;
  readonly forecast: number | null;
  readonly weekly: number | null;
  readonly standard: number | null;
  /** Whether a scored run of the source has a whole distribution: then only such runs have a CRPS. */
  readonly isByDeciles: boolean;
  readonly bands: readonly { level: number; lower: number | null; upper: number | null }[];
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const ratio = (above: number, below: number): number | null => (below > 0 ? above / below : null);

/** The address of the rows of a list of cases. */
export type LinkOf = (cases: readonly Case[]) => string | null;

/**
 * Twice the integral of the pinball loss over all shares from 0 to 1. The quantile is linear between those given
 * and level outside. The loss is a parabola on either side of the actual value, for which Simpson's rule is exact.
 */
export function slowCrps(actual: number, points: readonly (readonly [number, number])[]): number {
  const shares = points.map(([share]) => share).sort((a, b) => a - b);
  const values = points.map(([, value]) => value).sort((a, b) => a - b);
  const ends = [0, ...shares, 1];
  const heights = [values[0]!, ...values, values.at(-1)!];
  let sum = 0;
  for (let i = 1; i < ends.length; i++) {
    const [from, to, low, high] = [ends[i - 1]!, ends[i]!, heights[i - 1]!, heights[i]!];
    const kink = low < actual && actual < high ? (actual - low) / (high - low) : 0;
    const loss = (part: number): number => {
      const share = from + part * (to - from);
      const miss = actual - (low + part * (high - low));
      return miss > 0 ? share * miss : (share - 1) * miss;
    };
    const simpson = (a: number, b: number): number =>
      ((b - a) * (to - from) * (loss(a) + 4 * loss((a + b) / 2) + loss(b))) / 6;
    sum += simpson(0, kink) + simpson(kink, 1);
  }
  return 2 * sum;
}

/** Whether a case is of a run with a whole distribution: only that has a median. */
const isDistribution = ({ bands }: Pick<Case, 'bands'>): boolean =>
  bands.some(({ level }) => level === 0);

/** Twice the mean pinball loss over the deciles. */
function decileCrps(actual: number, { bands }: Case): number[] {
  const losses = bands
    .filter(({ level }) => level <= 80)
    .flatMap(({ level, lower, upper }): [number, number | null][] => {
      const low: [number, number | null] = [0.5 - level / 200, lower];
      return level === 0 ? [low] : [low, [0.5 + level / 200, upper]];
    })
    .map(([share, value]) =>
      value === null ? null : Math.max(share * (actual - value), (share - 1) * (actual - value)),
    );
  return losses.some((loss) => loss === null) ? [] : [2 * mean(losses as number[])!];
}

function crpsOf(one: Case): number[] {
  const { actual, forecast, bands } = one;
  if (one.isByDeciles && !isDistribution(one)) return [];
  if (actual !== null && forecast !== null && isDistribution(one)) return decileCrps(actual, one);
  const whole = bands.filter(({ lower, upper }) => lower !== null && upper !== null);
  if (actual === null || forecast === null || whole.length === 0) return [];
  const points = whole.flatMap(({ level, lower, upper }): [number, number][] => [
    [0.5 - level / 200, lower!],
    [0.5 + level / 200, upper!],
  ]);
  return [slowCrps(actual, [[0.5, forecast], ...points])];
}

/** A case with an actual value and a forecast. */
interface Scored extends Case {
  readonly actual: number;
  readonly forecast: number;
  readonly error: number;
}

type Naive = 'weekly' | 'standard';

const beside = (scored: readonly Scored[], naive: Naive): readonly Scored[] =>
  scored.filter((one) => one[naive] !== null);

function rmaeOf(scored: readonly Scored[], naive: Naive): number | null {
  const both = beside(scored, naive);
  return ratio(
    both.reduce((sum, { error }) => sum + Math.abs(error), 0),
    both.reduce((sum, one) => sum + Math.abs(one[naive]! - one.actual), 0),
  );
}

function bandsOf(cases: readonly Case[], scored: readonly Scored[]): AccuracyFigures['bands'] {
  const shown = (one: Pick<Case, 'bands'>) =>
    isDistribution(one) ? one.bands.filter(({ level }) => [80, 90].includes(level)) : one.bands;
  const levels = [...new Set(cases.flatMap((one) => shown(one).map(({ level }) => level)))];
  return levels.sort().flatMap((wanted) => {
    const banded = scored.flatMap(({ actual, bands: all }) =>
      shown({ bands: all })
        .filter(({ level, lower, upper }) => level === wanted && lower !== null && upper !== null)
        .map(({ lower, upper }) => ({ actual, lower: lower!, upper: upper! })),
    );
    if (banded.length === 0) return [];
    const inside = banded.filter(({ actual, lower, upper }) => lower <= actual && actual <= upper);
    return {
      level: wanted,
      scored: banded.length,
      coverage: inside.length / banded.length,
      width: mean(banded.map(({ lower, upper }) => upper - lower))!,
    };
  });
}

/** The figures of a list of cases in the form of the interface, for prices. */
export function figuresOf(cases: readonly Case[], linkOf: LinkOf): AccuracyFigures {
  const scored = cases.flatMap((one): Scored[] =>
    one.actual === null || one.forecast === null
      ? []
      : [{ ...one, actual: one.actual, error: one.forecast - one.actual, forecast: one.forecast }],
  );
  const squared = mean(scored.map(({ error }) => error ** 2));
  const symmetric = mean(
    scored.map(({ error, actual, forecast }) =>
      error === 0 ? 0 : (200 * Math.abs(error)) / (Math.abs(actual) + Math.abs(forecast)),
    ),
  );
  const crps = cases.flatMap(crpsOf);
  const bands = bandsOf(cases, scored);
  const [weekly, standard] = [rmaeOf(scored, 'weekly'), rmaeOf(scored, 'standard')];
  const besideWeekly = beside(scored, 'weekly').length;
  const besideStandard = beside(scored, 'standard').length;
  const counted: [string, unknown, number][] = [
    ...['mae', 'rmse', 'bias', 'smape'].map((name): [string, unknown, number] => {
      return [name, scored.length || null, scored.length];
    }),
    ['rmaeWeekly', weekly, besideWeekly],
    ['rmaeStandard', standard, besideStandard],
    ['crps', crps.length || null, crps.length],
    ...bands.map((band): [string, unknown, number] => [`band${band.level}`, 1, band.scored]),
  ];
  return {
    scored: scored.length,
    missing: cases.length - scored.length,
    fewValues: counted
      .filter(([, value, count]) => value !== null && count < 500)
      .map(([name]) => name),
    slice: linkOf(cases),
    mae: mean(scored.map(({ error }) => Math.abs(error))),
    rmse: squared === null ? null : Math.sqrt(squared),
    bias: mean(scored.map(({ error }) => error)),
    smape: symmetric,
    rmaeWeekly: weekly,
    rmaeWeeklyScored: besideWeekly,
    rmaeStandard: standard,
    rmaeStandardScored: besideStandard,
    crps: mean(crps),
    crpsScored: crps.length,
    bands,
  };
}

/** The figures of groups. A case may be in several; the groups are in the order of `names`, or sorted. */
export function grouped<Named>(
  cases: readonly Case[],
  linkOf: LinkOf,
  namesOf: (one: Case) => readonly string[],
  describe: (name: string) => Named,
  names = [...new Set(cases.flatMap(namesOf))].sort(
    (a, b) => Number(a) - Number(b) || (a < b ? -1 : 1),
  ),
) {
  return names
    .map((name) => ({ name, own: cases.filter((one) => namesOf(one).includes(name)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ name, own }) => ({ ...describe(name), ...figuresOf(own, linkOf) }));
}

// Figures that can be checked by reading: every one comes from a plain list of cases.

import type { AccuracyFigures } from '#contract/accuracy';

/** One forecast of one hour, and everything that it is compared with. */
export interface Case {
  readonly time: number;
  readonly leadDays: number;
  readonly leadHours: number;
  readonly actual: number | null;
  readonly forecast: number | null;
  readonly weekly: number | null;
  readonly standard: number | null;
  readonly bands: readonly { level: number; lower: number | null; upper: number | null }[];
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const ratio = (above: number, below: number): number | null => (below > 0 ? above / below : null);

/** The figures of a list of cases in the form of the interface, for prices. */
export function figuresOf(cases: readonly Case[]): AccuracyFigures {
  const scored = cases.flatMap((one) =>
    one.actual === null || one.forecast === null
      ? []
      : [{ ...one, actual: one.actual, error: one.forecast - one.actual, forecast: one.forecast }],
  );
  const rmae = (naive: 'weekly' | 'standard'): number | null => {
    const both = scored.filter((one) => one[naive] !== null);
    return ratio(
      both.reduce((sum, { error }) => sum + Math.abs(error), 0),
      both.reduce((sum, one) => sum + Math.abs(one[naive]! - one.actual), 0),
    );
  };
  const squared = mean(scored.map(({ error }) => error ** 2));
  const symmetric = mean(
    scored.map(({ error, actual, forecast }) =>
      error === 0 ? 0 : (200 * Math.abs(error)) / (Math.abs(actual) + Math.abs(forecast)),
    ),
  );
  const levels = [...new Set(cases.flatMap(({ bands }) => bands.map(({ level }) => level)))];
  const bands = levels.sort().flatMap((wanted) => {
    const banded = cases.flatMap(({ actual, bands: all }) =>
      all
        .filter(({ level, lower, upper }) => level === wanted && lower !== null && upper !== null)
        .filter(() => actual !== null)
        .map(({ lower, upper }) => ({ actual: actual!, lower: lower!, upper: upper! })),
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
  return {
    scored: scored.length,
    missing: cases.length - scored.length,
    mae: mean(scored.map(({ error }) => Math.abs(error))),
    rmse: squared === null ? null : Math.sqrt(squared),
    bias: mean(scored.map(({ error }) => error)),
    smape: symmetric,
    rmaeWeekly: rmae('weekly'),
    rmaeStandard: rmae('standard'),
    bands,
  };
}

/** The figures of groups. A case may be in several; the groups are in the order of `names`, or sorted. */
export function grouped<Named>(
  cases: readonly Case[],
  namesOf: (one: Case) => readonly string[],
  describe: (name: string) => Named,
  names = [...new Set(cases.flatMap(namesOf))].sort(
    (a, b) => Number(a) - Number(b) || (a < b ? -1 : 1),
  ),
) {
  return names
    .map((name) => ({ name, own: cases.filter((one) => namesOf(one).includes(name)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ name, own }) => ({ ...describe(name), ...figuresOf(own) }));
}

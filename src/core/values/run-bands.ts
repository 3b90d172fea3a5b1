// The distribution of a run. Its quantiles are stored as the bounds of central bands: the band of level L lies
// between the quantiles (100 − L)/2 and (100 + L)/2. The band of level 0 is the median.

import { MEDIAN_LEVEL } from '#core/values/forecast-run';

/** The range in which a run expects the actual values, `level` times out of a hundred. */
export interface LevelBand {
  readonly level: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface PercentValues {
  /** The share of the actual values, in percent, that is expected at or below. */
  readonly percent: number;
  readonly values: Float64Array;
}

/** The bands of a distribution that are shown if no level is asked for. */
const USUAL_LEVELS: readonly number[] = [80, 90];
/** The lowest and the highest quantile of a distribution, in percent. */
export const PERCENT_ENDS = { first: 1, last: 99 } as const;
/** The widest band of a distribution, in percent. */
export const WIDEST_LEVEL = PERCENT_ENDS.last - PERCENT_ENDS.first;
/** Quantiles are kept to this share of the typical width between the quantiles 10 and 90 %, or finer. */
const FINEST_SHARE = 1 / 1000;
/** The most decimals to which quantiles are rounded. */
const MOST_DECIMALS = 6;

/** Which bands and quantiles are wanted. */
export interface BandChoice {
  /** Undefined: the usual ones, or all that an imported run has. */
  readonly levels: readonly number[] | undefined;
  readonly percents: readonly number[];
}

export interface ChosenBands<Band extends LevelBand = LevelBand> {
  readonly bands: readonly Band[];
  readonly quantiles: readonly PercentValues[];
}

/** Whether bands, in ascending order of level, are those of a whole distribution. */
export const isDistribution = (bands: readonly LevelBand[]): boolean =>
  bands[0]?.level === MEDIAN_LEVEL;

/** The percents of the quantiles that a run stores, ascending; none if it came with bands only. */
export const percentsOf = (bands: readonly LevelBand[]): number[] =>
  isDistribution(bands) ? knotsOf(bands).map(({ percent }) => percent) : [];

/** The bands that are shown if no level is asked for: programs that know 80 and 90 % see no others. */
export const usualBands = <Band extends LevelBand>(bands: readonly Band[]): readonly Band[] =>
  isDistribution(bands) ? bands.filter(({ level }) => USUAL_LEVELS.includes(level)) : bands;

/** What a choice takes of a run's bands. What the run does not have is left out. */
export function chooseBands(
  bands: readonly LevelBand[],
  { levels, percents }: BandChoice,
): ChosenBands {
  const chosen = levels ? levels.flatMap((level) => bandAt(bands, level) ?? []) : usualBands(bands);
  const quantiles = percents.flatMap((percent) => {
    const values = quantileAt(bands, percent);
    return values ? [{ percent, values }] : [];
  });
  return { bands: chosen, quantiles };
}

/** The band of a level; undefined if the run has none. */
export function bandAt(bands: readonly LevelBand[], level: number): LevelBand | undefined {
  const own = bands.find((band) => band.level === level);
  if (own || !isDistribution(bands)) return own;
  const lower = quantileAt(bands, (100 - level) / 2);
  const upper = quantileAt(bands, (100 + level) / 2);
  return lower && upper && { level, lower, upper };
}

/**
 * The quantile of a percent; undefined if the run has none. Between two quantiles of a distribution it lies
 * on the straight line. A run that came with bands only has the bounds of these.
 */
export function quantileAt(bands: readonly LevelBand[], percent: number): Float64Array | undefined {
  const knots = knotsOf(bands);
  const after = knots.findIndex((knot) => knot.percent >= percent);
  const high = knots[after];
  if (!high || high.percent === percent) return high?.values;
  const low = knots[after - 1];
  if (!low || !isDistribution(bands)) return undefined;
  const share = (percent - low.percent) / (high.percent - low.percent);
  return low.values.map((value, i) => value + share * (high.values[i]! - value));
}

/** The bounds of bands as quantiles, ascending. */
function knotsOf(bands: readonly LevelBand[]): PercentValues[] {
  const lower = bands.map((band) => ({ percent: (100 - band.level) / 2, values: band.lower }));
  const upper = bands
    .filter(({ level }) => level !== MEDIAN_LEVEL)
    .map((band) => ({ percent: (100 + band.level) / 2, values: band.upper }));
  return [...lower.reverse(), ...upper];
}

/**
 * The bands of quantiles, which are symmetric around 50 %, in ascending order of level. They are rounded to
 * decimals far below their width, because rounded values take a quarter of the bytes. Rounding keeps the
 * order, so that no quantile crosses another.
 */
export function bandsOfQuantiles(quantiles: readonly PercentValues[]): LevelBand[] {
  const ofPercent = new Map(quantiles.map(({ percent, values }) => [percent, values]));
  const power = powerFor(ofPercent.get(10), ofPercent.get(90));
  const rounded = (percent: number): Float64Array => {
    const values = ofPercent.get(percent);
    if (!values) throw new Error(`a distribution without its quantile of ${percent} %`);
    return power === undefined ? values : values.map((value) => Math.round(value * power) / power);
  };
  return quantiles
    .filter(({ percent }) => percent >= 50)
    .map(({ percent }) => ({
      level: 2 * percent - 100,
      lower: rounded(100 - percent),
      upper: rounded(percent),
    }))
    .sort((a, b) => a.level - b.level);
}

/** The power of ten to whose fraction values are rounded; undefined: they stay as they are. */
function powerFor(low: Float64Array | undefined, high: Float64Array | undefined) {
  const widths = low?.map((value, i) => (high?.[i] ?? Number.NaN) - value).sort();
  const typical = widths?.[widths.length >> 1] ?? 0;
  const decimals = Math.max(0, Math.ceil(-Math.log10(typical * FINEST_SHARE)));
  return decimals <= MOST_DECIMALS ? 10 ** decimals : undefined;
}

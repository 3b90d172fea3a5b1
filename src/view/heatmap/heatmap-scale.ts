// From values to positions on a ramp of colours: one hue if all values have one sign, two around zero if
// they cross it. A few extreme values do not wash out the rest. Pure.

export interface HeatmapScale {
  readonly isDiverging: boolean;
  /** The ends of the colours. Values beyond are drawn as the ends. */
  readonly low: number;
  readonly high: number;
  /** The ends of the values. */
  readonly min: number;
  readonly max: number;
}

/** The quantiles beyond which a value may be cut off. */
const LOW_QUANTILE = 0.005;
const HIGH_QUANTILE = 0.995;
/** The share by which such a value may stretch the scale before it is cut off. */
const TOLERATED_STRETCH = 0.35;

/** The scale of some means, ignoring NaN; undefined without values. */
export function chooseScale(means: Float64Array): HeatmapScale | undefined {
  const sorted = means.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length === 0) return undefined;
  const quantile = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  const [min, max] = [sorted[0]!, sorted[sorted.length - 1]!];
  const [bulkLow, bulkHigh] = [quantile(LOW_QUANTILE), quantile(HIGH_QUANTILE)];
  const tolerated = (bulkHigh - bulkLow) * TOLERATED_STRETCH;
  return {
    isDiverging: min < 0 && max > 0,
    low: bulkLow - min > tolerated ? bulkLow : min,
    high: max - bulkHigh > tolerated ? bulkHigh : max,
    min,
    max,
  };
}

/** The position of a value: 0…1 on one hue, or −1…1 around zero with the same measure on both sides. */
export function positionOf({ isDiverging, low, high }: HeatmapScale, value: number): number {
  const within = Math.min(Math.max(value, low), high);
  if (!isDiverging) return high === low ? 0.5 : (within - low) / (high - low);
  const reach = Math.max(Math.abs(low), Math.abs(high));
  return reach === 0 ? 0 : within / reach;
}

// The errors of forecasts. A slot with a gap on either side counts as missing and is never scored.

export interface Score {
  /** The number of slots with both a forecast and an actual value. */
  readonly scored: number;
  readonly missing: number;
  readonly mae: number;
  readonly rmse: number;
  /** The mean of forecast minus actual. */
  readonly bias: number;
  /** In percent: the mean of |error| over the mean size of actual and forecast. */
  readonly smape: number;
  /** In percent, over the slots whose actual value is not 0; NaN without any. */
  readonly mape: number;
  /** The number of these slots. */
  readonly mapeScored: number;
  /** The mean absolute error over that of the naive, on slots with all three values; NaN without any. */
  readonly rmae: number;
  /** The number of these slots. */
  readonly rmaeScored: number;
}

export interface BandScore {
  readonly scored: number;
  readonly missing: number;
  /** The share of the actual values within the band, bounds included. */
  readonly coverage: number;
  readonly width: number;
}

/** Adds up errors slot by slot, so that years can be scored without keeping them in memory. */
export class ScoreKeeper {
  #scored = 0;
  #missing = 0;
  #absolute = 0;
  #squared = 0;
  #signed = 0;
  #symmetric = 0;
  #relative = 0;
  #relativeCount = 0;
  #besideNaive = 0;
  #besideNaiveCount = 0;
  #naive = 0;

  /** Adds a slot. Without a `naive`, or with a gap there, rMAE leaves the slot out. */
  add(actual: number, forecast: number, naive = Number.NaN): void {
    const error = forecast - actual;
    if (!Number.isFinite(error)) {
      this.#missing++;
      return;
    }
    const size = Math.abs(error);
    this.#scored++;
    this.#absolute += size;
    this.#squared += error * error;
    this.#signed += error;
    this.#symmetric += size === 0 ? 0 : (2 * size) / (Math.abs(actual) + Math.abs(forecast));
    if (actual !== 0) {
      this.#relative += size / Math.abs(actual);
      this.#relativeCount++;
    }
    if (Number.isFinite(naive)) {
      this.#besideNaive += size;
      this.#besideNaiveCount++;
      this.#naive += Math.abs(naive - actual);
    }
  }

  addAll(actual: Float64Array, forecast: Float64Array, naive?: Float64Array): void {
    for (let i = 0; i < actual.length; i++) {
      this.add(actual[i]!, forecast[i] ?? Number.NaN, naive?.[i]);
    }
  }

  score(): Score {
    const per = (total: number): number => (this.#scored === 0 ? Number.NaN : total / this.#scored);
    return {
      scored: this.#scored,
      missing: this.#missing,
      mae: per(this.#absolute),
      rmse: Math.sqrt(per(this.#squared)),
      bias: per(this.#signed),
      smape: 100 * per(this.#symmetric),
      mape: this.#relativeCount === 0 ? Number.NaN : (100 * this.#relative) / this.#relativeCount,
      mapeScored: this.#relativeCount,
      rmae: this.#naive > 0 ? this.#besideNaive / this.#naive : Number.NaN,
      rmaeScored: this.#besideNaiveCount,
    };
  }
}

export function scoreForecast(
  actual: Float64Array,
  forecast: Float64Array,
  naive?: Float64Array,
): Score {
  const keeper = new ScoreKeeper();
  keeper.addAll(actual, forecast, naive);
  return keeper.score();
}

/** Adds up how often the actual value lies in a band, and the band's width. */
export class BandKeeper {
  #scored = 0;
  #missing = 0;
  #within = 0;
  #width = 0;

  add(actual: number, low: number, high: number): void {
    const width = high - low;
    if (!Number.isFinite(actual) || !Number.isFinite(width)) {
      this.#missing++;
      return;
    }
    this.#scored++;
    this.#width += width;
    if (actual >= low && actual <= high) this.#within++;
  }

  addAll(actual: Float64Array, low: Float64Array, high: Float64Array): void {
    for (let i = 0; i < actual.length; i++) {
      this.add(actual[i]!, low[i] ?? Number.NaN, high[i] ?? Number.NaN);
    }
  }

  score(): BandScore {
    const per = (total: number): number => (this.#scored === 0 ? Number.NaN : total / this.#scored);
    return {
      scored: this.#scored,
      missing: this.#missing,
      coverage: per(this.#within),
      width: per(this.#width),
    };
  }
}

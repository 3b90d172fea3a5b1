// How far forecasts were off. A gap on either side is counted as missing, never scored.

export interface Score {
  /** Slots where both the forecast and the actual value are there. */
  readonly scored: number;
  readonly missing: number;
  readonly mae: number;
  readonly rmse: number;
  /** Mean of forecast minus actual. */
  readonly bias: number;
  /** Per cent: mean of |error| over the mean size of actual and forecast. */
  readonly smape: number;
  /** Per cent, over the slots whose actual value is not 0; NaN if there are none. */
  readonly mape: number;
  /** Mean absolute error over that of the naive, on the slots that have all three; NaN without. */
  readonly rmae: number;
}

export interface BandScore {
  readonly scored: number;
  readonly missing: number;
  /** Share of the actual values within the band, bounds included. */
  readonly coverage: number;
  readonly width: number;
}

/** Sums up errors slot by slot, so that years can be scored without being held. */
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
  #naive = 0;

  /** `naive` may be left out or a gap: rMAE then does without this slot. */
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
      rmae: this.#naive > 0 ? this.#besideNaive / this.#naive : Number.NaN,
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

/** How often a band held the actual value, and how wide it was where that can be said. */
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

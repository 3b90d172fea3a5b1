// The lasso by coordinate descent: one Gram matrix for many targets, covariance updates, active sets,
// and a warm-started path of penalties from which AIC picks one.

export interface LassoOptions {
  /** The number of penalties on the path; the last is `ratio` times the first. */
  readonly steps: number;
  readonly ratio: number;
  /** The share of the first penalty that is also an l2 penalty, so that collinear columns settle. */
  readonly ridge: number;
  /** Sweeps end when no coefficient moves by more than this share of the target's deviation. */
  readonly tolerance: number;
  /** The most sweeps at one penalty. */
  readonly sweeps: number;
  /** The number of steps without a better AIC that ends the path. */
  readonly patience: number;
}

export const LASSO_DEFAULTS: LassoOptions = {
  steps: 50,
  ratio: 1e-4,
  ridge: 1e-3,
  tolerance: 2e-3,
  sweeps: 200,
  patience: 4,
};

/** A Gram matrix of standardised columns: `values[a × columns + b]` is their mean product. */
export interface Gram {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** Builds the Gram matrix; `data` has one column of `rows` values after the other. */
export function buildGram(data: Float64Array, rows: number, columns: number): Gram {
  const values = new Float64Array(columns * columns);
  for (let a = 0; a < columns; a += 2) {
    const hasNext = a + 1 < columns;
    const first = a * rows;
    const second = hasNext ? first + rows : first;
    for (let b = 0; b <= a + 1 && b < columns; b += 2) {
      const third = b * rows;
      const fourth = b + 1 < columns ? third + rows : third;
      let p = 0;
      let q = 0;
      let r = 0;
      let s = 0;
      for (let i = 0; i < rows; i++) {
        const w = data[first + i]!;
        const x = data[second + i]!;
        const y = data[third + i]!;
        const z = data[fourth + i]!;
        p += w * y;
        q += w * z;
        r += x * y;
        s += x * z;
      }
      setPair(values, columns, a, b, p / rows);
      if (b + 1 < columns) setPair(values, columns, a, b + 1, q / rows);
      if (hasNext) setPair(values, columns, a + 1, b, r / rows);
      if (hasNext && b + 1 < columns) setPair(values, columns, a + 1, b + 1, s / rows);
    }
  }
  return { rows, columns, values };
}

function setPair(values: Float64Array, columns: number, a: number, b: number, value: number): void {
  values[a * columns + b] = value;
  values[b * columns + a] = value;
}

/** The working memory of a descent: one per Gram matrix, used for every target. */
export class LassoPath {
  readonly #gram: Gram;
  readonly #options: LassoOptions;
  readonly #coefficients: Float64Array;
  /** The mean product of each column with the target's rest after the coefficients. */
  readonly #gradient: Float64Array;
  readonly #active: Int32Array;
  readonly #isActive: Uint8Array;
  #activeCount = 0;
  readonly #dense: Float64Array;
  readonly #denseGradient: Float64Array;
  readonly #denseCoefficients: Float64Array;
  /** Changes of a coefficient below this end the sweeps. */
  #least = 0;

  constructor(gram: Gram, options: LassoOptions = LASSO_DEFAULTS) {
    this.#gram = gram;
    this.#options = options;
    this.#coefficients = new Float64Array(gram.columns);
    this.#gradient = new Float64Array(gram.columns);
    this.#active = new Int32Array(gram.columns);
    this.#isActive = new Uint8Array(gram.columns);
    this.#dense = new Float64Array(gram.columns ** 2);
    this.#denseGradient = new Float64Array(gram.columns);
    this.#denseCoefficients = new Float64Array(gram.columns);
  }

  /**
   * The coefficients of the best model on the path by AIC = n log(mse) + 2 df. `products` are the mean
   * products of the columns with the centred target, `variance` is the target's mean square.
   */
  fit(products: Float64Array, variance: number): Float64Array {
    const { rows, columns } = this.#gram;
    const { steps, ratio, patience } = this.#options;
    this.#start(products, variance);
    let strongest = 0;
    for (let j = 0; j < columns; j++) strongest = Math.max(strongest, Math.abs(products[j]!));
    const best = new Float64Array(columns);
    if (!(strongest > 0) || !(variance > 0)) return best;
    let bestScore = rows * Math.log(variance);
    let sinceBest = 0;
    for (let step = 1; step < steps; step++) {
      this.#descend(products, strongest * ratio ** (step / (steps - 1)), strongest);
      const { left, count } = this.#outcome(products, variance);
      if (count > rows / 2) break;
      const score = rows * Math.log(Math.max(left, variance * 1e-12)) + 2 * count;
      if (score < bestScore) {
        bestScore = score;
        best.set(this.#coefficients);
        sinceBest = 0;
      } else if (++sinceBest >= patience) break;
    }
    return best;
  }

  /** The coefficients for one penalty, started from zero. */
  fitAt(products: Float64Array, variance: number, penalty: number): Float64Array {
    this.#start(products, variance);
    this.#descend(products, penalty, penalty);
    return this.#coefficients.slice();
  }

  #start(products: Float64Array, variance: number): void {
    this.#least = this.#options.tolerance * Math.sqrt(variance);
    this.#coefficients.fill(0);
    this.#gradient.set(products);
    this.#isActive.fill(0);
    this.#activeCount = 0;
  }

  /** Continues from the last penalty: sweeps the active set, then admits other columns. */
  #descend(products: Float64Array, penalty: number, ridgeBase: number): void {
    const ridge = this.#options.ridge * ridgeBase;
    for (let sweep = 0; sweep < this.#options.sweeps; sweep++) {
      const entered = this.#admit(penalty);
      if (sweep > 0 && entered === 0) return;
      if (this.#activeCount === 0) return;
      this.#sweepActive(penalty, ridge);
      this.#refreshGradient(products);
    }
  }

  /** Admits every column whose gradient exceeds the penalty, and returns their number. */
  #admit(penalty: number): number {
    const before = this.#activeCount;
    const { columns } = this.#gram;
    for (let j = 0; j < columns; j++) {
      if (this.#isActive[j] === 1 || Math.abs(this.#gradient[j]!) <= penalty) continue;
      this.#isActive[j] = 1;
      this.#active[this.#activeCount++] = j;
    }
    return this.#activeCount - before;
  }

  /** Runs coordinate descent on a dense copy of the active columns' part of the Gram matrix. */
  #sweepActive(penalty: number, ridge: number): void {
    const count = this.#activeCount;
    this.#packActive();
    const dense = this.#dense;
    const gradient = this.#denseGradient;
    const coefficients = this.#denseCoefficients;
    for (let sweep = 0; sweep < this.#options.sweeps; sweep++) {
      let furthest = 0;
      for (let k = 0; k < count; k++) {
        const row = k * count;
        const own = dense[row + k]!;
        const old = coefficients[k]!;
        const pull = gradient[k]! + own * old;
        const reach = Math.abs(pull) - penalty;
        const next = reach <= 0 ? 0 : (pull < 0 ? -reach : reach) / (own + ridge);
        const change = next - old;
        if (change === 0) continue;
        coefficients[k] = next;
        for (let m = 0; m < count; m++) gradient[m] = gradient[m]! - dense[row + m]! * change;
        furthest = Math.max(furthest, Math.abs(change));
      }
      if (furthest < this.#least) break;
    }
    for (let k = 0; k < count; k++) this.#coefficients[this.#active[k]!] = coefficients[k]!;
  }

  #packActive(): void {
    const { columns, values } = this.#gram;
    const active = this.#active;
    const count = this.#activeCount;
    for (let k = 0; k < count; k++) {
      const from = active[k]! * columns;
      const to = k * count;
      for (let m = 0; m < count; m++) this.#dense[to + m] = values[from + active[m]!]!;
      this.#denseGradient[k] = this.#gradient[active[k]!]!;
      this.#denseCoefficients[k] = this.#coefficients[active[k]!]!;
    }
  }

  /** Computes every column's gradient again from the coefficients; columns at zero leave the active set. */
  #refreshGradient(products: Float64Array): void {
    const { columns, values } = this.#gram;
    const gradient = this.#gradient;
    gradient.set(products);
    let kept = 0;
    for (let k = 0; k < this.#activeCount; k++) {
      const j = this.#active[k]!;
      const coefficient = this.#coefficients[j]!;
      if (coefficient === 0) {
        this.#isActive[j] = 0;
        continue;
      }
      this.#active[kept++] = j;
      const row = j * columns;
      for (let m = 0; m < columns; m++) gradient[m] = gradient[m]! - values[row + m]! * coefficient;
    }
    this.#activeCount = kept;
  }

  /** The mean squared rest and the number of used columns. */
  #outcome(products: Float64Array, variance: number): { left: number; count: number } {
    let explained = 0;
    let count = 0;
    for (let k = 0; k < this.#activeCount; k++) {
      const j = this.#active[k]!;
      explained += this.#coefficients[j]! * (products[j]! + this.#gradient[j]!);
      if (this.#coefficients[j] !== 0) count++;
    }
    return { left: variance - explained, count };
  }
}

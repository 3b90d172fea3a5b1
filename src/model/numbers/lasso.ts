// The lasso by coordinate descent: one Gram matrix for many targets, covariance updates, active sets,
// and a warm-started path of penalties from which AIC picks one.

import type { Gram } from '#model/numbers/gram';
import {
  BLOCK,
  BYTES,
  isOwner,
  SWEEP_BLOCK,
  takeMemory,
  tileLoops,
} from '#model/numbers/tiles/tile-memory';

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

/** Rows of the copy grow by this many numbers, and have some more, so that a column does not fill one part of a cache. */
const WIDTH_STEP = 32;
const SPARE = 8;

/** The working memory of a descent: one per Gram matrix, used for every target. */
export class LassoPath {
  readonly #gram: Gram;
  readonly #options: LassoOptions;
  readonly #coefficients: Float64Array;
  /** The mean product of each column with the target's rest after the coefficients. */
  #gradient = new Float64Array(0);
  /** The active columns in the order in which they were admitted, in the memory. */
  #active = new Int32Array(0);
  readonly #isActive: Uint8Array;
  #activeCount = 0;
  /** The columns whose part of the Gram matrix is in `#dense`. */
  readonly #packed: Int32Array;
  #packedCount = 0;
  /** The numbers in a row of a matrix in the memory: the columns, in whole blocks. */
  readonly #width: number;
  /** The products of the target's columns, and the rows and factors of a list, in the memory. */
  #products = new Float64Array(0);
  #rows = new Int32Array(0);
  /** The numbers in a row of the copy: few, so that it stays in the nearest cache. */
  #denseWidth = 0;
  #factors = new Float64Array(0);
  #dense = new Float64Array(0);
  #denseGradient = new Float64Array(0);
  #denseCoefficients = new Float64Array(0);
  /** Changes of a coefficient below this end the sweeps. */
  #least = 0;

  constructor(gram: Gram, options: LassoOptions = LASSO_DEFAULTS) {
    this.#gram = gram;
    this.#options = options;
    this.#coefficients = new Float64Array(gram.columns);
    this.#isActive = new Uint8Array(gram.columns);
    this.#packed = new Int32Array(gram.columns);
    this.#width = Math.ceil(gram.columns / BLOCK) * BLOCK;
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
      this.#descend(strongest * ratio ** (step / (steps - 1)), strongest);
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
    this.#descend(penalty, penalty);
    return this.#coefficients.slice();
  }

  /** Takes the memory of the tiles and writes the Gram matrix to it, unless it is still in it. */
  #takeMemory(): void {
    if (isOwner(this)) return;
    const { columns, values } = this.#gram;
    const width = this.#width;
    const square = columns * width;
    const length = 2 * square + 7 * width + columns * SPARE;
    const memory = takeMemory(length, this);
    memory.fill(0, 0, length);
    for (let row = 0; row < columns; row++) {
      memory.set(values.subarray(row * columns, (row + 1) * columns), row * width);
    }
    const part = (at: number, length: number) => memory.subarray(at, at + length);
    const rest = length - 7 * width;
    this.#dense = part(square, rest - square);
    this.#gradient = part(rest, width);
    this.#denseGradient = part(rest + width, width);
    this.#denseCoefficients = part(rest + 2 * width, width);
    this.#products = part(rest + 3 * width, width);
    this.#factors = part(rest + 4 * width, width);
    const list = (at: number) => new Int32Array(memory.buffer, at * BYTES, width);
    this.#rows = list(rest + 5 * width);
    this.#active = list(rest + 6 * width);
    this.#packedCount = 0;
  }

  #start(products: Float64Array, variance: number): void {
    this.#takeMemory();
    this.#least = this.#options.tolerance * Math.sqrt(variance);
    this.#coefficients.fill(0);
    this.#gradient.set(products);
    this.#products.set(products);
    this.#isActive.fill(0);
    this.#activeCount = 0;
  }

  /** Continues from the last penalty: sweeps the active set, then admits other columns. */
  #descend(penalty: number, ridgeBase: number): void {
    const ridge = this.#options.ridge * ridgeBase;
    for (let sweep = 0; sweep < this.#options.sweeps; sweep++) {
      const entered = this.#admit(penalty);
      if (sweep > 0 && entered === 0) return;
      if (this.#activeCount === 0) return;
      this.#sweepActive(penalty, ridge);
      this.#refreshGradient();
    }
  }

  /** Admits every column whose gradient exceeds the penalty, and returns their number. */
  #admit(penalty: number): number {
    const [gradient, isActive, active] = [this.#gradient, this.#isActive, this.#active];
    const { columns } = this.#gram;
    let count = this.#activeCount;
    for (let j = 0; j < columns; j++) {
      if (isActive[j] === 1 || Math.abs(gradient[j]!) <= penalty) continue;
      isActive[j] = 1;
      active[count++] = j;
    }
    const entered = count - this.#activeCount;
    this.#activeCount = count;
    return entered;
  }

  /** Runs coordinate descent on a dense copy of the active columns' part of the Gram matrix. */
  #sweepActive(penalty: number, ridge: number): void {
    const count = this.#activeCount;
    this.#packActive();
    const coefficients = this.#denseCoefficients;
    tileLoops().sweep(
      this.#dense.byteOffset,
      this.#denseWidth * BYTES,
      this.#denseGradient.byteOffset,
      coefficients.byteOffset,
      count,
      Math.ceil(count / SWEEP_BLOCK),
      this.#options.sweeps,
      penalty,
      ridge,
      this.#least,
    );
    for (let k = 0; k < count; k++) this.#coefficients[this.#active[k]!] = coefficients[k]!;
  }

  /** Copies the active columns' part of the Gram matrix: what was copied before is moved, the rest is added. */
  #packActive(): void {
    const [active, count] = [this.#active, this.#activeCount];
    const width = Math.min(Math.ceil(count / WIDTH_STEP) * WIDTH_STEP, this.#width) + SPARE;
    if (width !== this.#denseWidth) this.#packedCount = 0;
    this.#denseWidth = width;
    const kept = this.#moveKept();
    if (kept < count) {
      tileLoops().gather(
        0,
        this.#width * BYTES,
        this.#dense.byteOffset,
        width * BYTES,
        active.byteOffset,
        kept,
        count,
      );
    }
    const [gradient, coefficients] = [this.#denseGradient, this.#denseCoefficients];
    for (let k = 0; k < count; k++) {
      gradient[k] = this.#gradient[active[k]!]!;
      coefficients[k] = this.#coefficients[active[k]!]!;
    }
    this.#packed.set(active.subarray(0, count));
    this.#packedCount = count;
  }

  /** Moves the first active columns together, as far as they follow each other in the copy; returns their number. */
  #moveKept(): number {
    const [active, packed, from] = [this.#active, this.#packed, this.#rows];
    let kept = 0;
    for (let at = 0; at < this.#packedCount && kept < this.#activeCount; at++) {
      if (packed[at] === active[kept]) from[kept++] = at;
    }
    let same = 0;
    while (same < kept && from[same] === same) same++;
    const [dense, width] = [this.#dense, this.#denseWidth];
    for (let k = same < kept ? 0 : kept; k < kept; k++) {
      const row = from[k]! * width;
      const to = k * width;
      for (let m = k < same ? same : 0; m < kept; m++) dense[to + m] = dense[row + from[m]!]!;
    }
    return kept;
  }

  /** Computes every column's gradient again from the coefficients; columns at zero leave the active set. */
  #refreshGradient(): void {
    const [active, rows, factors] = [this.#active, this.#rows, this.#factors];
    let kept = 0;
    for (let k = 0; k < this.#activeCount; k++) {
      const j = active[k]!;
      const coefficient = this.#coefficients[j]!;
      if (coefficient === 0) {
        this.#isActive[j] = 0;
        continue;
      }
      rows[kept] = j * this.#width * BYTES;
      factors[kept] = coefficient;
      active[kept++] = j;
    }
    this.#activeCount = kept;
    tileLoops().subtractRows(
      this.#gradient.byteOffset,
      this.#products.byteOffset,
      rows.byteOffset,
      factors.byteOffset,
      kept,
      this.#width / BLOCK,
    );
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

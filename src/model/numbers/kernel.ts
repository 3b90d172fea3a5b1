// The likeness of days or hours by their features, and the factor of the likeness of each two of them.

import {
  BYTES,
  PANEL,
  panelsOf,
  TILE,
  takeMemory,
  tileLoops,
  WRITES,
  writePanels,
} from '#model/numbers/tiles/tile-memory';
import {
  entryOf,
  factorLength,
  factorTiled,
  placeOf,
  solveTiled,
  tiledLength,
} from '#model/numbers/tiles/tiled-factor';

/** The covariance of two rows: `linear` x·y + exp(-|x - y|² / 2 `length`²), and `noise` on the diagonal. */
export interface Kernel {
  readonly linear: number;
  readonly length: number;
  readonly noise: number;
}

/** Rows of `count` features each, one after the other. */
export interface FeatureRows {
  readonly values: Float64Array;
  readonly count: number;
  readonly size: number;
}

/** The covariance from the product of two rows and their squares. */
export const covariance = (kernel: Kernel, product: number, ownA: number, ownB: number): number =>
  kernel.linear * product +
  Math.exp(-Math.max(0, ownA + ownB - 2 * product) / (2 * kernel.length ** 2));

/** The product of each row with itself. */
export function squaresOf({ values, count, size }: FeatureRows): Float64Array {
  const squares = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    let total = 0;
    for (let i = row * count; i < (row + 1) * count; i++) total += values[i]! * values[i]!;
    squares[row] = total;
  }
  return squares;
}

/**
 * Writes the covariances of a row, which begins at `start` of `row`, with the first `size` rows to `out`
 * from `at` on. Four rows share the reads.
 */
export function writeCovariances(
  kernel: Kernel,
  rows: FeatureRows,
  squares: Float64Array,
  row: Float64Array,
  start: number,
  size: number,
  out: Float64Array,
  at: number,
): void {
  const { values, count } = rows;
  let own = 0;
  for (let i = start; i < start + count; i++) own += row[i]! ** 2;
  for (let j = 0; j < size; j += 4) {
    const first = j * count;
    const second = Math.min(j + 1, size - 1) * count;
    const third = Math.min(j + 2, size - 1) * count;
    const fourth = Math.min(j + 3, size - 1) * count;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < count; i++) {
      const value = row[start + i]!;
      a += value * values[first + i]!;
      b += value * values[second + i]!;
      c += value * values[third + i]!;
      d += value * values[fourth + i]!;
    }
    out[at + j] = covariance(kernel, a, own, squares[j]!);
    if (j + 1 < size) out[at + j + 1] = covariance(kernel, b, own, squares[j + 1]!);
    if (j + 2 < size) out[at + j + 2] = covariance(kernel, c, own, squares[j + 2]!);
    if (j + 3 < size) out[at + j + 3] = covariance(kernel, d, own, squares[j + 3]!);
  }
}

/** `start` and each of `values` times its weight; the first weight is at `from`. */
export function addWeighted(
  start: number,
  values: Float64Array,
  weights: Float64Array,
  from: number,
): number {
  let total = start;
  for (let i = 0; i < values.length; i++) total += values[i]! * weights[from + i]!;
  return total;
}

/** What the squared distance of two rows is multiplied with in the exponent of their covariance. */
export const exponentFactor = ({ length }: Kernel): number => -1 / (2 * length ** 2);

/** What `writeTiledCovariances` needs in the memory besides the matrix. */
const featuresLength = ({ count, size }: FeatureRows): number =>
  panelsOf(size) * PANEL * (count + 1);

/**
 * Writes the covariances of each two rows to the memory at `at`, as panels of rows (see tiled-factor.ts), from panel
 * `from` on. The memory before `at` has room for the features.
 */
function writeTiledCovariances(
  kernel: Kernel,
  rows: FeatureRows,
  memory: Float64Array,
  at: number,
  from = 0,
): void {
  const { values, count, size } = rows;
  const panels = panelsOf(size);
  const squaresAt = panels * PANEL * count;
  const { multiply, covariances } = tileLoops();
  writePanels(values, count, 0, size, memory, 0);
  memory.fill(0, squaresAt, squaresAt + panels * PANEL);
  memory.set(squaresOf(rows), squaresAt);
  const stride = PANEL * count * BYTES;
  const squares = squaresAt * BYTES;
  for (let panel = from; panel < panels; panel++) {
    const tiles = (at + placeOf(panel)) * BYTES;
    const own = squares + panel * PANEL * BYTES;
    multiply(0, stride, panel * stride, count, panel + 1, tiles, WRITES);
    covariances(tiles, (panel + 1) * PANEL, squares, own, kernel.linear, exponentFactor(kernel));
  }
}

/** The covariances of each two rows, as panels of rows. */
export function tiledCovariances(kernel: Kernel, rows: FeatureRows): Float64Array {
  const at = featuresLength(rows);
  const memory = takeMemory(at + tiledLength(rows.size));
  writeTiledCovariances(kernel, rows, memory, at);
  return memory.slice(at, at + tiledLength(rows.size));
}

/**
 * The factor of the covariances of rows. From the second fit on it remembers the last rows: if the next ones begin with
 * the same, these are not factored again, and the result is to the bit that of a new one. The only fit of a run is not
 * remembered, since its factor takes 2 MB.
 */
export class KeptFactor {
  readonly #kernel: Kernel;
  #rows: FeatureRows = { values: new Float64Array(0), count: 0, size: 0 };
  #factor = new Float64Array(0);
  #isUsed = false;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /**
   * Solves covariances × x = side for each of `sides`, which has one of `rows.size` numbers after the other.
   * Undefined if rows cannot be told apart.
   */
  solve(rows: FeatureRows, sides: Float64Array): Float64Array | undefined {
    const { size } = rows;
    const at = featuresLength(rows);
    const sidesAt = at + factorLength(size);
    const memory = takeMemory(sidesAt + panelsOf(size) * TILE);
    if (!this.#writeFactor(rows, memory, at)) return undefined;
    const solved = sides.slice();
    const count = sides.length / size;
    for (let side = 0; side < count; side += PANEL) {
      const end = Math.min(count, side + PANEL);
      memory.fill(0, sidesAt + size * PANEL, sidesAt + panelsOf(size) * TILE);
      writePanels(sides, size, side, end - side, memory, sidesAt);
      solveTiled(at, size, sidesAt);
      for (let own = side; own < end; own++) {
        let from = sidesAt + own - side;
        for (let i = own * size; i < (own + 1) * size; i++, from += PANEL)
          solved[i] = memory[from]!;
      }
    }
    return solved;
  }

  #writeFactor(rows: FeatureRows, memory: Float64Array, at: number): boolean {
    const { size } = rows;
    // A panel of rows is factored at once.
    const from = Math.floor(this.#countSame(rows) / PANEL);
    memory.set(this.#factor.subarray(0, placeOf(from)), at);
    writeTiledCovariances(this.#kernel, rows, memory, at, from);
    for (let i = from * PANEL; i < size; i++) {
      const own = at + entryOf(i, i);
      memory[own] = memory[own]! + this.#kernel.noise;
    }
    const isFactored = factorTiled(memory, at, size, from);
    const isKept = isFactored && this.#isUsed;
    this.#isUsed = true;
    this.#rows = isKept ? rows : { ...rows, size: 0 };
    if (isKept) this.#keep(memory.subarray(at, at + tiledLength(size)), size);
    return isFactored;
  }

  #keep(factor: Float64Array, size: number): void {
    if (this.#factor.length < factor.length) {
      this.#factor = new Float64Array(tiledLength(size + (size >> 4)));
    }
    this.#factor.set(factor);
  }

  /** The number of rows at the beginning that are as they were. */
  #countSame({ values, count, size }: FeatureRows): number {
    const before = this.#rows;
    if (before.count !== count) return 0;
    const most = Math.min(size, before.size);
    for (let i = 0; i < most * count; i++) {
      if (values[i] !== before.values[i]) return Math.floor(i / count);
    }
    return most;
  }
}

// The likeness of days or hours by their features, and the factor of the likeness of each two of them.

import { factorInPlace, packedLength, packedRow } from '#model/numbers/cholesky';
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
  return Float64Array.from({ length: size }, (_, row) => {
    let total = 0;
    for (let i = row * count; i < (row + 1) * count; i++) total += values[i]! ** 2;
    return total;
  });
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

/** What the squared distance of two rows is multiplied with in the exponent of their covariance. */
export const exponentFactor = ({ length }: Kernel): number => -1 / (2 * length ** 2);

/** Writes the covariances of each row from `from` on with the rows before it and itself, packed. */
export function writePackedCovariances(
  kernel: Kernel,
  rows: FeatureRows,
  from: number,
  out: Float64Array,
): void {
  const { values, count, size } = rows;
  const panels = panelsOf(size);
  const squaresAt = panels * PANEL * count;
  const tilesAt = squaresAt + panels * PANEL;
  const memory = takeMemory(tilesAt + panels * TILE);
  const { multiply, covariances } = tileLoops();
  writePanels(values, count, 0, size, memory, 0);
  memory.fill(0, squaresAt, tilesAt);
  memory.set(squaresOf(rows), squaresAt);
  const stride = PANEL * count * BYTES;
  for (let panel = Math.floor(from / PANEL); panel < panels; panel++) {
    const tiles = tilesAt * BYTES;
    const squares = squaresAt * BYTES;
    const own = squares + panel * PANEL * BYTES;
    multiply(0, stride, panel * stride, count, panel + 1, tiles, WRITES);
    covariances(tiles, (panel + 1) * PANEL, squares, own, kernel.linear, exponentFactor(kernel));
    const end = Math.min(size, (panel + 1) * PANEL);
    for (let row = Math.max(from, panel * PANEL); row < end; row++) {
      const at = packedRow(row);
      const tile = tilesAt + (row % PANEL);
      for (let other = 0; other <= row; other++) out[at + other] = memory[tile + other * PANEL]!;
    }
  }
}

/**
 * The factor of the covariances of rows. It remembers the last rows: if the next ones begin with the same,
 * these are not factored again, and the result is to the bit that of a new one.
 */
export class KeptFactor {
  readonly #kernel: Kernel;
  #rows: FeatureRows = { values: new Float64Array(0), count: 0, size: 0 };
  #matrix = new Float64Array(0);

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Returns the factor, valid until the next call, or undefined if rows cannot be told apart. */
  factor(rows: FeatureRows): Float64Array | undefined {
    const { size } = rows;
    // A pair of rows is factored at once, so that the first new row must be even.
    const from = this.#countSame(rows) & ~1;
    if (this.#matrix.length < packedLength(size)) {
      const grown = new Float64Array(packedLength(size + (size >> 4)));
      grown.set(this.#matrix.subarray(0, packedLength(from)));
      this.#matrix = grown;
    }
    writePackedCovariances(this.#kernel, rows, from, this.#matrix);
    for (let i = from; i < size; i++) {
      const own = packedRow(i) + i;
      this.#matrix[own] = this.#matrix[own]! + this.#kernel.noise;
    }
    const isFactored = factorInPlace(this.#matrix, size, from);
    this.#rows = isFactored ? rows : { ...rows, size: 0 };
    return isFactored ? this.#matrix : undefined;
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

// A Gaussian process over many rows through few of them, the anchors: the forecast is a sum of likenesses to
// the anchors, with weights that all rows decide. A few hundred anchors forecast as well as thousands of rows.

import {
  factorInPlace,
  packedLength,
  packedRow,
  solveLower,
  solveUpper,
} from '#model/numbers/cholesky';
import { type FeatureRows, type Kernel, squaresOf, writeCovariances } from '#model/numbers/kernel';

/** The share of the mean diagonal that is added to it, so that two anchors may be alike. */
const LEAST_DIAGONAL = 1e-6;
/** The rows that are added at once, which share the reads and writes of the sums. */
const BATCH = 24;

/** Rows to learn from, with the value wanted of each. */
export interface LearntRows extends FeatureRows {
  readonly wanted: Float64Array;
  /** The anchors are spread evenly over this many rows at the beginning. */
  readonly settled: number;
}

/** The anchors, and how alike each two of them are. */
interface Anchors extends FeatureRows {
  readonly squares: Float64Array;
  /** The covariances, packed. */
  readonly between: Float64Array;
}

/** Sums of the likenesses of rows to the anchors. */
interface AnchorSums {
  /** Packed: the products of the likenesses to each two anchors. */
  readonly products: Float64Array;
  readonly likenesses: Float64Array;
  /** The likenesses times the wanted values. */
  readonly wanted: Float64Array;
}

const newSums = (size: number): AnchorSums => ({
  products: new Float64Array(packedLength(size)),
  likenesses: new Float64Array(size),
  wanted: new Float64Array(size),
});

const copySums = ({ products, likenesses, wanted }: AnchorSums): AnchorSums => ({
  products: products.slice(),
  likenesses: likenesses.slice(),
  wanted: wanted.slice(),
});

/** Adds the rows from `from` up to `to`, batch by batch. */
function addRows(
  kernel: Kernel,
  anchors: Anchors,
  sums: AnchorSums,
  rows: LearntRows,
  from: number,
  to: number,
): void {
  const { size, squares } = anchors;
  const row = new Float64Array(size);
  // The likenesses of a batch, anchor after anchor.
  const batch = new Float64Array(size * BATCH);
  for (let first = from; first < to; first += BATCH) {
    const count = Math.min(BATCH, to - first);
    batch.fill(0);
    for (let i = 0; i < count; i++) {
      const start = (first + i) * rows.count;
      writeCovariances(kernel, anchors, squares, rows.values, start, size, row, 0);
      const wanted = rows.wanted[first + i]!;
      for (let j = 0; j < size; j++) {
        batch[j * BATCH + i] = row[j]!;
        sums.likenesses[j] = sums.likenesses[j]! + row[j]!;
        sums.wanted[j] = sums.wanted[j]! + wanted * row[j]!;
      }
    }
    addProducts(sums.products, batch, size);
  }
}

/** Adds the products of the likenesses of a batch. Two anchors and two others share their reads. */
function addProducts(products: Float64Array, batch: Float64Array, size: number): void {
  for (let i = 0; i < size; i += 2) {
    const first = i * BATCH;
    const second = i + 1 < size ? first + BATCH : first;
    const upper = packedRow(i);
    const lower = packedRow(i + 1);
    for (let j = 0; j <= i; j += 2) {
      const third = j * BATCH;
      const fourth = j + 1 < size ? third + BATCH : third;
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let k = 0; k < BATCH; k++) {
        const w = batch[first + k]!;
        const x = batch[second + k]!;
        const y = batch[third + k]!;
        const z = batch[fourth + k]!;
        a += w * y;
        b += w * z;
        c += x * y;
        d += x * z;
      }
      products[upper + j] = products[upper + j]! + a;
      if (j < i) products[upper + j + 1] = products[upper + j + 1]! + b;
      if (i + 1 === size) continue;
      products[lower + j] = products[lower + j]! + c;
      products[lower + j + 1] = products[lower + j + 1]! + d;
    }
  }
}

/** Evenly spread rows of the first `settled`, from the newest back. */
function chooseAnchors(kernel: Kernel, rows: LearntRows, most: number): Anchors {
  const { values, count, settled } = rows;
  const size = Math.min(most, settled);
  const chosen = { values: new Float64Array(size * count), count, size };
  for (let i = 0; i < size; i++) {
    const row = settled - 1 - Math.floor((i * settled) / size);
    chosen.values.set(values.subarray(row * count, (row + 1) * count), i * count);
  }
  const squares = squaresOf(chosen);
  const between = new Float64Array(packedLength(size));
  for (let i = 0; i < size; i++) {
    const at = packedRow(i);
    writeCovariances(kernel, chosen, squares, chosen.values, i * count, i + 1, between, at);
  }
  return { ...chosen, squares, between };
}

/** What a process keeps: the rows of the last fit and the sums of their first whole batches. */
interface KeptSums {
  readonly rows: LearntRows;
  readonly anchors: Anchors;
  readonly sums: AnchorSums;
  readonly added: number;
}

/**
 * The process. It remembers the last rows: if the next ones begin with the same, only the others are added,
 * and the result is to the bit that of a new one.
 */
export class AnchoredProcess {
  readonly #kernel: Kernel;
  readonly #mostAnchors: number;
  #kept: KeptSums | undefined;

  constructor(kernel: Kernel, mostAnchors: number) {
    this.#kernel = kernel;
    this.#mostAnchors = mostAnchors;
  }

  /** Learns from rows; returns the forecast for features, undefined if anchors cannot be told apart. */
  fit(rows: LearntRows): ((features: Float64Array) => number) | undefined {
    const { anchors, sums } = this.#sumsOf(rows);
    const { size, squares, between } = anchors;
    const { noise } = this.#kernel;
    const matrix = sums.products.map((product, i) => product / noise + between[i]!);
    let diagonal = 0;
    for (let i = 0; i < size; i++) diagonal += matrix[packedRow(i) + i]! / size;
    for (let i = 0; i < size; i++) {
      const at = packedRow(i) + i;
      matrix[at] = matrix[at]! + LEAST_DIAGONAL * diagonal;
    }
    if (!factorInPlace(matrix, size)) return undefined;
    const mean = rows.wanted.reduce((total, value) => total + value, 0) / rows.size;
    const weights = sums.wanted.map((total, i) => (total - mean * sums.likenesses[i]!) / noise);
    solveLower(matrix, size, weights);
    solveUpper(matrix, size, weights);
    const likeness = new Float64Array(size);
    return (features) => {
      writeCovariances(this.#kernel, anchors, squares, features, 0, size, likeness, 0);
      let value = mean;
      for (let i = 0; i < size; i++) value += weights[i]! * likeness[i]!;
      return value;
    };
  }

  #sumsOf(rows: LearntRows): { anchors: Anchors; sums: AnchorSums } {
    const before = this.#kept;
    const isSame = before !== undefined && beginsWith(rows, before.rows, before.added);
    const anchors = isSame ? before.anchors : chooseAnchors(this.#kernel, rows, this.#mostAnchors);
    const sums = isSame ? before.sums : newSums(anchors.size);
    const added = rows.size - (rows.size % BATCH);
    addRows(this.#kernel, anchors, sums, rows, isSame ? before.added : 0, added);
    this.#kept = { rows, anchors, sums, added };
    if (added === rows.size) return { anchors, sums };
    // Later rows continue the whole batches, so that the last, partial one is added to a copy.
    const all = copySums(sums);
    addRows(this.#kernel, anchors, all, rows, added, rows.size);
    return { anchors, sums: all };
  }
}

/** Whether rows begin with the first `size` of others, with the same values wanted and the same anchors. */
function beginsWith(rows: LearntRows, others: LearntRows, size: number): boolean {
  if (rows.count !== others.count || rows.settled !== others.settled || rows.size < size) {
    return false;
  }
  for (let i = 0; i < size * rows.count; i++) if (rows.values[i] !== others.values[i]) return false;
  for (let i = 0; i < size; i++) if (rows.wanted[i] !== others.wanted[i]) return false;
  return true;
}

// A Gaussian process over many rows through few of them, the anchors: the forecast is a sum of likenesses to
// the anchors, with weights that all rows decide. A few hundred anchors forecast as well as thousands of rows.

import {
  type AnchorSums,
  type Anchors,
  addRows,
  BATCH,
  type LearntRows,
  sumsOf,
  tiledPlace,
} from '#model/numbers/anchor-sums';
import {
  factorInPlace,
  packedLength,
  packedRow,
  solveLower,
  solveUpper,
} from '#model/numbers/cholesky';
import {
  type FeatureRows,
  type Kernel,
  squaresOf,
  writeCovariances,
  writePackedCovariances,
} from '#model/numbers/kernel';

/** The share of the mean diagonal that is added to it, so that two anchors may be alike. */
const LEAST_DIAGONAL = 1e-6;

/** Evenly spread rows of the first `settled`, from the newest back. */
function chooseRows({ values, count, settled }: LearntRows, most: number): FeatureRows {
  const size = Math.min(most, settled);
  const chosen = { values: new Float64Array(size * count), count, size };
  for (let i = 0; i < size; i++) {
    const row = settled - 1 - Math.floor((i * settled) / size);
    chosen.values.set(values.subarray(row * count, (row + 1) * count), i * count);
  }
  return chosen;
}

function chooseAnchors(kernel: Kernel, rows: LearntRows, most: number): Anchors {
  const chosen = chooseRows(rows, most);
  const between = new Float64Array(packedLength(chosen.size));
  writePackedCovariances(kernel, chosen, 0, between);
  return { ...chosen, squares: squaresOf(chosen), between };
}

/** What a process keeps: the rows of the last fit and the sums of their first whole batches. */
interface KeptSums {
  readonly rows: LearntRows;
  readonly anchors: Anchors;
  readonly sums: AnchorSums;
  readonly added: number;
}

/** Keeps the sums of the first `added` rows from one process to the next. */
export interface SumsKeeper {
  /** The sums, which the caller may change; undefined if they were not kept. */
  readonly take: (rows: LearntRows, added: number) => Float64Array | undefined;
  readonly keep: (rows: LearntRows, added: number, sums: Float64Array) => void;
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

  /**
   * Learns from rows: returns the mean of what is wanted and the weight of each anchor, undefined if anchors cannot be
   * told apart. A keeper has the sums of earlier processes.
   */
  learn(rows: LearntRows, keeper?: SumsKeeper): Float64Array | undefined {
    const { anchors, sums } = this.#sumsOf(rows, keeper);
    const { size, between } = anchors;
    const { noise } = this.#kernel;
    const matrix = new Float64Array(between.length);
    for (let i = 0; i < size; i++) {
      const at = packedRow(i);
      for (let j = 0; j <= i; j++) {
        matrix[at + j] = sums.products[tiledPlace(i, j)]! / noise + between[at + j]!;
      }
    }
    let diagonal = 0;
    for (let i = 0; i < size; i++) diagonal += matrix[packedRow(i) + i]! / size;
    for (let i = 0; i < size; i++) {
      const at = packedRow(i) + i;
      matrix[at] = matrix[at]! + LEAST_DIAGONAL * diagonal;
    }
    if (!factorInPlace(matrix, size)) return undefined;
    const mean = rows.wanted.reduce((total, value) => total + value, 0) / rows.size;
    const weights = sums.wanted
      .subarray(0, size)
      .map((total, i) => (total - mean * sums.likenesses[i]!) / noise);
    solveLower(matrix, size, weights);
    solveUpper(matrix, size, weights);
    return Float64Array.of(mean, ...weights);
  }

  /** The forecast for features by what was learnt from `rows`. */
  forecaster(rows: LearntRows, learnt: Float64Array): (features: Float64Array) => number {
    const anchors = chooseRows(rows, this.#mostAnchors);
    const { size } = anchors;
    const squares = squaresOf(anchors);
    const likeness = new Float64Array(size);
    return (features) => {
      writeCovariances(this.#kernel, anchors, squares, features, 0, size, likeness, 0);
      let value = learnt[0]!;
      for (let i = 0; i < size; i++) value += learnt[1 + i]! * likeness[i]!;
      return value;
    };
  }

  #sumsOf(rows: LearntRows, keeper?: SumsKeeper): { anchors: Anchors; sums: AnchorSums } {
    const added = rows.size - (rows.size % BATCH);
    const { anchors, sums, added: before } = this.#begin(rows, added, keeper);
    addRows(this.#kernel, anchors, sums, rows, before, added);
    this.#kept = { rows, anchors, sums, added };
    keeper?.keep(rows, added, sums.numbers.slice());
    if (added === rows.size) return { anchors, sums };
    // Later rows continue the whole batches, so that the last, partial one is added to a copy.
    const all = sumsOf(anchors.size, sums.numbers.slice());
    addRows(this.#kernel, anchors, all, rows, added, rows.size);
    return { anchors, sums: all };
  }

  /** What the last fit kept, else the keeper; the keeper is asked for a batch less, which is a day, and for all. */
  #begin(rows: LearntRows, added: number, keeper?: SumsKeeper): Omit<KeptSums, 'rows'> {
    const before = this.#kept;
    if (before !== undefined && beginsWith(rows, before.rows, before.added)) return before;
    const anchors = chooseAnchors(this.#kernel, rows, this.#mostAnchors);
    for (const size of [added - BATCH, added]) {
      const kept = size < rows.settled ? undefined : keeper?.take(rows, size);
      if (kept) return { anchors, sums: sumsOf(anchors.size, kept), added: size };
    }
    return { anchors, sums: sumsOf(anchors.size), added: 0 };
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

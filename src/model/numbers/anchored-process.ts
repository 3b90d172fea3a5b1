// A Gaussian process over many rows through few of them, the anchors: the forecast is a sum of likenesses to
// the anchors, with weights that all rows decide. A few hundred anchors forecast as well as thousands of rows.

import {
  type AnchorSums,
  type Anchors,
  addRows,
  BATCH,
  type LearntRows,
  sumsOf,
} from '#model/numbers/anchor-sums';
import {
  addWeighted,
  type FeatureRows,
  type Kernel,
  squaresOf,
  tiledCovariances,
  writeCovariances,
} from '#model/numbers/kernel';
import { PANEL, panelsOf, TILE, takeMemory } from '#model/numbers/tiles/tile-memory';
import {
  entryOf,
  factorLength,
  factorTiled,
  solveTiled,
  tiledLength,
} from '#model/numbers/tiles/tiled-factor';

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
  return { ...chosen, squares: squaresOf(chosen), between: tiledCovariances(kernel, chosen) };
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
    const length = tiledLength(size);
    const sidesAt = factorLength(size);
    const memory = takeMemory(sidesAt + panelsOf(size) * TILE);
    for (let i = 0; i < length; i++) memory[i] = sums.products[i]! / noise + between[i]!;
    let diagonal = 0;
    for (let i = 0; i < size; i++) diagonal += memory[entryOf(i, i)]! / size;
    for (let i = 0; i < size; i++) {
      const at = entryOf(i, i);
      memory[at] = memory[at]! + LEAST_DIAGONAL * diagonal;
    }
    if (!factorTiled(memory, 0, size)) return undefined;
    const mean = sumOf(rows.wanted) / rows.size;
    memory.fill(0, sidesAt, sidesAt + panelsOf(size) * TILE);
    const learnt = new Float64Array(1 + size);
    learnt[0] = mean;
    for (let i = 0; i < size; i++) {
      memory[sidesAt + i * PANEL] = (sums.wanted[i]! - mean * sums.likenesses[i]!) / noise;
    }
    solveTiled(0, size, sidesAt);
    for (let i = 0; i < size; i++) learnt[1 + i] = memory[sidesAt + i * PANEL]!;
    return learnt;
  }

  /** The forecast for features by what was learnt from `rows`. */
  forecaster(rows: LearntRows, learnt: Float64Array): (features: Float64Array) => number {
    const anchors = chooseRows(rows, this.#mostAnchors);
    const { size } = anchors;
    const squares = squaresOf(anchors);
    const likeness = new Float64Array(size);
    return (features) => {
      writeCovariances(this.#kernel, anchors, squares, features, 0, size, likeness, 0);
      return addWeighted(learnt[0]!, likeness, learnt, 1);
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

function sumOf(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
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

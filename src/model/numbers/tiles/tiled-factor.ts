// The Cholesky factor of a large matrix in tiles. Its steps are those of the plain factor of cholesky.ts, so that both
// are the same to the bit.

import {
  BYTES,
  PANEL,
  panelsOf,
  TILE,
  takeMemory,
  tileLoops,
  WRITES,
} from '#model/numbers/tiles/tile-memory';

/** The panels of rows that are factored together: they share the reads of the rows before them. */
const GROUP = 4;

/** The place of a panel of a factor: panel p has 4 (p + 1) groups of four numbers. */
const placeOf = (panel: number): number => (TILE * (panel * (panel + 1))) / 2;
/** The place of entry (row, column). */
const entryOf = (row: number, column: number): number =>
  placeOf(Math.floor(row / PANEL)) + column * PANEL + (row % PANEL);
const packedRow = (row: number): number => (row * (row + 1)) / 2;

function copyRows(
  packed: Float64Array,
  memory: Float64Array,
  from: number,
  to: number,
  isBack: boolean,
): void {
  for (let row = from; row < to; row++) {
    const start = packedRow(row);
    let at = entryOf(row, 0);
    for (let i = start; i <= start + row; i++, at += PANEL) {
      if (isBack) packed[i] = memory[at]!;
      else memory[at] = packed[i]!;
    }
  }
}

/**
 * Factors the rows from `from` up to `size` of a packed matrix in place; both are even. Returns false, with the matrix
 * destroyed, if it is not positive.
 */
export function factorTiled(matrix: Float64Array, size: number, from: number): boolean {
  const panels = panelsOf(size);
  const sums = placeOf(panels);
  const memory = takeMemory(sums + TILE);
  // The last panel may have two rows that do not exist.
  memory.fill(0, placeOf(panels - 1), sums);
  copyRows(matrix, memory, 0, size, false);
  const work = { memory, sums, from, size };
  const firstPanel = Math.floor(from / PANEL);
  for (let group = firstPanel; group < panels; group += GROUP) {
    const end = Math.min(panels, group + GROUP);
    for (let left = 0; left < group; left++) {
      for (let panel = group; panel < end; panel++) settleTile(work, panel, left);
    }
    for (let panel = group; panel < end; panel++) {
      for (let left = group; left < panel; left++) settleTile(work, panel, left);
      if (!settleDiagonalTile(work, panel)) return false;
    }
  }
  copyRows(matrix, memory, from, size, true);
  return true;
}

interface Work {
  readonly memory: Float64Array;
  /** The place of the sums of one tile. */
  readonly sums: number;
  readonly from: number;
  readonly size: number;
}

/** Settles the entries of a panel's rows in the columns of a panel before it. */
function settleTile({ memory, sums, from, size }: Work, panel: number, left: number): void {
  const column = left * PANEL;
  tileLoops().multiply(
    placeOf(panel) * BYTES,
    0,
    placeOf(left) * BYTES,
    column,
    1,
    sums * BYTES,
    WRITES,
  );
  const pivots = placeOf(left) + column * PANEL;
  const start = placeOf(panel) + column * PANEL;
  const first = Math.max(0, from - panel * PANEL);
  const end = Math.min(PANEL, size - panel * PANEL);
  for (let row = first; row < end; row++) {
    const at = start + row;
    const sum = sums + row * PANEL;
    const a = (memory[at]! - memory[sum]!) / memory[pivots]!;
    const b = (memory[at + 4]! - memory[sum + 1]! - a * memory[pivots + 1]!) / memory[pivots + 5]!;
    const third = memory[sum + 2]! + a * memory[pivots + 2]! + b * memory[pivots + 6]!;
    const c = (memory[at + 8]! - third) / memory[pivots + 10]!;
    const fourth = memory[sum + 3]! + a * memory[pivots + 3]! + b * memory[pivots + 7]!;
    const d = (memory[at + 12]! - fourth - c * memory[pivots + 11]!) / memory[pivots + 15]!;
    memory[at] = a;
    memory[at + 4] = b;
    memory[at + 8] = c;
    memory[at + 12] = d;
  }
}

/** Settles the entries of a panel's rows in its own columns, pair by pair. */
function settleDiagonalTile({ memory, from, size }: Work, panel: number): boolean {
  const start = panel * PANEL;
  for (let pair = Math.max(from, start); pair < Math.min(size, start + PANEL); pair += 2) {
    if (pair > start) settlePairs(memory, start, pair);
    if (!settleDiagonal(memory, pair)) return false;
    settleEntry(memory, pair + 1, pair);
    if (!settleDiagonal(memory, pair + 1)) return false;
  }
  return true;
}

/** Settles the second pair of a panel's rows in the columns of the first one. */
function settlePairs(memory: Float64Array, column: number, pair: number): void {
  const pivot = memory[entryOf(column, column)]!;
  const step = memory[entryOf(column + 1, column)]!;
  const nextPivot = memory[entryOf(column + 1, column + 1)]!;
  for (let row = pair; row < pair + 2; row++) {
    const [left, right, own] = [entryOf(column, 0), entryOf(column + 1, 0), entryOf(row, 0)];
    let a = 0;
    let b = 0;
    for (let k = 0; k < column * PANEL; k += PANEL) {
      a += memory[own + k]! * memory[left + k]!;
      b += memory[own + k]! * memory[right + k]!;
    }
    const at = own + column * PANEL;
    memory[at] = (memory[at]! - a) / pivot;
    memory[at + PANEL] = (memory[at + PANEL]! - b - memory[at]! * step) / nextPivot;
  }
}

function settleEntry(memory: Float64Array, row: number, column: number): void {
  const [own, other] = [entryOf(row, 0), entryOf(column, 0)];
  const end = column * PANEL;
  let rest = memory[own + end]!;
  for (let k = 0; k < end; k += PANEL) rest -= memory[own + k]! * memory[other + k]!;
  memory[own + end] = rest / memory[other + end]!;
}

function settleDiagonal(memory: Float64Array, row: number): boolean {
  const own = entryOf(row, 0);
  const end = row * PANEL;
  let rest = memory[own + end]!;
  for (let k = 0; k < end; k += PANEL) rest -= memory[own + k]! ** 2;
  if (!(rest > 0)) return false;
  memory[own + end] = Math.sqrt(rest);
  return true;
}

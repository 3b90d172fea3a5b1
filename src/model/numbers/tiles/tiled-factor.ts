// The Cholesky factor of a large matrix in tiles, and solving with it, all in the memory of the tiles. Panel p of the
// matrix has its columns up to 4 p + 3, each as a group of four numbers: one of each of its rows.

import { BYTES, PANEL, panelsOf, TILE, tileLoops, WRITES } from '#model/numbers/tiles/tile-memory';

/** The panels of rows that are factored together: they share the reads of the rows before them. */
const GROUP = 4;

/** The place of a panel in its matrix. */
export const placeOf = (panel: number): number => (TILE * (panel * (panel + 1))) / 2;
/** The numbers of a matrix of `size` rows. */
export const tiledLength = (size: number): number => placeOf(panelsOf(size));
/** The place of an entry, whose column is not after its row. */
export const entryOf = (row: number, column: number): number =>
  placeOf(Math.floor(row / PANEL)) + column * PANEL + (row % PANEL);

/** The numbers that factoring needs in the memory: the matrix and one tile. */
export const factorLength = (size: number): number => tiledLength(size) + TILE;

/**
 * Factors the matrix at `at` of the memory in place: L with L Lᵀ = matrix. The panels before `from` are factored
 * already. Returns false, with the matrix destroyed, if it is not positive.
 */
export function factorTiled(memory: Float64Array, at: number, size: number, from = 0): boolean {
  const panels = panelsOf(size);
  separateLast(memory, at, size);
  const { settle } = tileLoops();
  const settleOne = (panel: number, left: number): void =>
    settle((at + placeOf(panel)) * BYTES, (at + placeOf(left)) * BYTES, left * PANEL);
  for (let group = from; group < panels; group += GROUP) {
    const end = Math.min(panels, group + GROUP);
    for (let left = 0; left < group; left++) {
      for (let panel = group; panel < end; panel++) settleOne(panel, left);
    }
    for (let panel = group; panel < end; panel++) {
      for (let left = group; left < panel; left++) settleOne(panel, left);
      if (!settleDiagonal(memory, at, panel, at + tiledLength(size))) return false;
    }
  }
  return true;
}

/** Makes the rows of the last panel that do not exist those of a matrix with ones on the diagonal. */
function separateLast(memory: Float64Array, at: number, size: number): void {
  const last = Math.ceil(size / PANEL) * PANEL;
  for (let row = size; row < last; row++) {
    for (let column = 0; column < row; column++) memory[at + entryOf(row, column)] = 0;
    memory[at + entryOf(row, row)] = 1;
  }
}

/** Settles the entries of a panel's rows in its own columns; `sums` is the place of a tile. */
function settleDiagonal(memory: Float64Array, at: number, panel: number, sums: number): boolean {
  const own = (at + placeOf(panel)) * BYTES;
  tileLoops().multiply(own, 0, own, panel * PANEL, 1, sums * BYTES, WRITES);
  const tile = at + placeOf(panel) + panel * TILE;
  for (let row = 0; row < PANEL; row++) {
    for (let column = 0; column <= row; column++) {
      const place = tile + column * PANEL + row;
      let rest = memory[place]! - memory[sums + column * PANEL + row]!;
      for (let k = 0; k < column; k++) {
        rest -= memory[tile + k * PANEL + row]! * memory[tile + k * PANEL + column]!;
      }
      if (column < row) memory[place] = rest / memory[tile + column * PANEL + column]!;
      else if (rest > 0) memory[place] = Math.sqrt(rest);
      else return false;
    }
  }
  return true;
}

/** Solves L Lᵀ x = b for four right sides, which are the panel at `sides`, in place. */
export function solveTiled(at: number, size: number, sides: number): void {
  const { settle, settleBack } = tileLoops();
  const panels = panelsOf(size);
  const rows = (panel: number): number => (at + placeOf(panel)) * BYTES;
  for (let panel = 0; panel < panels; panel++) settle(sides * BYTES, rows(panel), panel * PANEL);
  for (let panel = panels - 1; panel >= 0; panel--) {
    settleBack(sides * BYTES, rows(panel), panel * PANEL);
  }
}

// The mean products of each two columns of a design, and of its columns with targets, made in tiles.

import {
  BYTES,
  GOES_ON,
  PANEL,
  panelsOf,
  TILE,
  takeMemory,
  tileLoops,
  WRITES,
  writePanels,
} from '#model/numbers/tiles/tile-memory';

/** A Gram matrix of standardised columns: `values[a × columns + b]` is their mean product. */
export interface Gram {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** The rows of which the panels of two columns stay in the nearest cache. */
const BLOCK_ROWS = 256;

/**
 * Builds the Gram matrix, and the mean products of each column with each target: targets × columns. `data` has one
 * column of `rows` values after the other, `targets` one target after the other.
 */
export function buildProducts(
  data: Float64Array,
  targets: Float64Array,
  rows: number,
): { readonly gram: Gram; readonly products: Float64Array } {
  const [columns, outputs] = [data.length / rows, targets.length / rows];
  const panels = panelsOf(columns);
  const allPanels = panels + panelsOf(outputs);
  const tilesAt = allPanels * PANEL * rows;
  const memory = takeMemory(tilesAt + panels * TILE);
  writePanels(data, rows, 0, columns, memory, 0);
  writePanels(targets, rows, 0, outputs, memory, panels * PANEL * rows);
  const values = new Float64Array(columns * columns);
  const products = new Float64Array(outputs * columns);
  for (let panel = 0; panel < allPanels; panel++) {
    const isTarget = panel >= panels;
    multiplyPanel(panel, isTarget ? panels : panel + 1, rows, tilesAt);
    for (let part = 0; part < PANEL; part++) {
      const tile = tilesAt + part;
      const own = (isTarget ? panel - panels : panel) * PANEL + part;
      if (own >= (isTarget ? outputs : columns)) break;
      for (let b = 0; b < (isTarget ? columns : own + 1); b++) {
        const mean = memory[tile + b * PANEL]! / rows;
        if (isTarget) products[own * columns + b] = mean;
        else values[own * columns + b] = values[b * columns + own] = mean;
      }
    }
  }
  return { gram: { rows, columns, values }, products };
}

/** Writes the products of a panel with the first `tiles` panels. */
function multiplyPanel(panel: number, tiles: number, rows: number, tilesAt: number): void {
  const stride = PANEL * rows * BYTES;
  for (let row = 0; row < rows; row += BLOCK_ROWS) {
    const [first, count] = [row * PANEL * BYTES, Math.min(BLOCK_ROWS, rows - row)];
    const mode = row === 0 ? WRITES : GOES_ON;
    const own = first + panel * stride;
    tileLoops().multiply(first, stride, own, count, tiles, tilesAt * BYTES, mode);
  }
}

/** Builds the Gram matrix alone. */
export const buildGram = (data: Float64Array, rows: number): Gram =>
  buildProducts(data, new Float64Array(0), rows).gram;

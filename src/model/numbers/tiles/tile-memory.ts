// The loops of tile-code.ts, curve-code.ts and vector-code.ts in one memory, which every fit of the thread uses after the other.

import { type LoopMemory, makeLoops, PAGE_BYTES } from '#core/assembly/assemble';
import { CURVE_CODE } from '#model/numbers/tiles/curve-code';
import { TILE_CODE } from '#model/numbers/tiles/tile-code';
import { BLOCK, SWEEP_BLOCK, VECTOR_CODE } from '#model/numbers/tiles/vector-code';

export { BLOCK, SWEEP_BLOCK };

/** The rows of a panel. The numbers of a panel are in groups of four: one of each of its rows. */
export const PANEL = 4;
/** The sums of a tile, which is the product of two panels. */
export const TILE = PANEL * PANEL;

/** How `multiply` treats the sums that are in its output. */
export const WRITES = 0;
export const GOES_ON = 1;
export const ADDS = 2;

/** The functions of tile-code.ts, curve-code.ts and vector-code.ts. Places and strides are in bytes. */
export interface TileLoops {
  readonly memory: LoopMemory;
  readonly multiply: (
    a: number,
    stride: number,
    b: number,
    count: number,
    tiles: number,
    c: number,
    mode: number,
  ) => void;
  readonly covariances: (
    c: number,
    rows: number,
    owns: number,
    squares: number,
    linear: number,
    factor: number,
  ) => void;
  readonly bend: (at: number, pairs: number, furthest: number) => void;
  readonly addUp: (
    panel: number,
    count: number,
    weights: number,
    plain: number,
    weighted: number,
  ) => void;
  readonly gather: (
    matrix: number,
    stride: number,
    dense: number,
    denseStride: number,
    active: number,
    first: number,
    count: number,
  ) => void;
  readonly subtractRows: (
    to: number,
    from: number,
    rows: number,
    factors: number,
    count: number,
    blocks: number,
  ) => void;
  readonly digest: (at: number, groups: number, state: number) => void;
  readonly addDistances: (
    at: number,
    groups: number,
    out: number,
    center: number,
    sign: 1 | -1,
  ) => void;
  readonly settle: (panel: number, left: number, count: number) => void;
  readonly settleBack: (sides: number, panel: number, count: number) => void;
  readonly sweep: (
    dense: number,
    stride: number,
    gradient: number,
    coefficients: number,
    count: number,
    whole: number,
    sweeps: number,
    penalty: number,
    ridge: number,
    least: number,
  ) => void;
}

export const BYTES = 8;

let loops: TileLoops | undefined;
let owner: object | undefined;
let numbers = new Float64Array(0);

/** The loops, assembled when they are first needed. */
export function tileLoops(): TileLoops {
  loops ??= makeLoops<TileLoops>(TILE_CODE + CURVE_CODE + VECTOR_CODE);
  return loops;
}

/** The memory as numbers, `length` of them at least. What was in it before belongs to another fit. */
export function takeMemory(length: number, by?: object): Float64Array<ArrayBuffer> {
  const { memory } = tileLoops();
  const lacking = length * BYTES - memory.buffer.byteLength;
  if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE_BYTES));
  owner = by;
  // Memory that grew has another buffer.
  if (numbers.buffer !== memory.buffer) numbers = new Float64Array(memory.buffer);
  return numbers;
}

/** Whether the memory is still as its last owner left it. */
export const isOwner = (by: object): boolean => owner === by;

export const panelsOf = (rows: number): number => Math.ceil(rows / PANEL);

/**
 * Writes rows as panels to `out` from `at` on: rows of `count` numbers, one after the other in `values`. Rows that are
 * missing in the last panel are zero.
 */
export function writePanels(
  values: Float64Array,
  count: number,
  firstRow: number,
  rows: number,
  out: Float64Array,
  at: number,
): void {
  const padded = panelsOf(rows) * PANEL;
  for (let row = 0; row < padded; row++) {
    let to = at + (row - (row % PANEL)) * count + (row % PANEL);
    let from = (firstRow + row) * count;
    for (let i = 0; i < count; i++, to += PANEL) out[to] = row < rows ? values[from++]! : 0;
  }
}

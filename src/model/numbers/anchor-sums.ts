// The sums over all rows that decide the weights of the anchors of a process: rows are added in batches, whose products
// are made in tiles.

import { exponentFactor, type FeatureRows, type Kernel, squaresOf } from '#model/numbers/kernel';
import {
  ADDS,
  BYTES,
  PANEL,
  panelsOf,
  takeMemory,
  tileLoops,
  WRITES,
  writePanels,
} from '#model/numbers/tiles/tile-memory';
import { placeOf, tiledLength } from '#model/numbers/tiles/tiled-factor';

/** The rows that are added at once, which share the reads and writes of the sums. */
export const BATCH = 24;

/** Rows to learn from, with the value wanted of each. */
export interface LearntRows extends FeatureRows {
  readonly wanted: Float64Array;
  /** The anchors are spread evenly over this many rows at the beginning. */
  readonly settled: number;
}

/** The anchors, and how alike each two of them are. */
export interface Anchors extends FeatureRows {
  readonly squares: Float64Array;
  /** The covariances, as panels of rows. */
  readonly between: Float64Array;
}

/** Sums of the likenesses of rows to the anchors. */
export interface AnchorSums {
  /** All sums; the others are parts of it. */
  readonly numbers: Float64Array;
  /** The products of the likenesses to each two anchors, as panels of anchors. */
  readonly products: Float64Array;
  /** With those of the last panel that are no anchors. */
  readonly likenesses: Float64Array;
  /** The likenesses times the wanted values. */
  readonly wanted: Float64Array;
}

/** The sums over `size` anchors: those in `numbers`, else zeros. */
export function sumsOf(size: number, numbers?: Float64Array): AnchorSums {
  const [tiles, sums] = [tiledLength(size), panelsOf(size) * PANEL];
  const all = numbers ?? new Float64Array(tiles + 2 * sums);
  return {
    numbers: all,
    products: all.subarray(0, tiles),
    likenesses: all.subarray(tiles, tiles + sums),
    wanted: all.subarray(tiles + sums),
  };
}

/** The place of each part in the memory of the tiles, in numbers. */
function placesOf({ size, count }: Anchors) {
  const panels = panelsOf(size);
  const lengths = {
    anchors: panels * PANEL * count,
    squares: panels * PANEL,
    rows: BATCH * count,
    owns: BATCH,
    wanted: BATCH,
    /** Panel by panel of anchors, the likenesses of each row of the batch. */
    likenesses: panels * PANEL * BATCH,
    sums: panels * PANEL,
    wantedSums: panels * PANEL,
    products: tiledLength(size),
  };
  let end = 0;
  const places = { ...lengths, end };
  for (const [name, length] of Object.entries(lengths) as [keyof typeof lengths, number][]) {
    places[name] = end;
    end += length;
  }
  return { ...places, end };
}

/** Adds the rows from `from` up to `to`, batch by batch. */
export function addRows(
  kernel: Kernel,
  anchors: Anchors,
  sums: AnchorSums,
  rows: LearntRows,
  from: number,
  to: number,
): void {
  if (from >= to) return;
  const places = placesOf(anchors);
  const memory = takeMemory(places.end);
  memory.fill(0, places.squares, places.rows);
  writePanels(anchors.values, anchors.count, 0, anchors.size, memory, 0);
  memory.set(anchors.squares, places.squares);
  memory.set(sums.likenesses, places.sums);
  memory.set(sums.wanted, places.wantedSums);
  memory.set(sums.products, places.products);
  for (let first = from; first < to; first += BATCH) {
    const count = Math.min(BATCH, to - first);
    writePanels(rows.values, rows.count, first, count, memory, places.rows);
    const batch = rows.values.subarray(first * rows.count, (first + count) * rows.count);
    memory.set(squaresOf({ values: batch, count: rows.count, size: count }), places.owns);
    memory.set(rows.wanted.subarray(first, first + count), places.wanted);
    addBatch(kernel, anchors, places, memory, count);
  }
  const read = (into: Float64Array, at: number): void =>
    into.set(memory.subarray(at, at + into.length));
  read(sums.likenesses, places.sums);
  read(sums.wanted, places.wantedSums);
  read(sums.products, places.products);
}

/** Adds the batch in the memory, of which `count` rows are given. */
function addBatch(
  kernel: Kernel,
  { size, count: features }: Anchors,
  places: ReturnType<typeof placesOf>,
  memory: Float64Array,
  count: number,
): void {
  const { multiply, covariances, addUp } = tileLoops();
  const { linear } = kernel;
  const factor = exponentFactor(kernel);
  const [panels, tiles] = [panelsOf(size), panelsOf(count)];
  const at = (place: number): number => place * BYTES;
  const [rowStride, stride] = [PANEL * features, PANEL * BATCH];
  for (let panel = 0; panel < panels; panel++) {
    const likenesses = places.likenesses + panel * stride;
    const [anchor, own] = [panel * rowStride, places.squares + panel * PANEL];
    multiply(at(places.rows), at(rowStride), at(anchor), features, tiles, at(likenesses), WRITES);
    covariances(at(likenesses), count, at(places.owns), at(own), linear, factor);
    if (count < BATCH) memory.fill(0, likenesses + count * PANEL, likenesses + stride);
    const [plain, weighted] = [places.sums + panel * PANEL, places.wantedSums + panel * PANEL];
    addUp(at(likenesses), count, at(places.wanted), at(plain), at(weighted));
  }
  const first = at(places.likenesses);
  for (let panel = 0; panel < panels; panel++) {
    const own = first + panel * at(stride);
    const products = at(places.products + placeOf(panel));
    multiply(first, at(stride), own, BATCH, panel + 1, products, ADDS);
  }
}

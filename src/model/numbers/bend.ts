// Bends numbers by asinh, which is linear near 0 and logarithmic far out, many at once.

import { takeMemory, tileLoops } from '#model/numbers/tiles/tile-memory';

/** The furthest bent value: some 200 spreads. */
export const FURTHEST = 6;

/** Bends the `count` numbers that `write` writes to the memory it is given. The next fit changes what is returned. */
export function bendAll(count: number, write: (memory: Float64Array) => void): Float64Array {
  const memory = takeMemory(count + 1);
  write(memory);
  tileLoops().bend(0, (count + 1) >> 1, FURTHEST);
  return memory;
}

/** Writes the bent distances of `count` values from a center to `out`; `from` and `to` are the positions of the first of them. */
export function bendAround(
  values: Float64Array,
  from: number,
  count: number,
  center: number,
  distance: number,
  out: Float64Array,
  to = 0,
): void {
  const bent = bendAll(count, (memory) => {
    for (let i = 0; i < count; i++) memory[i] = (values[from + i]! - center) / distance;
  });
  for (let i = 0; i < count; i++) out[to + i] = bent[i]!;
}

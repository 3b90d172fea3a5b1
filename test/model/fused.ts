// A product and a sum in one step, as the processor does them: rounded once by exact whole numbers, or twice on a
// processor that has no such step.

import { BYTES, takeMemory, tileLoops, WRITES } from '#model/numbers/tiles/tile-memory';

/** A number as a whole number times a power of two. */
function exactly(value: number): { readonly whole: bigint; readonly power: number } {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0 ? fraction : fraction | (1n << 52n);
  return { whole: value < 0 ? -size : size, power: Math.max(1, exponent) - 1075 };
}

function roundOnce(total: number, a: number, b: number): number {
  const [sum, left, right] = [exactly(total), exactly(a), exactly(b)];
  const power = left.power + right.power;
  const least = Math.min(sum.power, power);
  const scale = (whole: bigint, own: number): bigint => whole << BigInt(own - least);
  const exact = scale(sum.whole, sum.power) + scale(left.whole * right.whole, power);
  // More than 64 bits may be too large for a number; the last kept bit says that others follow.
  const size = exact < 0n ? -exact : exact;
  const dropped = BigInt(Math.max(0, size.toString(2).length - 64));
  const kept = size >> dropped;
  const last = kept << dropped === size ? 0n : 1n;
  const rounded = Number(kept | last) * 2 ** (Number(dropped) + least);
  return exact < 0n ? -rounded : rounded;
}

/** Whether the loops round once: a sum of two products shows it, which only then is not 0. */
function isFused(): boolean {
  const memory = takeMemory(64);
  memory.fill(0, 0, 64);
  const value = 1 + 2 ** -30;
  // The first row of one panel is (value², value), that of the other is (1, -value).
  memory[0] = value * value;
  memory[4] = value;
  memory[16] = 1;
  memory[20] = -value;
  tileLoops().multiply(0, 0, 16 * BYTES, 2, 1, 32 * BYTES, WRITES);
  return memory[32] !== 0;
}

/** `total` + `a` × `b`, to the bit as the loops in tiles compute it. */
export const addProduct: (total: number, a: number, b: number) => number = isFused()
  ? roundOnce
  : (total, a, b) => total + a * b;

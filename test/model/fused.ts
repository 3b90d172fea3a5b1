// A product and a sum in one step, as the processor does them: rounded once, or twice on a processor that has no such
// step.

import { BYTES, takeMemory, tileLoops, WRITES } from '#model/numbers/tiles/tile-memory';

const DOUBLE = new Float64Array(1);
const BITS = new BigUint64Array(DOUBLE.buffer);

/** The sum of two numbers and what rounding it lost. */
function sumAndRest(a: number, b: number): readonly [number, number] {
  const sum = a + b;
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

/** The upper half of the bits of a number; the lower half is the rest. */
function upperHalf(value: number): number {
  const shifted = value * (2 ** 27 + 1);
  return shifted - (shifted - value);
}

/** The product of two numbers and what rounding it lost. */
function productAndRest(a: number, b: number): readonly [number, number] {
  const product = a * b;
  const [upperA, upperB] = [upperHalf(a), upperHalf(b)];
  const [lowerA, lowerB] = [a - upperA, b - upperB];
  const rest = upperA * upperB - product + upperA * lowerB + lowerA * upperB + lowerA * lowerB;
  return [product, rest];
}

/** The sum of two numbers; if it is not exact, its last bit is odd, so that a later rounding sees it. */
function oddSum(a: number, b: number): number {
  const [sum, rest] = sumAndRest(a, b);
  DOUBLE[0] = sum;
  if (rest === 0 || (BITS[0]! & 1n) === 1n) return sum;
  BITS[0]! += rest > 0 === sum > 0 ? 1n : -1n;
  return DOUBLE[0];
}

/** Sums and products of parts without loss, of which only the last is rounded; numbers are far from the ends of the range. */
export function roundOnce(total: number, a: number, b: number): number {
  const [product, productRest] = productAndRest(a, b);
  const [lower, lowerRest] = sumAndRest(total, productRest);
  const [upper, upperRest] = sumAndRest(product, lower);
  return upper + oddSum(lowerRest, upperRest);
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

// The loops in tiles give to the bit what plain loops give: a forecast does not depend on which of them made it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  factorInPlace,
  factorPlain,
  packedLength,
  packedRow,
  solveLower,
  solveSides,
  solveUpper,
} from '#model/numbers/cholesky';
import { buildGram } from '#model/numbers/gram';
import { divisorOf, writePackedCovariances } from '#model/numbers/kernel';
import { assemble } from '#model/numbers/tiles/assemble';
import {
  ADDS,
  BYTES,
  GOES_ON,
  PANEL,
  TILE,
  takeMemory,
  tileLoops,
  WRITES,
  writePanels,
} from '#model/numbers/tiles/tile-memory';
import { seededNoise } from '../../made-series.ts';

function someNumbers(length: number, seed: number): Float64Array {
  const random = seededNoise(seed);
  return Float64Array.from({ length }, () => 4 * random() - 2);
}

const product = (values: Float64Array, count: number, a: number, b: number, from = 0): number => {
  let total = from;
  for (let i = 0; i < count; i++) total += values[a * count + i]! * values[b * count + i]!;
  return total;
};

/**
 * The exponential of a number that is not above 0, by the steps of fdlibm one after the other. `Math.exp` of some
 * processors joins a product and a sum into one step, and its last bit may differ.
 */
function plainExponential(exponent: number): number {
  const x = Math.max(exponent, -746);
  if (x > -(2 ** -28)) return 1 + x;
  const whole = x > -0.3465735912322998 ? 0 : Math.trunc(x * Math.LOG2E - 0.5);
  const [high, low] = [x - whole * 0.6931471803691238, whole * 1.9082149292705877e-10];
  const rest = high - low;
  const square = rest * rest;
  let sum = 4.1381367970572385e-8;
  for (const next of [
    -1.6533902205465252e-6, 6.613756321437934e-5, -0.0027777777777015593, 0.16666666666666602,
  ])
    sum = next + square * sum;
  const even = rest - square * sum;
  const power = 1 - (low - (rest * even) / (2 - even) - high);
  const half = Math.trunc(whole / 2);
  return power * 2 ** half * 2 ** (whole - half);
}

/** Coordinate descent with penalty 0.1 and ridge 0.01, until no coefficient moves by 1e-9. */
function sweepPlain(
  gram: Float64Array,
  gradient: Float64Array,
  coefficients: Float64Array,
  sweeps: number,
): void {
  const count = gradient.length;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let furthest = 0;
    for (let k = 0; k < count; k++) {
      const own = gram[k * count + k]!;
      const pull = gradient[k]! + own * coefficients[k]!;
      const reach = Math.abs(pull) - 0.1;
      const next = reach <= 0 ? 0 : (pull < 0 ? -reach : reach) / (own + 0.01);
      const change = next - coefficients[k]!;
      if (change === 0) continue;
      coefficients[k] = next;
      for (let m = 0; m < count; m++) gradient[m] = gradient[m]! - gram[k * count + m]! * change;
      furthest = Math.max(furthest, Math.abs(change));
    }
    if (furthest < 1e-9) break;
  }
}

const sizes = fc.record({
  size: fc.integer({ min: 1, max: 90 }),
  count: fc.integer({ min: 1, max: 300 }),
  seed: fc.nat(1000),
});

suite('loops in tiles', () => {
  for (const [name, mode, expected] of [
    ['write', WRITES, (sum: number) => sum],
    ['add to', ADDS, (sum: number) => 0.5 + sum],
    ['go on from', GOES_ON, undefined],
  ] as const) {
    test(`products that ${name} what is in the memory are those of a plain loop`, () => {
      const [rows, count] = [8, 33];
      const values = someNumbers(rows * count, 5);
      const tiles = rows * count;
      const memory = takeMemory(tiles + 2 * TILE);
      writePanels(values, count, 0, rows, memory, 0);
      memory.fill(0.5, tiles, tiles + 2 * TILE);
      const stride = PANEL * count * BYTES;
      tileLoops().multiply(0, stride, stride, count, 2, tiles * BYTES, mode);
      for (let a = 0; a < rows; a++) {
        for (let b = 4; b < rows; b++) {
          const sum = product(values, count, a, b, expected ? 0 : 0.5);
          assert.equal(memory[tiles + a * PANEL + b - 4], expected ? expected(sum) : sum);
        }
      }
    });
  }

  test('covariances are those of a plain loop', () => {
    const kernel = { linear: 0.3, length: 2, noise: 0.2 };
    fc.assert(
      fc.property(sizes, fc.double({ min: -9, max: 2, noNaN: true }), (given, power) => {
        const { size, count } = given;
        const values = someNumbers(size * count, given.seed).map((each) => each * 10 ** power);
        const out = new Float64Array(packedLength(size));
        writePackedCovariances(kernel, { values, count, size }, 0, out);
        for (let a = 0; a < size; a++) {
          for (let b = 0; b <= a; b++) {
            const [own, other] = [product(values, count, a, a), product(values, count, b, b)];
            const shared = product(values, count, a, b);
            const exponent = -Math.max(0, own + other - 2 * shared) / divisorOf(kernel);
            const plain = kernel.linear * shared + plainExponential(exponent);
            assert.equal(out[packedRow(a) + b], plain);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('the exponential is that of plain steps from 0 down to the smallest number and beyond, and the platform’s but for its last bit', () => {
    const memory = takeMemory(64);
    for (let i = 0; i < 4_000; i++) {
      // Steps from 1e-12 to 1,000, and the edges between the ranges of the exponential.
      const exponent = i < 3_000 ? 10 ** (i / 200 - 12) : (i - 3_000) * (Math.LN2 / 2);
      memory.fill(0, 0, 64);
      memory[0] = exponent;
      tileLoops().covariances(16 * BYTES, 1, 0, 8 * BYTES, 0, 1);
      assert.equal(memory[16], plainExponential(-exponent), `exp(-${exponent})`);
      const platform = Math.exp(-exponent);
      const lastBit = Math.max(platform * 2 ** -52, Number.MIN_VALUE);
      assert.ok(Math.abs(memory[16]! - platform) <= lastBit, `exp(-${exponent}) of the platform`);
    }
  });

  test('a Gram matrix is that of a plain loop', () => {
    fc.assert(
      fc.property(sizes, ({ size, count, seed }) => {
        const data = someNumbers(size * count, seed);
        const { values } = buildGram(data, count);
        for (let a = 0; a < size; a++) {
          for (let b = 0; b < size; b++) {
            assert.equal(values[a * size + b], product(data, count, a, b) / count);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a factor is that of pairs of rows, and so is one that goes on from any even row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 48, max: 130 }), fc.nat(200), (size, begun) => {
        const values = someNumbers(size * 9, size);
        const plain = new Float64Array(packedLength(size));
        const kernel = { linear: 0.3, length: 2, noise: 0.2 };
        writePackedCovariances(kernel, { values, count: 9, size }, 0, plain);
        for (let i = 0; i < size; i++) plain[packedRow(i) + i]! += kernel.noise;
        const from = (begun % size) & ~1;
        const tiled = plain.slice();
        const goesOn = plain.slice();
        assert.ok(factorPlain(plain, size, 0));
        assert.ok(factorInPlace(tiled, size));
        assert.deepEqual(tiled, plain);
        goesOn.set(plain.subarray(0, packedLength(from)));
        assert.ok(factorInPlace(goesOn, size, from));
        assert.deepEqual(goesOn, plain);
      }),
      { numRuns: 25 },
    );
  });

  test('many right sides are solved like each by itself', () => {
    for (const [size, count] of [
      [1, 1],
      [37, 6],
      [64, 25],
    ] as const) {
      const factor = someNumbers(packedLength(size), size);
      for (let i = 0; i < size; i++) factor[packedRow(i) + i] = 3 + i / 7;
      const sides = someNumbers(size * count, 3);
      const alone = sides.slice();
      for (let side = 0; side < count; side++) {
        const own = alone.subarray(side * size, (side + 1) * size);
        solveLower(factor, size, own);
        solveUpper(factor, size, own);
      }
      solveSides(factor, size, sides);
      assert.deepEqual(sides, alone);
    }
  });

  test('a descent is that of a plain loop', () => {
    for (const count of [1, 6, 9]) {
      const gram = buildGram(someNumbers(40 * count, count), 40).values;
      const products = someNumbers(count, 8);
      const [gradient, coefficients] = [products.slice(), new Float64Array(count)];
      sweepPlain(gram, gradient, coefficients, 25);
      const width = count + (count % 2);
      const memory = takeMemory((count + 2) * width);
      memory.fill(0, 0, (count + 2) * width);
      for (let i = 0; i < count; i++) {
        memory.set(gram.subarray(i * count, (i + 1) * count), i * width);
      }
      const at = count * width;
      memory.set(products, at);
      const places = [at * BYTES, (at + width) * BYTES] as const;
      tileLoops().sweep(0, width * BYTES, ...places, count, width >> 1, 25, 0.1, 0.01, 1e-9);
      assert.deepEqual(memory.slice(at, at + count), gradient);
      assert.deepEqual(memory.slice(at + width, at + width + count), coefficients);
    }
  });

  test('a large matrix that is not positive is refused', () => {
    const matrix = new Float64Array(packedLength(60));
    for (let i = 0; i < 60; i++) matrix[packedRow(i) + i] = i === 51 ? -1 : 1;
    assert.equal(factorInPlace(matrix, 60), false);
  });

  test('the assembler names what it does not know', () => {
    assert.throws(() => assemble('(func $a (f32.nearest (f64.const 1)))'), /f32\.nearest/);
    assert.throws(() => assemble('(func $a (local.set $b (f64.const 1)))'), /\$b/);
  });
});

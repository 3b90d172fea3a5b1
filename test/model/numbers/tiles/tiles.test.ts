// The loops in tiles give to the bit what plain loops of the same steps give; factors and solutions, whose sums are in
// another order, are as near as rounding allows.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  factorInPlace,
  packedLength,
  packedRow,
  solveLower,
  solveUpper,
} from '#model/numbers/cholesky';
import { buildGram } from '#model/numbers/gram';
import { exponentFactor, tiledCovariances } from '#model/numbers/kernel';
import {
  ADDS,
  BYTES,
  GOES_ON,
  PANEL,
  panelsOf,
  SWEEP_BLOCK,
  TILE,
  takeMemory,
  tileLoops,
  WRITES,
  writePanels,
} from '#model/numbers/tiles/tile-memory';
import {
  entryOf,
  factorLength,
  factorTiled,
  solveTiled,
  tiledLength,
} from '#model/numbers/tiles/tiled-factor';
import { mulberry32 } from '../../../../harness/mulberry32.ts';
import { addProduct } from '../../fused.ts';

function someNumbers(length: number, seed: number): Float64Array {
  const random = mulberry32(seed);
  return Float64Array.from({ length }, () => 4 * random() - 2);
}

const product = (values: Float64Array, count: number, a: number, b: number, from = 0): number => {
  let total = from;
  for (let i = 0; i < count; i++) {
    total = addProduct(total, values[a * count + i]!, values[b * count + i]!);
  }
  return total;
};

const squareOf = (values: Float64Array, count: number, row: number): number =>
  values.subarray(row * count, (row + 1) * count).reduce((total, value) => total + value ** 2, 0);

/** The factors of the powers of the rest in the exponential, from the eleventh down to the first and 1. */
const POWERS = [
  2.510038549551032e-8, 2.7620088445409746e-7, 2.7557268459997064e-6, 2.4801521295954376e-5,
  0.00019841269863053618, 0.0013888888917213717, 0.008333333333330062, 0.04166666666662413,
  0.16666666666666669, 0.5000000000000001, 1, 1,
];

/** The exponential of a number that is not above 0, step by step. */
function plainExponential(exponent: number): number {
  const x = Math.max(exponent, -708);
  const large = 1.5 * 2 ** 52;
  const whole = addProduct(large, x, Math.LOG2E) - large;
  const first = addProduct(x, -whole, 0.6931471803691238);
  const rest = addProduct(first, -whole, 1.9082149292705877e-10);
  const sum = POWERS.reduce((total, factor) => addProduct(factor, total, rest), 0);
  return sum * 2 ** whole;
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
      for (let m = 0; m < count; m++) {
        gradient[m] = addProduct(gradient[m]!, -gram[k * count + m]!, change);
      }
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

const near = (actual: number, expected: number): void => {
  assert.ok(Math.abs(actual - expected) <= 1e-12 * Math.max(1, Math.abs(expected)));
};

/** A matrix of covariances with noise, packed and in tiles at the beginning of the memory. */
function someMatrix(size: number) {
  const kernel = { linear: 0.3, length: 2, noise: 0.2 };
  const tiled = tiledCovariances(kernel, { values: someNumbers(size * 9, size), count: 9, size });
  const packed = new Float64Array(packedLength(size));
  for (let a = 0; a < size; a++) {
    tiled[entryOf(a, a)] = tiled[entryOf(a, a)]! + kernel.noise;
    for (let b = 0; b <= a; b++) packed[packedRow(a) + b] = tiled[entryOf(a, b)]!;
  }
  const sidesAt = factorLength(size);
  const memory = takeMemory(sidesAt + panelsOf(size) * TILE);
  memory.set(tiled);
  return { packed, memory, sidesAt };
}

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
        const out = tiledCovariances(kernel, { values, count, size });
        for (let a = 0; a < size; a++) {
          for (let b = 0; b <= a; b++) {
            const shared = product(values, count, a, b);
            const squares = squareOf(values, count, a) + squareOf(values, count, b);
            const distance = Math.max(0, addProduct(squares, -2, shared));
            const likeness = plainExponential(exponentFactor(kernel) * distance);
            assert.equal(out[entryOf(a, b)], addProduct(likeness, kernel.linear, shared));
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('the exponential is that of plain steps down to the smallest number with all its bits, and the platform’s but for its last bit', () => {
    const memory = takeMemory(64);
    for (let i = 0; i < 4_000; i++) {
      // Steps from 1e-12 to 1,000, and the edges between the whole numbers of the exponential.
      const exponent = i < 3_000 ? 10 ** (i / 200 - 12) : (i - 3_000) * (Math.LN2 / 2);
      memory.fill(0, 0, 64);
      memory[0] = exponent;
      tileLoops().covariances(16 * BYTES, 1, 0, 8 * BYTES, 0, -1);
      assert.equal(memory[16], plainExponential(-exponent), `exp(-${exponent})`);
      const platform = Math.exp(-Math.min(exponent, 708));
      const lastBit = platform * 2 ** -52;
      assert.ok(Math.abs(memory[16]! - platform) <= lastBit, `exp(-${exponent}) of the platform`);
    }
  });

  test('the bend is the platform’s asinh but for its last bits, and is cut off', () => {
    const memory = takeMemory(2);
    const bend = (value: number, furthest: number): number => {
      memory.fill(value, 0, 2);
      tileLoops().bend(0, 1, furthest);
      assert.equal(memory[0], memory[1]);
      return memory[0]!;
    };
    for (let i = 0; i < 6_000; i++) {
      const value = (i % 2 === 0 ? 1 : -1) * 10 ** (i / 200 - 15);
      const platform = Math.asinh(value);
      assert.ok(Math.abs(bend(value, 1e3) - platform) <= 4e-16 * Math.max(1, Math.abs(platform)));
    }
    assert.deepEqual([bend(1e9, 6), bend(-1e9, 6), bend(Infinity, 6)], [6, -6, 6]);
    assert.deepEqual([bend(NaN, 6), bend(0, 6)], [NaN, 0]);
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

  test('a factor and its solutions are those of plain loops but for rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 130 }), (size) => {
        const { packed, memory, sidesAt } = someMatrix(size);
        const sides = someNumbers(PANEL * size, 3);
        writePanels(sides, size, 0, PANEL, memory, sidesAt);
        assert.ok(factorInPlace(packed, size));
        assert.ok(factorTiled(memory, 0, size));
        for (let a = 0; a < size; a++) {
          for (let b = 0; b <= a; b++) near(memory[entryOf(a, b)]!, packed[packedRow(a) + b]!);
        }
        solveTiled(0, size, sidesAt);
        for (let side = 0; side < PANEL; side++) {
          const own = sides.subarray(side * size, (side + 1) * size);
          solveLower(packed, size, own);
          solveUpper(packed, size, own);
          for (let i = 0; i < size; i++) near(memory[sidesAt + i * PANEL + side]!, own[i]!);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a factor that goes on from any panel is to the bit that of one from the first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 130 }), fc.nat(200), (size, begun) => {
        const { memory } = someMatrix(size);
        const length = tiledLength(size);
        const from = begun % panelsOf(size);
        const plain = memory.slice(0, length);
        assert.ok(factorTiled(memory, 0, size));
        const whole = memory.slice(0, length);
        memory.set(plain.subarray(entryOf(from * PANEL, 0)), entryOf(from * PANEL, 0));
        assert.ok(factorTiled(memory, 0, size, from));
        assert.deepEqual(memory.slice(0, length), whole);
      }),
      { numRuns: 25 },
    );
  });

  test('a descent is that of a plain loop', () => {
    for (const count of [1, 6, 9]) {
      const gram = buildGram(someNumbers(40 * count, count), 40).values;
      const products = someNumbers(count, 8);
      const [gradient, coefficients] = [products.slice(), new Float64Array(count)];
      sweepPlain(gram, gradient, coefficients, 25);
      const width = Math.ceil(count / SWEEP_BLOCK) * SWEEP_BLOCK;
      const memory = takeMemory((count + 2) * width);
      memory.fill(0, 0, (count + 2) * width);
      for (let i = 0; i < count; i++) {
        memory.set(gram.subarray(i * count, (i + 1) * count), i * width);
      }
      const at = count * width;
      memory.set(products, at);
      const places = [at * BYTES, (at + width) * BYTES] as const;
      const blocks = width / SWEEP_BLOCK;
      tileLoops().sweep(0, width * BYTES, ...places, count, blocks, 25, 0.1, 0.01, 1e-9);
      assert.deepEqual(memory.slice(at, at + count), gradient);
      assert.deepEqual(memory.slice(at + width, at + width + count), coefficients);
    }
  });

  test('a large matrix that is not positive is refused', () => {
    const size = 60;
    const memory = takeMemory(factorLength(size));
    memory.fill(0, 0, tiledLength(size));
    for (let i = 0; i < size; i++) memory[entryOf(i, i)] = i === 51 ? -1 : 1;
    assert.equal(factorTiled(memory, 0, size), false);
  });
});

// The inner loops of the fits, in the text format of WebAssembly. Vectors hold two numbers side by side; the terms of
// each sum are added in the order in which a plain loop adds them. A product and a sum are rounded once, so that the
// results are to the bit those of a loop that does the same; a processor that cannot rounds twice.

import {
  add,
  addMul,
  both,
  countDown,
  each,
  get,
  locals,
  mul,
  op,
  params,
  set,
  step,
  sub,
  subMul,
} from '#model/numbers/tiles/code-words';

/** Adds the products of the `k` groups at `p` with those at `q` to the sums of a tile: four of each row at `p`. */
const ADD_PRODUCTS = `
    (if ${get('k')} ${countDown(
      'k',
      `
      ${set('x', `(v128.load ${get('q')})`)}
      ${set('y', `(v128.load offset=16 ${get('q')})`)}
      ${each(
        4,
        (i) => `
        ${set('s', `(v128.load64_splat offset=${8 * i} ${get('p')})`)}
        ${set(`c${2 * i}`, addMul(get(`c${2 * i}`), get('s'), get('x')))}
        ${set(`c${2 * i + 1}`, addMul(get(`c${2 * i + 1}`), get('s'), get('y')))}`,
      )}
      ${step('p', 32)} ${step('q', 32)}`,
    )})`;
const SUMS = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'];

/**
 * The products of panel `b` with `tiles` panels from `a` on, which are `stride` bytes apart. A panel has `count` groups
 * of four numbers: one of each of its four rows. A tile has 4 × 4 sums; those of a row of `a` follow each other.
 * `mode` 0 writes the sums to `c`, 1 goes on from those in `c`, 2 adds them to those in `c` in the end.
 */
const MULTIPLY = `
(func $multiply ${params('i32', 'a', 'stride', 'b', 'count', 'tiles', 'c', 'mode')}
  ${locals('i32', 'p', 'q', 'k')}
  ${locals('v128', 'x', 'y', 's', ...SUMS)}
  ${countDown(
    'tiles',
    `
    ${each(8, (i) => set(`c${i}`, both(0)))}
    (if (i32.eq ${get('mode')} (i32.const 1))
      ${each(8, (i) => set(`c${i}`, `(v128.load offset=${16 * i} ${get('c')})`))})
    ${set('p', get('a'))} ${set('q', get('b'))} ${set('k', get('count'))}
    ${ADD_PRODUCTS}
    (if (i32.eq ${get('mode')} (i32.const 2))
      ${each(8, (i) =>
        set(`c${i}`, add(`(v128.load offset=${16 * i} ${get('c')})`, get(`c${i}`))),
      )})
    ${each(8, (i) => `(v128.store offset=${16 * i} ${get('c')} ${get(`c${i}`)})`)}
    ${set('a', op('i32.add', get('a'), get('stride')))}
    ${step('c', 128)}`,
  )})`;

/** What follows 1 + r in the exponential of r, which is within half of ln 2: the factors of r², r³ and so on. */
const POLYNOMIAL = [
  0.5000000000000001, 0.16666666666666669, 0.04166666666662413, 0.008333333333330062,
  0.0013888888917213717, 0.00019841269863053618, 2.4801521295954376e-5, 2.7557268459997064e-6,
  2.7620088445409746e-7, 2.510038549551032e-8,
];

/** The exponential's numbers, each in a local of its own: an engine makes a constant again whenever it is named. */
const CONSTANTS: Readonly<Record<string, number>> = {
  least: -708,
  log2e: Math.LOG2E,
  // A number so large that its last bit is 1: a sum with it is rounded to a whole number, which is in its last bits.
  large: 1.5 * 2 ** 52,
  // The first part of ln 2 has few bits, so that its product with a whole number is exact.
  ln2: 0.6931471803691238,
  ln2Rest: 1.9082149292705877e-10,
  one: 1,
  two: 2,
  ...Object.fromEntries(POLYNOMIAL.map((factor, i) => [`p${i}`, factor])),
};

/**
 * Sets each `y` to the exponential of its `x`, which is not above 0: two to the power of a whole number times the
 * exponential of the rest. Beyond -708 the result stays 3e-308.
 */
const EXPONENTIALS = [
  (i: number) => set(`x${i}`, op('f64x2.max', get(`x${i}`), get('least'))),
  (i: number) => set(`k${i}`, addMul(get('large'), get(`x${i}`), get('log2e'))),
  (i: number) => set(`t${i}`, sub(get(`k${i}`), get('large'))),
  (i: number) => set(`x${i}`, subMul(get(`x${i}`), get(`t${i}`), get('ln2'))),
  (i: number) => set(`x${i}`, subMul(get(`x${i}`), get(`t${i}`), get('ln2Rest'))),
  (i: number) => set(`y${i}`, get(`p${POLYNOMIAL.length - 1}`)),
  ...[...Object.keys(POLYNOMIAL.slice(1)).map((at) => `p${at}`).reverse(), 'one', 'one'].map(
    (factor) => (i: number) => set(`y${i}`, addMul(get(factor), get(`y${i}`), get(`x${i}`))),
  ),
  // The whole number is added to the exponent.
  (i: number) => {
    const power = op('i64x2.shl', get(`k${i}`), '(i32.const 52)');
    return set(`y${i}`, op('i64x2.add', get(`y${i}`), power));
  },
]
  .map((step) => each(2, step))
  .join('\n');

/**
 * Turns the sums of `rows` rows of tiles, which begin at `c`, into covariances. `owns` has the square of each row,
 * `squares` those of the four rows of the panel that all tiles share. `factor` is what the squared distance is
 * multiplied with in the exponent.
 */
const COVARIANCES = `
(func $covariances ${params('i32', 'c', 'rows', 'owns', 'squares')} ${params('f64', 'linear', 'factor')}
  ${locals('v128', 'own', 's0', 's1', 'x0', 'x1', 'y0', 'y1', 't0', 't1', 'k0', 'k1', 'linears', 'factors')}
  ${locals('v128', 'zero', 'q0', 'q1', ...Object.keys(CONSTANTS))}
  ${Object.entries(CONSTANTS)
    .map(([name, value]) => set(name, both(value)))
    .join('\n')}
  ${set('linears', op('f64x2.splat', get('linear')))}
  ${set('factors', op('f64x2.splat', get('factor')))}
  ${each(2, (i) => set(`q${i}`, `(v128.load offset=${16 * i} ${get('squares')})`))}
  ${countDown(
    'rows',
    `
    ${set('own', `(v128.load64_splat ${get('owns')})`)}
    ${each(2, (i) => set(`s${i}`, `(v128.load offset=${16 * i} ${get('c')})`))}
    ${each(2, (i) => set(`x${i}`, subMul(add(get('own'), get(`q${i}`)), get('two'), get(`s${i}`))))}
    ${each(2, (i) => set(`x${i}`, mul(get('factors'), op('f64x2.max', get('zero'), get(`x${i}`)))))}
    ${EXPONENTIALS}
    ${each(
      2,
      (i) => `(v128.store offset=${16 * i} ${get('c')}
        ${addMul(get(`y${i}`), get('linears'), get(`s${i}`))})`,
    )}
    ${step('c', 32)} ${step('owns', 8)}`,
  )})`;

/** Adds the `count` rows of a panel, and these rows times the numbers from `weights` on, to two groups of four sums. */
const ADD_UP = `
(func $addUp ${params('i32', 'panel', 'count', 'weights', 'plain', 'weighted')}
  ${locals('v128', 'w', 'p0', 'p1', 'w0', 'w1')}
  ${each(
    2,
    (i) => `
    ${set(`p${i}`, `(v128.load offset=${16 * i} ${get('plain')})`)}
    ${set(`w${i}`, `(v128.load offset=${16 * i} ${get('weighted')})`)}`,
  )}
  ${countDown(
    'count',
    `
    ${set('w', `(v128.load64_splat ${get('weights')})`)}
    ${each(2, (i) => {
      const value = `(v128.load offset=${16 * i} ${get('panel')})`;
      return `
      ${set(`p${i}`, add(get(`p${i}`), value))}
      ${set(`w${i}`, addMul(get(`w${i}`), get('w'), value))}`;
    })}
    ${step('panel', 32)} ${step('weights', 8)}`,
  )}
  ${each(
    2,
    (i) => `
    (v128.store offset=${16 * i} ${get('plain')} ${get(`p${i}`)})
    (v128.store offset=${16 * i} ${get('weighted')} ${get(`w${i}`)})`,
  )})`;

/** Loads the four numbers of column `column` of a tile's rows to `c`, and stores them. */
const loadColumn = (column: number, base: string): string =>
  each(2, (i) => set(`c${2 * column + i}`, `(v128.load offset=${32 * column + 16 * i} ${get(base)})`));
const storeColumn = (column: number, base: string): string =>
  each(2, (i) => `(v128.store offset=${32 * column + 16 * i} ${get(base)} ${get(`c${2 * column + i}`)})`);
/** What is left of a column after another one times `s`, and a column divided by `s`. */
const lessColumn = (column: number, other: number): string =>
  each(2, (i) =>
    set(`c${2 * column + i}`, subMul(get(`c${2 * column + i}`), get('s'), get(`c${2 * other + i}`))),
  );
const divideColumn = (column: number): string =>
  each(2, (i) => set(`c${2 * column + i}`, op('f64x2.div', get(`c${2 * column + i}`), get('s'))));
/** Sets `s` to entry (row, column) of the tile at `p`. */
const takeEntry = (row: number, column: number): string =>
  set('s', `(v128.load64_splat offset=${32 * column + 8 * row} ${get('p')})`);
const ORDER = [0, 1, 2, 3];

/**
 * Settles the tile of a panel in the columns of panel `left` of a factor, which follow `count` settled ones. Four right
 * sides are settled like four rows.
 */
const SETTLE = `
(func $settle ${params('i32', 'panel', 'left', 'count')}
  ${locals('i32', 'p', 'q', 'k')} ${locals('v128', 'x', 'y', 's', ...SUMS)}
  ${set('p', get('left'))} ${set('q', get('panel'))} ${set('k', get('count'))}
  ${ADD_PRODUCTS}
  ${each(4, (column) => `
    ${each(2, (i) =>
      set(
        `c${2 * column + i}`,
        sub(`(v128.load offset=${32 * column + 16 * i} ${get('q')})`, get(`c${2 * column + i}`)),
      ),
    )}
    ${ORDER.slice(0, column)
      .map((other) => takeEntry(column, other) + lessColumn(column, other))
      .join('\n')}
    ${takeEntry(column, column)} ${divideColumn(column)} ${storeColumn(column, 'q')}`)})`;

/**
 * Settles four right sides in the rows of a factor's panel, whose columns follow `count` others, for the transposed
 * factor: their part is subtracted from the rows of those columns.
 */
const SETTLE_BACK = `
(func $settleBack ${params('i32', 'sides', 'panel', 'count')}
  ${locals('i32', 'p', 'q')} ${locals('v128', 's', 'x', 'y', ...SUMS)}
  ${set('p', op('i32.add', get('panel'), op('i32.mul', get('count'), '(i32.const 32)')))}
  ${set('q', op('i32.add', get('sides'), op('i32.mul', get('count'), '(i32.const 32)')))}
  ${ORDER.toReversed()
    .map((row) => `
    ${loadColumn(row, 'q')}
    ${ORDER.slice(row + 1)
      .map((other) => takeEntry(other, row) + lessColumn(row, other))
      .join('\n')}
    ${takeEntry(row, row)} ${divideColumn(row)} ${storeColumn(row, 'q')}`)
    .join('\n')}
  ${set('p', get('panel'))} ${set('q', get('sides'))}
  (if ${get('count')} ${countDown(
    'count',
    `
    ${set('x', `(v128.load ${get('q')})`)}
    ${set('y', `(v128.load offset=16 ${get('q')})`)}
    ${each(
      4,
      (i) => `
      ${set('s', `(v128.load64_splat offset=${8 * i} ${get('p')})`)}
      ${set('x', subMul(get('x'), get('s'), get(`c${2 * i}`)))}
      ${set('y', subMul(get('y'), get('s'), get(`c${2 * i + 1}`)))}`,
    )}
    (v128.store ${get('q')} ${get('x')})
    (v128.store offset=16 ${get('q')} ${get('y')})
    ${step('p', 32)} ${step('q', 32)}`,
  )}))`;

export const TILE_CODE = [MULTIPLY, SETTLE, SETTLE_BACK, COVARIANCES, ADD_UP].join('\n');

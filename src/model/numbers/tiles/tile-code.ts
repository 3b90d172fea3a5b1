// The inner loops of the fits, in the text format of WebAssembly. Vectors hold two numbers side by side; the terms of
// each sum are added in the order in which a plain loop adds them, so that the results are to the bit those of one.

import {
  add,
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
} from '#model/numbers/tiles/code-words';

/**
 * The products of panel `b` with `tiles` panels from `a` on, which are `stride` bytes apart. A panel has `count` groups
 * of four numbers: one of each of its four rows. A tile has 4 × 4 sums; those of a row of `a` follow each other.
 * `mode` 0 writes the sums to `c`, 1 goes on from those in `c`, 2 adds them to those in `c` in the end.
 */
const MULTIPLY = `
(func $multiply ${params('i32', 'a', 'stride', 'b', 'count', 'tiles', 'c', 'mode')}
  ${locals('i32', 'p', 'q', 'k')}
  ${locals('v128', 'x', 'y', 's', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7')}
  ${countDown(
    'tiles',
    `
    ${each(8, (i) => set(`c${i}`, both(0)))}
    (if (i32.eq ${get('mode')} (i32.const 1))
      ${each(8, (i) => set(`c${i}`, `(v128.load offset=${16 * i} ${get('c')})`))})
    ${set('p', get('a'))} ${set('q', get('b'))} ${set('k', get('count'))}
    (if ${get('k')} ${countDown(
      'k',
      `
      ${set('x', `(v128.load ${get('q')})`)}
      ${set('y', `(v128.load offset=16 ${get('q')})`)}
      ${each(
        4,
        (i) => `
        ${set('s', `(v128.load64_splat offset=${8 * i} ${get('p')})`)}
        ${set(`c${2 * i}`, add(get(`c${2 * i}`), mul(get('s'), get('x'))))}
        ${set(`c${2 * i + 1}`, add(get(`c${2 * i + 1}`), mul(get('s'), get('y'))))}`,
      )}
      ${step('p', 32)} ${step('q', 32)}`,
    )})
    (if (i32.eq ${get('mode')} (i32.const 2))
      ${each(8, (i) =>
        set(`c${i}`, add(`(v128.load offset=${16 * i} ${get('c')})`, get(`c${i}`))),
      )})
    ${each(8, (i) => `(v128.store offset=${16 * i} ${get('c')} ${get(`c${i}`)})`)}
    ${set('a', op('i32.add', get('a'), get('stride')))}
    ${step('c', 128)}`,
  )})`;

/** Two to the power of a whole number, by the bits of its exponent. */
const powerOfTwo = (whole: string): string =>
  op(
    'i64x2.add',
    op('i64x2.shl', add(whole, both(1.5 * 2 ** 52)), '(i32.const 52)'),
    '(v128.const i64 0x3ff0000000000000)',
  );

const POLYNOMIAL = [
  0.16666666666666602, -0.0027777777777015593, 6.613756321437934e-5, -1.6533902205465252e-6,
  4.1381367970572385e-8,
];

/**
 * Sets `y` to the exponential of `x`, which is not above 0, by the steps of fdlibm, as Math.exp does on most
 * processors. Beyond -746 the result is 0. The power of two is applied in two halves, since one could be too small for
 * a number.
 */
const EXPONENTIAL = `
  ${set('x', op('f64x2.max', get('x'), both(-746)))}
  ${set('t', op('f64x2.trunc', sub(mul(get('x'), both(Math.LOG2E)), both(0.5))))}
  ${set('t', op('v128.bitselect', both(0), get('t'), op('f64x2.gt', get('x'), both(-0.3465735912322998))))}
  ${set('hi', sub(get('x'), mul(get('t'), both(0.6931471803691238))))}
  ${set('lo', mul(get('t'), both(1.9082149292705877e-10)))}
  ${set('r', sub(get('hi'), get('lo')))}
  ${set('z', mul(get('r'), get('r')))}
  ${set('y', both(POLYNOMIAL[4]!))}
  ${[3, 2, 1, 0].map((i) => set('y', add(both(POLYNOMIAL[i]!), mul(get('z'), get('y'))))).join('\n')}
  ${set('z', sub(get('r'), mul(get('z'), get('y'))))}
  ${set('y', op('f64x2.div', mul(get('r'), get('z')), sub(both(2), get('z'))))}
  ${set('y', sub(both(1), sub(sub(get('lo'), get('y')), get('hi'))))}
  ${set('z', op('f64x2.trunc', mul(get('t'), both(0.5))))}
  ${set('y', mul(mul(get('y'), powerOfTwo(get('z'))), powerOfTwo(sub(get('t'), get('z')))))}
  ${set('y', op('v128.bitselect', add(both(1), get('x')), get('y'), op('f64x2.gt', get('x'), both(-(2 ** -28)))))}`;

/**
 * Turns the sums of `rows` rows of tiles, which begin at `c`, into covariances. `owns` has the square of each row,
 * `squares` those of the four rows of the panel that all tiles share.
 */
const COVARIANCES = `
(func $covariances ${params('i32', 'c', 'rows', 'owns', 'squares')} ${params('f64', 'linear', 'divisor')}
  ${locals('v128', 'own', 'sum', 'x', 'y', 't', 'hi', 'lo', 'r', 'z')}
  ${countDown(
    'rows',
    `
    ${set('own', `(v128.load64_splat ${get('owns')})`)}
    ${[0, 16]
      .map(
        (offset) => `
      ${set('sum', `(v128.load offset=${offset} ${get('c')})`)}
      ${set('x', sub(add(get('own'), `(v128.load offset=${offset} ${get('squares')})`), mul(both(2), get('sum'))))}
      ${set('x', op('f64x2.neg', op('f64x2.max', both(0), get('x'))))}
      ${set('x', op('f64x2.div', get('x'), op('f64x2.splat', get('divisor'))))}
      ${EXPONENTIAL}
      (v128.store offset=${offset} ${get('c')}
        ${add(mul(op('f64x2.splat', get('linear')), get('sum')), get('y'))})`,
      )
      .join('\n')}
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
      ${set(`w${i}`, add(get(`w${i}`), mul(get('w'), value)))}`;
    })}
    ${step('panel', 32)} ${step('weights', 8)}`,
  )}
  ${each(
    2,
    (i) => `
    (v128.store offset=${16 * i} ${get('plain')} ${get(`p${i}`)})
    (v128.store offset=${16 * i} ${get('weighted')} ${get(`w${i}`)})`,
  )})`;

export const TILE_CODE = [MULTIPLY, COVARIANCES, ADD_UP].join('\n');

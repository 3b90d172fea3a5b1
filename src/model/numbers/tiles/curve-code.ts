// Functions of many numbers: the exponential in covariances, and the bend of prices. An engine makes a constant again
// whenever it is named, so that each has a local of its own.

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
} from '#core/assembly/code-words';

const setAll = (constants: Readonly<Record<string, string>>): string =>
  Object.entries(constants)
    .map(([name, value]) => set(name, value))
    .join('\n');
const named = (prefix: string, factors: readonly number[]) =>
  Object.fromEntries(factors.map((factor, i) => [`${prefix}${i}`, both(factor)]));

/** ln 2 in two parts; the first has few bits, so that its product with a whole number is exact. */
const LN2 = { ln2: both(0.6931471803691238), ln2Rest: both(1.9082149292705877e-10) };

/** What follows 1 + r in the exponential of r, which is within half of ln 2: the factors of r², r³ and so on. */
const POLYNOMIAL = [
  0.5000000000000001, 0.16666666666666669, 0.04166666666662413, 0.008333333333330062,
  0.0013888888917213717, 0.00019841269863053618, 2.4801521295954376e-5, 2.7557268459997064e-6,
  2.7620088445409746e-7, 2.510038549551032e-8,
];

const CONSTANTS = {
  ...LN2,
  least: both(-708),
  log2e: both(Math.LOG2E),
  // A number so large that its last bit is 1: a sum with it is rounded to a whole number, which is in its last bits.
  large: both(1.5 * 2 ** 52),
  one: both(1),
  two: both(2),
  ...named('p', POLYNOMIAL),
};

/**
 * Sets each `y` to the exponential of its `x`, which is not above 0: two to the power of a whole number times the
 * exponential of the rest. Beyond -708 the result stays 3e-308.
 */
const EXPONENTIALS = [
  (i: number) => set(`x${i}`, op('f64x2.pmax', get('least'), get(`x${i}`))),
  (i: number) => set(`k${i}`, addMul(get('large'), get(`x${i}`), get('log2e'))),
  (i: number) => set(`t${i}`, sub(get(`k${i}`), get('large'))),
  (i: number) => set(`x${i}`, subMul(get(`x${i}`), get(`t${i}`), get('ln2'))),
  (i: number) => set(`x${i}`, subMul(get(`x${i}`), get(`t${i}`), get('ln2Rest'))),
  (i: number) => set(`y${i}`, get(`p${POLYNOMIAL.length - 1}`)),
  ...[
    ...Object.keys(POLYNOMIAL.slice(1))
      .map((at) => `p${at}`)
      .reverse(),
    'one',
    'one',
  ].map((factor) => (i: number) => set(`y${i}`, addMul(get(factor), get(`y${i}`), get(`x${i}`)))),
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
  ${setAll(CONSTANTS)}
  ${set('linears', op('f64x2.splat', get('linear')))}
  ${set('factors', op('f64x2.splat', get('factor')))}
  ${each(2, (i) => set(`q${i}`, `(v128.load offset=${16 * i} ${get('squares')})`))}
  ${countDown(
    'rows',
    `
    ${set('own', `(v128.load64_splat ${get('owns')})`)}
    ${each(2, (i) => set(`s${i}`, `(v128.load offset=${16 * i} ${get('c')})`))}
    ${each(2, (i) => set(`x${i}`, subMul(add(get('own'), get(`q${i}`)), get('two'), get(`s${i}`))))}
    ${each(2, (i) => set(`x${i}`, mul(get('factors'), op('f64x2.pmax', get('zero'), get(`x${i}`)))))}
    ${EXPONENTIALS}
    ${each(
      2,
      (i) => `(v128.store offset=${16 * i} ${get('c')}
        ${addMul(get(`y${i}`), get('linears'), get(`s${i}`))})`,
    )}
    ${step('c', 32)} ${step('owns', 8)}`,
  )})`;

/** What follows 2 s in the logarithm of (1 + s) / (1 - s), which is from √½ to √2: the factors of s³, s⁵ and so on. */
const LOGARITHM = [
  0.666666666666667, 0.39999999999899444, 0.2857142862600327, 0.22222211130259878,
  0.18182889455674947, 0.15331710618210773, 0.14616585424888623,
];
const BEND_CONSTANTS = {
  ...LN2,
  half: both(0.5),
  one: both(1),
  root: both(Math.SQRT2),
  sign: '(v128.const i64 0x8000000000000000)',
  fraction: '(v128.const i64 0x000fffffffffffff)',
  // The exponent of 2 ** 52, whose last bits then are a whole number, and what these are more than the exponent.
  large: both(2 ** 52),
  excess: both(2 ** 52 + 1023),
  ...named('l', LOGARITHM),
};

/**
 * Bends `pairs` times two numbers from `at` on by asinh, and cuts them off at ±`furthest`. asinh is the logarithm of
 * y = |x| + √(x² + 1) with the sign of x. NaN stays NaN.
 */
const BEND = `
(func $bend ${params('i32', 'at', 'pairs')} ${params('f64', 'furthest')}
  ${locals('v128', 'x', 'y', 'e', 'isLarge', 's', 'u', 'p', 'far', ...Object.keys(BEND_CONSTANTS))}
  ${setAll(BEND_CONSTANTS)}
  ${set('far', op('f64x2.splat', get('furthest')))}
  (if ${get('pairs')} ${countDown(
    'pairs',
    `
    ${set('x', `(v128.load ${get('at')})`)}
    ${set('y', add(op('f64x2.abs', get('x')), op('f64x2.sqrt', addMul(get('one'), get('x'), get('x')))))}
    ${set('e', op('v128.or', op('i64x2.shr_u', get('y'), '(i32.const 52)'), get('large')))}
    ${set('e', sub(get('e'), get('excess')))}
    ${set('y', op('v128.or', op('v128.and', get('y'), get('fraction')), get('one')))}
    ${set('isLarge', op('f64x2.gt', get('y'), get('root')))}
    ${set('e', add(get('e'), op('v128.and', get('isLarge'), get('one'))))}
    ${set('y', op('v128.bitselect', mul(get('y'), get('half')), get('y'), get('isLarge')))}
    ${set('s', op('f64x2.div', sub(get('y'), get('one')), add(get('y'), get('one'))))}
    ${set('u', mul(get('s'), get('s')))}
    ${set('p', get(`l${LOGARITHM.length - 1}`))}
    ${Object.keys(LOGARITHM.slice(1))
      .reverse()
      .map((i) => set('p', addMul(get(`l${i}`), get('p'), get('u'))))
      .join('\n')}
    ${set('p', mul(get('p'), mul(get('u'), get('s'))))}
    ${set('p', add(addMul(get('p'), get('e'), get('ln2Rest')), add(get('s'), get('s'))))}
    ${set('p', op('f64x2.pmin', addMul(get('p'), get('e'), get('ln2')), get('far')))}
    ${set('p', op('v128.or', get('p'), op('v128.and', get('x'), get('sign'))))}
    (v128.store ${get('at')}
      ${op('v128.bitselect', get('x'), get('p'), op('f64x2.ne', get('x'), get('x')))})
    ${step('at', 16)}`,
  )}))`;

export const CURVE_CODE = [COVARIANCES, BEND].join('\n');

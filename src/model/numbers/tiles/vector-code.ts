// The loops over single vectors: the descent of the lasso, digests and levels.

import {
  add,
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

/** The numbers that `subtractRows` and each step of `sweep` work on at once. */
export const BLOCK = 16;
export const SWEEP_BLOCK = 8;
const VECTORS = BLOCK / 2;

/**
 * Writes the numbers from `from` on to `to`, less each of `count` rows times its factor: `blocks` times sixteen numbers.
 * `rows` has the place of each row, `factors` its factor.
 */
const SUBTRACT_ROWS = `
(func $subtractRows ${params('i32', 'to', 'from', 'rows', 'factors', 'count', 'blocks')}
  ${locals('i32', 'k', 'r', 'f', 'at', 'shift')}
  ${locals('v128', 'factor', ...Array.from({ length: VECTORS }, (_, i) => `v${i}`))}
  ${countDown(
    'blocks',
    `
    ${each(VECTORS, (i) => set(`v${i}`, `(v128.load offset=${16 * i} ${get('from')})`))}
    ${set('k', get('count'))} ${set('r', get('rows'))} ${set('f', get('factors'))}
    (if ${get('k')} ${countDown(
      'k',
      `
      ${set('at', op('i32.add', `(i32.load ${get('r')})`, get('shift')))}
      ${set('factor', `(v128.load64_splat ${get('f')})`)}
      ${each(VECTORS, (i) =>
        set(
          `v${i}`,
          subMul(get(`v${i}`), `(v128.load offset=${16 * i} ${get('at')})`, get('factor')),
        ),
      )}
      ${step('r', 4)} ${step('f', 8)}`,
    )})
    ${each(VECTORS, (i) => `(v128.store offset=${16 * i} ${get('to')} ${get(`v${i}`)})`)}
    ${step('to', 8 * BLOCK)} ${step('from', 8 * BLOCK)} ${step('shift', 8 * BLOCK)}`,
  )})`;

/** Subtracts the numbers from `from` on times `factors` from those at `to`: `blocks` times eight numbers. */
const subtractLoop = countDown(
  'blocks',
  `
  ${each(
    SWEEP_BLOCK / 2,
    (i) => `
    (v128.store offset=${16 * i} ${get('to')} ${subMul(
      `(v128.load offset=${16 * i} ${get('to')})`,
      `(v128.load offset=${16 * i} ${get('from')})`,
      get('factors'),
    )})`,
  )}
  ${step('to', 8 * SWEEP_BLOCK)} ${step('from', 8 * SWEEP_BLOCK)}`,
);

/**
 * Coordinate descent over `count` columns, whose mean products are rows of `stride` bytes from `dense` on, until no
 * coefficient moves by `least` or `sweeps` are over. Rows have `whole` blocks of eight numbers; those after `count` do
 * not matter.
 */
const SWEEP = `
(func $sweep ${params('i32', 'dense', 'stride', 'gradient', 'coefficients', 'count', 'whole', 'sweeps')}
  ${params('f64', 'penalty', 'ridge', 'least')}
  ${locals('i32', 'column', 'row', 'g', 'o', 'at', 'to', 'from', 'blocks')}
  ${locals('f64', 'own', 'old', 'pull', 'reach', 'next', 'furthest')} ${locals('v128', 'factors')}
  (block $done
    ${countDown(
      'sweeps',
      `
      ${set('furthest', '(f64.const 0)')}
      ${set('column', get('count'))} ${set('row', get('dense'))}
      ${set('g', get('gradient'))} ${set('o', get('coefficients'))} ${set('at', get('dense'))}
      ${countDown(
        'column',
        `
        (block $same
          ${set('own', `(f64.load ${get('at')})`)}
          ${set('old', `(f64.load ${get('o')})`)}
          ${set('pull', op('f64.add', `(f64.load ${get('g')})`, op('f64.mul', get('own'), get('old'))))}
          ${set('reach', op('f64.sub', op('f64.abs', get('pull')), get('penalty')))}
          ${set(
            'next',
            op(
              'select',
              '(f64.const 0)',
              op(
                'f64.div',
                op('f64.copysign', get('reach'), get('pull')),
                op('f64.add', get('own'), get('ridge')),
              ),
              op('f64.le', get('reach'), '(f64.const 0)'),
            ),
          )}
          ${set('reach', op('f64.sub', get('next'), get('old')))}
          (br_if $same (f64.eq ${get('reach')} (f64.const 0)))
          (f64.store ${get('o')} ${get('next')})
          ${set('factors', op('f64x2.splat', get('reach')))}
          ${set('to', get('gradient'))} ${set('from', get('row'))} ${set('blocks', get('whole'))}
          ${subtractLoop}
          ${set('furthest', op('f64.max', get('furthest'), op('f64.abs', get('reach'))))})
        ${set('row', op('i32.add', get('row'), get('stride')))}
        ${set('at', op('i32.add', op('i32.add', get('at'), get('stride')), '(i32.const 8)'))}
        ${step('g', 8)} ${step('o', 8)}`,
      )}
      (br_if $done (f64.lt ${get('furthest')} ${get('least')}))`,
    )}))`;

const timesEight = (value: string): string => op('i32.mul', value, '(i32.const 8)');

/**
 * Copies the entries of rows and columns `active[first]` up to `active[count - 1]` of a symmetric matrix, each with those
 * before it and itself, to rows and columns `first` up to `count - 1` of `dense`. Strides are in bytes.
 */
const GATHER = `
(func $gather ${params('i32', 'matrix', 'stride', 'dense', 'denseStride', 'active', 'first', 'count')}
  ${locals('i32', 'row', 'to', 'across', 'a', 'm')} ${locals('f64', 'value')}
  (loop $row
    ${set('a', op('i32.add', get('active'), op('i32.mul', get('first'), '(i32.const 4)')))}
    ${set('row', op('i32.add', get('matrix'), op('i32.mul', `(i32.load ${get('a')})`, get('stride'))))}
    ${set('to', op('i32.add', get('dense'), op('i32.mul', get('first'), get('denseStride'))))}
    ${set('across', op('i32.add', get('dense'), timesEight(get('first'))))}
    ${set('a', get('active'))}
    ${set('m', op('i32.add', get('first'), '(i32.const 1)'))}
    ${countDown(
      'm',
      `
      ${set('value', `(f64.load ${op('i32.add', get('row'), timesEight(`(i32.load ${get('a')})`))})`)}
      (f64.store ${get('to')} ${get('value')})
      (f64.store ${get('across')} ${get('value')})
      ${step('a', 4)} ${step('to', 8)}
      ${set('across', op('i32.add', get('across'), get('denseStride')))}`,
    )}
    ${step('first', 1)}
    (br_if $row (i32.lt_u ${get('first')} ${get('count')}))))`;

/**
 * Mixes `groups` times eight numbers from `at` on into the eight words at `state`. Each word is mixed with every eighth
 * number by steps that can be undone, so that a single number that differs always shows.
 */
const DIGEST = `
(func $digest ${params('i32', 'at', 'groups', 'state')} ${locals('v128', 's0', 's1', 's2', 's3')}
  ${each(4, (i) => set(`s${i}`, `(v128.load offset=${16 * i} ${get('state')})`))}
  ${countDown(
    'groups',
    `
    ${each(4, (i) => {
      const mixed = op('v128.xor', get(`s${i}`), `(v128.load offset=${16 * i} ${get('at')})`);
      const spread = op('i64x2.mul', mixed, '(v128.const i64 0x9e3779b97f4a7c15)');
      return `${set(`s${i}`, spread)}
      ${set(`s${i}`, op('v128.xor', get(`s${i}`), op('i64x2.shr_u', get(`s${i}`), '(i32.const 29)')))}`;
    })}
    ${step('at', 64)}`,
  )}
  ${each(4, (i) => `(v128.store offset=${16 * i} ${get('state')} ${get(`s${i}`)})`)})`;

/**
 * Adds up `groups` times four distances from `center`, each of four sums by itself, and writes the sums to `out`. With a
 * `sign` of -1 they count without their own sign, with 1 as they are.
 */
const ADD_DISTANCES = `
(func $addDistances ${params('i32', 'at', 'groups', 'out')} ${params('f64', 'center', 'sign')}
  ${locals('v128', 'centers', 'signs', 'x0', 'x1', 's0', 's1')}
  ${set('centers', op('f64x2.splat', get('center')))}
  ${set('signs', op('f64x2.splat', get('sign')))}
  (if ${get('groups')} ${countDown(
    'groups',
    `
    ${each(2, (i) => set(`x${i}`, sub(`(v128.load offset=${16 * i} ${get('at')})`, get('centers'))))}
    ${each(2, (i) => set(`x${i}`, op('f64x2.pmax', get(`x${i}`), mul(get(`x${i}`), get('signs')))))}
    ${each(2, (i) => set(`s${i}`, add(get(`s${i}`), get(`x${i}`))))}
    ${step('at', 32)}`,
  )})
  ${each(2, (i) => `(v128.store offset=${16 * i} ${get('out')} ${get(`s${i}`)})`)})`;

export const VECTOR_CODE = [SUBTRACT_ROWS, SWEEP, GATHER, DIGEST, ADD_DISTANCES].join('\n');

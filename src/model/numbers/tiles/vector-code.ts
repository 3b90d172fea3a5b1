// The loops over single vectors: the descent of the lasso, solving with a factor, and digests.

import {
  countDown,
  each,
  get,
  locals,
  op,
  params,
  set,
  step,
  subMul,
} from '#model/numbers/tiles/code-words';

/** Subtracts the numbers from `from` on times `factor` from those at `to`: `pairs` times two numbers. */
const subtractLoop = `
  ${countDown(
    'pairs',
    `
    (v128.store ${get('to')} ${subMul(
      `(v128.load ${get('to')})`,
      `(v128.load ${get('from')})`,
      get('factors'),
    )})
    ${step('to', 16)} ${step('from', 16)}`,
  )}`;
const SUBTRACT = `
(func $subtract ${params('i32', 'to', 'from', 'pairs')} ${params('f64', 'factor')}
  ${locals('v128', 'factors')}
  ${set('factors', op('f64x2.splat', get('factor')))}
  ${subtractLoop})`;

/**
 * Coordinate descent over `count` columns, whose mean products are rows of `stride` bytes from `dense` on, until no
 * coefficient moves by `least` or `sweeps` are over. Rows have `half` pairs of numbers: one more if `count` is odd.
 */
const SWEEP = `
(func $sweep ${params('i32', 'dense', 'stride', 'gradient', 'coefficients', 'count', 'half', 'sweeps')}
  ${params('f64', 'penalty', 'ridge', 'least')}
  ${locals('i32', 'column', 'row', 'g', 'o', 'at', 'to', 'from', 'pairs')}
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
          ${set('to', get('gradient'))} ${set('from', get('row'))} ${set('pairs', get('half'))}
          ${subtractLoop}
          ${set('furthest', op('f64.max', get('furthest'), op('f64.abs', get('reach'))))})
        ${set('row', op('i32.add', get('row'), get('stride')))}
        ${set('at', op('i32.add', op('i32.add', get('at'), get('stride')), '(i32.const 8)'))}
        ${step('g', 8)} ${step('o', 8)}`,
      )}
      (br_if $done (f64.lt ${get('furthest')} ${get('least')}))`,
    )}))`;

const lessProduct = (value: string, part: string): string => subMul(value, get('s'), part);

/**
 * Solves L Lᵀ x = b for four right sides, which are the panel at `x`, in place. The factor is packed: row i has i + 1
 * numbers.
 */
const SOLVE = `
(func $solve ${params('i32', 'factor', 'size', 'x')}
  ${locals('i32', 'i', 'k', 'p', 'q', 'own', 'row')} ${locals('v128', 's', 'v0', 'v1')}
  ${set('row', get('factor'))} ${set('own', get('x'))}
  (loop $down
    ${each(2, (i) => set(`v${i}`, `(v128.load offset=${16 * i} ${get('own')})`))}
    ${set('p', get('x'))} ${set('k', get('i'))}
    (if ${get('k')} ${countDown(
      'k',
      `
      ${set('s', `(v128.load64_splat ${get('row')})`)}
      ${each(2, (i) => set(`v${i}`, lessProduct(get(`v${i}`), `(v128.load offset=${16 * i} ${get('p')})`)))}
      ${step('row', 8)} ${step('p', 32)}`,
    )})
    ${set('s', `(v128.load64_splat ${get('row')})`)}
    ${each(2, (i) => `(v128.store offset=${16 * i} ${get('own')} ${op('f64x2.div', get(`v${i}`), get('s'))})`)}
    ${step('row', 8)} ${step('own', 32)} ${step('i', 1)}
    (br_if $down (i32.lt_u ${get('i')} ${get('size')})))
  ${countDown(
    'i',
    `
    ${step('row', -8)} ${step('own', -32)}
    ${set('s', `(v128.load64_splat ${get('row')})`)}
    ${each(2, (i) => set(`v${i}`, op('f64x2.div', `(v128.load offset=${16 * i} ${get('own')})`, get('s'))))}
    ${each(2, (i) => `(v128.store offset=${16 * i} ${get('own')} ${get(`v${i}`)})`)}
    ${set('k', op('i32.sub', get('i'), '(i32.const 1)'))}
    ${set('row', op('i32.sub', get('row'), op('i32.mul', get('k'), '(i32.const 8)')))}
    ${set('p', get('x'))} ${set('q', get('row'))}
    (if ${get('k')} ${countDown(
      'k',
      `
      ${set('s', `(v128.load64_splat ${get('q')})`)}
      ${each(
        2,
        (i) => `(v128.store offset=${16 * i} ${get('p')}
          ${lessProduct(`(v128.load offset=${16 * i} ${get('p')})`, get(`v${i}`))})`,
      )}
      ${step('q', 8)} ${step('p', 32)}`,
    )})`,
  )})`;

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

export const VECTOR_CODE = [SUBTRACT, SWEEP, SOLVE, DIGEST].join('\n');

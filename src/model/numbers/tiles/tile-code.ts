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
  op,
  params,
  set,
  step,
  sub,
  subMul,
} from '#core/assembly/code-words';

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
  each(2, (i) =>
    set(`c${2 * column + i}`, `(v128.load offset=${32 * column + 16 * i} ${get(base)})`),
  );
const storeColumn = (column: number, base: string): string =>
  each(
    2,
    (i) => `(v128.store offset=${32 * column + 16 * i} ${get(base)} ${get(`c${2 * column + i}`)})`,
  );
/** What is left of a column after another one times `s`, and a column divided by `s`. */
const lessColumn = (column: number, other: number): string =>
  each(2, (i) =>
    set(
      `c${2 * column + i}`,
      subMul(get(`c${2 * column + i}`), get('s'), get(`c${2 * other + i}`)),
    ),
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
  ${each(
    4,
    (column) => `
    ${each(2, (i) =>
      set(
        `c${2 * column + i}`,
        sub(`(v128.load offset=${32 * column + 16 * i} ${get('q')})`, get(`c${2 * column + i}`)),
      ),
    )}
    ${ORDER.slice(0, column)
      .map((other) => takeEntry(column, other) + lessColumn(column, other))
      .join('\n')}
    ${takeEntry(column, column)} ${divideColumn(column)} ${storeColumn(column, 'q')}`,
  )})`;

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
    .map(
      (row) => `
    ${loadColumn(row, 'q')}
    ${ORDER.slice(row + 1)
      .map((other) => takeEntry(other, row) + lessColumn(row, other))
      .join('\n')}
    ${takeEntry(row, row)} ${divideColumn(row)} ${storeColumn(row, 'q')}`,
    )
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

export const TILE_CODE = [MULTIPLY, SETTLE, SETTLE_BACK, ADD_UP].join('\n');

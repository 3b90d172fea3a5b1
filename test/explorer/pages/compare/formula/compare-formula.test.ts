// Formulas of series: what can be read, what is refused and why, and what they come to.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { evaluatorOf, valueOfResult } from '#core/formula/evaluate-formula';
import { FormulaFault } from '#core/formula/formula-tokens';
import { unitOfFormula } from '#core/formula/formula-unit';
import { parseFormula } from '#core/formula/parse-formula';
import { replaceCode } from '#explorer/pages/compare/formula/replace-code.ts';
import { comparedText } from '#view/address/comparison';
import { Random } from '../../../../../harness/random.ts';

const inputsOf = (text: string): string[] => parseFormula(text).inputs.map(comparedText);

const resultOf = (text: string, ...inputs: readonly (number | null)[]): number | null =>
  valueOfResult(evaluatorOf(parseFormula(text).root)(inputs));

const unitOf = (text: string, ...units: readonly string[]): string =>
  unitOfFormula(parseFormula(text).root, units);

function refused(run: () => unknown, words: RegExp): void {
  assert.throws(run, (error: unknown) => {
    assert.ok(error instanceof FormulaFault);
    assert.match(error.message, words);
    return true;
  });
}

suite('a formula', () => {
  test('a formula names its series once each, in any case, with their shifts', () => {
    assert.deepEqual(inputsOf('DEHRCONS - dehrwind - dehrsolar'), [
      'dehrcons',
      'dehrwind',
      'dehrsolar',
    ]);
    assert.deepEqual(inputsOf('dehrprice-dehrprice~-7+dehrprice'), ['dehrprice', 'dehrprice~-7']);
    assert.deepEqual(inputsOf('dehrprice~−7 / dehrprice~+1'), ['dehrprice~-7', 'dehrprice~1']);
    assert.deepEqual(inputsOf('"a-b.c" - a_b.c'), ['a-b.c', 'a_b.c']);
    assert.deepEqual(inputsOf('a1~0 + a1~-0'), ['a1']);
  });

  test('a minus between codes is a minus, with blanks or without', () => {
    assert.equal(parseFormula('dehrprice-frhrprice').label, 'dehrprice − frhrprice');
    assert.equal(parseFormula(' -( a1+2 )*min(b1 ,3) ').label, '−(a1 + 2) × min(b1, 3)');
    assert.equal(parseFormula('a1 − −b1 ÷ .5').label, 'a1 − −b1 ÷ .5');
  });

  test('products come before sums, and equal operators go from left to right', () => {
    assert.equal(resultOf('a1 - b1 - c1', 10, 3, 2), 5);
    assert.equal(resultOf('a1 / b1 / c1', 12, 3, 2), 2);
    assert.equal(resultOf('a1 + b1 * c1', 1, 2, 3), 7);
    assert.equal(resultOf('(a1 + b1) × c1', 1, 2, 3), 9);
    assert.equal(resultOf('-a1 * -b1', 2, 3), 6);
    assert.equal(resultOf('- - a1', 2), 2);
    assert.equal(resultOf('min(a1, b1, 4) + max(a1, 2.5)', 5, 7), 9);
  });

  test('a missing input, a division by zero and an overflow give no value', () => {
    assert.equal(resultOf('a1 - b1', 1, null), null);
    assert.equal(resultOf('a1 * 0', null), null);
    assert.equal(resultOf('min(a1, b1)', 1, null), null);
    assert.equal(resultOf('a1 / b1', 1, 0), null);
    assert.equal(resultOf('a1 / b1', 0, 0), null);
    assert.equal(resultOf('a1 * a1', 1e300), null);
  });

  test('zero has no sign', () => {
    for (const zero of [resultOf('a1 * -1', 0), resultOf('-a1', 0), resultOf('a1 - b1', -0, 0)])
      assert.ok(Object.is(zero, 0));
  });

  test('a formula agrees with arithmetic on many values', () => {
    const text = '2.5 * (a1 - b1) / (c1 + 1) - max(a1, b1 * -1)';
    for (let i = 0; i < 500; i++) {
      const [a, b, c] = [Math.sin(i) * 90, Math.cos(i * 3) * 70, Math.sin(i * 7) * 40];
      const expected = (2.5 * (a - b)) / (c + 1) - Math.max(a, -b);
      assert.equal(resultOf(text, a, b, c), expected);
    }
  });

  test('what cannot be read is refused with what is missing', () => {
    refused(() => parseFormula('  '), /is empty/);
    refused(() => parseFormula('2 + 3'), /names no series/);
    refused(() => parseFormula('a1 +'), /After "\+" something is missing/);
    refused(() => parseFormula('a1 b1'), /Before "b1" one of \+ − × ÷ is missing/);
    refused(() => parseFormula('2 a1'), /Before "a1"/);
    refused(() => parseFormula('a1 + * b1'), /Instead of "\*"/);
    refused(() => parseFormula('(a1 + b1'), /parenthesis is not closed/);
    refused(() => parseFormula('a1 + b1)'), /closing parenthesis has no opening/);
    refused(() => parseFormula('a1 * 0,5'), /decimals have a point/);
    refused(() => parseFormula('min(a1)'), /min needs two parts/);
    refused(() => parseFormula('max(a1, b1'), /not closed/);
    refused(() => parseFormula('a1 ^ 2'), /"\^" is not part of a formula/);
    refused(() => parseFormula('alert(1)'), /Before "\("/);
    refused(() => parseFormula('"a b" + a1'), /"a b" is not the code of a series/);
    refused(() => parseFormula('x + a1'), /"x" is not the code of a series/);
  });

  test('a formula that is too long, too deep or of too many series is refused', () => {
    refused(() => parseFormula(`a1${'+1'.repeat(200)}`), /has 402 characters: at most 200/);
    refused(() => parseFormula(`${'('.repeat(31)}a1${')'.repeat(31)}`), /nested too deep/);
    refused(() => parseFormula(`${'-'.repeat(190)}a1`), /nested too deep/);
    refused(() => parseFormula('a1+a2+a3+a4+a5+a6+a7+a8+a9'), /names 9 series: at most 8/);
    assert.equal(parseFormula(`${'('.repeat(30)}a1${')'.repeat(30)}`).inputs.length, 1);
    assert.equal(parseFormula('a1+a2+a3+a4+a5+a6+a7+a8+a1').inputs.length, 8);
  });

  test('sums need one unit, and numbers fit any', () => {
    assert.equal(unitOf('a1 - b1', 'EUR/MWh', 'EUR/MWh'), 'EUR/MWh');
    assert.equal(unitOf('a1 * 1.5 - 20', 'EUR/MWh'), 'EUR/MWh');
    assert.equal(unitOf('max(a1, 0)', 'MWh'), 'MWh');
    refused(() => unitOf('a1 - b1', 'EUR/MWh', 'MWh'), /EUR\/MWh and MWh cannot be subtracted/);
    refused(() => unitOf('a1 + b1', 'MWh', 'GWh'), /MWh and GWh cannot be added/);
    refused(() => unitOf('min(a1, b1)', 'MWh', '°C'), /cannot be compared/);
    refused(() => unitOf('a1 / b1 + c1', 'MWh', 'MWh', 'MWh'), /a ratio and MWh/);
  });

  test('products and quotients make a unit of their own', () => {
    assert.equal(unitOf('a1 * b1', 'EUR/MWh', 'MWh'), 'EUR');
    assert.equal(unitOf('a1 / b1', 'MWh', 'MWh'), '');
    assert.equal(unitOf('a1 / b1 + 1', 'MWh', 'MWh'), '');
    assert.equal(unitOf('a1 / b1', 'EUR', 'MWh'), 'EUR/MWh');
    assert.equal(unitOf('1 / a1', 'MWh'), '1/MWh');
    assert.equal(unitOf('a1 * a1', 'MWh'), 'MWh²');
    assert.equal(unitOf('a1 * b1', 'EUR', 'MWh'), 'EUR·MWh');
    assert.equal(unitOf('a1 / b1 / b1', 'EUR', 'MWh'), 'EUR/MWh²');
    // An input's unit is written as the input has it.
    assert.equal(unitOf('a1 - b1', 'EUR / MWh', 'EUR/MWh'), 'EUR / MWh');
  });

  test('a wrong code is replaced in its places, and nothing else is', () => {
    assert.equal(
      replaceCode('dehrprce - xdehrprce', 'dehrprce', 'dehrprice'),
      'dehrprice - xdehrprce',
    );
    assert.equal(replaceCode('DEHRPRCE~-7 + 1', 'dehrprce', 'dehrprice'), 'dehrprice~-7 + 1');
    assert.equal(replaceCode('ab + c1', 'ab', 'a-b'), '"a-b" + c1');
    assert.equal(replaceCode('"a-c" + c1', 'a-c', 'a-b'), '"a-b" + c1');
  });

  test('any text is read or refused in a sentence, and what is read stays the same when read again', () => {
    const words = [
      'a1',
      'b1~-7',
      '"c-d"',
      '2',
      '.5',
      '+',
      '-',
      '−',
      '*',
      '÷',
      '(',
      ')',
      ',',
      'min(',
      'max',
      ' ',
      '~',
      '^',
      '"',
      '1e9',
      'ö',
    ];
    const random = new Random(1);
    let readCount = 0;
    for (let i = 0; i < 20_000; i++) {
      const text = Array.from(
        { length: 1 + random.below(9) },
        () => words[random.below(words.length)],
      ).join('');
      try {
        const { root, inputs, label } = parseFormula(text);
        readCount++;
        const again = parseFormula(label.replaceAll('c-d', '"c-d"'));
        assert.deepEqual([again.root, again.inputs, again.label], [root, inputs, label], text);
        assert.equal(typeof evaluatorOf(root)(inputs.map(() => 1)), 'number');
      } catch (error) {
        if (!(error instanceof FormulaFault)) throw error;
        assert.match(error.message, /[.:]/);
      }
    }
    assert.ok(readCount > 500, `${readCount} were read`);
  });
});

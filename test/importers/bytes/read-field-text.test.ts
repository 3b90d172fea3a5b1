import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { explainOdd, isFormula } from '#importers/bytes/read-field';

suite('text that looks like a formula', () => {
  for (const text of [
    '=1+1',
    '+cmd|x',
    '-2+3',
    '@SUM(A1)',
    ' =A1',
    '\t=A1',
    '＝A1',
    '+1+1',
    '-(1)',
  ]) {
    test(`${JSON.stringify(text)} looks like a formula`, () => assert.ok(isFormula(text)));
  }
  for (const text of [
    '',
    '-',
    '-1',
    '+3',
    '-.5',
    '+1e3',
    '-1,5',
    'a=b',
    'dehrprice',
    '2024-05-17',
  ]) {
    test(`${JSON.stringify(text)} does not look like a formula`, () => assert.ok(!isFormula(text)));
  }
  test('ordinary text is not odd', () => assert.equal(explainOdd('Preis in €/MWh'), undefined));
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { isGap, parseNumber } from '#importers/bytes/parse-number';
import { rounds } from '../../../harness/rounds.ts';

/** Parses a text that stands between other bytes, as a field does. */
function parse(text: string, comma = false): number {
  const bytes = Buffer.from(`9${text}9`);
  return parseNumber(bytes, 1, bytes.length - 1, comma);
}

const gap = (text: string): boolean => {
  const bytes = Buffer.from(`x${text}x`);
  return isGap(bytes, 1, bytes.length - 1);
};

suite('numbers in files', () => {
  test('any finite double that JavaScript prints is read back exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        assert.equal(parse(String(value)), value === 0 ? 0 : value);
      }),
      { numRuns: rounds(2_000) },
    );
  });

  test('decimals of any length are the double that Number gives', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...'0123456789'),
      minLength: 1,
      maxLength: 25,
    });
    fc.assert(
      fc.property(fc.constantFrom('', '-', '+'), digits, digits, (sign, whole, part) => {
        const text = `${sign}${whole}.${part}`;
        assert.equal(parse(text), Number(text));
        assert.equal(parse(text.replace('.', ','), true), Number(text));
      }),
      { numRuns: rounds(2_000) },
    );
  });

  test('a mark with digits on one side is read, a mark without digits is not', () => {
    assert.equal(parse('.5'), 0.5);
    assert.equal(parse('5.'), 5);
    assert.ok(Number.isNaN(parse('.')));
    assert.ok(Number.isNaN(parse('-')));
  });

  test('numbers with exponents are read', () => {
    assert.equal(parse('1e3'), 1_000);
    assert.equal(parse('-2.5E-3'), -0.0025);
    assert.equal(parse('1,5e2', true), 150);
  });

  for (const text of [
    ...['', 'abc', '1 000', '1.2.3', '0x10', '0b1', '1_000', '--1', '+-1', '1-', '1e', 'e5', '１'],
    ...['Infinity', '-Infinity', '1e999', '-1e999', 'NaN', '1,5', `1${'0'.repeat(500)}`],
  ]) {
    test(`"${text.slice(0, 20)}" is not a finite number`, () => {
      assert.ok(Number.isNaN(parse(text)));
    });
  }

  test('with a decimal comma, points do not group thousands', () => {
    assert.ok(Number.isNaN(parse('1.234,5', true)));
    assert.ok(Number.isNaN(parse('1,234,5', true)));
    assert.equal(parse('1.5', true), 1.5);
  });

  test('empty, NaN, NA and null in any case are gaps, and nothing else', () => {
    for (const text of ['', 'NaN', 'nan', 'NA', 'na', 'null', 'NULL']) assert.ok(gap(text), text);
    for (const text of ['0', '-', 'n', 'none', 'nil', 'N/A', 'nullx']) assert.ok(!gap(text), text);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseLongDecimal } from '#importers/bytes/long-decimal';

const parse = (text: string, takesComma = false): number => {
  const bytes = Buffer.from(`x${text}x`);
  return parseLongDecimal(bytes, 1, bytes.length - 1, takesComma);
};

/** Digits with a mark among them, and the double that JavaScript makes of them. */
const aLongDecimal = fc
  .record({
    isNegative: fc.boolean(),
    digits: fc.stringMatching(/^[1-9][0-9]{8,18}$/),
    whole: fc.integer({ min: 0, max: 19 }),
  })
  .map(({ isNegative, digits, whole }) => {
    const sign = isNegative ? '-' : '';
    return `${sign}${digits.slice(0, whole) || '0'}.${digits.slice(whole)}`;
  });

suite('a decimal of many digits', () => {
  test('a long decimal is the nearest double, or left to Number', () => {
    let told = 0;
    fc.assert(
      fc.property(aLongDecimal, (text) => {
        const value = parse(text);
        if (Number.isNaN(value)) return;
        told++;
        assert.equal(value, Number(text));
      }),
      { numRuns: 20_000 },
    );
    // Many large odd integers lie exactly halfway.
    assert.ok(told > 19_000, `only ${told} of 20,000`);
  });

  test('a decimal that a program printed of a double is that double', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
        const text = String(value);
        const parsed = parse(text);
        if (!Number.isNaN(parsed)) assert.equal(parsed, value, text);
      }),
      { numRuns: 20_000 },
    );
    assert.equal(parse('-1.3607677725756462'), -1.3607677725756462);
    assert.equal(parse('+60000.12345678901234'), Number('60000.12345678901234'));
    assert.equal(parse('12,345678901234567', true), 12.345678901234567);
    assert.equal(parse('0.388591144547605'), 0.388591144547605);
    assert.equal(parse('0.00012345678901234567'), 0.00012345678901234567);
  });

  test('a decimal halfway between two doubles, or nearly, is never guessed', () => {
    // 2^53 + 1 lies halfway, and a little more decides it.
    for (const text of [
      '9007199254740993',
      '9007199254740993.0',
      '9007199254740993.001',
      '9007199254740992.999',
      '4503599627370497.5',
      '4503599627370496.5',
      '1.0000000000000001110',
      '1.000000000000000111',
      '1.000000000000000112',
    ]) {
      const value = parse(text);
      assert.ok(Number.isNaN(value) || value === Number(text), text);
    }
  });

  test('decimals of other forms or lengths are left to Number', () => {
    for (const text of [
      '',
      '-',
      '.',
      '0.0000000000000000',
      '12345678901234567890',
      '1.2345678901234567e5',
      '1.234.5678901234567',
      '1,2345678901234567',
      '12345678901234 567',
      '0.00000000000000001234567890123456',
    ]) {
      assert.ok(Number.isNaN(parse(text)), text);
    }
  });
});

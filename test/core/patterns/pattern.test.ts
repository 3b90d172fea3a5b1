import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { makePattern } from '#core/patterns/pattern';
import { PatternFault } from '#core/patterns/read-pattern';
import { rounds } from '../../../harness/rounds.ts';

/** Expressions, texts that they match and texts that they do not. */
const CASES: readonly (readonly [expression: string, yes: string[], no: string[]])[] = [
  ['', [''], ['a']],
  ['de', ['de'], ['', 'd', 'dee', 'DE']],
  ['de|fr|', ['de', 'fr', ''], ['defr', 'dex']],
  ['(de|no1)hrprice', ['dehrprice', 'no1hrprice'], ['hrprice', 'frhrprice']],
  ['(?:a|b)', ['a', 'b'], ['ab']],
  ['.*price.*', ['price', 'hrprices', 'dehrprice'], ['pric']],
  ['.+', ['a', 'a b\n'], ['']],
  ['^de.*$', ['de', 'dehrprice'], ['xde']],
  ['^a|b$', ['a', 'b'], ['ab']],
  ['a$b|c', ['c'], ['ab', 'a']],
  ['a{2}', ['aa'], ['a', 'aaa']],
  ['a{2,}', ['aa', 'aaaa'], ['a']],
  ['a{1,3}b?', ['a', 'aaa', 'aab'], ['aaaa', 'b']],
  ['a*?b+?', ['b', 'aab', 'abb'], ['a']],
  ['[a-c]x[^0-9]', ['axx', 'cx-'], ['dxx', 'ax1']],
  ['[]a-]', [']', 'a', '-'], ['b']],
  ['[\\d_.]+', ['1_2', '.'], ['a']],
  ['\\w+\\.\\d\\S', ['a_1.2x'], ['a 1.2x', 'a.2 ']],
  ['\\x41\\x{42}\\t', ['AB\t'], ['ab\t']],
  ['(?i)de-LU|x[a-c]', ['DE-lu', 'XB'], ['fr']],
  ['(?P<area>de)(?<what>x)', ['dex'], ['de']],
  ['a\\.b|c\\|d', ['a.b', 'c|d'], ['axb', 'c']],
  ['{a}', ['{a}'], ['a']],
  ['((a*)*)*', ['', 'aaa'], ['b']],
];

describe('a pattern', () => {
  for (const [expression, yes, no] of CASES) {
    it(`the pattern ${expression} matches whole texts, and those alone`, () => {
      const pattern = makePattern(expression);
      for (const text of yes) assert.equal(pattern.matches(text), true, JSON.stringify(text));
      for (const text of no) assert.equal(pattern.matches(text), false, JSON.stringify(text));
    });
  }

  it('a pattern knows what its matches begin with, and its words if it only lists some', () => {
    assert.equal(makePattern('dehr.*').prefix, 'dehr');
    assert.equal(makePattern('^de(x|y)').prefix, 'de');
    assert.equal(makePattern('(?i)de.*').prefix, '');
    assert.equal(makePattern('d*e').prefix, '');
    assert.equal(makePattern('de.*|fr').prefix, '');
    assert.deepEqual([...makePattern('(de|n\\.o)').words!], ['de', 'n.o']);
    assert.equal(makePattern('de.').words, undefined);
  });

  it('a pattern refuses what it does not understand, and says what that is', () => {
    for (const [expression, word] of [
      ['(', 'not closed'],
      [')', 'closes nothing'],
      ['[a', 'not closed'],
      ['*a', 'repeats nothing'],
      ['a**', 'repeated repeat'],
      ['^*', 'repeated edge'],
      ['a{3,2}', 'count of repeats'],
      ['a{2000}', 'count of repeats'],
      ['(?=a)', '"(?"'],
      ['\\bx', '\\b'],
      ['\\pL', '\\p'],
      ['a\\', 'at the end'],
      ['[[:alpha:]]', '[:alpha:]'],
      ['[b-a]', 'reversed'],
      ['[\\D]', '\\D'],
    ] as const) {
      const refused = (error: unknown) =>
        error instanceof PatternFault && error.message.includes(word);
      assert.throws(() => makePattern(expression), refused, expression);
    }
  });

  it('a pattern that would make others go back without end takes one step a character', () => {
    const text = `${'a'.repeat(5_000)}b`;
    for (const expression of ['(a+)+', '(a|aa)+', '(a*)*', '(.*a){20}', '(a|a|a)*c'])
      assert.equal(makePattern(expression).matches(text), false, expression);
    assert.equal(makePattern('(a+)+b').matches(text), true);
  });

  it('a pattern is refused if it is too long, too deep or too much work', () => {
    for (const expression of [
      `.${'a'.repeat(1_000)}`,
      `a|${'b'.repeat(20_000)}`,
      `${'('.repeat(60)}a${')'.repeat(60)}`,
      '((a{100}){100}){100}',
      `${'('.repeat(20)}${'){1000}'.repeat(20)}`,
    ])
      assert.throws(() => makePattern(expression), PatternFault, expression.slice(0, 40));
    // Its states double with every character, and none is met again.
    const wide = makePattern('.*a.{900}x|y');
    const texts = Array.from({ length: 200 }, (_, i) =>
      Array.from({ length: 2_000 }, (__, j) => ((i * 7 + j * j) % 3 === 0 ? 'a' : 'b')).join(''),
    );
    assert.throws(() => texts.every((text) => wide.matches(text) || true), /too much work/);
  });

  it('a list of words may be long', () => {
    const codes = Array.from({ length: 1_000 }, (_, i) => `no${i}hrprice`);
    const pattern = makePattern(`(${codes.join('|')})`);
    assert.ok(pattern.matches('no999hrprice') && !pattern.matches('no1000hrprice'));
  });
});

const unit = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '(a|b)', '(ab|)', '^', '$');
const expression: fc.Arbitrary<string> = fc
  .array(fc.tuple(unit, fc.constantFrom('', '', '*', '+', '?', '{1,2}', '|')), { maxLength: 6 })
  .map((parts) =>
    parts.map(([one, repeat]) => (/[$^]/.test(one[0]!) ? one : one + repeat)).join(''),
  );

it('patterns match what the engine’s own regular expressions match', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(expression, fc.array(text, { minLength: 5, maxLength: 20 }), (form, texts) => {
      const pattern = makePattern(form);
      const own = new RegExp(`^(?:${form})$`, 's');
      for (const one of texts)
        assert.equal(pattern.matches(one), own.test(one), `${form} on ${one}`);
    }),
    { numRuns: rounds(2_000) },
  );
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkPattern, mayRead } from '#accounts/plans';
import { Refusal } from '#core/errors';
import { runs } from '../core/properties.ts';

/** Matches slowly and plainly: tries every length of each star. */
function matchesSlowly(pattern: string, id: string): boolean {
  if (pattern === '') return id === '';
  if (pattern[0] !== '*')
    return pattern[0] === id[0] && matchesSlowly(pattern.slice(1), id.slice(1));
  for (let length = 0; length <= id.length; length++) {
    if (matchesSlowly(pattern.slice(1), id.slice(length))) return true;
  }
  return false;
}

const text = (alphabet: string, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...alphabet), { maxLength }).map((letters) => letters.join(''));

describe('a plan', () => {
  const rows: [patterns: string[], id: string, mayBeRead: boolean][] = [
    [['*'], 'dehrprice', true],
    [['de*'], 'dehrprice', true],
    [['de*'], 'de', true],
    [['de*'], 'nldehrprice', false],
    [['*hrprice'], 'dehrprice', true],
    [['*hrprice'], 'dehrprices', false],
    [['*hr*'], 'dehrprice', true],
    [['*hr*'], 'dedayprice', false],
    [['d*hr*ce'], 'dehrprice', true],
    [['dehrprice'], 'dehrprice', true],
    [['dehrprice'], 'dehrprice2', false],
    [['DE*'], 'dehrprice', true],
    [['de*'], 'DEHRPRICE', true],
    [['no1hrcons', 'se*'], 'se3hrcons', true],
    [['no1hrcons', 'se*'], 'no1hrcons', true],
    [['no1hrcons', 'se*'], 'no2hrcons', false],
    [['aba*ba'], 'ababa', true],
    [['*ab*ab*'], 'ab', false],
    [['*ab*ab*'], 'abab', true],
    [['*aba*aba*'], 'ababa', false],
    [['ab*ba'], 'aba', false],
    [['a.c'], 'abc', false],
    [[], 'dehrprice', false],
  ];
  for (const [patterns, id, mayBeRead] of rows) {
    const verb = mayBeRead ? 'grants' : 'does not grant';
    it(`a plan of ${patterns.join(', ') || 'nothing'} ${verb} ${id}`, () => {
      assert.equal(mayRead({ patterns }, id), mayBeRead);
      assert.equal(mayRead({ patterns }, id), mayBeRead);
    });
  }

  it('a plan matches as a slow and plain matcher does', () => {
    const patterns = fc.array(text('ab*', 7), { maxLength: 3 });
    fc.assert(
      fc.property(patterns, text('ab', 9), (list, id) => {
        const expected = list.some((pattern) => matchesSlowly(pattern, id));
        assert.equal(mayRead({ patterns: list }, id), expected);
      }),
      runs(2_000),
    );
  });

  it('a plan decides at once on a pattern that makes backtracking matchers explode', () => {
    const pattern = `${'*a'.repeat(5_000)}*b`;
    assert.equal(mayRead({ patterns: [pattern] }, 'a'.repeat(20_000)), false);
    assert.equal(mayRead({ patterns: [pattern] }, `${'a'.repeat(20_000)}b`), true);
  });
});

describe('a pattern', () => {
  it('a pattern is stored in lower case, without blanks around it or repeated stars', () => {
    assert.equal(checkPattern(' DE**Price '), 'de*price');
    assert.equal(checkPattern('*'.repeat(100)), '*');
  });

  it('a pattern that could never match an identifier is refused', () => {
    for (const bad of ['', ' ', 'de price', 'de?', 'dé*', 'de,nl', 'x'.repeat(65), 'de*\nnl']) {
      assert.throws(
        () => checkPattern(bad),
        (error) =>
          error instanceof Refusal &&
          error.code === 'field_invalid' &&
          error.faults[0]?.field === 'series',
      );
    }
  });

  it('a stored pattern matches the same identifiers as the given one', () => {
    fc.assert(
      fc.property(text('aB*', 8), text('ab', 8), (pattern, id) => {
        fc.pre(pattern !== '');
        const written = mayRead({ patterns: [pattern] }, id);
        assert.equal(mayRead({ patterns: [checkPattern(pattern)] }, id), written);
      }),
    );
  });
});

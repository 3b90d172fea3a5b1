// "Did you mean …": edit distance against its definition, and when a guess is made at all.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { didYouMean, editDistance, nearestWord, quoteGiven } from '#core/nearest';
import { KEYWORD_NAMES } from '#core/time/keywords';
import { runs } from './properties.ts';

/** The definition, by recursion: insert, delete, replace, or swap two neighbours. */
function slowDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const choices = [
    slowDistance(restA, b) + 1,
    slowDistance(a, restB) + 1,
    slowDistance(restA, restB) + (a[0] === b[0] ? 0 : 1),
  ];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]) {
    choices.push(slowDistance(a.slice(2), b.slice(2)) + 1);
  }
  return Math.min(...choices);
}

suite('edit distance', () => {
  test('edit distances of known pairs are right', () => {
    const cases: [string, string, number][] = [
      ['', '', 0],
      ['', 'abc', 3],
      ['today', 'today', 0],
      ['todya', 'today', 1],
      ['tody', 'today', 1],
      ['todaay', 'today', 1],
      ['tuday', 'today', 1],
      ['wendesday', 'wednesday', 1],
      ['monday', 'sunday', 2],
      ['ca', 'abc', 3],
    ];
    for (const [a, b, distance] of cases) {
      assert.equal(editDistance(a, b), distance, `${a} ${b}`);
      assert.equal(editDistance(b, a), distance, `${b} ${a}`);
    }
  });

  test('the edit distance equals its definition for any short words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        assert.equal(editDistance(a, b), slowDistance(a, b));
      }),
      runs(300),
    );
  });
});

suite('the nearest word', () => {
  test('a keyword with one slip is recognised, whatever the keyword', () => {
    for (const word of KEYWORD_NAMES.filter((name) => name.length > 4)) {
      const swapped = `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`;
      for (const slip of [word.slice(1), `${word}x`, `x${word}`, swapped, word.toUpperCase()]) {
        assert.equal(nearestWord(slip, KEYWORD_NAMES), word, slip);
      }
    }
  });

  test('among equally near words the one with the same first letter wins', () => {
    assert.equal(nearestWord('bow', ['eow', 'boy']), 'boy');
    assert.equal(nearestWord('eoz', ['boz', 'eow']), 'eow');
  });

  test('among equally near words with the same first letter the first of the list wins', () => {
    assert.equal(nearestWord('eo', ['eow', 'eom']), 'eow');
    assert.equal(nearestWord('eo', ['eom', 'eow']), 'eom');
  });

  test('no word is guessed for a text that is empty, very long or far from every word', () => {
    for (const given of ['', '  ', 'xyz', 'heute', 'x'.repeat(41), 'today'.repeat(1_000)]) {
      assert.equal(nearestWord(given, KEYWORD_NAMES), undefined, given.slice(0, 20));
      assert.equal(didYouMean(given, KEYWORD_NAMES), '');
    }
    assert.equal(nearestWord('today', []), undefined);
    const [long, longer] = ['x'.repeat(40), 'x'.repeat(41)];
    assert.equal(nearestWord(long, [longer]), longer);
    assert.equal(nearestWord(longer, [long]), undefined);
  });

  test('the guess is worded to follow a message, in the word’s own spelling', () => {
    assert.equal(didYouMean('todya', KEYWORD_NAMES), ' (did you mean today?)');
    assert.equal(didYouMean(' AVERGE ', ['Average', 'Sum']), ' (did you mean Average?)');
  });
});

suite('quoting what was given', () => {
  test('quoteGiven quotes and cuts a text and escapes control characters', () => {
    assert.equal(quoteGiven('todya'), '"todya"');
    assert.equal(quoteGiven('a\u009b31m'), '"a\\u009b31m"');
    assert.equal(quoteGiven('x\u202ey\u2066z'), '"x\\u202ey\\u2066z"');
    assert.equal(quoteGiven('Überstrom €'), '"Überstrom €"');
    assert.equal(quoteGiven('a"b'), '"a\\"b"');
    assert.equal(quoteGiven('a\u0000\r\nb'), '"a\\u0000\\r\\nb"');
    assert.equal(quoteGiven('x'.repeat(60)), `"${'x'.repeat(60)}"`);
    assert.equal(quoteGiven('x'.repeat(61)), `"${'x'.repeat(60)}…"`);
    assert.ok(quoteGiven('x'.repeat(1_000_000)).length < 70);
  });
});

// The keyword table has every keyword of the documents and shifts each in the contract's unit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  DAY_KEYWORDS,
  DOCUMENTED_KEYWORDS,
  findDayKeyword,
  isSeriesKeyword,
  KEYWORD_NAMES,
  SERIES_KEYWORDS,
} from '#core/time/keywords';

const UNITS: Record<string, string> = {
  'today tomorrow dayahead yesterday': 'day',
  'monday tuesday wednesday thursday friday saturday sunday eow': 'week',
  'month eom': 'month',
  'quarter boq eoq': 'quarter',
  'q1 q2 q3 q4 eoq1 eoq2 eoq3 eoq4': 'year',
  'year boy eoy bohy eohy': 'year',
};

/** What people say and the documents lack. */
const ADDED: Record<string, string> = { 'week bow': 'week', bom: 'month' };

const listed = (units: Record<string, string>): string[] =>
  Object.entries(units)
    .flatMap(([names, unit]) => names.split(' ').map((name) => `${name}: ${unit}`))
    .sort();
const rowsOf = (keywords: typeof DAY_KEYWORDS): string[] =>
  keywords.map(({ name, shiftUnit }) => `${name}: ${shiftUnit}`).sort();

suite('the keyword table', () => {
  test('the keyword table has the contract’s keywords with their units, and no other as documented', () => {
    assert.deepEqual(rowsOf(DAY_KEYWORDS.filter(({ isAdded }) => !isAdded)), listed(UNITS));
  });

  test('the keywords week, bow and bom are added, and no other', () => {
    assert.deepEqual(rowsOf(DAY_KEYWORDS.filter(({ isAdded }) => isAdded)), listed(ADDED));
  });

  test('the keywords first and last need a series', () => {
    assert.deepEqual(
      SERIES_KEYWORDS.map(({ name, shiftUnit }) => [name, shiftUnit]),
      [
        ['first', 'native step'],
        ['last', 'native step'],
      ],
    );
    assert.equal(isSeriesKeyword('first'), true);
    assert.equal(isSeriesKeyword('today'), false);
    assert.equal(findDayKeyword('first'), undefined);
  });

  test('each keyword is listed once, in lower case, with a meaning', () => {
    assert.equal(new Set(KEYWORD_NAMES).size, KEYWORD_NAMES.length);
    assert.equal(DOCUMENTED_KEYWORDS.length, 32);
    assert.deepEqual(
      KEYWORD_NAMES.filter((name) => !DOCUMENTED_KEYWORDS.includes(name)),
      ['week', 'bow', 'bom'],
    );
    for (const { name, meaning } of [...DAY_KEYWORDS, ...SERIES_KEYWORDS]) {
      assert.match(name, /^[a-z]+[1-4]?$/);
      assert.ok(meaning.length > 3, name);
    }
    assert.equal(findDayKeyword('monday')?.meaning, 'Monday of the current ISO week');
    assert.equal(findDayKeyword('q3')?.meaning, 'Quarter 3 of the current year');
  });
});

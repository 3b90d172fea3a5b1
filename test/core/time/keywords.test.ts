// The keyword table has every keyword of the documents and shifts each in the contract's unit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  DAY_KEYWORDS,
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

suite('the keyword table', () => {
  test('the keyword table has the contract’s keywords with their units, and no other', () => {
    const expected = Object.entries(UNITS).flatMap(([names, unit]) =>
      names.split(' ').map((name) => `${name}: ${unit}`),
    );
    const listed = DAY_KEYWORDS.map(({ name, shiftUnit }) => `${name}: ${shiftUnit}`);
    assert.deepEqual(listed.sort(), expected.sort());
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
    assert.equal(KEYWORD_NAMES.length, 32);
    for (const { name, meaning } of [...DAY_KEYWORDS, ...SERIES_KEYWORDS]) {
      assert.match(name, /^[a-z]+[1-4]?$/);
      assert.ok(meaning.length > 3, name);
    }
    assert.equal(findDayKeyword('monday')?.meaning, 'Monday of the current ISO week');
    assert.equal(findDayKeyword('q3')?.meaning, 'Quarter 3 of the current year');
  });
});

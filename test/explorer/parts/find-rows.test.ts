// Finding rows of a table by words.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findRows } from '#explorer/parts/table/find-rows.ts';

const ROWS = [
  'Mon 9 Nov 2026, 12:00 97.30 observed',
  'Thu 19 Nov 2026, 12:00 9.10 forecast',
  'Sun 25 Oct 2026, 02:00 (+01:00) −1,204.50 observed',
];

const find = (words: string, sorted?: readonly number[]) =>
  findRows(words, sorted, ROWS.length, (row) => ROWS[row]!);

suite('finding rows of a table', () => {
  test('words are found one after the other, at the beginning of a word of the row', () => {
    assert.deepEqual(find('9 nov'), [0]);
    assert.deepEqual(find('nov 9'), [0, 1]);
    assert.deepEqual(find('12:00 FORE'), [1]);
    assert.deepEqual(find('fore 12:00'), []);
  });

  test('a hyphen is a minus, and marks between digits and around offsets are left out', () => {
    assert.deepEqual(find('-1,204'), [2]);
    assert.deepEqual(find('+01:00'), [2]);
  });

  test('rows keep the order in which they are sorted, and no words are all of them', () => {
    assert.deepEqual(find('nov', [1, 2, 0]), [1, 0]);
    assert.deepEqual(find(' ', [1, 2, 0]), [1, 2, 0]);
    assert.equal(find(''), undefined);
  });
});

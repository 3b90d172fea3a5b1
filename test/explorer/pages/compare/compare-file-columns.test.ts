// The heads of columns in the files of Compare.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findZone } from '#core/time/zone';
import { fileColumns } from '#explorer/pages/compare/lines/file-columns.ts';
import { drawLine } from '#view/compare/draw-line';
import { lineOfSeries } from '#view/compare/shown-line';
import { columnsOf } from '../../../pictures/series-fixture.ts';

const MARKET = findZone('Europe/Berlin')!;

const namesOf = (shiftDays: number, isForecast = false): string[] => {
  const origins = [{ first: 0, kind: 'forecast' as const, run: null }];
  const answer = columnsOf('2026-11-02T23:00:00Z', [1, 2], isForecast ? { origins } : {});
  return fileColumns(lineOfSeries(drawLine(answer, shiftDays, MARKET), 0)).map(({ name }) => name);
};

suite('the columns of a line in a file', () => {
  test('a shifted line says by how many days in words', () => {
    assert.deepEqual(namesOf(0), ['dehrprice']);
    assert.deepEqual(namesOf(-7), ['dehrprice 7 days earlier']);
    assert.deepEqual(namesOf(-1), ['dehrprice 1 day earlier']);
    assert.deepEqual(namesOf(364), ['dehrprice 364 days later']);
  });

  test('the column of kinds has the name of its line', () => {
    assert.deepEqual(namesOf(0, true), ['dehrprice', 'dehrprice_kind']);
    assert.deepEqual(namesOf(-7, true), [
      'dehrprice 7 days earlier',
      'dehrprice 7 days earlier kind',
    ]);
  });
});

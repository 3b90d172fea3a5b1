// The shifts of compared series, and the names of a series compared with itself.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slotsOf } from '#explorer/pages/compare/lines/slots.ts';
import { labelOf, shiftChoices, shiftTitle } from '#view/compare/shift-choices';

describe('the shifts to choose from', () => {
  it('the shifts offered are none, a day, a week and 52 weeks, to both sides', () => {
    assert.deepEqual(
      shiftChoices(0).map(({ days }) => days),
      [0, -1, -7, -364, 1, 7, 364],
    );
    assert.equal(shiftTitle(-364), '52 weeks earlier');
    assert.equal(shiftTitle(7), 'a week later');
  });

  it('the shifts offered include any other that an address carries', () => {
    assert.deepEqual(shiftChoices(-14).at(-1), { days: -14, title: '14 days earlier' });
    assert.equal(shiftChoices(-7), shiftChoices(0));
  });

  it('a shift is part of a line’s name', () => {
    assert.equal(labelOf('dehrprice', 0), 'dehrprice');
    assert.equal(labelOf('dehrprice', -7), 'dehrprice, a week earlier');
  });
});

describe('a series compared with itself', () => {
  it('a series compared with itself is named by its occurrence, whatever its shift', () => {
    const series = [
      { seriesId: 'dehrprice', shiftDays: 0 },
      { seriesId: 'frhrprice', shiftDays: 0 },
      { seriesId: 'dehrprice', shiftDays: -7 },
    ];
    assert.deepEqual(
      slotsOf(series).map(({ id }) => id),
      ['dehrprice#1', 'frhrprice#1', 'dehrprice#2'],
    );
  });
});

// The start page's figures and its addresses.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddress, START, writeAddress } from '#view/address/address';
import { changeOf, type DayFigure, figureNote } from '#view/tables/day-change';

const figure = (mean: number, more: Partial<DayFigure> = {}): DayFigure => ({
  mean,
  count: 24,
  expected: 24,
  kind: 'observed',
  ...more,
});

describe('the figures of the start page', () => {
  it('a change is newer less older', () => {
    assert.equal(changeOf(figure(50), figure(80)), -30);
    assert.equal(changeOf(figure(80), figure(50, { count: 25, expected: 25 })), 30);
  });

  it('a day that is missing or not whole has no change', () => {
    assert.equal(changeOf(figure(50), null), undefined);
    assert.equal(changeOf(null, figure(50)), undefined);
    assert.equal(changeOf(figure(50), figure(80, { count: 23 })), undefined);
    assert.equal(changeOf(figure(50, { count: 0 }), figure(80)), undefined);
  });

  it('a note names forecasts and parts of a day, and nothing else', () => {
    assert.equal(figureNote(figure(1)), '');
    assert.equal(figureNote(figure(1, { kind: 'forecast' })), 'forecast');
    assert.equal(figureNote(figure(1, { kind: 'mixed' })), 'part forecast');
    assert.equal(figureNote(figure(1, { count: 10, expected: 25 })), '10 of 25');
    assert.equal(figureNote(figure(1, { kind: 'forecast', count: 3 })), 'forecast, 3 of 24');
  });
});

describe('the addresses of the start page and of Explore without a code', () => {
  it('the root is the start page, with its quantity', () => {
    assert.deepEqual(readAddress('/'), START);
    assert.equal(writeAddress(START), '/');
    const view = readAddress('/?category=hrcons');
    assert.deepEqual(view, { page: 'start', category: 'hrcons' });
    assert.equal(writeAddress(view), '/?category=hrcons');
  });

  it('the root with a query of Explore stays a link to Explore', () => {
    for (const query of ['from=today-7', 'to=today', 'resolution=day', 'zone=utc', 'tab=table']) {
      const view = readAddress(`/?${query}`);
      assert.ok(view.page === 'explore' && view.seriesId === '', query);
      assert.equal(writeAddress(view), `/s?${query}`);
    }
  });

  it('Explore without a code names no series', () => {
    const view = readAddress('/s');
    assert.ok(view.page === 'explore' && view.seriesId === '');
    assert.equal(writeAddress(view), '/s');
  });
});

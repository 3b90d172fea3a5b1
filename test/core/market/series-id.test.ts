// Series identifiers: ^[a-z][a-z0-9_.-]{1,63}$, matched without regard to case.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AREAS } from '#core/market/areas';
import { CATEGORIES, isSeriesId, normalizeSeriesId, seriesIdOf } from '#core/market/categories';

suite('series identifiers', () => {
  test('short lower-case codes are identifiers', () => {
    for (const id of [
      'dehrprice',
      'no1hrcons',
      'ukdayprice',
      'nhdkwind',
      'hpddanoresa',
      'fxeurnok',
      'ab',
      'a1',
      'a-b',
      'a_b',
      'a.b',
      'x9.-_',
      `a${'b'.repeat(63)}`,
    ]) {
      assert.equal(isSeriesId(id), true, id);
    }
  });

  test('other texts are not identifiers', () => {
    for (const id of [
      '',
      'a',
      '1ab',
      '_ab',
      '-ab',
      '.ab',
      'DE',
      'deHrPrice',
      'de hrprice',
      'de/price',
      'de*',
      'de%',
      'dé',
      'de\n',
      '\nde',
      'de\u0000',
      `a${'b'.repeat(64)}`,
      "de'--",
      '../etc',
    ]) {
      assert.equal(isSeriesId(id), false, JSON.stringify(id));
    }
  });

  test('normalizeSeriesId ignores case and surrounding blanks', () => {
    assert.equal(normalizeSeriesId(' DeHrPrice\t'), 'dehrprice');
    assert.equal(isSeriesId(normalizeSeriesId('DEHRPRICE')), true);
  });

  test('the series of an area and a category has both names in its identifier', () => {
    assert.equal(seriesIdOf('DE', 'hrprice'), 'dehrprice');
    assert.equal(seriesIdOf('NO1', 'hrcons'), 'no1hrcons');
    const ids = AREAS.flatMap(({ code }) => CATEGORIES.map(({ name }) => seriesIdOf(code, name)));
    assert.equal(new Set(ids).size, 105);
    assert.ok(ids.every(isSeriesId));
  });
});

// Which views a change concerns.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { concerns } from '#explorer/live/concerns.ts';
import { readAddress } from '#view/address/address';
import { changeOf } from './change.ts';

const isConcerned = (address: string, series: string): boolean =>
  concerns(readAddress(address), changeOf(1, series));

suite('a change', () => {
  test('a change of a series concerns its page, and not that of another', () => {
    assert.ok(isConcerned('/s/dehrprice?tab=table', 'dehrprice'));
    assert.ok(!isConcerned('/s/dehrprice', 'frhrprice'));
  });

  test('a change does not concern what was known at an earlier time', () => {
    assert.ok(!isConcerned('/s/dehrprice?asOf=2026-11-01', 'dehrprice'));
  });

  test('a change concerns a comparison of its series, also within a formula', () => {
    assert.ok(isConcerned('/compare?s=frhrprice&s=dehrprice~-7', 'dehrprice'));
    assert.ok(isConcerned('/compare?s=frhrprice&f=DEhrprice*2', 'dehrprice'));
    assert.ok(!isConcerned('/compare?s=frhrprice&f=2*frhrprice', 'dehrprice'));
  });

  test('a change concerns the forecasts of its area and category', () => {
    assert.ok(isConcerned('/f/DE', 'dehrprice'));
    assert.ok(!isConcerned('/f/DE', 'frhrprice'));
    assert.ok(!isConcerned('/f/DE', 'dehrcons'));
    assert.ok(isConcerned('/f/DE?category=hrcons', 'dehrcons'));
  });

  for (const page of ['/', '/changes']) {
    test(`a change of any area concerns ${page} if its category is shown there`, () => {
      assert.ok(isConcerned(page, 'frhrprice'));
      assert.ok(!isConcerned(page, 'frhrwind'));
      assert.ok(isConcerned(`${page}?category=hrcons`, 'frhrcons'));
      assert.ok(!isConcerned(`${page}?category=hrcons`, 'frhrprice'));
    });
  }

  for (const page of ['/boards', '/boards/7', '/account', '/operator', '/docs', '/elsewhere']) {
    test(`a change does not concern ${page} as a whole`, () => {
      assert.ok(!isConcerned(page, 'dehrprice'));
    });
  }
});

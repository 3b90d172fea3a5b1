import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findZone } from '#core/time/zone';
import { tooManyOfSpan } from '#service/point-cap';

const zone = findZone('Europe/Berlin')!;

/** From 1 January 2024, market time. */
const START = Date.parse('2023-12-31T23:00:00Z');
const yearOf = (text: string) => ({ start: START, end: Date.parse(text) });
const LEAP_YEAR = yearOf('2024-12-31T23:00:00Z');

/** The suggestion of the refusal. */
function suggested(count: number, cap: number, touched = LEAP_YEAR): string | undefined {
  const { code, message } = tooManyOfSpan(count, cap, touched, zone);
  assert.equal(code, 'too_many_points');
  assert.match(message, new RegExp(`hold ${count} points; the plan allows ${cap}; `));
  return /; (resolution \w+|ask for a shorter span)/.exec(message)?.[1];
}

describe('the cap on points per answer', () => {
  it('the refusal names the finest resolution that fits', () => {
    assert.equal(suggested(35_136, 8_784), 'resolution hour');
    assert.equal(suggested(8_784, 8_783), 'resolution day');
    assert.equal(suggested(8_784, 366), 'resolution day');
    assert.equal(suggested(8_784, 365), 'resolution week');
    assert.equal(suggested(8_784, 53), 'resolution week');
    assert.equal(suggested(8_784, 52), 'resolution month');
    assert.equal(suggested(8_784, 12), 'resolution month');
    assert.equal(suggested(8_784, 11), 'resolution quarter');
    assert.equal(suggested(8_784, 3), 'resolution year');
    assert.equal(suggested(8_784, 1), 'resolution year');
  });

  it('the refusal names only a resolution that makes the answer smaller', () => {
    assert.equal(suggested(366, 365), 'resolution week');
    assert.equal(suggested(2, 1, { start: START, end: START + 1 }), 'resolution hour');
  });

  it('the refusal asks for a shorter span if no resolution fits', () => {
    assert.equal(suggested(2, 1, yearOf('2025-06-01T00:00:00Z')), 'ask for a shorter span');
  });
});

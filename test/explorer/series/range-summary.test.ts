// A chosen span in one line, and numbers with the marks of the reader.

import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { findZone } from '#core/time/zone';
import { rangeSummary } from '#explorer/series/range-summary.ts';
import { DEFAULT_RANGE } from '#view/address/range-address';
import { COMMA_POINT, formatNumber, setNumberMarks } from '#view/axes/number-text';

const market = findZone('Europe/Berlin')!;
const context = { now: Date.parse('2026-11-13T10:00:00Z'), market, shown: market };
const summary = (part: Partial<typeof DEFAULT_RANGE>): string =>
  rangeSummary({ ...DEFAULT_RANGE, ...part }, context);

describe('a summary of the span', () => {
  it('the summary has the days, and what differs from the default', () => {
    assert.equal(summary({}), 'Fri 30 Oct – Fri 20 Nov 2026');
    assert.equal(
      summary({ from: '2025-12-31', to: '2026-01-01', resolution: 'day', zone: 'utc' }),
      'Wed 31 Dec 2025 – Thu 1 Jan 2026 · day · UTC',
    );
    assert.equal(summary({ from: 'today', to: 'today' }), 'Fri 13 Nov 2026');
    assert.equal(summary({ from: '2026-10-25', to: '2026-10-25' }), 'Sun 25 Oct 2026');
  });

  it('what only the server can resolve, and what is wrong, is shown as typed', () => {
    assert.equal(summary({ from: 'first', to: '' }), 'first – last');
    assert.equal(summary({ from: 'todya' }), 'todya – today+7');
    assert.equal(summary({ from: 'tomorrow', to: 'today' }), 'tomorrow – today');
  });
});

describe('the marks of numbers', () => {
  afterEach(() => setNumberMarks(COMMA_POINT));

  it('numbers are written with the chosen marks', () => {
    assert.equal(formatNumber(-1234567.891, 2), '−1,234,567.89');
    setNumberMarks({ thousands: '.', decimal: ',' });
    assert.equal(formatNumber(-1234567.891, 2), '−1.234.567,89');
    setNumberMarks({ thousands: '\u202f', decimal: ',' });
    assert.equal(formatNumber(1234.5, 1), '1\u202f234,5');
    assert.equal(formatNumber(12, 0), '12');
  });
});

// The short texts of the Forecasts page: figures of tiles, names of days and runs.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayOfCivil } from '#core/time/civil';
import { findZone, UTC } from '#core/time/zone';
import { signedTileText, tileText } from '#explorer/pages/forecasts/overview/tile-text.ts';
import { COMMA_POINT, setNumberMarks } from '#view/axes/number-text';
import { issueText, shortDay } from '#view/runs/issue-text';

describe('the figure in a tile', () => {
  it('the figure in a tile is never longer than five characters for any price or volume', () => {
    for (const value of [0, 61.52, -61.52, 99.96, 412.4, 999.6, 9_949, 9_951, 123_400, -500]) {
      assert.ok(tileText(value).length <= 5, `${value}: ${tileText(value)}`);
    }
  });

  it('the figure in a tile keeps a decimal if it tells areas apart', () => {
    assert.equal(tileText(61.52), '61.5');
    assert.equal(tileText(99.96), '100');
    assert.equal(tileText(412.4), '412');
    assert.equal(tileText(999.6), '1.0k');
    assert.equal(tileText(6_613.7), '6.6k');
    assert.equal(tileText(9_951), '10k');
    assert.equal(tileText(54_321), '54k');
  });

  it('the figure in a tile has a true minus, and none if it rounds to zero', () => {
    assert.equal(tileText(-3.84), '−3.8');
    assert.equal(tileText(-0.04), '0.0');
  });

  it('the figure in a tile has the chosen decimal mark', (t) => {
    t.after(() => setNumberMarks(COMMA_POINT));
    setNumberMarks({ thousands: '.', decimal: ',' });
    assert.deepEqual([61.52, -3.84, 6_613.7].map(tileText), ['61,5', '−3,8', '6,6k']);
    assert.equal(signedTileText(3.21), '+3,2');
  });

  it('a change in a tile has its sign, and none if it rounds to zero', () => {
    assert.deepEqual([3.21, -3.21, 0.04, -0.04].map(signedTileText), [
      '+3.2',
      '−3.2',
      '0.0',
      '0.0',
    ]);
  });
});

describe('short names of days and runs', () => {
  it('the short name of a day leaves the year out', () => {
    assert.equal(shortDay(dayOfCivil(2026, 11, 17)), 'Tue 17 Nov');
  });

  it('the short name of a run follows the zone that is shown', () => {
    const berlin = findZone('Europe/Berlin')!;
    assert.equal(issueText('2026-11-14T23:30:00Z', berlin), 'Sun 15 Nov 00:30');
    assert.equal(issueText('2026-11-14T23:30:00Z', UTC), 'Sat 14 Nov 23:30');
  });
});

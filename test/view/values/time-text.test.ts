// Times as the page writes them, on ordinary days and on the days of clock changes.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findZone, UTC } from '#core/time/zone';
import { formatAgo, formatDay, formatMoment, zoneLabel, zoneLabelAt } from '#view/values/time-text';

const berlin = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text);

suite('times in words', () => {
  test('a moment has weekday, date and a 24-hour clock', () => {
    assert.equal(formatMoment(at('2026-11-16T13:05:00Z'), berlin), 'Mon 16 Nov 2026, 14:05');
    assert.equal(formatMoment(at('2026-11-16T13:05:00Z'), UTC), 'Mon 16 Nov 2026, 13:05');
    assert.equal(formatDay(0), 'Thu 1 Jan 1970');
    assert.equal(formatDay(-1), 'Wed 31 Dec 1969');
  });

  test('the hour that comes twice in autumn carries its offset, and its neighbours do not', () => {
    const moments = ['24T23', '25T00', '25T01', '25T02'].map((hour) =>
      formatMoment(at(`2026-10-${hour}:00:00Z`), berlin),
    );
    assert.deepEqual(moments, [
      'Sun 25 Oct 2026, 01:00',
      'Sun 25 Oct 2026, 02:00 (+02:00)',
      'Sun 25 Oct 2026, 02:00 (+01:00)',
      'Sun 25 Oct 2026, 03:00',
    ]);
    assert.equal(formatMoment(at('2026-10-25T00:00:00Z'), UTC), 'Sun 25 Oct 2026, 00:00');
  });

  test('the age of an update is written in minutes, hours or days', () => {
    const now = at('2026-11-16T12:00:00Z');
    assert.equal(formatAgo(at('2026-11-16T11:56:00Z'), now), '4 min ago');
    assert.equal(formatAgo(at('2026-11-16T11:59:30Z'), now), 'just now');
    assert.equal(formatAgo(at('2026-11-16T12:00:10Z'), now), 'just now');
    assert.equal(formatAgo(at('2026-11-16T09:00:00Z'), now), '3 h ago');
    assert.equal(formatAgo(at('2026-11-15T11:00:00Z'), now), '25 h ago');
    assert.equal(formatAgo(at('2026-11-13T12:00:00Z'), now), '3 days ago');
  });

  test('a zone is called by its standard and its summer time, north and south', () => {
    assert.equal(zoneLabel(berlin), 'CET/CEST');
    assert.equal(zoneLabel(UTC), 'UTC');
    assert.equal(zoneLabel(findZone('Europe/Helsinki')!), 'EET/EEST');
    assert.equal(zoneLabelAt(Date.UTC(2026, 0, 1), berlin), 'CET');
    assert.equal(zoneLabelAt(Date.UTC(2026, 6, 1), berlin), 'CEST');
    assert.match(zoneLabel(findZone('Australia/Sydney')!), /^(AEST\/AEDT|GMT\+10\/GMT\+11)$/);
  });
});

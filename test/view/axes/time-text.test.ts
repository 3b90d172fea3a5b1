// The labels of the time axis, and times in words.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findZone, UTC, type Zone } from '#core/time/zone';
import { TIME_STEPS, type TimeStep, timeSplits } from '#view/axes/time-splits';
import { intervalText, momentText, spanText, timeLabels } from '#view/axes/time-text';
import { at, HOUR } from '../chart/chart-series.ts';

const BERLIN = findZone('Europe/Berlin')!;
const DAY = 86_400;

function labels(
  from: string,
  to: string,
  [unit, count]: [TimeStep['unit'], number],
  zone: Zone,
  roomSeconds = 0,
): string[] {
  const step = TIME_STEPS.find((one) => one.unit === unit && one.count === count)!;
  return timeLabels(timeSplits(at(from), at(to), step, zone), step, zone, roomSeconds);
}

suite('labels of the time axis', () => {
  test('labels of hours carry the day at its first split and at the first of all', () => {
    assert.deepEqual(labels('2026-11-15T12:00Z', '2026-11-16T12:00Z', ['minute', 360], UTC), [
      '12:00\nSun 15 Nov',
      '18:00',
      '00:00\nMon 16 Nov',
      '06:00',
      '12:00',
    ]);
  });

  test('the first split leaves its day out if the next day follows too closely', () => {
    const [first, second] = labels(
      '2026-11-15T22:00Z',
      '2026-11-16T12:00Z',
      ['minute', 120],
      UTC,
      3 * HOUR,
    );
    assert.equal(first, '22:00');
    assert.equal(second, '00:00\nMon 16 Nov');
  });

  test('the labels of the spring day in Berlin go from 01:00 to 03:00', () => {
    assert.deepEqual(labels('2026-03-28T23:00Z', '2026-03-29T03:00Z', ['minute', 60], BERLIN), [
      '00:00\nSun 29 Mar',
      '01:00',
      '03:00',
      '04:00',
      '05:00',
    ]);
  });

  test('the labels of the autumn day in Berlin mark the hour that comes again', () => {
    assert.deepEqual(labels('2026-10-24T22:00Z', '2026-10-25T03:00Z', ['minute', 60], BERLIN), [
      '00:00\nSun 25 Oct',
      '01:00',
      '02:00',
      '02:00\nagain',
      '03:00',
      '04:00',
    ]);
  });

  test('labels of days and months carry the year, and years stand alone', () => {
    assert.deepEqual(labels('2026-12-30T00:00Z', '2027-01-02T00:00Z', ['day', 1], UTC), [
      'Wed 30 Dec\n2026',
      'Thu 31 Dec',
      'Fri 1 Jan\n2027',
      'Sat 2 Jan',
    ]);
    assert.deepEqual(labels('2026-11-01T00:00Z', '2027-02-01T00:00Z', ['month', 1], UTC), [
      'Nov\n2026',
      'Dec',
      'Jan\n2027',
      'Feb',
    ]);
    assert.deepEqual(labels('2025-01-01T00:00Z', '2026-02-01T00:00Z', ['year', 1], UTC), [
      '2025',
      '2026',
    ]);
  });

  test('an axis without splits has no labels', () => {
    assert.deepEqual(labels('2026-11-15T00:01Z', '2026-11-15T00:02Z', ['minute', 15], UTC), []);
  });
});

suite('times in words', () => {
  test('a moment has weekday, date and 24-hour clock', () => {
    assert.equal(momentText(at('2026-11-10T10:00Z'), BERLIN), 'Tue 10 Nov 2026, 11:00');
    assert.equal(momentText(at('2026-11-10T23:15Z'), UTC), 'Tue 10 Nov 2026, 23:15');
  });

  test('a moment that the clock shows twice carries its offset', () => {
    assert.equal(momentText(at('2026-10-25T00:00Z'), BERLIN), 'Sun 25 Oct 2026, 02:00 (+02:00)');
    assert.equal(momentText(at('2026-10-25T01:00Z'), BERLIN), 'Sun 25 Oct 2026, 02:00 (+01:00)');
    assert.equal(momentText(at('2026-10-25T02:00Z'), BERLIN), 'Sun 25 Oct 2026, 03:00');
  });

  test('longer intervals have their natural names', () => {
    const from = at('2026-10-01T00:00Z');
    assert.equal(intervalText(from, from + HOUR, UTC), 'Thu 1 Oct 2026, 00:00');
    assert.equal(intervalText(from, from + DAY, UTC), 'Thu 1 Oct 2026');
    assert.equal(intervalText(from, from + 7 * DAY, UTC), 'Thu 1 Oct 2026');
    assert.equal(intervalText(from, from + 31 * DAY, UTC), 'Oct 2026');
    assert.equal(intervalText(from, from + 92 * DAY, UTC), 'Q4 2026');
    assert.equal(intervalText(at('2026-01-01T00:00Z'), at('2027-01-01T00:00Z'), UTC), '2026');
    assert.equal(
      intervalText(at('2026-03-28T23:00Z'), at('2026-03-29T22:00Z'), BERLIN),
      'Sun 29 Mar 2026',
    );
  });

  test('a span is written as people say it', () => {
    const text = (from: string, to: string, hasYear = false): string =>
      spanText(at(from), at(to), BERLIN, hasYear);
    assert.equal(text('2026-11-09T14:00Z', '2026-11-09T22:00Z'), 'Mon 9 Nov 15:00–23:00');
    assert.equal(
      text('2026-11-09T14:00Z', '2026-11-10T01:00Z'),
      'Mon 9 Nov 15:00 – Tue 10 Nov 02:00',
    );
    assert.equal(text('2026-11-08T23:00Z', '2026-11-09T23:00Z'), 'Mon 9 Nov');
    assert.equal(text('2026-11-08T23:00Z', '2026-11-10T23:00Z'), 'Mon 9 Nov – Tue 10 Nov');
    assert.equal(
      text('2025-11-09T14:00Z', '2026-11-10T01:00Z', true),
      'Sun 9 Nov 2025, 15:00 – Tue 10 Nov 2026, 02:00',
    );
  });
});

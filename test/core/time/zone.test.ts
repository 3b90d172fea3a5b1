// Zones against Temporal: offsets, wall times that occur twice or never, the length of days.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { dayOfCivil } from '#core/time/civil';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import type { Occurrence } from '#core/time/zone';
import {
  anyInstant,
  clockChanges,
  instantNearChange,
  runs,
  ZONE_NAMES,
  zoneNamed,
} from '../properties.ts';
import { at, BERLIN, instantOfWall, show, zoned } from './temporal.ts';

const EPOCH = Temporal.PlainDateTime.from('1970-01-01T00:00');
const plainOf = (wallMs: number): Temporal.PlainDateTime => EPOCH.add({ milliseconds: wallMs });
const dayNumberOf = (date: Temporal.PlainDate): number =>
  dayOfCivil(date.year, date.month, date.day);

for (const name of ZONE_NAMES) {
  const zone = zoneNamed(name);
  const moments = fc.oneof(anyInstant, instantNearChange(name, 2 * DAY_MS));

  suite(`zone ${name}`, () => {
    test('the offset is that of Temporal in every year from 1 to 9999', () => {
      fc.assert(
        fc.property(moments, (instant) => {
          assert.equal(zone.offsetAt(instant) * 1e6, zoned(instant, name).offsetNanoseconds);
        }),
        runs(1_000),
      );
    });

    test('the offset changes at the very millisecond of each clock change since 1850', () => {
      for (const change of clockChanges(name, 1850, 2040)) {
        for (const instant of [change - 1, change, change + 1]) {
          const expected = zoned(instant, name).offsetNanoseconds / 1e6;
          assert.equal(zone.offsetAt(instant), expected, show(instant, name));
        }
      }
    });

    test('the offset stays the same for as long as the zone promises', () => {
      fc.assert(
        fc.property(moments, (instant) => {
          const until = zone.steadyUntil(instant);
          assert.ok(until > instant);
          const last = zoned(until - 1, name);
          assert.equal(last.offsetNanoseconds, zoned(instant, name).offsetNanoseconds);
          const before = last.getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity;
          assert.ok(before <= instant, 'no clock change in between');
        }),
        runs(500),
      );
    });

    test('a wall time means the instant that Temporal gives it, whether it is shown once, twice or never', () => {
      fc.assert(
        fc.property(moments, fc.constantFrom('first', 'second'), (wallMs, occurrence) => {
          const expected = instantOfWall(plainOf(wallMs), name, occurrence);
          assert.equal(zone.instantOf(wallMs, occurrence), expected, `${plainOf(wallMs)}`);
        }),
        runs(1_500),
      );
    });

    test('an instant survives the way to its wall time and back', () => {
      fc.assert(
        fc.property(moments, (instant) => {
          const wallMs = instant + zone.offsetAt(instant);
          const both = [zone.instantOf(wallMs, 'first'), zone.instantOf(wallMs, 'second')];
          assert.ok(both.includes(instant), show(instant, name));
          assert.ok(both[0]! <= both[1]!);
        }),
        runs(1_000),
      );
    });

    test('a day begins when Temporal says', () => {
      fc.assert(
        fc.property(moments, (instant) => {
          const date = zoned(instant, name).toPlainDate();
          assert.equal(zone.dayOf(instant), dayNumberOf(date));
          assert.equal(
            zone.startOfDay(dayNumberOf(date)),
            date.toZonedDateTime(name).epochMilliseconds,
          );
        }),
        runs(1_000),
      );
    });
  });
}

suite('clock changes by name', () => {
  const wall = (text: string): number =>
    Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').epochMilliseconds;

  test('in Berlin 02:30 of the autumn day is shown twice, and of the spring day never', () => {
    const zone = zoneNamed(BERLIN);
    const autumn = wall('2024-10-27T02:30');
    assert.equal(show(zone.instantOf(autumn)), '2024-10-27T02:30:00+02:00');
    assert.equal(show(zone.instantOf(autumn, 'first')), '2024-10-27T02:30:00+02:00');
    assert.equal(show(zone.instantOf(autumn, 'second')), '2024-10-27T02:30:00+01:00');
    const spring = wall('2024-03-31T02:30');
    assert.equal(show(zone.instantOf(spring, 'first')), '2024-03-31T03:00:00+02:00');
    assert.equal(show(zone.instantOf(spring, 'second')), '2024-03-31T03:00:00+02:00');
  });

  test('the edges of the repeated and of the skipped hour are exact', () => {
    const zone = zoneNamed(BERLIN);
    const cases: [string, Occurrence, string][] = [
      ['2024-10-27T01:59:59.999', 'second', '2024-10-27T01:59:59.999+02:00'],
      ['2024-10-27T02:00', 'first', '2024-10-27T02:00:00+02:00'],
      ['2024-10-27T02:00', 'second', '2024-10-27T02:00:00+01:00'],
      ['2024-10-27T02:59:59.999', 'first', '2024-10-27T02:59:59.999+02:00'],
      ['2024-10-27T03:00', 'first', '2024-10-27T03:00:00+01:00'],
      ['2024-03-31T01:59:59.999', 'second', '2024-03-31T01:59:59.999+01:00'],
      ['2024-03-31T02:00', 'first', '2024-03-31T03:00:00+02:00'],
      ['2024-03-31T02:59:59.999', 'second', '2024-03-31T03:00:00+02:00'],
      ['2024-03-31T03:00', 'first', '2024-03-31T03:00:00+02:00'],
    ];
    for (const [text, occurrence, expected] of cases) {
      assert.equal(show(zone.instantOf(wall(text), occurrence)), expected, `${text} ${occurrence}`);
    }
  });

  const hoursIn = (name: string, date: string): number => {
    const { year, month, day } = Temporal.PlainDate.from(date);
    const number = dayOfCivil(year, month, day);
    return (zoneNamed(name).startOfDay(number + 1) - zoneNamed(name).startOfDay(number)) / HOUR_MS;
  };

  test('days have 23, 24 and 25 hours, or other lengths if the zone says so', () => {
    const cases: [string, string, number][] = [
      [BERLIN, '2024-03-30', 24],
      [BERLIN, '2024-03-31', 23],
      [BERLIN, '2024-04-01', 24],
      [BERLIN, '2024-10-26', 24],
      [BERLIN, '2024-10-27', 25],
      [BERLIN, '2024-10-28', 24],
      ['America/New_York', '2024-03-10', 23],
      ['America/New_York', '2024-11-03', 25],
      ['Australia/Lord_Howe', '2024-10-06', 23.5],
      ['Australia/Lord_Howe', '2024-04-07', 24.5],
      ['Africa/Cairo', '2023-04-28', 23],
      ['Africa/Cairo', '2023-10-26', 25],
      ['America/Sao_Paulo', '2018-11-04', 23],
      ['America/Sao_Paulo', '2019-02-16', 25],
      ['Asia/Beirut', '2022-03-27', 23],
      ['Pacific/Apia', '2011-12-29', 24],
      ['Pacific/Apia', '2011-12-30', 0],
      ['Pacific/Apia', '2011-12-31', 24],
    ];
    for (const [name, date, hours] of cases) {
      assert.equal(hoursIn(name, date), hours, `${name} ${date}`);
    }
  });

  test('a day whose midnight is skipped begins when the clock jumps', () => {
    const cases: [string, string, string][] = [
      ['Africa/Cairo', '2023-04-28', '2023-04-28T01:00:00+03:00'],
      ['Asia/Beirut', '2022-03-27', '2022-03-27T01:00:00+03:00'],
      ['America/Sao_Paulo', '2018-11-04', '2018-11-04T01:00:00-02:00'],
      ['Pacific/Apia', '2011-12-30', '2011-12-31T00:00:00+14:00'],
    ];
    for (const [name, date, expected] of cases) {
      const { year, month, day } = Temporal.PlainDate.from(date);
      const start = zoneNamed(name).startOfDay(dayOfCivil(year, month, day));
      assert.equal(show(start, name), expected, `${name} ${date}`);
    }
  });

  test('the instant before the autumn change and the one after are both on that day', () => {
    const zone = zoneNamed(BERLIN);
    const day = dayOfCivil(2024, 10, 27);
    assert.equal(zone.dayOf(at('2024-10-26T22:00:00Z')), day);
    assert.equal(zone.dayOf(at('2024-10-26T21:59:59.999Z')), day - 1);
    assert.equal(zone.dayOf(at('2024-10-27T22:59:59.999Z')), day);
    assert.equal(zone.dayOf(at('2024-10-27T23:00:00Z')), day + 1);
  });
});

// The splits of the time axis, also on the days of clock changes.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { findZone, UTC, type Zone } from '#core/time/zone';
import { chooseTimeStep, TIME_STEPS, type TimeStep, timeSplits } from '#view/axes/time-splits';
import { at } from '../chart/chart-series.ts';

const BERLIN = findZone('Europe/Berlin')!;
const ZONES = [
  BERLIN,
  UTC,
  ...['America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo'].map(zoneOf),
];

function zoneOf(name: string): Zone {
  return findZone(name)!;
}

const stepOf = (unit: TimeStep['unit'], count: number): TimeStep =>
  TIME_STEPS.find((step) => step.unit === unit && step.count === count)!;

/** The wall-clock time `HH:mm`, computed by Temporal. */
const wallOf = (time: number, zone: Zone): string =>
  Temporal.Instant.fromEpochMilliseconds(time * 1000)
    .toZonedDateTimeISO(zone.name)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });

/** The day from midnight to midnight, as the axis divides it. */
function wallsOfDay(date: string, zone: Zone, minutes: number): string[] {
  const day = Temporal.PlainDate.from(date);
  const startOf = (one: Temporal.PlainDate): number =>
    one.toZonedDateTime(zone.name).epochMilliseconds / 1000;
  const splits = timeSplits(
    startOf(day),
    startOf(day.add({ days: 1 })),
    stepOf('minute', minutes),
    zone,
  );
  return splits.map((time) => wallOf(time, zone));
}

const hours = (from: number, to: number, step = 1): string[] =>
  Array.from(
    { length: (to - from) / step },
    (_, i) => `${String(from + i * step).padStart(2, '0')}:00`,
  );

suite('splits of the time axis', () => {
  test('the day on which the clock is set forward has no 02:00 in Berlin', () => {
    const expected = [...hours(0, 2), ...hours(3, 24), '00:00'];
    assert.deepEqual(wallsOfDay('2026-03-29', BERLIN, 60), expected);
    assert.deepEqual(wallsOfDay('2026-03-29', BERLIN, 120), ['00:00', ...hours(4, 24, 2), '00:00']);
    assert.deepEqual(wallsOfDay('2026-03-29', BERLIN, 180), [...hours(0, 24, 3), '00:00']);
    assert.deepEqual(wallsOfDay('2026-03-29', BERLIN, 15).slice(4, 12), [
      '01:00',
      '01:15',
      '01:30',
      '01:45',
      '03:00',
      '03:15',
      '03:30',
      '03:45',
    ]);
  });

  test('the day on which the clock is set back has 02:00 twice at fine steps and once at coarse ones', () => {
    const expected = [...hours(0, 3), '02:00', ...hours(3, 24), '00:00'];
    assert.deepEqual(wallsOfDay('2026-10-25', BERLIN, 60), expected);
    assert.deepEqual(wallsOfDay('2026-10-25', BERLIN, 120), [...hours(0, 24, 2), '00:00']);
    assert.deepEqual(wallsOfDay('2026-10-25', BERLIN, 30).slice(4, 9), [
      '02:00',
      '02:30',
      '02:00',
      '02:30',
      '03:00',
    ]);
  });

  test('a UTC axis knows no clock change', () => {
    for (const date of ['2026-03-29', '2026-10-25']) {
      assert.deepEqual(wallsOfDay(date, UTC, 60), [...hours(0, 24), '00:00']);
      assert.deepEqual(wallsOfDay(date, UTC, 120), [...hours(0, 24, 2), '00:00']);
    }
  });

  test('splits of days lie at the zone’s midnight on both sides of a clock change', () => {
    const splits = timeSplits(
      at('2026-10-23T12:00Z'),
      at('2026-10-27T12:00Z'),
      stepOf('day', 1),
      BERLIN,
    );
    assert.deepEqual(splits, [
      at('2026-10-23T22:00Z'),
      at('2026-10-24T22:00Z'),
      at('2026-10-25T23:00Z'),
      at('2026-10-26T23:00Z'),
    ]);
  });

  test('splits of weeks fall on Mondays', () => {
    const splits = timeSplits(
      at('2026-11-01T00:00Z'),
      at('2026-12-01T00:00Z'),
      stepOf('day', 7),
      UTC,
    );
    assert.deepEqual(
      splits,
      ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'].map((day) =>
        at(`${day}T00:00Z`),
      ),
    );
  });

  test('splits of months, quarters and years fall on their first day', () => {
    const within = (unit: 'month' | 'year', count: number): string[] =>
      timeSplits(at('2023-11-15T00:00Z'), at('2026-02-01T00:00Z'), stepOf(unit, count), UTC).map(
        (time) => new Date(time * 1000).toISOString().slice(0, 10),
      );
    assert.deepEqual(within('month', 6), [
      '2024-01-01',
      '2024-07-01',
      '2025-01-01',
      '2025-07-01',
      '2026-01-01',
    ]);
    assert.deepEqual(within('month', 3).slice(0, 3), ['2024-01-01', '2024-04-01', '2024-07-01']);
    assert.deepEqual(within('month', 1).slice(0, 2), ['2023-12-01', '2024-01-01']);
    assert.deepEqual(within('year', 1), ['2024-01-01', '2025-01-01', '2026-01-01']);
    assert.deepEqual(within('year', 5), ['2025-01-01']);
  });

  test('every split is in the span, later than the one before, and on its own clock time', () => {
    const arguments_ = [
      fc.constantFrom(...ZONES),
      fc.constantFrom(...TIME_STEPS),
      fc.integer({ min: at('1990-01-01T00:00Z'), max: at('2040-01-01T00:00Z') }),
      fc.integer({ min: 1, max: 40 }),
    ] as const;
    fc.assert(
      fc.property(...arguments_, (zone, step, start, count) => {
        const end = start + count * step.typicalSeconds;
        const splits = timeSplits(start, end, step, zone);
        splits.forEach((time, i) => {
          assert.ok(time >= start && time <= end);
          if (i > 0) assert.ok(time > splits[i - 1]!);
          const wall = Temporal.Instant.fromEpochMilliseconds(time * 1000).toZonedDateTimeISO(
            zone.name,
          );
          if (step.unit === 'minute') {
            assert.equal((wall.hour * 60 + wall.minute) % step.count, 0);
          } else {
            assert.equal(wall.startOfDay().epochMilliseconds, wall.epochMilliseconds);
            if (step.unit !== 'day') assert.equal(wall.day, 1);
            if (step.unit === 'year') assert.equal(wall.month, 1);
          }
        });
      }),
    );
  });

  test('the labels of splits have room at every zoom, from an hour to a millennium', () => {
    for (const width of [240, 700, 1400]) {
      for (let seconds = 3600; seconds < 1000 * 365 * 86_400; seconds *= 1.7) {
        const step = chooseTimeStep(seconds, width);
        const count = timeSplits(0, seconds, step, UTC).length;
        assert.ok(count <= width / step.leastPx + 1, `${count} splits on ${width} px`);
        if (step !== TIME_STEPS[0]) assert.ok(count >= 1);
      }
    }
  });
});

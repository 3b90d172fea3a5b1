// Keys that are made once are those that a time writer writes, whichever day an answer begins with.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { ByteWriter } from '#bytes/byte-writer';
import { DayKeys, TimeWriter } from '#bytes/time-writer';
import { gridOf, startsOf } from '#core/time/grid';
import { resolutionOf } from '#core/time/resolution';
import { MARKET_ZONE_NAMES, runs, zoneNamed } from '../core/properties.ts';

const LENGTHS = ['day', 'week', 'month', 'quarter', 'year'] as const;

const textOf = (count: number, write: (i: number, out: ByteWriter) => void): string => {
  const out = new ByteWriter();
  for (let i = 0; i < count; i++) write(i, out);
  return out.take().toString('latin1');
};

suite('day keys', () => {
  test('day keys are those of the time writer, for any years of any grid', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MARKET_ZONE_NAMES),
        fc.constantFrom(...LENGTHS),
        fc.integer({ min: -300, max: 25_000 }),
        fc.integer({ min: 1, max: 800 }),
        (zoneName, length, first, count) => {
          const zone = zoneNamed(zoneName);
          const perDay = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }[length];
          const from = Math.floor(first / perDay);
          const times = startsOf(gridOf(resolutionOf(length), zone), from, from + count);
          const writer = new TimeWriter(zone, false, '"', '":');
          const keys = DayKeys.of(times, zone)!;
          assert.equal(
            textOf(count, (i, out) => keys.write(i, out)),
            textOf(count, (i, out) => writer.write(times[i]!, out)),
          );
        },
      ),
      runs(100),
    );
  });

  test('day keys are made for one zone', () => {
    const times = Float64Array.of(Date.UTC(2025, 6, 1));
    const keyIn = (name: string): string =>
      textOf(1, (i, out) => DayKeys.of(times, zoneNamed(name))!.write(i, out));
    assert.equal(keyIn('Europe/Berlin'), '"2025-07-01T02:00:00":');
    assert.equal(keyIn('UTC'), '"2025-07-01T00:00:00":');
    assert.equal(keyIn('Europe/Berlin'), '"2025-07-01T02:00:00":');
  });

  test('day keys are not made for more than a century of days', () => {
    assert.equal(DayKeys.of(new Float64Array(40_001), zoneNamed('UTC')), undefined);
    assert.ok(DayKeys.of(new Float64Array(40_000), zoneNamed('UTC')));
  });
});

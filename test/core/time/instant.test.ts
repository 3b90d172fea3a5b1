// Writing instants, against Temporal: UTC, market time, update times, offsets.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { END_INSTANT, FIRST_INSTANT, formatUtc, formatWall } from '#core/time/instant';
import { formatMarket, formatMarketUpdate } from '#core/time/market-text';
import { formatOffset, UTC } from '#core/time/zone';
import { anyInstant, instantNearChange, runs, ZONE_NAMES, zoneNamed } from '../properties.ts';
import { at, BERLIN, showUtc, zoned } from './temporal.ts';

const berlin = zoneNamed(BERLIN);

const someMoment = fc
  .constantFrom(...ZONE_NAMES)
  .chain((zoneName) =>
    fc
      .oneof(anyInstant, instantNearChange(zoneName, 7.2e6))
      .map((instant) => ({ zoneName, instant })),
  );

suite('writing instants', () => {
  test('formatUtc writes what Temporal writes, cut to the second', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(instant);
        assert.equal(formatUtc(instant), expected.toString({ smallestUnit: 'second' }));
      }),
      runs(2_000),
    );
  });

  test('formatMarket writes the wall clock that Temporal shows', () => {
    fc.assert(
      fc.property(someMoment, ({ zoneName, instant }) => {
        const plain = zoned(instant, zoneName).toPlainDateTime();
        const zone = zoneNamed(zoneName);
        assert.equal(formatMarket(instant, zone), plain.toString({ smallestUnit: 'second' }));
        assert.equal(
          formatMarketUpdate(instant, zone),
          plain.toString({ smallestUnit: 'millisecond' }),
        );
      }),
      runs(2_000),
    );
  });

  test('a key with its offset is what Temporal writes for the instant', () => {
    fc.assert(
      fc.property(someMoment, ({ zoneName, instant }) => {
        const zone = zoneNamed(zoneName);
        const second = Math.floor(instant / 1000) * 1000;
        const offset = formatOffset(zone.offsetAt(second), zone);
        const expected = zoned(second, zoneName).toString({
          timeZoneName: 'never',
          smallestUnit: 'second',
        });
        assert.equal(
          `${formatMarket(second, zone)}${offset}`,
          zone.isUtc ? expected.replace('+00:00', 'Z') : expected,
        );
      }),
      runs(2_000),
    );
  });

  test('around the autumn change the same wall time has two offsets', () => {
    const keys = ['2024-10-27T00:30:00Z', '2024-10-27T01:30:00Z'].map((text) => {
      const instant = at(text);
      return `${formatMarket(instant, berlin)}${formatOffset(berlin.offsetAt(instant), berlin)}`;
    });
    assert.deepEqual(keys, ['2024-10-27T02:30:00+02:00', '2024-10-27T02:30:00+01:00']);
  });

  test('known instants have known texts', () => {
    assert.equal(formatUtc(0), '1970-01-01T00:00:00Z');
    assert.equal(formatUtc(-1), '1969-12-31T23:59:59Z');
    assert.equal(formatWall(at('2024-02-29T23:59:59.999Z')), '2024-02-29T23:59:59');
    assert.equal(formatMarket(at('2024-12-31T23:30:00Z'), berlin), '2025-01-01T00:30:00');
    assert.equal(
      formatMarketUpdate(at('2024-05-15T08:00:00.007Z'), berlin),
      '2024-05-15T10:00:00.007',
    );
    assert.equal(formatMarketUpdate(-1, UTC), '1969-12-31T23:59:59.999');
    assert.equal(formatOffset(0, UTC), 'Z');
    assert.equal(formatOffset(0, zoneNamed('Europe/London')), '+00:00');
    assert.equal(formatOffset(-12_600_000, zoneNamed('America/St_Johns')), '-03:30');
    assert.equal(formatOffset(20_700_000, zoneNamed('Asia/Kathmandu')), '+05:45');
  });

  test('the interfaces can name the years 1 to 9999', () => {
    assert.equal(showUtc(FIRST_INSTANT), '0001-01-01T00:00:00Z');
    assert.equal(formatUtc(FIRST_INSTANT), '0001-01-01T00:00:00Z');
    assert.equal(formatUtc(END_INSTANT - 1), '9999-12-31T23:59:59Z');
  });
});

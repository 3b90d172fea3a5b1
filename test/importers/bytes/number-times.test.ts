import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import {
  columnMilliseconds,
  epochMilliseconds,
  excelMilliseconds,
  millisecondsOf,
  type TimeUnit,
} from '#importers/bytes/number-times';

const PER_SECOND: Readonly<Record<TimeUnit, bigint>> = {
  second: 1n,
  millisecond: 1_000n,
  microsecond: 1_000_000n,
  nanosecond: 1_000_000_000n,
};

suite('times that are numbers', () => {
  test('a count of any unit gives exactly its millisecond, before 1970 too', () => {
    const unit = fc.constantFrom<TimeUnit>('second', 'millisecond', 'microsecond', 'nanosecond');
    const ms = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 });
    fc.assert(
      fc.property(
        unit,
        fc.array(fc.tuple(ms, fc.nat(999_999)), { minLength: 1 }),
        (unit, times) => {
          const perSecond = PER_SECOND[unit];
          const whole = times.map(([ms]) => (unit === 'second' ? Math.floor(ms / 1e3) * 1e3 : ms));
          const counts = times.map(([, rest], i) => {
            const finer = perSecond > 1_000n ? BigInt(rest) % (perSecond / 1_000n) : 0n;
            return (BigInt(whole[i]!) * perSecond) / 1_000n + finer;
          });
          // Nanoseconds of 64 bits reach from 1677 to 2262.
          const fits = counts.every((count) => BigInt.asIntN(64, count) === count);
          assert.deepEqual(
            counts.map((count) => millisecondsOf(count, unit)),
            whole,
          );
          if (!fits) return;
          assert.deepEqual([...columnMilliseconds(BigInt64Array.from(counts), unit)], whole);
        },
      ),
    );
  });

  test('every quarter of an hour of a century is read back from its Excel date', () => {
    const start = Date.parse('1970-01-01T00:00Z');
    for (let i = 0; i < 100 * 365 * 96; i += 7) {
      const ms = start + i * (HOUR_MS / 4);
      assert.equal(excelMilliseconds(ms / DAY_MS + 25_569, false), ms);
    }
    assert.equal(excelMilliseconds(0 + 61 - 1_462, true), Date.parse('1900-03-01T00:00Z'));
  });

  test('days that Excel does not have are refused', () => {
    for (const days of [60, -1, 2_958_466, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => excelMilliseconds(days, false), { name: 'ImportFault' });
    }
  });

  test('a bare number is milliseconds; seconds, fractions and other numbers are refused', () => {
    assert.equal(epochMilliseconds(1_715_940_000_000), 1_715_940_000_000);
    for (const value of [1_715_940_000, 0, 1.5, 1e15, Number.NaN]) {
      assert.throws(() => epochMilliseconds(value), { name: 'ImportFault' });
    }
  });
});

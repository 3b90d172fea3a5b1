// Shifting a series by days, also across clock changes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, formatUtc, HOUR_MS } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import { findZone } from '#core/time/zone';
import { drawShifted, resolveSpan, shiftInstant, shiftSpan } from '#view/values/shift-span';

const berlin = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text);
const seconds = (text: string): number => at(text) / 1000;

/** Every hour of [from, to), with values counting up from 0. */
function hourly(from: string, to: string) {
  const times: number[] = [];
  for (let t = seconds(from); t < seconds(to); t += 3600) times.push(t);
  return { times, values: times.map((_, i) => i) };
}

describe('shifting by market days', () => {
  it('a shift by days keeps the time of day across a clock change', () => {
    const evening = at('2026-10-24T18:00:00+02:00');
    assert.equal(formatUtc(shiftInstant(evening, 1, berlin)), '2026-10-25T17:00:00Z');
    assert.equal(formatUtc(shiftInstant(evening, -364, berlin)), '2025-10-25T16:00:00Z');
  });

  it('a span shifted by 52 weeks has the same dates, and whole days stay whole', () => {
    const span = { start: at('2026-10-26T00:00:00+01:00'), end: at('2026-10-28T00:00:00+01:00') };
    const { start, end } = shiftSpan(span, -364, berlin);
    assert.equal(formatMarket(start, berlin), '2025-10-27T00:00:00');
    assert.equal(formatMarket(end, berlin), '2025-10-29T00:00:00');
  });

  it('a shift there and back returns to its instant, unless the clock changed', () => {
    const hour = fc.integer({ min: 350_000, max: 600_000 });
    fc.assert(
      fc.property(hour, fc.constantFrom(-364, -7, -1, 1, 7, 364), (h, days) => {
        const instant = h * HOUR_MS;
        const back = shiftInstant(shiftInstant(instant, days, berlin), -days, berlin);
        assert.ok(Math.abs(back - instant) <= HOUR_MS);
        const local = formatMarket(instant, berlin).slice(11);
        if (local < '02:00:00' || local >= '03:00:00') assert.equal(back, instant);
      }),
    );
  });
});

describe('the span that From and To name', () => {
  const now = at('2026-11-16T09:30:00Z');

  it('the span runs from the first instant of From to the last of To', () => {
    const span = resolveSpan('today-7', 'today', now, berlin)!;
    assert.equal(formatUtc(span.start), '2026-11-08T23:00:00Z');
    assert.equal(formatUtc(span.end), '2026-11-16T23:00:00Z');
  });

  it('the span is left to the series if a keyword means its first or last value', () => {
    assert.equal(resolveSpan('first', 'today', now, berlin), undefined);
    assert.equal(resolveSpan('today', 'last+3', now, berlin), undefined);
    assert.equal(resolveSpan('', 'today', now, berlin), undefined);
  });

  it('a text that cannot be read is refused with its field', () => {
    assert.throws(() => resolveSpan('todya', 'today', now, berlin), /todya.*today/);
  });
});

describe('values drawn on other dates', () => {
  it('values without a shift stay as they are', () => {
    const source = hourly('2026-03-01T00:00:00Z', '2026-03-01T03:00:00Z');
    assert.equal(drawShifted(source, 'Hour', 0, berlin), source);
  });

  it('shifted values move by whole days, value by value', () => {
    const source = hourly('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z');
    const drawn = drawShifted(source, 'Hour', -7, berlin);
    assert.deepEqual(drawn.values, source.values);
    assert.deepEqual(
      drawn.times,
      source.times.map((time) => time + 7 * 86400),
    );
  });

  it('shifted values give the mean of the hour that the clock showed twice', () => {
    // 25 Oct 2026 has 25 hours in Berlin; hours 2 and 3 of it are both 02:00.
    const source = hourly('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z');
    const drawn = drawShifted(source, 'Hour', -1, berlin);
    assert.equal(drawn.times.length, 24);
    assert.deepEqual(drawn.values.slice(0, 4), [0, 1, 2.5, 4]);
    assert.equal(drawn.values[23], 24);
    assert.equal(drawn.times[0], seconds('2026-10-25T23:00:00Z'));
  });

  it('an hour is drawn twice if the day on which it is drawn has it twice', () => {
    const source = hourly('2026-10-23T22:00:00Z', '2026-10-24T22:00:00Z');
    const drawn = drawShifted(source, 'Hour', -1, berlin);
    assert.equal(drawn.times.length, 25);
    assert.deepEqual(drawn.values.slice(0, 5), [0, 1, 2, 2, 3]);
  });

  it('shifted values leave a gap for the hour that the clock skipped, and drop one without an hour', () => {
    const short = hourly('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z');
    const intoLong = drawShifted(short, 'Hour', -1, berlin);
    assert.deepEqual(intoLong.values.slice(0, 4), [0, 1, null, 2]);
    assert.equal(intoLong.values.length, 24);
    const long = hourly('2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z');
    const intoShort = drawShifted(long, 'Hour', -1, berlin);
    assert.deepEqual(intoShort.values.slice(0, 4), [0, 1, 3, 4]);
    assert.equal(intoShort.values.length, 23);
  });

  it('shifted values keep gaps, and days stay days across a clock change', () => {
    const source = {
      times: [seconds('2026-10-24T22:00:00Z'), seconds('2026-10-25T23:00:00Z')],
      values: [1, null],
    };
    assert.deepEqual(drawShifted(source, 'Day', -1, berlin), {
      times: [seconds('2026-10-25T23:00:00Z'), seconds('2026-10-26T23:00:00Z')],
      values: [1, null],
    });
  });

  it('shifted values always have ascending, unique time stamps', () => {
    const start = fc.integer({ min: 14_000, max: 22_000 });
    fc.assert(
      fc.property(start, fc.constantFrom(-364, -7, -1, 1, 7), (day, shift) => {
        const times = Array.from({ length: 72 }, (_, i) => (day * DAY_MS) / 1000 + i * 3600);
        const drawn = drawShifted({ times, values: times.map(() => 1) }, 'Hour', shift, berlin);
        assert.equal(drawn.times.length, drawn.values.length);
        drawn.times.forEach((time, i) => {
          assert.ok(i === 0 || time > drawn.times[i - 1]!);
        });
      }),
    );
  });
});

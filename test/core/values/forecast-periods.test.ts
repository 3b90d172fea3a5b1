// A run averaged over longer periods that lie at least half in the span, each over all of its values.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { RESOLUTIONS, type ResolutionName, resolutionOf } from '#core/time/resolution';
import type { Span } from '#core/time/span';
import type { Column, Points } from '#core/values/column';
import { averageOverPeriods } from '#core/values/forecast-periods';
import { runs, zoneNamed } from '../properties.ts';
import {
  floorTo,
  nextAfter,
  type ReferencePoint,
  reduceTo,
  type StoredValue,
} from '../reference.ts';
import { at, BERLIN, showUtc } from '../time/temporal.ts';
import {
  assertSamePoints,
  finerThan,
  type SeriesCase,
  someSeries,
  storedSlowly,
} from './series-cases.ts';

function columnOf({ zoneName, native, start, values }: SeriesCase): Column {
  const grid = gridOf(native, zoneNamed(zoneName));
  return { grid, firstIndex: grid.indexOf(start), values: Float64Array.from(values) };
}

/** The periods with a value of the run in the span, if half of their time stamps are in it. */
function referencePeriods(
  stored: readonly StoredValue[],
  native: ResolutionName,
  to: ResolutionName,
  span: Span,
): ReferencePoint[] {
  const isIn = (time: number) => time >= span.start && time < span.end;
  const periods = new Map<number, Temporal.ZonedDateTime>();
  for (const { start } of stored) {
    const period = floorTo(to, start);
    if (isIn(start.epochMilliseconds)) periods.set(period.epochMilliseconds, period);
  }
  const points: ReferencePoint[] = [];
  for (const period of periods.values()) {
    const end = nextAfter(to, period).epochMilliseconds;
    const stamps: number[] = [];
    let stamp = floorTo(native, period);
    for (; stamp.epochMilliseconds < end; stamp = nextAfter(native, stamp)) {
      if (stamp.epochMilliseconds >= period.epochMilliseconds) stamps.push(stamp.epochMilliseconds);
    }
    if (stamps.filter(isIn).length * 2 < stamps.length) continue;
    const members = stored.filter(
      ({ start }) =>
        start.epochMilliseconds >= period.epochMilliseconds && start.epochMilliseconds < end,
    );
    points.push({ time: period.epochMilliseconds, value: reduceTo('Average', members) });
  }
  return points;
}

suite('a run over longer periods', () => {
  for (const target of RESOLUTIONS.filter(({ rank }) => rank >= 2 && rank <= 5)) {
    test(`a run averaged by ${target.name} equals the slow reference for any run and span`, () => {
      fc.assert(
        fc.property(someSeries(finerThan(target.rank)), (given) => {
          const grid = gridOf(target, zoneNamed(given.zoneName));
          assertSamePoints(
            averageOverPeriods(columnOf(given), grid, given.span),
            referencePeriods(storedSlowly(given), given.native.name, target.name, given.span),
          );
        }),
        runs(60),
      );
    });
  }

  const daily = gridOf(resolutionOf('day'), zoneNamed(BERLIN));
  const hourly = gridOf(resolutionOf('hour'), zoneNamed(BERLIN));

  /** A run of `count` hours whose n-th hour has the value n. */
  const runFrom = (start: string, count: number): Column => ({
    grid: hourly,
    firstIndex: hourly.indexOf(at(start)),
    values: Float64Array.from({ length: count }, (_, i) => i),
  });
  const inclusiveSpan = (first: string, last: string): Span => ({
    start: at(first),
    end: at(last) + 1,
  });
  const listed = ({ times, values }: Points): string[] =>
    Array.from(times, (time, i) => `${showUtc(time)} = ${values[i]}`);

  test('a span from UTC midnight to UTC midnight gives one market day, over all of its hours', () => {
    const run = runFrom('2024-05-15T12:00:00Z', 240);
    // The market's 16 May runs from 22:00Z on the 15th: hours 10 to 33 of the run.
    const span = inclusiveSpan('2024-05-16T00:00:00Z', '2024-05-17T00:00:00Z');
    assert.deepEqual(listed(averageOverPeriods(run, daily, span)), ['2024-05-15T22:00:00Z = 21.5']);
  });

  test('such a span gives a market day of 23 or 25 hours on the clock-change days', () => {
    const spring = averageOverPeriods(
      runFrom('2024-03-30T23:00:00Z', 100),
      daily,
      inclusiveSpan('2024-03-31T00:00:00Z', '2024-04-01T00:00:00Z'),
    );
    assert.deepEqual(listed(spring), ['2024-03-30T23:00:00Z = 11']);
    const autumn = averageOverPeriods(
      runFrom('2024-10-26T22:00:00Z', 100),
      daily,
      inclusiveSpan('2024-10-27T00:00:00Z', '2024-10-28T00:00:00Z'),
    );
    assert.deepEqual(listed(autumn), ['2024-10-26T22:00:00Z = 12']);
  });

  test('a day exactly half in the span is averaged, and one with an hour less is not', () => {
    const run = runFrom('2024-05-15T22:00:00Z', 48);
    const half = inclusiveSpan('2024-05-16T10:00:00Z', '2024-05-16T21:00:00Z');
    assert.deepEqual(listed(averageOverPeriods(run, daily, half)), ['2024-05-15T22:00:00Z = 11.5']);
    const less = inclusiveSpan('2024-05-16T11:00:00Z', '2024-05-16T21:00:00Z');
    assert.deepEqual(listed(averageOverPeriods(run, daily, less)), []);
  });

  test('a day in which the run begins or ends averages the run’s values of it', () => {
    const run = runFrom('2024-05-16T12:00:00Z', 20);
    const span = inclusiveSpan('2024-05-15T22:00:00Z', '2024-05-17T21:00:00Z');
    assert.deepEqual(listed(averageOverPeriods(run, daily, span)), [
      '2024-05-15T22:00:00Z = 4.5',
      '2024-05-16T22:00:00Z = 14.5',
    ]);
  });

  test('a span outside the run’s horizon gives nothing', () => {
    const run = runFrom('2024-05-16T12:00:00Z', 20);
    const span = inclusiveSpan('2024-06-01T00:00:00Z', '2024-06-30T00:00:00Z');
    assert.deepEqual(listed(averageOverPeriods(run, daily, span)), []);
  });
});

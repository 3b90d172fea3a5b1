// Grids against Temporal: every resolution, every awkward zone, the years 1–9999.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { firstIndexFrom, gridOf, isOnGrid } from '#core/time/grid';
import { DAY_MS, END_INSTANT, FIRST_INSTANT } from '#core/time/instant';
import { RESOLUTIONS, type ResolutionName, resolutionOf } from '#core/time/resolution';
import {
  anyInstant,
  instantNearChange,
  MARKET_ZONE_NAMES,
  runs,
  zoneNamed,
} from '../properties.ts';
import { floorTo, nextAfter } from '../reference.ts';
import { at, BERLIN, show, zoned } from './temporal.ts';

const berlin = zoneNamed(BERLIN);
const berlinGrid = (name: ResolutionName) => gridOf(resolutionOf(name), berlin);

// Before 1970 some of these zones had offsets of odd minutes, so that their hours are no UTC hours. Grids
// below a day are meant for whole-hour offsets only.
const isWholeHour = (instant: number, zoneName: string): boolean =>
  zoned(instant, zoneName).offsetNanoseconds % 3.6e12 === 0;

for (const { name, stepMs } of RESOLUTIONS) {
  suite(`grid of a ${name}`, () => {
    const grids = MARKET_ZONE_NAMES.map((zone) => ({
      zone,
      grid: gridOf(resolutionOf(name), zoneNamed(zone)),
    }));
    const someMoment = fc
      .constantFrom(...grids)
      .chain(({ zone, grid }) =>
        fc
          .oneof(anyInstant, instantNearChange(zone, 2 * DAY_MS))
          .map((instant) => ({ zone, grid, instant })),
      )
      .filter(({ zone, instant }) => stepMs === undefined || isWholeHour(instant, zone));

    test('an interval and the next one begin when Temporal says', () => {
      fc.assert(
        fc.property(someMoment, ({ zone, grid, instant }) => {
          const start = floorTo(name, zoned(instant, zone));
          const index = grid.indexOf(instant);
          assert.equal(grid.startOf(index), start.epochMilliseconds, show(instant, zone));
          const next = nextAfter(name, start);
          assert.equal(grid.startOf(index + 1), next.epochMilliseconds, show(instant, zone));
        }),
        runs(1_000),
      );
    });

    test('an index is the index of its own start, and indices never skip', () => {
      fc.assert(
        fc.property(someMoment, fc.integer({ min: -40, max: 40 }), ({ grid, instant }, step) => {
          const index = grid.indexOf(instant) + step;
          assert.equal(grid.indexOf(grid.startOf(index)), index);
          assert.equal(grid.indexOf(grid.startOf(index + 1) - 1), index);
          assert.ok(grid.startOf(index) < grid.startOf(index + 1));
        }),
        runs(1_000),
      );
    });

    test('firstIndexFrom gives the first interval that starts at or after an instant', () => {
      fc.assert(
        fc.property(someMoment, ({ grid, instant }) => {
          const index = firstIndexFrom(grid, instant);
          assert.ok(grid.startOf(index) >= instant);
          assert.ok(grid.startOf(index - 1) < instant);
          assert.equal(isOnGrid(grid, instant), grid.startOf(index) === instant);
        }),
        runs(1_000),
      );
    });

    test('index 0 contains the first of January 1970 and every index fits 32 bits', () => {
      for (const { zone, grid } of grids) {
        const newYear = Temporal.PlainDate.from('1970-01-01').toZonedDateTime(zone);
        if (stepMs === undefined) assert.equal(grid.indexOf(newYear.epochMilliseconds), 0, zone);
        else assert.equal(grid.indexOf(0), 0, zone);
        for (const edge of [FIRST_INSTANT, END_INSTANT]) {
          assert.equal(grid.indexOf(edge), grid.indexOf(edge) | 0, `${zone} ${edge}`);
        }
      }
    });
  });
}

suite('grids of Berlin', () => {
  test('one resolution of one zone is one grid', () => {
    assert.equal(berlinGrid('month'), berlinGrid('month'));
    assert.notEqual(berlinGrid('month'), gridOf(resolutionOf('month'), zoneNamed('UTC')));
  });

  test('the clock-change days have 23 and 25 hours, 92 and 100 quarter-hours', () => {
    const count = (name: ResolutionName, date: string) => {
      const day = berlinGrid('day').indexOf(at(`${date}T12:00`));
      const [start, end] = [berlinGrid('day').startOf(day), berlinGrid('day').startOf(day + 1)];
      return firstIndexFrom(berlinGrid(name), end) - firstIndexFrom(berlinGrid(name), start);
    };
    assert.deepEqual(
      ['2024-03-30', '2024-03-31', '2024-10-27'].map((date) => count('hour', date)),
      [24, 23, 25],
    );
    assert.deepEqual(
      ['2024-03-30', '2024-03-31', '2024-10-27'].map((date) => count('halfhour', date)),
      [48, 46, 50],
    );
    assert.deepEqual(
      ['2024-03-30', '2024-03-31', '2024-10-27'].map((date) => count('quarterhour', date)),
      [96, 92, 100],
    );
  });

  test('ISO weeks at year ends belong to the Monday that opens them', () => {
    const cases: [string, string][] = [
      ['2020-12-31T12:00', '2020-12-28'],
      ['2021-01-03T23:59', '2020-12-28'],
      ['2021-01-04T00:00', '2021-01-04'],
      ['2022-01-01T00:00', '2021-12-27'],
      ['2023-01-01T12:00', '2022-12-26'],
      ['2024-01-01T00:00', '2024-01-01'],
      ['2024-12-30T00:00', '2024-12-30'],
      ['2024-12-29T23:59', '2024-12-23'],
      ['2026-01-01T00:00', '2025-12-29'],
      ['2026-12-31T23:00', '2026-12-28'],
      ['1970-01-01T00:00', '1969-12-29'],
    ];
    for (const [moment, monday] of cases) {
      const grid = berlinGrid('week');
      const start = grid.startOf(grid.indexOf(at(moment)));
      assert.equal(zoned(start, BERLIN).toPlainDate().toString(), monday, moment);
    }
  });

  test('a year has 52 or 53 ISO weeks, as the calendar counts them', () => {
    const grid = berlinGrid('week');
    const weekOf = (year: number) => grid.indexOf(at(`${year}-01-04T12:00`));
    for (let year = 1990; year < 2060; year++) {
      const last = Temporal.PlainDate.from({ year, month: 12, day: 28 });
      assert.equal(weekOf(year + 1) - weekOf(year), last.weekOfYear, String(year));
    }
  });

  test('quarters open in January, April, July and October', () => {
    const grid = berlinGrid('quarter');
    const starts = ['2024-01-01T00:00', '2024-03-31T23:59', '2024-04-01T00:00', '2024-12-31T23:59'];
    assert.deepEqual(
      starts.map((moment) => show(grid.startOf(grid.indexOf(at(moment))))),
      [
        '2024-01-01T00:00:00+01:00',
        '2024-01-01T00:00:00+01:00',
        '2024-04-01T00:00:00+02:00',
        '2024-10-01T00:00:00+02:00',
      ],
    );
  });

  test('an instant between two time stamps is not on the grid', () => {
    assert.equal(isOnGrid(berlinGrid('day'), at('2024-05-15T00:00')), true);
    assert.equal(isOnGrid(berlinGrid('day'), at('2024-05-15T00:00:00Z')), false);
    assert.equal(isOnGrid(berlinGrid('hour'), at('2024-05-15T10:30')), false);
    assert.equal(isOnGrid(berlinGrid('halfhour'), at('2024-05-15T10:30')), true);
    assert.equal(isOnGrid(berlinGrid('week'), at('2024-05-13T00:00')), true);
    assert.equal(isOnGrid(berlinGrid('week'), at('2024-05-14T00:00')), false);
  });
});

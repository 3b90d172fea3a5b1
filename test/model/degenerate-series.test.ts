// The engine gives finite numbers or a refusal for any series.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { buildDayTable, type Driver } from '#model/days/day-table';
import { forecastDays } from '#model/forecast-days';
import type { SeriesKind } from '#model/members/members';
import { mulberry32 } from '../../harness/mulberry32.ts';
import { rounds } from '../../harness/rounds.ts';
import { FIRST_DAY, madeTable } from './made-series.ts';

const DAYS = 130;

function assertSound(target: Float64Array, drivers: Driver[], kind: SeriesKind, row: number): void {
  const table = buildDayTable({ firstDay: FIRST_DAY, slotsPerDay: 24, target, drivers });
  const result = forecastDays(table, { kind, row, days: 2 });
  if ('refused' in result) {
    assert.match(result.refused, /\d/);
    return;
  }
  assert.ok(result.values.every(Number.isFinite), 'the values are finite');
  for (const { low, high } of result.bands) {
    assert.ok(low.every(Number.isFinite) && high.every(Number.isFinite), 'the bands are finite');
    assert.ok(
      low.every((value, i) => value <= high[i]!),
      'the bands are not upside down',
    );
  }
  assert.ok(result.members.every(({ weight }) => Number.isFinite(weight) && weight >= 0));
}

/** Damages of a series. */
const damages: Readonly<Record<string, (values: Float64Array, pick: number) => void>> = {
  'is constant': (values) => values.fill(42),
  'is all gaps': (values) => values.fill(Number.NaN),
  'is zero': (values) => values.fill(0),
  'has one spike of 1e9': (values, pick) => {
    values[pick % values.length] = 1e9;
  },
  'has a spike of -1e9 in its newest hour': (values) => {
    values[(DAYS - 3) * 24 - 1] = -1e9;
  },
  'has gaps everywhere': (values, pick) => {
    const random = mulberry32(pick);
    for (let i = 0; i < values.length; i++) if (random() < 0.4) values[i] = Number.NaN;
  },
  'has weeks missing': (values, pick) => {
    const start = pick % (values.length - 500);
    values.fill(Number.NaN, start, start + 500);
  },
  'jumps to another level': (values, pick) => {
    for (let i = pick % values.length; i < values.length; i++) values[i]! *= 1000;
  },
  'is tiny': (values) => {
    for (let i = 0; i < values.length; i++) values[i]! *= 1e-12;
  },
  'is huge': (values) => {
    for (let i = 0; i < values.length; i++) values[i]! *= 1e12;
  },
  'is infinite in places': (values, pick) => {
    values[pick % values.length] = Number.POSITIVE_INFINITY;
  },
  'is as it should be': () => {},
};

const names = Object.keys(damages);

suite('a forecast is finite or refused', () => {
  for (const kind of ['price', 'load'] as const) {
    for (const name of names) {
      test(`the forecast of a ${kind} series that ${name} is finite or refused`, () => {
        const { target, drivers } = madeTable({ days: DAYS });
        damages[name]!(target, 2000);
        assertSound(target, [...drivers], kind, DAYS - 3);
      });
    }
  }

  test('the forecast is finite or refused after any damage to the series and its drivers at any age', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom(...names),
        fc.constantFrom<SeriesKind>('price', 'load'),
        fc.integer({ min: 0, max: DAYS - 2 }),
        fc.nat(100_000),
        (toTarget, toDriver, kind, row, pick) => {
          const { target, drivers } = madeTable({ days: DAYS, seed: pick });
          const wind = drivers[0]!.values;
          damages[toTarget]!(target, pick);
          damages[toDriver]!(wind, pick + 77);
          // The same driver twice, and once more as a constant.
          const all = [
            { name: 'wind', values: wind },
            { name: 'the same wind', values: wind.map((value) => 2 * value) },
            { name: 'nothing', values: new Float64Array(wind.length).fill(5) },
          ];
          assertSound(target, all, kind, row);
        },
      ),
      { numRuns: rounds(40, 4) },
    );
  });
});

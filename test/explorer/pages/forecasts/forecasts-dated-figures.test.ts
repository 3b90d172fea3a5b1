// The days of the areas' figures: each has its own, and one that is over is old.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayOfCivil } from '#core/time/civil';
import { findZone } from '#core/time/zone';
import {
  type AreaFigure,
  dateFigures,
  isComparable,
  sourcesText,
  tileDay,
  todaysMeansOf,
} from '#explorer/pages/forecasts/overview/dated-figures.ts';
import { dayText } from '#view/runs/issue-text';

const berlin = findZone('Europe/Berlin')!;
const NOW = Date.parse('2026-11-13T09:00:00Z');

const figure = (area: string, startDate: string | null): AreaFigure => ({
  area,
  description: area,
  subscribed: true,
  source: startDate === null ? null : 'gridtide',
  analyzedTime: startDate,
  startDate,
  mean: startDate === null ? null : 1,
  unit: 'EUR/MWh',
});

describe('the days of figures', () => {
  it('a figure has the market day of its own run, and is old when that day is over', () => {
    const dated = dateFigures(
      [
        figure('DE', '2026-11-13T23:00:00Z'),
        figure('FR', '2026-11-12T23:00:00Z'),
        figure('NL', '2026-11-11T23:00:00Z'),
        figure('NC', '2018-12-23T23:00:00Z'),
        figure('BE', null),
      ],
      berlin,
      NOW,
    );
    assert.equal(dated.day, dayOfCivil(2026, 11, 14));
    assert.deepEqual(
      dated.figures.map(({ area, day, isOld }) => [area, day, isOld]),
      [
        ['DE', dayOfCivil(2026, 11, 14), false],
        ['FR', dayOfCivil(2026, 11, 13), false],
        ['NL', dayOfCivil(2026, 11, 12), true],
        ['NC', dayOfCivil(2018, 12, 24), true],
        ['BE', undefined, false],
      ],
    );
  });

  it('a mean of tomorrow has its change against today, if all of today is known', () => {
    const base = (mean: number, count: number) => ({ mean, count, expected: 24, kind: 'observed' });
    const day = { base: null, peak: null };
    const areaOf = (area: string, mean: number, count: number) => ({
      ...{ area, description: area, seriesId: area, unit: '', lastTime: null, late: false },
      ...{ analyzedTime: null, source: null },
      days: [day, { base: base(mean, count), peak: null }, day],
    });
    const todays = todaysMeansOf({
      ...{ balanceCategory: 'hrprice', categories: [], days: [] },
      areas: [areaOf('DE', 3, 24), areaOf('FR', 3, 24), areaOf('NL', 3, 10)],
    });
    const { figures } = dateFigures(
      [
        figure('DE', '2026-11-13T23:00:00Z'),
        figure('FR', '2026-11-12T23:00:00Z'),
        figure('NL', '2026-11-13T23:00:00Z'),
        figure('BE', '2026-11-13T23:00:00Z'),
      ],
      berlin,
      NOW,
      todays,
    );
    assert.deepEqual(
      figures.map(({ change }) => change),
      [-2, undefined, undefined, undefined],
    );
  });

  it('the sources of the figures are named once each, and counted if they are many', () => {
    const named = (...sources: (string | null)[]): string =>
      sourcesText(sources.map((source) => ({ ...figure('DE', '2026-11-13T23:00:00Z'), source })));
    assert.equal(named('vendor', null, 'vendor'), 'vendor');
    assert.equal(named('vendor', 'gridtide', 'vendor'), 'gridtide and vendor');
    assert.equal(named('vendor', 'gridtide', 'entsoe'), 'entsoe, gridtide and vendor');
    assert.equal(named('a', 'b', 'c', 'd'), '4 sources');
  });

  it('a figure of a part of its day says of how many hours, and does not compare', () => {
    const tomorrow = figure('DE', '2026-11-13T23:00:00Z');
    const counted = [
      { ...tomorrow, count: 24, expected: 24 },
      { ...tomorrow, count: 23, expected: 24 },
      { ...tomorrow, count: 10, expected: 24 },
      { ...tomorrow, count: 40, expected: 96 },
      { ...tomorrow, count: 0, expected: 24, mean: null },
      { ...figure('BE', null), count: null, expected: null },
    ];
    const { figures } = dateFigures(counted, berlin, NOW);
    assert.deepEqual(
      figures.map(({ hours }) => hours),
      [undefined, undefined, '10 of 24 h', '40 of 96', undefined, undefined],
    );
    assert.deepEqual(figures.slice(0, 4).map(isComparable), [true, true, false, false]);
  });

  it('figures without any run have no day', () => {
    assert.equal(dateFigures([figure('BE', null)], berlin, NOW).day, undefined);
  });

  it('a day of another year is written with its year', () => {
    const today = dayOfCivil(2026, 11, 13);
    assert.equal(dayText(dayOfCivil(2026, 11, 14), today), 'Sat 14 Nov');
    assert.equal(dayText(dayOfCivil(2018, 12, 24), today), 'Mon 24 Dec 2018');
    assert.equal(dayText(dayOfCivil(2027, 1, 1), dayOfCivil(2026, 12, 31)), 'Fri 1 Jan 2027');
    assert.equal(tileDay(dayOfCivil(2026, 11, 9), today), '9 Nov');
    assert.equal(tileDay(dayOfCivil(2018, 12, 24), today), 'Dec ’18');
  });
});

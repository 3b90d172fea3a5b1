// The figures beneath the chart, compared with plain counting, also on the days of clock changes.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { resolutionOf } from '#core/time/resolution';
import { findZone, UTC } from '#core/time/zone';
import { DEFAULT_BLOCKS, describeHours } from '#core/values/blocks';
import { extract } from '#core/values/extract';
import { meanOverHours, readHours, summarize } from '#view/values/stats';

const berlin = findZone('Europe/Berlin')!;
const HOUR = 3_600;
const hoursFrom = (text: string, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Date.parse(text) / 1000 + i * HOUR);

suite('statistics', () => {
  const times = hoursFrom('2026-11-15T00:00:00Z', 6);
  const values = [3, null, -1, 8, 2, 5];
  const endTime = times[5]! + HOUR;

  test('figures are of observed values, and forecasts have their own', () => {
    const { observed, forecast, gapCount } = summarize({
      ...{ times, values, endTime },
      lastObserved: times[3]!,
    });
    assert.deepEqual(observed, {
      count: 3,
      last: { time: times[3], value: 8 },
      mean: 10 / 3,
      min: { time: times[2], value: -1 },
      max: { time: times[3], value: 8 },
    });
    assert.deepEqual(forecast, {
      count: 2,
      last: { time: times[5], value: 5 },
      mean: 3.5,
      min: { time: times[4], value: 2 },
      max: { time: times[5], value: 5 },
    });
    assert.equal(gapCount, 1);
  });

  test('forecasts alone have no figures of observed values', () => {
    const figures = summarize({ times, values, endTime, lastObserved: undefined });
    assert.equal(figures.observed, undefined);
    assert.deepEqual(figures.forecast?.last, { time: times[5], value: 5 });
    assert.equal(figures.forecast?.count, 5);
    assert.equal(figures.gapCount, 0, 'what no forecast reaches is no gap');
  });

  test('periods that are not complete are in no figure, and are counted', () => {
    const figures = summarize({
      ...{ times, values, endTime },
      lastObserved: times[3]!,
      partial: new Set([3, 5]),
    });
    assert.deepEqual(figures.observed?.last, { time: times[2], value: -1 });
    assert.deepEqual(figures.observed?.max, { time: times[0], value: 3 });
    assert.equal(figures.observed?.mean, 1);
    assert.deepEqual(figures.forecast?.max, { time: times[4], value: 2 });
    assert.equal(figures.partialCount, 2);
  });

  test('gaps alone have no figures', () => {
    const gaps = { times: [0, HOUR], values: [null, null], endTime: 2 * HOUR, lastObserved: HOUR };
    assert.deepEqual(summarize(gaps), {
      ...{ observed: undefined, forecast: undefined },
      ...{ gapCount: 2, partialCount: 0 },
    });
    const none = summarize({ times: [], values: [], endTime: 0, lastObserved: 0 });
    assert.equal(none.observed ?? none.forecast, undefined);
  });

  test('a month weighs by its days', () => {
    const edges = ['2026-01-31T23:00Z', '2026-02-28T23:00Z', '2026-03-31T22:00Z'].map(
      (text) => Date.parse(text) / 1000,
    );
    const figures = summarize({
      times: edges.slice(0, 2),
      values: [0, 1],
      endTime: edges[2]!,
      lastObserved: edges[1]!,
    });
    const [february, march] = [28 * 24, 31 * 24 - 1];
    assert.ok(Math.abs(figures.observed!.mean - march / (february + march)) < 1e-12);
  });
});

suite('peak and off-peak', () => {
  test('the hours of blocks are read as the server writes them', () => {
    for (const block of DEFAULT_BLOCKS.filter(({ isBaseAtWeekends }) => !isBaseAtWeekends)) {
      assert.deepEqual(readHours(describeHours(block)), block.hours);
    }
  });

  test('the hours of blocks are the market’s: on a summer day 09–20 is 07–18 UTC', () => {
    const times = hoursFrom('2026-07-14T00:00:00Z', 24);
    const values = times.map((_, hour) => hour);
    assert.equal(meanOverHours({ times, values }, readHours('09-20'), berlin), (7 + 17) / 2);
    assert.equal(meanOverHours({ times, values }, readHours('09-20'), UTC), (9 + 19) / 2);
  });

  test('the night of the autumn change counts its repeated hour twice, and that of spring leaves out its missing one', () => {
    const autumn = hoursFrom('2026-10-24T22:00:00Z', 25);
    const night = meanOverHours(
      { times: autumn, values: autumn.map((_, i) => i) },
      readHours('00-06'),
      berlin,
    );
    assert.equal(night, (0 + 1 + 2 + 3 + 4 + 5 + 6) / 7);
    const spring = hoursFrom('2026-03-28T23:00:00Z', 23);
    const short = meanOverHours(
      { times: spring, values: spring.map((_, i) => i) },
      readHours('00-06'),
      berlin,
    );
    assert.equal(short, (0 + 1 + 2 + 3 + 4) / 5);
  });

  test('peak and off-peak are of the hours of one kind if asked', () => {
    const times = hoursFrom('2026-11-15T00:00:00Z', 6);
    const values = [1, 2, 3, 4, 5, 6];
    const isObserved = (time: number): boolean => time <= times[1]!;
    assert.equal(meanOverHours({ times, values }, readHours('00-24'), berlin, isObserved), 1.5);
  });

  test('a block without a loaded hour has no figure', () => {
    const times = hoursFrom('2026-11-15T00:00:00Z', 3);
    assert.equal(
      meanOverHours({ times, values: [1, 2, 3] }, readHours('09-20'), berlin),
      undefined,
    );
    assert.equal(
      meanOverHours({ times, values: [null, null, null] }, readHours('00-06'), berlin),
      undefined,
    );
  });

  test('the mean over hours of any day equals the server’s extraction', () => {
    const grid = gridOf(resolutionOf('hour'), berlin);
    fc.assert(
      fc.property(
        fc.integer({ min: 20_000, max: 21_500 }),
        fc.array(fc.option(fc.integer({ min: -500, max: 500 })), { minLength: 25, maxLength: 25 }),
        fc.constantFrom(...DEFAULT_BLOCKS.filter((block) => !block.isBaseAtWeekends)),
        (day, drawn, block) => {
          const [start, end] = [berlin.startOfDay(day), berlin.startOfDay(day + 1)];
          const values = drawn.slice(0, (end - start) / (HOUR * 1000));
          const times = values.map((_, i) => start / 1000 + i * HOUR);
          const column = {
            grid,
            firstIndex: grid.indexOf(start),
            values: Float64Array.from(values, (value) => value ?? Number.NaN),
          };
          const served = extract(column, block, berlin, { start, end }, 'Average').values[0]!;
          const mine = meanOverHours({ times, values }, block.hours, berlin);
          if (Number.isNaN(served)) assert.equal(mine, undefined);
          else assert.ok(Math.abs(mine! - served) < 1e-9);
        },
      ),
    );
  });
});

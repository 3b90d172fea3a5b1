// What the page says of values: observed or forecast, complete or not.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SeriesColumns } from '#contract/forecast';
import { periodQuery } from '#view/address/period-query';
import {
  countText,
  observedUntilOf,
  originAt,
  partialIndices,
  pointNotes,
} from '#view/values/periods';

const RUN = '2026-11-16T06:00:00Z';
const DAY = 86_400;

/** Four days: one complete, one short, one that is running, one that is forecast. */
const answer = (part: Partial<SeriesColumns> = {}): SeriesColumns => ({
  seriesId: 'dehrprice',
  description: 'Germany day-ahead price',
  unit: 'EUR/MWh',
  resolution: 'Day',
  nativeResolution: 'Hour',
  aggregation: 'Average',
  from: null,
  to: null,
  lastUpdated: null,
  lastObserved: new Date(2.4 * DAY * 1000).toISOString(),
  times: [0, DAY, 2 * DAY, 3 * DAY],
  values: [1, 2, 3, 4],
  counts: [24, 20, 24, 7],
  expected: [24, 24, 24, 24],
  origins: [
    { first: 0, kind: 'observed', run: null },
    { first: 2, kind: 'mixed', run: RUN },
    { first: 3, kind: 'forecast', run: RUN },
  ],
  ...part,
});

suite('the periods of an answer', () => {
  test('each point has the origin of its stretch', () => {
    const kinds = [0, 1, 2, 3].map((i) => originAt(answer(), i));
    assert.deepEqual(
      kinds.map(({ kind, run }) => [kind, run]),
      [
        ['observed', null],
        ['observed', null],
        ['mixed', RUN],
        ['forecast', RUN],
      ],
    );
  });

  test('an answer without origins is told apart by its last observed time', () => {
    const { origins: _, ...plain } = answer();
    assert.deepEqual(
      [0, 1, 2, 3].map((i) => originAt(plain, i).kind),
      ['observed', 'observed', 'observed', 'forecast'],
    );
    assert.equal(observedUntilOf(plain), 2.4 * DAY);
  });

  test('a period that is partly forecast is not among the observed ones', () => {
    assert.equal(observedUntilOf(answer()), DAY);
    const forecasts = [{ first: 0, kind: 'forecast', run: RUN } as const];
    assert.equal(observedUntilOf(answer({ origins: forecasts })), undefined);
    const observed = [{ first: 0, kind: 'observed', run: null } as const];
    assert.equal(observedUntilOf(answer({ origins: observed })), 2.4 * DAY);
  });

  test('hours, quarter hours and days are counted in words', () => {
    const week = { counts: [10], expected: [168] };
    assert.equal(countText(answer(week), 0), '10 of 168 h');
    const quarters = { nativeResolution: 'QuarterHour', counts: [40], expected: [96] };
    assert.equal(countText(answer(quarters), 0), '40 of 96');
    const days = { nativeResolution: 'Day', counts: [12], expected: [30] };
    assert.equal(countText(answer(days), 0), '12 of 30 days');
    const { counts: _, ...uncounted } = answer();
    assert.equal(countText(uncounted, 0), undefined);
  });

  test('short periods with a value are partial, values as stored never', () => {
    assert.deepEqual([...partialIndices(answer())], [1, 3]);
    assert.deepEqual([...partialIndices(answer({ values: [1, null, 3, 4] }))], [3]);
    const stored = { aggregation: 'None', counts: [1, 0, 1, 1], expected: [1, 1, 1, 1] };
    assert.deepEqual([...partialIndices(answer(stored))], []);
  });

  test('the readout names what a partial or mixed value is made of', () => {
    const shown = answer();
    assert.deepEqual(
      [...pointNotes(shown, partialIndices(shown))],
      [
        [1, '20 of 24 h'],
        [3, '7 of 24 h, forecast'],
        [2, 'partly forecast'],
      ],
    );
  });

  test('values as stored are asked for without counts', () => {
    assert.deepEqual(periodQuery('native', undefined), {});
    assert.deepEqual(periodQuery('*', undefined), {});
    assert.deepEqual(periodQuery('peak', undefined), { counts: 'true' });
    assert.deepEqual(periodQuery('Week', true), { counts: 'true', complete: 'true' });
  });
});

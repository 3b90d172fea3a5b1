// What the page reads from answers, records and refusals.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import type { Refusal } from '#core/errors';
import { parseMoment } from '#core/time/moment';
import { RESOLUTIONS, resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { parseReduction } from '#core/values/reduction';
import { sparkPath } from '#explorer/parts/kept/spark-path.ts';
import { nearestNamed, resolutionNamed } from '#explorer/series/read-refusal.ts';
import { snapPart, zoomRange } from '#explorer/series/zoom-range.ts';
import { RESAMPLE_OPTIONS, readResolution } from '#view/address/resolution-options';
import { columnDecimals, meanDecimals, roundedValues } from '#view/values/column-decimals';
import {
  endTimeOf,
  extentOf,
  lastObservedOf,
  newestRange,
  spanOfAnswer,
} from '#view/values/series-facts';

const market = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text) / 1000;

const answer = (part: Partial<SeriesColumns>): SeriesColumns => ({
  seriesId: 'dehrprice',
  description: 'Germany day-ahead price',
  unit: 'EUR/MWh',
  resolution: 'Hour',
  nativeResolution: 'Hour',
  aggregation: 'None',
  from: '2026-10-24T22:00:00Z',
  to: '2026-10-25T22:59:59Z',
  lastUpdated: null,
  lastObserved: null,
  times: [],
  values: [],
  ...part,
});

const record = (part: Partial<MetadataRecord>): MetadataRecord => ({
  seriesId: 'dehrprice',
  description: '',
  unit: '',
  resolution: 'Hourly',
  startDate: null,
  endDate: null,
  area: null,
  category: null,
  datasets: [],
  lastUpdated: null,
  subscribed: true,
  ...part,
});

suite('facts of an answer', () => {
  test('the last interval ends by the calendar, a clock-change day after 25 hours', () => {
    const times = [at('2026-10-24T22:00:00Z')];
    const end = (resolution: string) =>
      endTimeOf(answer({ resolution, times }), market) - times[0]!;
    assert.equal(end('QuarterHour'), 900);
    assert.equal(end('Hour'), 3_600);
    assert.equal(end('Day'), 25 * 3_600);
    assert.equal(endTimeOf(answer({}), market), 0);
  });

  test('span and last observed value are read as instants', () => {
    assert.deepEqual(spanOfAnswer(answer({})), {
      first: at('2026-10-24T22:00:00Z') * 1000,
      last: at('2026-10-25T22:59:59Z') * 1000,
    });
    assert.equal(spanOfAnswer(answer({ from: null })), undefined);
    assert.equal(lastObservedOf(answer({})), undefined);
    assert.equal(
      lastObservedOf(answer({ lastObserved: '2026-10-25T00:00:00Z' })),
      at('2026-10-25T00:00:00Z'),
    );
  });

  test('values keep their decimals, and means of whole numbers get one', () => {
    assert.equal(columnDecimals(answer({ values: [100, null, 250] })), 0);
    assert.equal(columnDecimals(answer({ values: [100.5, null, 250] })), 1);
    assert.deepEqual([0, 1, 2, 4].map(meanDecimals), [1, 2, 2, 4]);
  });

  test('values have the decimals that the series is stored with', () => {
    const rate = answer({ values: [12.1183, 12.2], decimals: 4 });
    assert.equal(columnDecimals(rate), 4);
    assert.deepEqual(roundedValues(rate), [12.1183, 12.2]);
    const load = answer({ values: [41_823.57, null], decimals: 2 });
    assert.equal(columnDecimals(load), 2);
  });

  test('means have at most two decimals more than the stored values', () => {
    const mean = { aggregation: 'Average', values: [102.75645411848883, null] };
    assert.deepEqual(roundedValues(answer({ ...mean, decimals: 2 })), [102.7565, null]);
    assert.deepEqual(roundedValues(answer({ ...mean, decimals: 0 })), [102.76, null]);
    assert.equal(columnDecimals(answer({ ...mean, decimals: 0 })), 2);
    assert.equal(columnDecimals(answer({ ...mean, decimals: 2 })), 2);
    assert.equal(columnDecimals(answer({ ...mean, decimals: 4 })), 4);
    const sum = answer({ aggregation: 'Sum', values: [0.1 + 0.2], decimals: 1 });
    assert.deepEqual(roundedValues(sum), [0.3]);
  });

  test('values of unknown decimals are saved as they are', () => {
    const values = [19903.584066697545];
    assert.deepEqual(roundedValues(answer({ values, decimals: null })), values);
    assert.deepEqual(roundedValues(answer({ values })), values);
  });
});

suite('facts of a record', () => {
  test('a series’ extent is counted on its own grid', () => {
    const weekly = record({
      resolution: 'Weekly',
      startDate: '2026-10-18T22:00:00Z',
      endDate: '2026-11-01T23:00:00Z',
    });
    const { grid, firstIndex, lastIndex } = extentOf(weekly, market)!;
    assert.equal(lastIndex! - firstIndex!, 2);
    assert.equal(grid.startOf(firstIndex!), Date.parse('2026-10-18T22:00:00Z'));
    assert.equal(extentOf(record({}), market)!.firstIndex, null);
    assert.equal(extentOf(record({ resolution: 'Fortnightly' }), market), undefined);
  });

  test('every resolution has a span of its newest values', () => {
    for (const resolution of RESOLUTIONS) {
      const { from, to } = newestRange(resolution);
      assert.ok('keyword' in parseMoment(from, 'from', 0, market, 'first'));
      assert.equal(to, 'last');
    }
  });
});

suite('a zoom as From and To', () => {
  const hour = resolutionOf('hour');
  const zoom = (start: string, end: string, resolution = hour) =>
    zoomRange({ start: at(start), end: at(end) }, resolution, market);

  test('the range of a zoom is its first and last value, in market time', () => {
    assert.deepEqual(zoom('2026-10-24T20:59:00Z', '2026-10-25T06:01:00Z'), {
      from: '2026-10-24T23:00',
      to: '2026-10-25T06:00',
    });
  });

  test('a zoomed range writes an hour that occurs twice in UTC', () => {
    assert.deepEqual(zoom('2026-10-25T00:00:00Z', '2026-10-25T01:30:00Z'), {
      from: '2026-10-25T00:00:00Z',
      to: '2026-10-25T01:00:00Z',
    });
  });

  test('a zoom of whole market days is written in dates, over a clock change too', () => {
    assert.deepEqual(zoom('2026-10-23T22:04:00Z', '2026-10-25T22:58:00Z'), {
      from: '2026-10-24',
      to: '2026-10-25',
    });
    assert.deepEqual(zoom('2026-10-18T22:00:00Z', '2026-10-25T23:00:00Z'), {
      from: '2026-W43',
      to: '2026-W43',
    });
  });

  test('a zoom has at least one interval of the resolution', () => {
    assert.deepEqual(zoom('2026-11-09T10:10:00Z', '2026-11-09T10:20:00Z'), {
      from: '2026-11-09T11:00',
      to: '2026-11-09T11:00',
    });
    assert.deepEqual(zoom('2026-11-09T10:00:00Z', '2026-11-20T10:00:00Z', resolutionOf('week')), {
      from: '2026-11-09',
      to: '2026-11-22',
    });
  });

  test('a part is moved to the nearest intervals', () => {
    const part = { start: at('2026-11-09T10:20:00Z'), end: at('2026-11-09T12:40:00Z') };
    assert.deepEqual(snapPart(part, hour, market), {
      start: at('2026-11-09T10:00:00Z'),
      end: at('2026-11-09T13:00:00Z'),
    });
  });
});

suite('words of a refusal', () => {
  test('the nearest name and the resolution that would fit are found in a refusal', () => {
    const message = 'no series "dehrprise" (did you mean dehrprice?)';
    assert.equal(nearestNamed(message), 'dehrprice');
    assert.equal(nearestNamed('no series "zz"'), undefined);
    const tooMany =
      'the answer would hold 600000 points; the plan allows 500000; resolution day would fit';
    assert.equal(resolutionNamed(tooMany), 'day');
    assert.equal(resolutionNamed('…; ask for a shorter span'), undefined);
  });

  test('core’s own refusals still carry the nearest keyword in these words', () => {
    assert.throws(
      () => parseMoment('todya', 'from', 0, market, 'first'),
      (error: Refusal) => nearestNamed(error.message) === 'today',
    );
  });
});

suite('the resolution select', () => {
  test('the resolutions offered are native, then from hour to year, all known to the server', () => {
    assert.deepEqual(
      RESAMPLE_OPTIONS.map(({ value }) => value),
      ['native', 'hour', 'day', 'week', 'month', 'quarter', 'year'],
    );
    for (const { value } of RESAMPLE_OPTIONS) parseReduction(value, 'resolution', DEFAULT_BLOCKS);
  });

  test('other spellings of a resolution in an address mean the same option', () => {
    assert.deepEqual(['', '*', 'HR', ' Peak '].map(readResolution), [
      'native',
      'native',
      'hour',
      'peak',
    ]);
  });
});

suite('the small line of the newest run', () => {
  test('the small line of the newest run is stepped, fills its height and breaks at gaps', () => {
    assert.equal(sparkPath([1, 3, null, 2], 40, 10), 'M0.0 10.0H10.0V0.0H20.0M30.0 5.0H40.0');
    assert.equal(sparkPath([2, 2], 40, 10), 'M0.0 5.0H20.0V5.0H40.0');
    assert.equal(sparkPath([null], 40, 10), '');
  });
});

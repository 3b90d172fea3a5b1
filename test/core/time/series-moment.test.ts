// The keywords first and last, which only a series can settle.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseMoment, settleMoment } from '#core/time/moment';
import type { ResolutionName } from '#core/time/resolution';
import { zoneNamed } from '../properties.ts';
import { contextAt, extentOf, refusalOf, spanOf } from './moment-cases.ts';
import { at, BERLIN, show } from './temporal.ts';

// Resolution, first and last time stamp of the series, text, and the first and last instant it names.
const TABLE = `
  day         2024-03-30 2024-10-26       first    2024-03-30T00:00:00+01:00 2024-03-30T23:59:59.999+01:00
  day         2024-03-30 2024-10-26       first+1  2024-03-31T00:00:00+01:00 2024-03-31T23:59:59.999+02:00
  day         2024-03-30 2024-10-26       last+1   2024-10-27T00:00:00+02:00 2024-10-27T23:59:59.999+01:00
  hour        2024-01-01 2024-10-27T01:00 last+1   2024-10-27T02:00:00+02:00 2024-10-27T02:59:59.999+02:00
  hour        2024-01-01 2024-10-27T01:00 last+2   2024-10-27T02:00:00+01:00 2024-10-27T02:59:59.999+01:00
  quarterhour 2024-01-01 2024-03-31T01:45 last+1   2024-03-31T03:00:00+02:00 2024-03-31T03:14:59.999+02:00
  halfhour    2024-01-01 2024-03-31T01:30 last-1   2024-03-31T01:00:00+01:00 2024-03-31T01:29:59.999+01:00
  week        2024-01-01 2024-12-23       last+1   2024-12-30T00:00:00+01:00 2025-01-05T23:59:59.999+01:00
  month       2024-01-01 2024-12-01       first+1  2024-02-01T00:00:00+01:00 2024-02-29T23:59:59.999+01:00
  quarter     2024-01-01 2024-10-01       last-1   2024-07-01T00:00:00+02:00 2024-09-30T23:59:59.999+02:00
  year        2000-01-01 2023-01-01       last     2023-01-01T00:00:00+01:00 2023-12-31T23:59:59.999+01:00
`;

suite('first and last', () => {
  for (const line of TABLE.trim().split('\n')) {
    const [resolution = '', first = '', last = '', text = '', from, to] = line.trim().split(/\s+/);
    test(`${text} of a ${resolution} series from ${first} to ${last} is ${from} to ${to}`, () => {
      const series = extentOf(resolution as ResolutionName, first, last);
      const context = contextAt(at('2024-05-15T10:00'), BERLIN, series);
      assert.deepEqual(
        spanOf(text, context).map((instant) => show(instant)),
        [from, to],
      );
    });
  }

  test('first and last of a series without a value name nothing, whatever the shift', () => {
    const context = contextAt(at('2024-05-15T10:00'));
    for (const text of ['first', 'last', 'first+5', 'LAST-9999']) {
      assert.deepEqual(spanOf(text, context), [undefined, undefined], text);
    }
  });

  test('first and last shifted out of the years 1 to 9999 are refused', () => {
    const context = contextAt(0, BERLIN, extentOf('year', '2000-01-01', '2023-01-01'));
    for (const text of ['last+9999', 'last+7977', 'first-2000']) {
      assert.equal(refusalOf(() => spanOf(text, context)).code, 'date_out_of_range', text);
    }
    assert.equal(show(spanOf('last+7976', context)[0]), '9999-01-01T00:00:00+01:00');
  });

  test('first and last are read before the series is known, and settled by it', () => {
    const zone = zoneNamed(BERLIN);
    const moment = parseMoment(' Last-1 ', 'ToDateTime', 0, zone, 'second');
    const days = extentOf('day', '2024-01-01', '2024-05-15');
    assert.equal(show(settleMoment(moment, days, zone)?.start), '2024-05-14T00:00:00+02:00');
    const months = extentOf('month', '2024-01-01', '2024-05-01');
    assert.equal(show(settleMoment(moment, months, zone)?.start), '2024-04-01T00:00:00+02:00');
    assert.equal(settleMoment(moment, extentOf('day', null, null), zone), undefined);
  });
});

// The file that Download CSV saves.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findZone, UTC } from '#core/time/zone';
import { csvText, fileNameOf } from '#explorer/series/csv-text.ts';

const berlin = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text) / 1000;

suite('the CSV file', () => {
  test('the CSV file has one header row, both times and empty cells for gaps', () => {
    const times = [
      at('2026-10-25T00:00:00Z'),
      at('2026-10-25T01:00:00Z'),
      at('2026-10-25T02:00:00Z'),
    ];
    assert.equal(
      csvText(times, [41.25, null, -0.5], berlin),
      `time_utc,time_local,value
2026-10-25T00:00:00Z,2026-10-25T02:00:00+02:00,41.25
2026-10-25T01:00:00Z,2026-10-25T02:00:00+01:00,
2026-10-25T02:00:00Z,2026-10-25T03:00:00+01:00,-0.5
`,
    );
  });

  test('the CSV file has further columns of numbers beside the values', () => {
    const columns = { forecast: [40, null], error: [-1.25, null] };
    assert.equal(
      csvText([0, 3600], [41.25, 3], UTC, columns),
      `time_utc,time_local,value,forecast,error
1970-01-01T00:00:00Z,1970-01-01T00:00:00Z,41.25,40,-1.25
1970-01-01T01:00:00Z,1970-01-01T01:00:00Z,3,,
`,
    );
  });

  test('the CSV file keeps every digit of a value', () => {
    const text = csvText([0], [19903.584066697545], UTC);
    assert.equal(
      text.split('\n')[1],
      '1970-01-01T00:00:00Z,1970-01-01T00:00:00Z,19903.584066697545',
    );
  });

  test('both times of each CSV row are the same instant, across clock changes too', () => {
    const times = Array.from(
      { length: 400 },
      (_, day) => at('2026-01-01T05:00:00Z') + day * 86_400,
    );
    const rows = csvText(times, times, berlin).trim().split('\n').slice(1);
    assert.equal(rows.length, 400);
    for (const [i, row] of rows.entries()) {
      const [utc, local, value] = row.split(',');
      assert.equal(Date.parse(utc!), times[i]! * 1000);
      assert.equal(Date.parse(local!), times[i]! * 1000);
      assert.equal(Number(value), times[i]);
    }
  });

  test('the CSV file is named after the series and the days it spans', () => {
    const span = {
      first: at('2026-10-31T23:00:00Z') * 1000,
      last: at('2026-11-22T22:59:59Z') * 1000,
    };
    assert.equal(
      fileNameOf('dehrprice', span, berlin, 'csv'),
      'dehrprice_2026-11-01_2026-11-22.csv',
    );
    assert.equal(fileNameOf('dehrprice', span, UTC, 'png'), 'dehrprice_2026-10-31_2026-11-22.png');
    assert.equal(fileNameOf('dehrprice', undefined, UTC, 'csv'), 'dehrprice.csv');
  });
});

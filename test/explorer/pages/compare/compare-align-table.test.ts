// Compared series side by side: the table, its CSV, the value at a moment.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findZone, UTC } from '#core/time/zone';
import {
  alignTable,
  stampAt,
  valueAt,
  writeAlignedCsv,
} from '#explorer/pages/compare/lines/align-table.ts';

const berlin = findZone('Europe/Berlin')!;

describe('series side by side', () => {
  it('the table has one row for every time stamp that any series has', () => {
    const table = alignTable([
      { times: [10, 20, 30], values: [1, 2, 3] },
      { times: [20, 40], values: [null, 8] },
    ]);
    assert.deepEqual(table.times, [10, 20, 30, 40]);
    assert.deepEqual(table.columns, [
      [1, 2, 3, null],
      [null, null, null, 8],
    ]);
  });

  it('the table of empty series has no rows', () => {
    assert.deepEqual(alignTable([{ times: [], values: [] }]), { times: [], columns: [[]] });
    assert.deepEqual(alignTable([]), { times: [], columns: [] });
  });

  it('the table loses and gains no value', () => {
    const stamps = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(stamps, { maxLength: 5 }), (lists) => {
        const series = lists.map((list) => {
          const times = [...list].sort((a, b) => a - b);
          return { times, values: times.map((time) => time * 2) };
        });
        const table = alignTable(series);
        assert.deepEqual(
          table.times,
          [...new Set(lists.flat())].sort((a, b) => a - b),
        );
        series.forEach(({ times }, s) => {
          const stamps = new Set(times);
          const expected = table.times.map((time) => (stamps.has(time) ? time * 2 : null));
          assert.deepEqual(table.columns[s], expected);
        });
      }),
    );
  });
});

describe('the CSV of compared series', () => {
  const table = alignTable([
    { times: [Date.parse('2026-10-25T00:00:00Z') / 1000], values: [61.5] },
    { times: [Date.parse('2026-10-25T01:00:00Z') / 1000], values: [-0.25] },
  ]);

  it('the CSV of compared series has one header row, UTC and local times, and empty cells for gaps', () => {
    assert.equal(
      writeAlignedCsv(table, ['dehrprice', 'frhrprice~-364'], berlin),
      'time_utc,time_local,dehrprice,frhrprice~-364\n' +
        '2026-10-25T00:00:00Z,2026-10-25T02:00:00+02:00,61.5,\n' +
        '2026-10-25T01:00:00Z,2026-10-25T02:00:00+01:00,,-0.25\n',
    );
  });

  it('the CSV of compared series writes local times with Z if the zone is UTC', () => {
    assert.match(
      writeAlignedCsv(table, ['a', 'b'], UTC),
      /\n2026-10-25T00:00:00Z,2026-10-25T00:00:00Z,61.5,\n/,
    );
  });
});

describe('the value at a moment', () => {
  const series = { times: [100, 200, 300], values: [1, null, 3], endTime: 400 };

  it('the value at a moment is that of the interval that contains it', () => {
    assert.equal(valueAt(series, 100), 1);
    assert.equal(valueAt(series, 199), 1);
    assert.equal(valueAt(series, 399), 3);
  });

  it('a gap and the time outside the intervals have no value at a moment', () => {
    assert.equal(valueAt(series, 250), null);
    assert.equal(valueAt(series, 99), null);
    assert.equal(valueAt(series, 400), null);
    assert.equal(valueAt({ times: [], values: [], endTime: 0 }, 5), null);
  });

  it('the stamp at a moment is that of the interval that began last', () => {
    const daily = { times: [0], values: [7], endTime: 1000 };
    assert.equal(stampAt([series, daily], 250), 200);
    assert.equal(stampAt([series, daily], 500), 0);
    assert.equal(stampAt([series, daily], 1000), undefined);
    assert.equal(stampAt([], 5), undefined);
  });

  it('the name of a formula is one cell, and never a formula of a spreadsheet', () => {
    const heads = (name: string): string =>
      writeAlignedCsv({ times: [], columns: [[]] }, [name], UTC).trim();
    const start = 'time_utc,time_local,';
    assert.equal(heads('dehrprice - frhrprice'), `${start}dehrprice - frhrprice`);
    assert.equal(heads('max(a1, "b-c")'), `${start}"max(a1, ""b-c"")"`);
    assert.equal(heads('-a1\n+ b1'), `${start}'-a1 + b1`);
    assert.equal(heads('−a1'), `${start}'−a1`);
  });
});

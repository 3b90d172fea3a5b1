import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { formatUtc, HOUR_MS } from '#core/time/instant';
import { importPoints } from '#importers/import-points';
import {
  BERLIN,
  countFilled,
  importText,
  NOW,
  openMarket,
  piecesOf,
  readFrom,
} from './open-market.ts';

const GAP = Number.NaN;

suite('importing long files', () => {
  test('points of several series are stored and counted', async (t) => {
    const store = await openMarket(t);
    const result = await importText(
      store,
      'series,time,value\ndehrprice,2024-05-17T10:00Z,45.67\nDEHRPRICE,2024-05-17T11:00Z,-3\nfrhrprice,2024-05-17T10:00Z,1e2\n',
    );
    assert.deepEqual(result, {
      rows: 3,
      repeats: 0,
      held: 0,
      skipped: 0,
      series: 2,
      added: 3,
      changed: 0,
      same: 0,
    });
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 2), [45.67, -3]);
    assert.deepEqual(await readFrom(store, 'frhrprice', '2024-05-17T10:00Z', 1), [100]);
    assert.equal((await store.findSeries('dehrprice'))!.updatedAt, NOW);
  });

  test('a second import of the same file counts all points as the same', async (t) => {
    const store = await openMarket(t);
    const text = 'series,time,value\ndehrprice,2024-05-17T10:00Z,1\ndehrprice,2024-05-17T11:00Z,\n';
    await importText(store, text);
    const { version } = (await store.findSeries('dehrprice'))!;
    const again = await importText(store, text);
    assert.deepEqual([again.added, again.changed, again.same], [0, 0, 2]);
    assert.equal((await store.findSeries('dehrprice'))!.version, version);
  });

  test('an empty value, NaN, NA and null make gaps, also over stored values', async (t) => {
    const store = await openMarket(t);
    const rows = (values: string[]): string =>
      `series,time,value\n${values.map((value, hour) => `dehrprice,2024-05-17T0${hour}:00Z,${value}\n`).join('')}`;
    await importText(store, rows(['1', '2', '3', '4', '5', '6']));
    const result = await importText(store, rows(['1', '', 'NaN', 'na', 'NULL', '6']));
    assert.deepEqual([result.changed, result.same], [4, 2]);
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T00:00Z', 6), [
      1,
      GAP,
      GAP,
      GAP,
      GAP,
      6,
    ]);
  });

  test('columns may have any order and any of three delimiters, quoted or not', async (t) => {
    const store = await openMarket(t);
    await importText(store, '\ufeffValue;"TIME";Series\r\n"1,5";2024-05-17 10:00Z;dehrprice\r\n');
    await importText(store, 'time\tvalue\tseries\n2024-05-17T11:00Z\t2.5\tdehrprice');
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 2), [1.5, 2.5]);
  });

  test('market time without zone is summer time in summer and winter time in winter', async (t) => {
    const store = await openMarket(t);
    await importText(
      store,
      'series,time,value\ndehrprice,2024-07-01T02:00,1\ndehrprice,2024-01-01 01:00:00,2\n',
    );
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-07-01T00:00Z', 1), [1]);
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-01-01T00:00Z', 1), [2]);
  });

  test('daily to yearly series accept dates, months and years', async (t) => {
    const store = await openMarket(t);
    await importText(
      store,
      [
        'series,time,value',
        'dedaygas,2024-05-17,1',
        'dedaygas,2024-05-18T00:00,2',
        'dedaygas,2024-05-18T22:00Z,3',
        'noweekres,2024-05-13,4',
        'demonth,2024-05,5',
        'demonth,2024-06-01,6',
        'dequarter,2024-04,7',
        'deyear,2024,8',
        'deyear,2025-01,9',
      ].join('\n'),
    );
    assert.deepEqual(await readFrom(store, 'dedaygas', '2024-05-16T22:00Z', 3), [1, 2, 3]);
    assert.deepEqual(await readFrom(store, 'noweekres', '2024-05-14T00:00Z', 1), [4]);
    assert.deepEqual(await readFrom(store, 'demonth', '2024-05-02T00:00Z', 2), [5, 6]);
    assert.deepEqual(await readFrom(store, 'dequarter', '2024-05-02T00:00Z', 1), [7]);
    assert.deepEqual(await readFrom(store, 'deyear', '2024-05-02T00:00Z', 2), [8, 9]);
  });

  test('a file with only a header imports nothing', async (t) => {
    const store = await openMarket(t);
    assert.equal((await importText(store, 'series,time,value\n')).rows, 0);
  });

  test('rows in any order, read in pieces of any size, store the same', async (t) => {
    const store = await openMarket(t);
    const start = Date.parse('2024-01-01T00:00Z');
    const points = fc.uniqueArray(
      fc.tuple(fc.nat(400), fc.double({ noNaN: true, min: -9e17, max: 9e17 })),
      {
        selector: ([hour]) => hour,
        minLength: 1,
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        points,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 50 }),
        async (points, size, maxBuffered) => {
          const rows = points.map(
            ([hour, value]) => `dehrprice,${formatUtc(start + hour * HOUR_MS)},${value}\n`,
          );
          const pieces = piecesOf(`series,time,value\n${rows.join('')}`, size);
          const result = await importPoints(store, pieces, { zone: BERLIN, now: NOW, maxBuffered });
          assert.equal(result.rows, points.length);
          const stored = await readFrom(store, 'dehrprice', '2024-01-01T00:00Z', 401);
          for (const [hour, value] of points) assert.equal(stored[hour], value === 0 ? 0 : value);
        },
      ),
      { numRuns: 40 },
    );
  });
});

suite('importing wide files', () => {
  test('each column is a series, and a gap in an empty series is nothing new', async (t) => {
    const store = await openMarket(t);
    const result = await importText(
      store,
      'Time,dehrprice,FRHRPRICE\n2024-05-17T10:00Z,1,2\n2024-05-17T11:00Z,,4\n',
    );
    assert.deepEqual(result, {
      rows: 2,
      repeats: 0,
      held: 0,
      skipped: 0,
      series: 2,
      added: 3,
      changed: 0,
      same: 1,
    });
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 2), [1, GAP]);
    assert.deepEqual(await readFrom(store, 'frhrprice', '2024-05-17T10:00Z', 2), [2, 4]);
  });

  test('a daily column beside an hourly one may be empty within its days', async (t) => {
    const store = await openMarket(t);
    const result = await importText(
      store,
      'time,dehrprice,dedaygas\n2024-05-17T00:00,1,7\n2024-05-17T01:00,2,\n2024-05-17T02:00,3,\n',
    );
    assert.equal(result.added, 4);
    assert.deepEqual(await readFrom(store, 'dedaygas', '2024-05-16T22:00Z', 2), [7, GAP]);
  });

  for (const [name, text, fault] of [
    ['a column without name', 'time,dehrprice,\n', /^line 1: column 3 has no name$/],
    [
      'a column twice',
      'time,dehrprice,DEhrPrice\n',
      /^line 1: column "DEhrPrice": the column is given twice$/,
    ],
    [
      'an unknown column',
      'time,dehrprise\n',
      /^line 1: column "dehrprise": there is no series dehrprise \(did you mean dehrprice\?\); define new series with --define FILE$/,
    ],
    [
      'a short row',
      'time,dehrprice,frhrprice\n2024-05-17T10:00Z,1\n',
      /^line 2: 2 fields, but the header has 3$/,
    ],
    [
      'a bad value',
      'time,dehrprice,frhrprice\n2024-05-17T10:00Z,1,x\n',
      /^line 2: column "frhrprice": "x" is not a finite number$/,
    ],
    [
      'a value between intervals',
      'time,dehrprice,dedaygas\n2024-05-17T10:00,1,2\n',
      /^line 2: column "dedaygas": 2024-05-17T10:00:00 is not the start of a day; the nearest is 2024-05-17T00:00:00$/,
    ],
  ] as const) {
    test(`a wide file with ${name} is refused`, async (t) => {
      const store = await openMarket(t);
      await assert.rejects(importText(store, text), { name: 'ImportFault', message: fault });
      assert.equal(await countFilled(store), 0);
    });
  }
});

suite('refused lines', () => {
  const good = 'series,time,value\ndehrprice,2024-05-17T10:00Z,1\n';
  for (const [name, text, fault] of [
    ['an empty file', '', /^the file is empty$/],
    ['a file of blank lines', '\n\n', /^the file is empty$/],
    [
      'a file without header',
      'dehrprice,2024-05-17T10:00Z,1\n',
      /^line 1: the header must be series,time,value or time,CODE,CODE… but is "dehrprice/,
    ],
    ['a strange column', 'series,time,value,unit\n', /^line 1: the header must be/],
    [
      'a line of too few fields',
      `${good}dehrprice,2024-05-17T11:00Z\n`,
      /^line 3: 2 fields, but the header has 3$/,
    ],
    [
      'a line of too many fields',
      `${good}dehrprice,2024-05-17T11:00Z,1,2\n`,
      /^line 3: 4 fields, but the header has 3$/,
    ],
    [
      'a missing series',
      `${good},2024-05-17T11:00Z,1\n`,
      /^line 3: column "series": "" is not a series code/,
    ],
    [
      'an impossible code',
      `${good}de price,2024-05-17T11:00Z,1\n`,
      /^line 3: column "series": "de price" is not a series code/,
    ],
    [
      'an unknown series',
      `${good}dehrpirce,2024-05-17T11:00Z,1\n`,
      /^line 3: column "series": there is no series dehrpirce \(did you mean dehrprice\?\)/,
    ],
    ['a missing time', `${good}dehrprice,,1\n`, /^line 3: column "time": the time is missing$/],
    [
      'a text that is no time',
      `${good}dehrprice,17.05.2024,1\n`,
      /^line 3: column "time": "17.05.2024" is not a time/,
    ],
    [
      'a date for an hour',
      `${good}dehrprice,2024-05-17,1\n`,
      /^line 3: column "time": a date alone cannot name an hour: write the time in full$/,
    ],
    [
      'a month for a day',
      `${good}dedaygas,2024-05,1\n`,
      /^line 3: column "time": a month alone cannot name a day/,
    ],
    [
      'a year for a quarter',
      `${good}dequarter,2024,1\n`,
      /^line 3: column "time": a year alone cannot name a quarter/,
    ],
    [
      'a month inside a quarter',
      `${good}dequarter,2024-05,1\n`,
      /^line 3: column "time": 2024-05-01T00:00:00 is not the start of a quarter; the nearest is 2024-04-01T00:00:00$/,
    ],
    [
      'a time between hours',
      `${good}dehrprice,2024-05-17T11:40Z,1\n`,
      /^line 3: column "time": 2024-05-17T11:40:00Z is not the start of an hour; the nearest is 2024-05-17T12:00:00Z$/,
    ],
    [
      'a time between quarter-hours',
      `${good}de15wind,2024-05-17T11:07,1\n`,
      /not the start of a quarter of an hour; the nearest is 2024-05-17T11:00:00$/,
    ],
    [
      'a UTC midnight for a day',
      `${good}dedaygas,2024-05-17T00:00Z,1\n`,
      /is not the start of a day; the nearest is 2024-05-16T22:00:00Z$/,
    ],
    [
      'a Tuesday for a week',
      `${good}noweekres,2024-05-14,1\n`,
      /is not the start of a week; the nearest is 2024-05-13T00:00:00$/,
    ],
    [
      'a time before the year 1',
      `${good}dehrprice,0001-01-01T00:00+14:00,1\n`,
      /^line 3: column "time": 0001-01-01T00:00:00 lies outside the years 1 to 9999$/,
    ],
    [
      'a value that is no number',
      `${good}dehrprice,2024-05-17T11:00Z,n/a\n`,
      /^line 3: column "value": "n\/a" is not a finite number$/,
    ],
    [
      'an infinite value',
      `${good}dehrprice,2024-05-17T11:00Z,Infinity\n`,
      /^line 3: column "value": "Infinity" is not a finite number$/,
    ],
    [
      'a decimal comma between commas',
      `${good}dehrprice,2024-05-17T11:00Z,"1,5"\n`,
      /is not a finite number \(a decimal comma needs ";" between the fields\)$/,
    ],
    [
      'a line after a quoted line break',
      `${good}"dehrprice",2024-05-17T11:00Z,"\n"\n`,
      /^line 3: column "value"/,
    ],
    [
      'an open quote',
      `${good}"dehrprice,2024-05-17T11:00Z,1\n`,
      /^line 3: a quote is opened and never closed$/,
    ],
    [
      'two values for one instant',
      `${good}\nfrhrprice,2024-05-17T10:00Z,2\ndehrprice,2024-05-17T12:00+02:00,2\n`,
      /^line 5: dehrprice at 2024-05-17T10:00:00Z has another value on line 2$/,
    ],
    [
      'a value and a gap for one instant',
      `${good}dehrprice,2024-05-17T10:00Z,\n`,
      /^line 3: dehrprice at 2024-05-17T10:00:00Z has another value on line 2$/,
    ],
  ] as const) {
    test(`${name} is refused with its line, and nothing of the file is stored`, async (t) => {
      const store = await openMarket(t);
      await assert.rejects(importText(store, text), { name: 'ImportFault', message: fault });
      assert.equal(await countFilled(store), 0);
    });
  }

  test('a bad line after earlier bufferfuls takes all of them back', async (t) => {
    const store = await openMarket(t);
    const start = Date.parse('2024-01-01T00:00Z');
    const rows = Array.from(
      { length: 500 },
      (_, hour) => `dehrprice,${formatUtc(start + hour * HOUR_MS)},${hour}\n`,
    );
    const text = `series,time,value\n${rows.join('')}dehrprice,2024-13-01T00:00Z,1\n`;
    await assert.rejects(
      importText(store, text, { maxBuffered: 100 }),
      /^ImportFault: line 502: column "time"/,
    );
    assert.equal(await countFilled(store), 0);
    assert.equal((await importText(store, `series,time,value\n${rows.join('')}`)).added, 500);
  });
});

suite('lines that say the same', () => {
  const line = (hour: number, value: string): string =>
    `dehrprice,2024-05-17T${hour}:00Z,${value}\n`;

  test('repeated lines are stored once', async (t) => {
    const store = await openMarket(t);
    const text = `series,time,value\n${line(10, '1')}${line(11, '')}${line(10, '1.0')}${line(11, 'NaN')}`;
    const result = await importText(store, text);
    assert.deepEqual(result, {
      rows: 4,
      repeats: 2,
      held: 0,
      skipped: 0,
      series: 1,
      added: 1,
      changed: 0,
      same: 1,
    });
  });

  test('lines that repeat an earlier bufferful are stored once', async (t) => {
    const store = await openMarket(t);
    const text = `series,time,value\n${line(10, '1')}${line(12, '')}${line(14, '3')}${line(12, '')}${line(11, '4')}${line(10, '1')}`;
    const result = await importText(store, text, { maxBuffered: 2 });
    assert.deepEqual(result, {
      rows: 6,
      repeats: 2,
      held: 0,
      skipped: 0,
      series: 1,
      added: 3,
      changed: 0,
      same: 1,
    });
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 5), [
      1,
      4,
      GAP,
      GAP,
      3,
    ]);
  });

  test('lines that contradict an earlier bufferful are refused', async (t) => {
    const store = await openMarket(t);
    // Values that were stored before the import are no part of the file and contradict nothing.
    await importText(store, `series,time,value\n${line(13, '9')}`);
    const text = `series,time,value\n${line(10, '1')}${line(12, '2')}${line(13, '3')}${line(14, '4')}`;
    await importText(store, text, { maxBuffered: 2 });
    await assert.rejects(importText(store, `${text}${line(12, '5')}`, { maxBuffered: 2 }), {
      message: 'line 6: dehrprice at 2024-05-17T12:00:00Z has another value on an earlier line',
    });
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T12:00Z', 2), [2, 3]);
  });
});

suite('series that are defined with the import', () => {
  const definitions = [
    {
      code: 'xxhrprice',
      description: 'New',
      unit: 'EUR/MWh',
      resolution: 'hour',
      area: null,
      category: null,
    },
  ] as const;

  test('a series that the import defines takes points of the same file', async (t) => {
    const store = await openMarket(t);
    await importText(store, 'series,time,value\nxxhrprice,2024-05-17T10:00Z,1\n', { definitions });
    assert.deepEqual(await readFrom(store, 'xxhrprice', '2024-05-17T10:00Z', 1), [1]);
  });

  test('a series that the import defines is not made if the file is refused', async (t) => {
    const store = await openMarket(t);
    const text =
      'series,time,value\nxxhrprice,2024-05-17T10:00Z,1\nxxhrprice,2024-05-17T10:00Z,2\n';
    await assert.rejects(importText(store, text, { definitions }), /line 3/);
    assert.equal(await store.findSeries('xxhrprice'), undefined);
  });
});

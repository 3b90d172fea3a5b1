import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { formatUtc, HOUR_MS } from '#core/time/instant';
import { importPoints } from '#importers/import-points';
import { rounds } from '../../harness/rounds.ts';
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
      { numRuns: rounds(40, 4) },
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

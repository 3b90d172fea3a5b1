// Tables in Parquet that programs read in place: their rows, what each plan sees of them, and how they are sent.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { listen } from '../../../../harness/http/raw-connection.ts';
import { TableReader } from '../../../../harness/tables/table-reader.ts';
import { sequence, World } from '../../../../harness/world/world.ts';
import { makeFolder } from '../../../importers/open-market.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const price = { area: 'DE', category: 'hrprice' };
const hourly = (count: number) => sequence(count, (i) => (i % 50 === 7 ? null : i / 4));
await world.load({
  code: 'dehrprice',
  ...price,
  from: '2022-12-31T23:00:00Z',
  values: hourly(12_000),
});
await world.load({ code: 'dehrcons', from: '2023-06-01T00:00:00Z', values: hourly(300) });
await world.load({
  code: 'frhrprice',
  area: 'FR',
  from: '2023-01-10T00:00:00Z',
  values: hourly(48),
});
await world.load({
  code: 'dedayprice',
  resolution: 'day',
  from: '2023-12-30T23:00:00Z',
  values: [1, 2, 3],
});
await world.load({ code: 'deempty' });
const RUN = sequence(30, (i) => i + 0.5);
await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', RUN);
await world.loadRun('dehrprice', '2023-05-17T06:00:00Z', '2023-05-18T00:00:00Z', RUN);
const port = await listen(world.app);
const token = await world.key('trader', 'tables');
const german = await world.key('german', 'tables');

const path = (table: string, pattern: string, file: string) =>
  `/api/v1/tables/${table}/${encodeURIComponent(pattern)}/${file}.parquet`;
const readerOf = (table: string, pattern: string, file: string, as = token) =>
  new TableReader(`http://127.0.0.1:${port}${path(table, pattern, file)}`, as);

/** All rows of a table, read by an HTTP client that knows nothing of ours. */
async function readAll(table: string, pattern: string, file: string, as = token) {
  const reader = readerOf(table, pattern, file, as);
  const metadata = await reader.readMetadata();
  return { reader, metadata, rows: await reader.readRows() };
}

const valuesOf = async (code: string, year: string) => {
  const { body } = await world.get(`/api/v1/series/${code}?from=${year}&to=${year}`);
  const points = body.data as { time: string; value: number | null }[];
  return points
    .filter(({ value }) => value !== null)
    .map(({ time, value }) => [code, Date.parse(time), value]);
};

describe('GET /api/v1/tables', () => {
  it('the list names the tables with their columns, and the years of the plan’s series', async () => {
    const { status, body } = await world.get('/api/v1/tables');
    assert.equal(status, 200);
    assert.deepEqual(
      body.tables.map(({ name }: { name: string }) => name),
      ['values', 'runs', 'series', 'history'],
    );
    assert.deepEqual(body.years, { first: 2023, last: 2024 });
    assert.deepEqual([body.series, body.mostPoints], [5, 20_000_000]);
    assert.match(
      body.examples.duckdb,
      /BEARER_TOKEN .*\/api\/v1\/tables\/values\/de%2A\/2024\.parquet/,
    );
    const { body: less } = await world.get('/api/v1/tables', 'german');
    assert.equal(less.series, 4);
  });

  it('the list has an ETag, which another plan does not share', async () => {
    const { headers } = await world.get('/api/v1/tables');
    const ifChanged = { 'if-none-match': String(headers.etag) };
    assert.equal((await world.get('/api/v1/tables', 'trader', ifChanged)).status, 304);
    assert.equal((await world.get('/api/v1/tables', 'german', ifChanged)).status, 200);
  });
});

describe('a table', () => {
  it('values has the rows that the series have, in a row group for each', async () => {
    const { rows, metadata } = await readAll('values', 'de*', '2023');
    const groups = metadata.row_groups.map(({ columns }) => {
      const { min_value, max_value } = columns[0]!.meta_data!.statistics!;
      assert.equal(min_value, max_value);
      return min_value;
    });
    assert.deepEqual(groups, ['dedayprice', 'dehrcons', 'dehrprice']);
    const given = rows.map(({ series, time, value }) => [series, (time as Date).getTime(), value]);
    const expected = [
      ...(await valuesOf('dedayprice', '2023')),
      ...(await valuesOf('dehrcons', '2023')),
      ...(await valuesOf('dehrprice', '2023')),
    ];
    assert.deepEqual(given, expected);
    // A year of market time: the day of 1 January begins in December, UTC.
    assert.deepEqual(
      given.slice(0, 2).map(([, time]) => new Date(time as number).toISOString()),
      ['2023-12-30T23:00:00.000Z', '2023-05-31T22:00:00.000Z'.replace('05-31T22', '06-01T00')],
    );
  });

  it('values of all years are those of each year together', async () => {
    const all = await readAll('values', 'dehrprice', 'all');
    const [a, b] = [
      await readAll('values', 'dehrprice', '2023'),
      await readAll('values', 'dehrprice', '2024'),
    ];
    assert.deepEqual(all.rows, [...a.rows, ...b.rows]);
  });

  it('runs has a row for each value of each run of its year of issue', async () => {
    const { rows } = await readAll('runs', '*', '2024');
    assert.equal(rows.length, 30);
    assert.deepEqual(rows[0], {
      series: 'dehrprice',
      time: new Date('2024-05-18T00:00:00Z'),
      value: 0.5,
      analyzed: new Date('2024-05-17T06:00:00Z'),
      source: 'gridtide',
    });
    assert.equal((await readAll('runs', '*', 'all')).rows.length, 60);
    assert.equal((await readAll('runs', 'fr*', 'all')).rows.length, 0);
  });

  it('series has the series with values or runs in its year', async () => {
    const codes = async (file: string) =>
      (await readAll('series', '*', file)).rows.map(({ series }) => series);
    assert.deepEqual(await codes('2023'), ['dedayprice', 'dehrcons', 'dehrprice', 'frhrprice']);
    assert.deepEqual(await codes('2024'), ['dedayprice', 'dehrprice']);
    assert.deepEqual(await codes('1999'), []);
    assert.equal((await codes('all')).length, 5);
    const [row] = (await readAll('series', 'dehrprice', 'all')).rows;
    assert.deepEqual(row, {
      series: 'dehrprice',
      description: 'Test series dehrprice, EUR/MWh',
      unit: 'EUR/MWh',
      resolution: 'hour',
      area: 'DE',
      category: 'hrprice',
      first: new Date('2022-12-31T23:00:00Z'),
      last: new Date('2024-05-14T22:00:00Z'),
      run: new Date('2024-05-17T06:00:00Z'),
      updated: new Date('2024-05-17T10:00:00Z'),
    });
  });

  it('history has what was known when, taken back values too', async () => {
    await world.load({ code: 'sehrprice', from: '2023-03-01T00:00:00Z', values: [1, 2, 3] });
    world.setNow('2024-05-17T11:00:00Z');
    await world.load({ code: 'sehrprice', from: '2023-03-01T01:00:00Z', values: [20, null] });
    const { rows } = await readAll('history', 'se*', '2023');
    const at = (hour: number) => new Date(Date.UTC(2023, 2, 1, hour));
    const [first, second] = [new Date('2024-05-17T10:00:00Z'), new Date('2024-05-17T11:00:00Z')];
    const series = 'sehrprice';
    assert.deepEqual(rows, [
      { series, time: at(0), value: 1, recorded: first, replaced: null },
      { series, time: at(1), value: 2, recorded: first, replaced: second },
      { series, time: at(1), value: 20, recorded: second, replaced: null },
      { series, time: at(2), value: 3, recorded: first, replaced: second },
    ]);
    world.setNow('2024-05-17T12:00:00Z');
    await world.load({ code: 'sehrprice', from: '2023-03-01T00:00:00Z', values: [null, null] });
    const later = await readAll('history', 'se*', '2023');
    assert.equal(later.rows.length, 4);
    assert.ok(later.rows.every(({ replaced }) => replaced !== null));
    world.setNow('2024-05-17T10:00:00Z');
    assertRefused(await world.get(path('history', 'se*', 'all')), 400, 'field_invalid');
  });

  it('a plan sees only its series, by an ETag of its own', async () => {
    const all = await readAll('values', '*', '2023');
    const some = await readAll('values', '*', '2023', german);
    const codesOf = ({ rows }: typeof all) => [...new Set(rows.map(({ series }) => series))];
    assert.deepEqual(
      codesOf(all).filter((code) => !codesOf(some).includes(code)),
      ['frhrprice'],
    );
    assert.notEqual(all.reader.etag, some.reader.etag);
    const ifChanged = { 'if-none-match': all.reader.etag };
    assert.equal((await world.get(path('values', '*', '2023'), 'trader', ifChanged)).status, 304);
    assert.equal((await world.get(path('values', '*', '2023'), 'german', ifChanged)).status, 200);
    assertRefused(
      await world.get(path('values', 'frhrprice', '2023'), 'german'),
      403,
      'subscription_required',
    );
    assert.equal((await readAll('values', 'fr*', '2023', german)).rows.length, 0);
    assert.equal((await readAll('series', 'fr*', 'all', german)).rows.length, 0);
  });

  it('a write changes the file of its year, and leaves those of other years alone', async () => {
    const tagOf = async (file: string) =>
      String((await world.get(path('values', 'dehrprice', file))).headers.etag);
    const before = [await tagOf('2023'), await tagOf('2024')];
    await world.load({ code: 'dehrprice', from: '2024-05-14T23:00:00Z', values: [4_711] });
    assert.equal(await tagOf('2023'), before[0]);
    assert.notEqual(await tagOf('2024'), before[1]);
    const { rows } = await readAll('values', 'dehrprice', '2024');
    assert.equal(rows.at(-1)?.value, 4_711);
  });

  it('DuckDB reads the types and the rows', async (t) => {
    const file = join(await makeFolder(t), 'table.parquet');
    for (const [table, columns] of [
      ['values', ['VARCHAR', 'TIMESTAMP WITH TIME ZONE', 'DOUBLE']],
      [
        'history',
        [
          'VARCHAR',
          'TIMESTAMP WITH TIME ZONE',
          'DOUBLE',
          ...Array(2).fill('TIMESTAMP WITH TIME ZONE'),
        ],
      ],
    ] as const) {
      const url = path(table, 'de*', '2023');
      const { rawPayload } = await world.app.inject({
        url,
        headers: { authorization: `Bearer ${token}` },
      });
      await writeFile(file, rawPayload);
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
      const described = await ask(`DESCRIBE FROM '${file}'`);
      assert.deepEqual(
        described.map(([, type]) => type),
        columns,
      );
      const counted = await ask(`SELECT count(*)::INT FROM '${file}' WHERE series = 'dehrprice'`);
      assert.deepEqual(counted, [[(await valuesOf('dehrprice', '2023')).length]]);
      connection.closeSync();
    }
  });

  it('DuckDB reads a table over HTTP, if its extension for that is installed', async (t) => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    t.after(() => connection.closeSync());
    try {
      await connection.run('LOAD httpfs');
    } catch {
      t.skip('httpfs is not installed: the test beside this one replays its requests');
      return;
    }
    await connection.run(`CREATE SECRET (TYPE http, BEARER_TOKEN '${token}')`);
    const url = `http://127.0.0.1:${port}${path('values', 'de*', '2023')}`;
    const sql = `SELECT count(*)::INT FROM read_parquet('${url}') WHERE series = 'dehrprice'`;
    const { length } = await valuesOf('dehrprice', '2023');
    assert.deepEqual((await connection.runAndReadAll(sql)).getRowsJson(), [[length]]);
  });

  it('a client that reads by ranges gets one series of many with a part of the bytes', async () => {
    const reader = readerOf('values', '*', '2023');
    const rows = await reader.readSeries(['frhrprice']);
    assert.deepEqual(
      rows.map(({ series, time, value }) => [series, (time as Date).getTime(), value]),
      await valuesOf('frhrprice', '2023'),
    );
    assert.deepEqual(
      reader.asked.slice(0, 2).map(({ method, status }) => [method, status]),
      [
        ['HEAD', 200],
        ['GET', 206],
      ],
    );
    assert.ok(reader.bytes < reader.length / 4, `${reader.bytes} of ${reader.length} bytes`);
  });
});
